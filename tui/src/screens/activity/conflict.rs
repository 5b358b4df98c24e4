//! Both sides of a conflict, the value seen before, and the time of the comparison.
//!
//! The three values of the chosen field are always visible. If a line is too narrow for them, each value gets
//! its own line.
//!
//! ```text
//! ▸ Status  seen Sourcing  [mine Closing]   service Lost        ▸ Status
//!                                                                seen     Sourcing
//!                                                               [mine     Closing]
//!                                                                service  Lost
//! ```

use std::ops::Range;

use encours_core::app::records::activity::view::conflict::{ConflictField, ConflictView};
use encours_core::text::wrap;
use ratatui::style::Style;

use crate::widgets::{Canvas, text_width};

/// Details under the focused write, as drawn lines.
#[derive(Debug, Default)]
pub struct WriteDetails {
    /// All lines.
    pub lines: Vec<(String, Style)>,
    /// Lines that must stay visible.
    pub required: Range<usize>,
}

impl WriteDetails {
    /// Creates details without required lines.
    pub fn plain(lines: Vec<(String, Style)>) -> Self {
        Self { lines, required: 0..0 }
    }

    /// Returns the lines for `max_rows` rows: from the start, unless required lines would be cut.
    pub fn visible_lines(&self, max_rows: usize) -> &[(String, Style)] {
        let from = self.required.end.saturating_sub(max_rows).min(self.required.start);
        let remaining = self.lines.get(from..).unwrap_or_default();
        remaining.get(..max_rows).unwrap_or(remaining)
    }
}

/// Returns the fields of a conflict as lines of at most `max_width` columns.
pub fn lines(canvas: &Canvas<'_>, conflict: &ConflictView, max_width: usize) -> WriteDetails {
    let fits = |field: &ConflictField| usize::from(text_width(&sides_in_row(conflict, field))) <= max_width;
    let across_fits = conflict.fields.iter().all(fits);
    let mut details = WriteDetails::default();
    for (index, field) in conflict.fields.iter().enumerate() {
        let from = details.lines.len();
        let (plain, second) = if field.focused {
            (canvas.theme.text(), canvas.theme.second())
        } else {
            (canvas.theme.second(), canvas.theme.second())
        };
        if across_fits {
            details.lines.push((sides_in_row(conflict, field), plain));
        } else {
            details.lines.push((field_header(conflict, field, index), plain));
            for (rows, is_selected) in sides_in_rows(conflict, field, max_width) {
                let style = if is_selected { plain } else { second };
                details.lines.extend(rows.into_iter().map(|row| (row, style)));
            }
        }
        if field.focused {
            details.required = from..details.lines.len();
        }
    }
    // Time and the other client's further changes need no decision, so they come last.
    let mut quiet = vec![conflict.times.clone()];
    if !conflict.other_changes.is_empty() {
        quiet.push(format!("{} {}", conflict.other_changes_label, conflict.other_changes.join(" · ")));
    }
    quiet.retain(|text| !text.is_empty());
    let quiet = quiet.iter().flat_map(|text| wrap(text, max_width.saturating_sub(2)));
    let style = canvas.theme.second();
    details.lines.extend(quiet.map(|row| (format!("  {row}"), style)));
    details
}

fn mark(field: &ConflictField) -> &'static str {
    if field.focused { "▸" } else { " " }
}

/// Formats a side, in brackets if chosen.
fn side_text(text: &str, is_selected: bool) -> String {
    if is_selected { format!("[{text}]") } else { format!(" {text} ") }
}

fn sides_in_row(conflict: &ConflictView, field: &ConflictField) -> String {
    let base_value = field
        .seen
        .as_ref()
        .map(|base_value| format!("{} {base_value}  ", conflict.seen_label))
        .unwrap_or_default();
    let mine = format!("{} {}", conflict.mine_label, field.mine);
    let theirs = format!("{} {}", conflict.theirs_label, field.theirs);
    format!(
        "{} {}  {base_value}{}  {}",
        mark(field),
        field.label,
        side_text(&mine, field.is_mine),
        side_text(&theirs, !field.is_mine),
    )
}

/// Returns the name and number of a field, because some fields may be hidden.
fn field_header(conflict: &ConflictView, field: &ConflictField, index: usize) -> String {
    let name = format!("{} {}", mark(field), field.label);
    match conflict.fields.len() {
        0 | 1 => name,
        all => format!("{name}  {}/{all}", index + 1),
    }
}

/// Returns the values of a field on separate rows, each with whether it is chosen.
fn sides_in_rows(
    conflict: &ConflictView,
    field: &ConflictField,
    max_width: usize,
) -> Vec<(Vec<String>, bool)> {
    let labels = [&conflict.seen_label, &conflict.mine_label, &conflict.theirs_label];
    let label_width = labels.map(|label| text_width(label)).into_iter().max().unwrap_or(0);
    let label_width = usize::from(label_width);
    let rows = |label: &str, value: &str, is_selected: bool| {
        let gap = " ".repeat(label_width.saturating_sub(usize::from(text_width(label))));
        let [open, close] = if is_selected { ["[", "]"] } else { [" ", ""] };
        let indent = " ".repeat(label_width + 3);
        let mut rows = wrap(value, max_width.saturating_sub(label_width + 4));
        for (at, row) in rows.iter_mut().enumerate() {
            let before = if at == 0 { format!("{open}{label}{gap}  ") } else { indent.clone() };
            row.insert_str(0, &before);
        }
        if let Some(last) = rows.last_mut() {
            last.push_str(close);
        }
        (rows, is_selected)
    };
    let base_value = field.seen.as_ref().map(|base_value| rows(&conflict.seen_label, base_value, false));
    base_value
        .into_iter()
        .chain([
            rows(&conflict.mine_label, &field.mine, field.is_mine),
            rows(&conflict.theirs_label, &field.theirs, !field.is_mine),
        ])
        .collect()
}
