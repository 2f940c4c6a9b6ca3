//! Reading and writing the tables in `data`. They are plain text, so that a diff shows what changed. Lines that begin
//! with `#` are comments; the first ones say what the table holds and which command made it.

/// The lines of a table without its comments.
pub fn lines(text: &str) -> impl Iterator<Item = &str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

/// All numbers of a table of numbers.
pub fn numbers(text: &str) -> impl Iterator<Item = f32> {
    lines(text).flat_map(str::split_whitespace).map(number)
}

/// The numbers of the row with this name. Missing ones become NaN, which tests notice.
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

/// The lines at the head of a table: what it holds, and the command that makes it again.
pub fn head(what: &[&str], game: &str, games: u32, seed: &str) -> String {
    let lines: String = what.iter().map(|line| format!("# {line}\n")).collect();
    format!("{lines}# Made by `irori train {game} --games {games} --seed {seed}`.\n")
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

    /// Otherwise nobody could make the table again.
    #[test]
    fn every_table_names_the_command_that_made_it() {
        let tables = std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/data")).expect("the folder");
        for path in tables.map(|table| table.expect("a file").path()) {
            let text = std::fs::read_to_string(&path).expect("a text");
            let game = path.file_stem().and_then(|stem| stem.to_str()).expect("a name");
            let head: Vec<&str> = text.lines().take_while(|line| line.starts_with('#')).collect();
            let command = format!("# Made by `irori train {game} --games ");
            assert!(head.iter().any(|line| line.starts_with(&command)), "{game}: {head:?}");
        }
    }
}
