//! The measurements side by side, with targets and ratios.

use std::fmt::Write as _;
use std::time::Duration;

use super::Measured;

/// The measurements of one program.
pub struct Column {
    /// Its name.
    pub name: &'static str,
    /// Its measurements.
    pub measured: Measured,
}

type Figure = fn(&Measured) -> f64;

/// The rows: title, metric, and our target as a value or as a fraction of fzf's.
const LINES: [(&str, Figure, Mark); 12] = [
    ("first names on the screen, ms", |m| ms(m.first), Mark::None),
    ("all names counted, ms", |m| ms(m.all), Mark::OfFzf(1.0)),
    (
        "cursor key to its frame, median, ms",
        |m| ms(nth(&m.keys, 0.5)),
        Mark::AtMost(2.0),
    ),
    (
        "cursor key to its frame, p99, ms",
        |m| ms(nth(&m.keys, 0.99)),
        Mark::AtMost(8.0),
    ),
    (
        "bytes of a cursor key, at most",
        |m| m.most as f64,
        Mark::AtMost(2_048.0),
    ),
    (
        "the same where the list scrolls, at 200 × 60",
        |m| m.scrolled as f64,
        Mark::AtMost(2_048.0),
    ),
    (
        "filter, key to its final frame, median, ms",
        |m| ms(nth(&m.filter, 0.5)),
        Mark::OfFzf(0.5),
    ),
    (
        "filter, key to its final frame, slowest, ms",
        |m| ms(nth(&m.filter, 1.0)),
        Mark::OfFzf(0.5),
    ),
    (
        "filter, the whole word, ms",
        |m| m.filter.iter().map(|time| ms(*time)).sum(),
        Mark::OfFzf(0.5),
    ),
    ("10 s idle: bytes sent", |m| m.idle.0 as f64, Mark::AtMost(0.0)),
    ("10 s idle: processor, ms", |m| ms(m.idle.1), Mark::AtMost(0.0)),
    (
        "resident, MiB",
        |m| m.resident as f64 / 1_024.0,
        Mark::AtMost(80.0),
    ),
];

#[derive(Clone, Copy)]
enum Mark {
    None,
    AtMost(f64),
    OfFzf(f64),
}

/// Formats the table as Markdown, with ratios and reached targets.
pub fn table(columns: &[Column]) -> String {
    let mut out = String::from("|");
    for column in columns {
        let _ = write!(out, " | {}", column.name);
    }
    let (ours, others) = columns.split_first().expect("our program is measured");
    for other in others {
        let _ = write!(out, " | ours ÷ {}", other.name);
    }
    out += " | mark |\n|-";
    out += &"|-".repeat(columns.len() + others.len() + 1);
    out += "|\n";
    for (what, figure, mark) in LINES {
        let _ = write!(out, "| {what}");
        for column in columns {
            let _ = write!(out, " | {}", short(figure(&column.measured)));
        }
        let own = figure(&ours.measured);
        for other in others {
            let theirs = figure(&other.measured);
            let ratio = if theirs > 0.0 {
                format!("{:.2}", own / theirs)
            } else {
                "–".to_owned()
            };
            let _ = write!(out, " | {ratio}");
        }
        let fzf = others.iter().find(|other| other.name == "fzf");
        let most = match (mark, fzf) {
            (Mark::AtMost(most), _) => Some(most),
            (Mark::OfFzf(part), Some(fzf)) => Some(figure(&fzf.measured) * part),
            (Mark::OfFzf(_), None) | (Mark::None, _) => None,
        };
        let judged = most.map_or(String::new(), |most| {
            let reached = if own <= most { "reached" } else { "MISSED" };
            format!("≤ {}: {reached}", short(most))
        });
        let _ = writeln!(out, " | {judged} |");
    }
    out
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Returns the time below which that fraction of all times is.
fn nth(times: &[Duration], part: f64) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let place = (times.len() as f64 * part).ceil() as usize;
    times.get(place.saturating_sub(1)).copied().unwrap_or_default()
}

fn short(figure: f64) -> String {
    if figure >= 100.0 || figure.fract() == 0.0 {
        format!("{figure:.0}")
    } else {
        format!("{figure:.1}")
    }
}
