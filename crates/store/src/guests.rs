//! Guests, their tokens, the one-time codes for another device, and the guests they have muted.

use rusqlite::{Connection, OptionalExtension, Result, Row, params};

use crate::connection::without_remains;
use crate::{ListedGuest, Muted, StoredGuest};

const ADD_GUEST: &str = "INSERT INTO guests (id, name, added, seen, blocked) VALUES (?1, ?2, ?3, ?4, ?5)";
const ADD_TOKEN: &str = "INSERT INTO tokens (token, guest, added) VALUES (?1, ?2, ?3)";
const GUEST_OF: &str = "
SELECT id, name, blocked, seen FROM tokens JOIN guests ON guests.id = tokens.guest WHERE token = ?1";
const SEE: &str = "UPDATE guests SET seen = ?2 WHERE id = ?1 AND seen < ?2";
const RENAME: &str = "UPDATE guests SET name = ?2 WHERE id = ?1";
const BLOCK: &str = "UPDATE guests SET blocked = ?2 WHERE id = ?1";

const ADD_CODE: &str = "INSERT INTO codes (code, guest, expires) VALUES (?1, ?2, ?3)";
const SWEEP_CODES: &str = "DELETE FROM codes WHERE expires <= ?1";
const TAKE_CODE: &str = "DELETE FROM codes WHERE code = ?1 RETURNING guest";

const MUTED_BY: &str = "SELECT id, other, name FROM muted WHERE guest = ?1 ORDER BY id";
const MUTE: &str = "INSERT OR IGNORE INTO muted (guest, other, name) VALUES (?1, ?2, ?3)";
const UNMUTE: &str = "DELETE FROM muted WHERE guest = ?1 AND other = ?2";

const DELETE_TOKENS: &str = "DELETE FROM tokens WHERE guest = ?1";
const DELETE_CODES: &str = "DELETE FROM codes WHERE guest = ?1";
const DELETE_MUTED: &str = "DELETE FROM muted WHERE guest = ?1 OR other = ?1";
const DELETE_GAMES: &str = "DELETE FROM players WHERE guest = ?1";
const DELETE_SEATS: &str = "DELETE FROM seated WHERE guest = ?1";
const DELETE_TRACES: &str = "DELETE FROM traces WHERE guest = ?1";
const DELETE_GUEST: &str = "DELETE FROM guests WHERE id = ?1";

/// Reads all guests if the name is rare, but only when the operator asks.
const GUESTS_NAMED: &str = r"
SELECT id, name, blocked, added, seen, (SELECT count(*) FROM seated WHERE seated.guest = guests.id) FROM guests
WHERE name LIKE ?1 ESCAPE '\' ORDER BY added DESC, id DESC LIMIT ?2 OFFSET ?3";

const DAY: i64 = 24 * 60 * 60 * 1000;

/// The beginning of the day of a time.
pub fn day(time: i64) -> i64 {
    time - time.rem_euclid(DAY)
}

pub fn add_guest(connection: &Connection, guest: &StoredGuest, token: &[u8; 32], time: i64) -> Result<()> {
    let StoredGuest { id, name, blocked } = guest;
    connection.prepare_cached(ADD_GUEST)?.execute(params![id, name, time, day(time), blocked])?;
    add_token(connection, id, token, time)
}

pub fn add_token(connection: &Connection, guest: &str, token: &[u8; 32], time: i64) -> Result<()> {
    connection.prepare_cached(ADD_TOKEN)?.execute(params![token, guest, time]).map(drop)
}

pub fn sign_out(connection: &Connection, guest: &str, token: &[u8; 32], time: i64) -> Result<()> {
    connection.prepare_cached(DELETE_TOKENS)?.execute([guest])?;
    connection.prepare_cached(DELETE_CODES)?.execute([guest])?;
    add_token(connection, guest, token, time)
}

/// Also returns the day on which they were last seen.
pub fn guest_of(connection: &Connection, token: &[u8; 32]) -> Result<Option<(StoredGuest, i64)>> {
    let read = |row: &Row<'_>| Ok((guest(row)?, row.get(3)?));
    connection.prepare_cached(GUEST_OF)?.query_row(params![token], read).optional()
}

pub fn see(connection: &Connection, guest: &str, day: i64) -> Result<()> {
    connection.prepare_cached(SEE)?.execute(params![guest, day]).map(drop)
}

/// Returns whether there is such a guest.
pub fn rename(connection: &Connection, guest: &str, name: &str) -> Result<bool> {
    Ok(connection.prepare_cached(RENAME)?.execute(params![guest, name])? > 0)
}

/// Returns whether there is such a guest.
pub fn block(connection: &Connection, guest: &str, blocked: bool) -> Result<bool> {
    Ok(connection.prepare_cached(BLOCK)?.execute(params![guest, blocked])? > 0)
}

pub fn add_code(connection: &Connection, guest: &str, code: &[u8; 32], expires: i64) -> Result<()> {
    connection.prepare_cached(ADD_CODE)?.execute(params![code, guest, expires]).map(drop)
}

/// Deletes all expired codes first: what is left is valid, and unused codes do not pile up.
pub fn take_code(connection: &Connection, code: &[u8; 32], time: i64) -> Result<Option<String>> {
    connection.prepare_cached(SWEEP_CODES)?.execute(params![time])?;
    connection.prepare_cached(TAKE_CODE)?.query_row(params![code], |row| row.get(0)).optional()
}

pub fn muted_by(connection: &Connection, guest: &str) -> Result<Vec<Muted>> {
    let read = |row: &Row<'_>| Ok(Muted { id: row.get(0)?, other: row.get(1)?, name: row.get(2)? });
    connection.prepare_cached(MUTED_BY)?.query_map([guest], read)?.collect()
}

pub fn mute(connection: &Connection, guest: &str, other: &str, name: &str) -> Result<()> {
    connection.prepare_cached(MUTE)?.execute([guest, other, name]).map(drop)
}

pub fn unmute(connection: &Connection, guest: &str, other: &str) -> Result<()> {
    connection.prepare_cached(UNMUTE)?.execute([guest, other]).map(drop)
}

/// Returns whether there was such a guest.
pub fn erase(connection: &Connection, guest: &str) -> Result<bool> {
    without_remains(connection, || {
        for everything in
            [DELETE_TOKENS, DELETE_CODES, DELETE_MUTED, DELETE_GAMES, DELETE_SEATS, DELETE_TRACES]
        {
            connection.prepare_cached(everything)?.execute([guest])?;
        }
        Ok(connection.prepare_cached(DELETE_GUEST)?.execute([guest])? > 0)
    })
}

pub fn named(connection: &Connection, part: &str, skip: i64, most: i64) -> Result<Vec<ListedGuest>> {
    let read = |row: &Row<'_>| {
        let tables = row.get::<_, i64>(5)?.unsigned_abs();
        Ok(ListedGuest { guest: guest(row)?, added: row.get(3)?, seen: row.get(4)?, tables })
    };
    connection.prepare_cached(GUESTS_NAMED)?.query_map(params![containing(part), most, skip], read)?.collect()
}

fn guest(row: &Row<'_>) -> Result<StoredGuest> {
    Ok(StoredGuest { id: row.get(0)?, name: row.get(1)?, blocked: row.get(2)? })
}

/// The pattern of a text that may itself contain the signs of patterns.
fn containing(part: &str) -> String {
    let part = part.replace('\\', r"\\").replace('%', r"\%").replace('_', r"\_");
    format!("%{part}%")
}
