//! A picture of ratings: a dot for each bot, and a line for its interval. It has colours for light and dark pages.

use std::fmt::Write;

use catalog::GameId;

use super::strength::Strengths;

const WIDTH: f64 = 640.0;
const ROW: f64 = 30.0;
const TOP: f64 = 44.0;
const BOTTOM: f64 = 40.0;
const RIGHT: f64 = 64.0;

const STYLE: &str = "text{font:13px sans-serif;fill:#3c4248}.title{font-size:15px;font-weight:600}\
.faint{fill:#7d858d;font-size:11px}.grid{stroke:#c9ced3}.whisker{stroke:#4a7a8c;stroke-width:3;stroke-linecap:round;opacity:.55}\
.dot{fill:#2f6175}@media(prefers-color-scheme:dark){text{fill:#d5d9dd}.faint{fill:#969ea6}.grid{stroke:#474e55}\
.whisker{stroke:#7fb3c6}.dot{fill:#a5d3e3}}";

/// Draws the ratings of a game.
pub fn draw(game: GameId, strengths: &Strengths) -> String {
    // Room for the longest name.
    let letters = strengths.ratings.iter().map(|(name, _)| name.len()).max().unwrap_or(0);
    let left = 36.0 + 7.5 * letters as f64;
    let (low, high) = strengths.range();
    let step = step(high - low);
    let (first, last) = ((low / step).floor() * step, (high / step).ceil() * step);
    let last = if last > first { last } else { first + step };
    let x = |rating: f64| left + (rating - first) / (last - first) * (WIDTH - left - RIGHT);
    let rows = strengths.ratings.len() as f64;
    let height = TOP + ROW * rows + BOTTOM;
    let end = TOP + ROW * rows;
    let mut svg = String::new();
    let mut line = |text: std::fmt::Arguments<'_>| {
        // Writing to a text cannot fail.
        let _ = writeln!(svg, "{text}");
    };
    line(format_args!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="Ratings of the bots in {}">"#,
        game.title()
    ));
    line(format_args!("<style>{STYLE}</style>"));
    line(format_args!(r#"<text class="title" x="12" y="24">{}</text>"#, game.title()));
    line(format_args!(
        r#"<text class="faint" x="{}" y="24" text-anchor="end">{} seats; lines are 95 % intervals</text>"#,
        WIDTH - 12.0,
        game.usual_seats()
    ));
    let ticks = ((last - first) / step).round() as u32;
    for tick in 0..=ticks {
        let rating = first + f64::from(tick) * step;
        let at = x(rating);
        line(format_args!(r#"<line class="grid" x1="{at:.1}" x2="{at:.1}" y1="{TOP}" y2="{end}"/>"#));
        line(format_args!(
            r#"<text class="faint" x="{at:.1}" y="{}" text-anchor="middle">{rating:.0}</text>"#,
            end + 20.0
        ));
    }
    for (number, (name, rating)) in strengths.ratings.iter().enumerate() {
        let y = TOP + ROW * (number as f64 + 0.5);
        let text = y + 4.5;
        line(format_args!(r#"<text x="12" y="{text}">{name}</text>"#));
        line(format_args!(
            r#"<line class="whisker" x1="{:.1}" x2="{:.1}" y1="{y}" y2="{y}"/>"#,
            x(rating.low),
            x(rating.high)
        ));
        line(format_args!(r#"<circle class="dot" cx="{:.1}" cy="{y}" r="5"/>"#, x(rating.value)));
        line(format_args!(
            r#"<text x="{}" y="{text}" text-anchor="end">{:.0}</text>"#,
            WIDTH - 12.0,
            rating.value
        ));
    }
    line(format_args!("</svg>"));
    svg
}

/// A round distance between grid lines.
fn step(range: f64) -> f64 {
    [50.0, 100.0, 200.0, 500.0].into_iter().find(|step| range / step <= 7.0).unwrap_or(1000.0)
}

#[cfg(test)]
mod tests {
    use super::step;

    #[test]
    fn the_grid_is_never_crowded() {
        for range in [0.0, 40.0, 333.0, 1000.0, 3200.0] {
            assert!(range / step(range) <= 7.0, "{range}");
        }
    }
}
