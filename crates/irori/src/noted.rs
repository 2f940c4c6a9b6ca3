//! Compares what a player noted at the table with the proof in a record.

use cards::to_hex;
use catalog::Proved;

use crate::cli::Noted;

pub fn compare(noted: &Noted, proved: &Proved) -> Result<(), String> {
    let Noted { commitment, entropy, table, number } = noted;
    if commitment.is_none() && entropy.is_none() && table.is_none() && number.is_none() {
        return Ok(());
    }
    let Some(proof) = &proved.proof else {
        return Err("the record has no proof of a fair shuffle".to_owned());
    };
    if proved.given > 0 {
        return Err("the record has given deals, which its proof does not cover".to_owned());
    }
    let expect = |part: &str, found: &str, expected: Option<String>| match expected {
        Some(expected) if expected != found => Err(format!("{part}: found {found}, expected {expected}")),
        _ => Ok(()),
    };
    expect("proof.commitment", &to_hex(&proof.commitment()), commitment.as_ref().map(to_hex))?;
    expect("proof.table", proof.table(), table.clone())?;
    expect("proof.game", &proof.game().to_string(), number.map(|number| number.to_string()))?;
    match entropy {
        Some(entropy) if !proof.entropy().contains(&Some(*entropy)) => {
            let found: Vec<String> = proof
                .entropy()
                .iter()
                .map(|entropy| entropy.as_ref().map_or("none".to_owned(), to_hex))
                .collect();
            Err(format!("proof.entropy: found {}, expected {} among it", found.join(" "), to_hex(entropy)))
        }
        _ => Ok(()),
    }
}
