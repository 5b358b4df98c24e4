//! View of the notification frequencies: one line per kind, with its count and bar heights.

use jiff::civil::Date;

use crate::screens::inbox::inbox::{KINDS, KindFrequency};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date, number};

/// Line of one kind.
#[derive(Clone, Debug, PartialEq)]
pub struct FrequencyLine {
    /// Beginning of its titles.
    pub label: SafeText,
    /// Number of notifications.
    pub count: String,
    /// Count per hour or day, relative to its largest count, the latest last.
    pub heights: Vec<f32>,
    /// Screen-reader text: `LTV au-dessus du seuil, 12, du 02/11 au 20/11, au plus 3 le 18/11`.
    pub a11y_text: String,
    /// True while the line is focused.
    pub selected: bool,
}

/// View of the notification frequencies.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FrequencyView {
    /// Title of the pane.
    pub title: String,
    /// Meaning of the heights: `par jour depuis le 02/11`.
    pub note: String,
    /// Kinds, the most frequent first.
    pub lines: Vec<FrequencyLine>,
    /// Empty-state text.
    pub empty: String,
    /// True while the pane is focused.
    pub focused: bool,
}

/// Builds the frequencies of the shown notifications.
pub fn frequency_view(app: &App) -> FrequencyView {
    let messages = Messages::new(app.cx.lang());
    let frequencies = &app.inbox.frequencies;
    let focused = app.cx.pane() == KINDS;
    let note = match app.inbox.first_bin_day(&app.cx) {
        _ if frequencies.kinds.is_empty() => String::new(),
        _ if frequencies.hourly => {
            messages.with("frequency-hourly", &[("n", MessageArg::from(frequencies.bin_count))])
        }
        Some(since) => {
            messages.with("frequency-daily", &[("date", MessageArg::from(date::day_month(since)))])
        }
        None => String::new(),
    };
    let local_note = messages.get("frequency-seen-here");
    let notes: Vec<&str> = [note.as_str(), if frequencies.has_local_times { &local_note } else { "" }]
        .into_iter()
        .filter(|note_part| !note_part.is_empty())
        .collect();
    let max = frequencies.kinds.iter().flat_map(|kind| &kind.bins).max();
    let max = max.copied().unwrap_or(0).max(1);
    let lines = frequencies.kinds.iter().enumerate().map(|(at, kind)| FrequencyLine {
        label: SafeText::line_within(&kind.label, 60),
        count: number::integer(app.cx.lang(), kind.count as u64),
        heights: kind.bins.iter().map(|count| *count as f32 / max as f32).collect(),
        a11y_text: a11y_text(app, kind),
        selected: at == app.inbox.kind_index,
    });
    FrequencyView {
        title: messages.get("frequency-title").into_owned(),
        note: if frequencies.kinds.is_empty() { String::new() } else { notes.join(", ") },
        lines: lines.collect(),
        empty: messages.get("frequency-none").into_owned(),
        focused,
    }
}

fn a11y_text(app: &App, kind: &KindFrequency) -> String {
    let messages = Messages::new(app.cx.lang());
    let day = |at| -> Date { date::local(at, &app.cx.options().zone).date() };
    let label = SafeText::line_within(&kind.label, 60);
    let args = [
        ("kind", MessageArg::from(&label)),
        ("n", MessageArg::from(kind.count)),
        ("first", MessageArg::from(date::date_short(day(kind.first)))),
        ("last", MessageArg::from(date::date_short(day(kind.last)))),
        ("most", MessageArg::from(kind.bins.iter().copied().max().unwrap_or(0))),
    ];
    let key = if app.inbox.frequencies.hourly { "frequency-spoken-hourly" } else { "frequency-spoken" };
    messages.with(key, &args)
}
