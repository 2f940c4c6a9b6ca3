//! Win rates as differences in strength.

/// The win rate of a contestant that is `elo` points stronger than each of the others at a table.
pub fn share_of(elo: f64, seats: usize) -> f64 {
    let strength = 10f64.powf(elo / 400.0);
    strength / (strength + (seats - 1) as f64)
}

/// By how many points a contestant with this win rate is stronger than each of the others at a table; infinite for a
/// contestant that wins everything or nothing.
pub fn elo_of(share: f64, seats: usize) -> f64 {
    400.0 * (share * (seats - 1) as f64 / (1.0 - share)).log10()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_even_share_is_no_difference_and_ten_to_one_is_400() {
        for seats in 2..=6 {
            assert!((share_of(0.0, seats) - 1.0 / seats as f64).abs() < 1e-12);
            assert!((elo_of(share_of(137.0, seats), seats) - 137.0).abs() < 1e-9);
        }
        assert!((share_of(400.0, 2) - 10.0 / 11.0).abs() < 1e-12);
        assert_eq!((elo_of(1.0, 4), elo_of(0.0, 4)), (f64::INFINITY, f64::NEG_INFINITY));
    }
}
