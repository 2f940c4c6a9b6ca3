//! Reading the tables under `data`: plain text, so that a change can be read in a difference. What begins with `#` is
//! a comment; the first ones tell what the table holds and which command made it.

/// The lines of a table without its comments.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// All numbers of a table of numbers.
pub fn numbers(text: &str) -> impl Iterator<Item = f32> {
    lines(text).flat_map(str::split_whitespace).map(number)
}

/// The numbers of the row that begins with a name. What is missing is not a number, which tests would notice.
pub fn row<const COUNT: usize>(text: &str, name: &str) -> [f32; COUNT] {
    let mut row = [f32::NAN; COUNT];
    for line in lines(text) {
        let mut words = line.split_whitespace();
        if words.next() == Some(name) {
            for (place, word) in row.iter_mut().zip(words) {
                *place = number(word);
            }
        }
    }
    row
}

/// The text of a row that `row` reads.
pub fn row_text(name: &str, numbers: &[f32]) -> String {
    let numbers: String = numbers.iter().map(|number| format!(" {}", rounded(*number))).collect();
    format!("{name}{numbers}\n")
}

fn number(word: &str) -> f32 {
    word.parse().unwrap_or(f32::NAN)
}

/// Thousandths are finer than what self-play can tell. Adding 0 turns -0 into 0.
fn rounded(number: f32) -> f32 {
    (number * 1000.0).round() / 1000.0 + 0.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let text =
            format!("# leading 9 9\n{}{}", row_text("leading", &[1.5, -0.0001]), row_text("last", &[7.0]));
        assert_eq!(row(&text, "leading"), [1.5, 0.0]);
        assert_eq!(row(&text, "last"), [7.0]);
        assert!(row::<1>(&text, "first")[0].is_nan());
    }

    /// Training can be rerun only if every table says how it was made.
    #[test]
    fn every_table_names_the_command_that_made_it() {
        for (game, text) in [
            ("iroha", include_str!("../data/iroha.txt")),
            ("iyadosu", include_str!("../data/iyadosu.txt")),
            ("wild-rawz", include_str!("../data/wild-rawz.txt")),
            ("koi-koi", include_str!("../data/koi-koi.txt")),
        ] {
            let head: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
            let command = format!("# Made by `irori train {game} --games ");
            assert!(head.iter().any(|line| line.starts_with(&command)), "{game}: {head:?}");
        }
    }
}
