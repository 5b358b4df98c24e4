//! The measurements side by side, with targets and ratios.

use std::fmt::Write as _;
use std::time::Duration;

use super::{Measurements, WORDS};

/// The measurements of one program.
pub struct ResultColumn {
    /// Its name.
    pub name: &'static str,
    /// Its measurements.
    pub measurements: Measurements,
}

type MetricFn = fn(&Measurements) -> f64;

/// The rows: title, metric, and our target as a value or as a fraction of fzf's.
const METRICS: [(&str, MetricFn, Goal); 12] = [
    ("first names on the screen, ms", |m| ms(m.first_names), Goal::None),
    ("all names counted, ms", |m| ms(m.all_counted), Goal::OfFzf(1.0)),
    ("cursor key to its frame, median, ms", |m| ms(percentile(&m.keys, 0.5)), Goal::AtMost(2.0)),
    ("cursor key to its frame, p99, ms", |m| ms(percentile(&m.keys, 0.99)), Goal::AtMost(8.0)),
    ("bytes of a cursor key, at most", |m| m.max_bytes as f64, Goal::AtMost(2_048.0)),
    ("the same where the list scrolls, at 200 × 60", |m| m.max_bytes_scrolling as f64, Goal::AtMost(2_048.0)),
    ("filter, key to its final frame, median, ms", |m| ms(percentile(&m.filter, 0.5)), Goal::OfFzf(0.5)),
    ("filter, key to its final frame, slowest, ms", |m| ms(percentile(&m.filter, 1.0)), Goal::OfFzf(0.5)),
    ("filter, the whole word, ms", |m| m.filter.iter().map(|time| ms(*time)).sum(), Goal::OfFzf(0.5)),
    ("10 s idle: bytes sent", |m| m.idle.0 as f64, Goal::AtMost(0.0)),
    ("10 s idle: processor, ms", |m| ms(m.idle.1), Goal::AtMost(0.0)),
    ("resident, MiB", |m| m.resident as f64 / 1_024.0, Goal::AtMost(80.0)),
];

#[derive(Clone, Copy)]
enum Goal {
    None,
    AtMost(f64),
    OfFzf(f64),
}

/// Formats the table as Markdown, with ratios and reached targets.
pub fn format_table(columns: &[ResultColumn]) -> String {
    let mut out = String::from("|");
    for column in columns {
        let _ = write!(out, " | {}", column.name);
    }
    let (ours, other_columns) = columns.split_first().expect("our program is measured");
    for other in other_columns {
        let _ = write!(out, " | ours ÷ {}", other.name);
    }
    out += " | mark |\n|-";
    out += &"|-".repeat(columns.len() + other_columns.len() + 1);
    out += "|\n";
    for (title, metric, goal) in METRICS {
        let _ = write!(out, "| {title}");
        for column in columns {
            let _ = write!(out, " | {}", format_number(metric(&column.measurements)));
        }
        let our_value = metric(&ours.measurements);
        for other in other_columns {
            let theirs = metric(&other.measurements);
            let ratio = if theirs > 0.0 { format!("{:.2}", our_value / theirs) } else { "–".to_owned() };
            let _ = write!(out, " | {ratio}");
        }
        let fzf = other_columns.iter().find(|other| other.name == "fzf");
        let limit = match (goal, fzf) {
            (Goal::AtMost(limit), _) => Some(limit),
            (Goal::OfFzf(fraction), Some(fzf)) => Some(metric(&fzf.measurements) * fraction),
            (Goal::OfFzf(_), None) | (Goal::None, _) => None,
        };
        let verdict = limit.map_or(String::new(), |limit| {
            let outcome = if our_value <= limit { "reached" } else { "MISSED" };
            format!("≤ {}: {outcome}", format_number(limit))
        });
        let _ = writeln!(out, " | {verdict} |");
    }
    out
}

/// Formats the times of the filter words as Markdown, with the ratio of the means and the reached targets.
pub fn format_words(columns: &[ResultColumn]) -> String {
    let filtering: Vec<_> = columns.iter().filter(|column| !column.measurements.words.is_empty()).collect();
    let mut out = String::from("| word");
    for column in &filtering {
        let _ = write!(out, " | {}", column.name);
    }
    out += " | ratio | at most half |\n|-";
    out += &"|-".repeat(filtering.len() + 2);
    out += "|\n";
    for (index, word) in WORDS.split_whitespace().enumerate() {
        let _ = write!(out, "| {word}");
        let mut means = Vec::new();
        for column in &filtering {
            let letters = &column.measurements.words[index];
            let mean = letters.iter().map(|time| ms(*time)).sum::<f64>() / letters.len() as f64;
            let _ = write!(out, " | {mean:.1} ({:.1})", ms(percentile(letters, 1.0)));
            means.push(mean);
        }
        let _ = match means[..] {
            [ours, theirs, ..] => {
                let outcome = if ours <= theirs / 2.0 { "reached" } else { "MISSED" };
                writeln!(out, " | {:.2} | {outcome} |", ours / theirs)
            }
            _ => writeln!(out, " | – | |"),
        };
    }
    out
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// Returns the time below which that fraction of all times is.
fn percentile(times: &[Duration], fraction: f64) -> Duration {
    let mut times = times.to_vec();
    times.sort_unstable();
    let rank = (times.len() as f64 * fraction).ceil() as usize;
    times.get(rank.saturating_sub(1)).copied().unwrap_or_default()
}

fn format_number(value: f64) -> String {
    if value >= 100.0 || value.fract() == 0.0 { format!("{value:.0}") } else { format!("{value:.1}") }
}
