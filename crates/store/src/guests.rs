//! Guests, their tokens, and the one-time codes for another device.

use rusqlite::{Connection, OptionalExtension, Result, params};

use crate::StoredGuest;

const ADD_GUEST: &str = "INSERT INTO guests (id, name, added) VALUES (?1, ?2, ?3)";
const ADD_TOKEN: &str = "INSERT INTO tokens (token, guest, added) VALUES (?1, ?2, ?3)";
const GUEST_OF: &str = "SELECT id, name FROM tokens JOIN guests ON guests.id = tokens.guest WHERE token = ?1";
const RENAME: &str = "UPDATE guests SET name = ?2 WHERE id = ?1";
const ADD_CODE: &str = "INSERT INTO codes (code, guest, expires) VALUES (?1, ?2, ?3)";
const SWEEP_CODES: &str = "DELETE FROM codes WHERE expires <= ?1";
const TAKE_CODE: &str = "DELETE FROM codes WHERE code = ?1 RETURNING guest";

pub fn add_guest(connection: &Connection, guest: &StoredGuest, token: &[u8; 32], time: i64) -> Result<()> {
    connection.prepare_cached(ADD_GUEST)?.execute(params![guest.id, guest.name, time])?;
    add_token(connection, &guest.id, token, time)
}

pub fn add_token(connection: &Connection, guest: &str, token: &[u8; 32], time: i64) -> Result<()> {
    connection.prepare_cached(ADD_TOKEN)?.execute(params![token, guest, time]).map(drop)
}

pub fn guest_of(connection: &Connection, token: &[u8; 32]) -> Result<Option<StoredGuest>> {
    connection
        .prepare_cached(GUEST_OF)?
        .query_row(params![token], |row| Ok(StoredGuest { id: row.get(0)?, name: row.get(1)? }))
        .optional()
}

/// Returns whether there is such a guest.
pub fn rename(connection: &Connection, guest: &str, name: &str) -> Result<bool> {
    Ok(connection.prepare_cached(RENAME)?.execute(params![guest, name])? > 0)
}

pub fn add_code(connection: &Connection, guest: &str, code: &[u8; 32], expires: i64) -> Result<()> {
    connection.prepare_cached(ADD_CODE)?.execute(params![code, guest, expires]).map(drop)
}

/// Deletes all expired codes first: what is left is valid, and unused codes do not pile up.
pub fn take_code(connection: &Connection, code: &[u8; 32], time: i64) -> Result<Option<String>> {
    connection.prepare_cached(SWEEP_CODES)?.execute(params![time])?;
    connection.prepare_cached(TAKE_CODE)?.query_row(params![code], |row| row.get(0)).optional()
}
