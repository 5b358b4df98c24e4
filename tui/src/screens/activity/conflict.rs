//! Both sides of a conflict, what was seen before it, and as of when they are. Rule: whoever decides has the three values in sight. Where the
//! room is too narrow for a line a field, each value takes a line of its own, and the field that is decided is the one shown.
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

use crate::widgets::{Canvas, columns};

/// What is said under the focused write, in lines as they are drawn.
#[derive(Debug, Default)]
pub struct Said {
    /// The lines.
    pub lines: Vec<(String, Style)>,
    /// Those that must be in sight, whatever else is cut.
    pub needed: Range<usize>,
}

impl Said {
    /// Lines of which the first come first.
    pub fn plain(lines: Vec<(String, Style)>) -> Self {
        Self { lines, needed: 0..0 }
    }

    /// The lines that stand in `room` rows: from the first on, unless what is needed ends below.
    pub fn within(&self, room: usize) -> &[(String, Style)] {
        let from = self.needed.end.saturating_sub(room).min(self.needed.start);
        let rest = self.lines.get(from..).unwrap_or_default();
        rest.get(..room).unwrap_or(rest)
    }
}

/// The fields of a conflict in lines of at most `room` columns.
pub fn lines(canvas: &Canvas<'_>, conflict: &ConflictView, room: usize) -> Said {
    let fits = |field: &ConflictField| usize::from(columns(&across(conflict, field))) <= room;
    let across_fits = conflict.fields.iter().all(fits);
    let mut said = Said::default();
    for (place, field) in conflict.fields.iter().enumerate() {
        let from = said.lines.len();
        let (plain, second) = if field.focused {
            (canvas.theme.text(), canvas.theme.second())
        } else {
            (canvas.theme.second(), canvas.theme.second())
        };
        if across_fits {
            said.lines.push((across(conflict, field), plain));
        } else {
            said.lines.push((head(conflict, field, place), plain));
            for (rows, chosen) in down(conflict, field, room) {
                let style = if chosen { plain } else { second };
                said.lines.extend(rows.into_iter().map(|row| (row, style)));
            }
        }
        if field.focused {
            said.needed = from..said.lines.len();
        }
    }
    // As of when the sides are, and what else somebody changed: it is not to be decided, so it stands under what is.
    let mut quiet = vec![conflict.read.clone()];
    if !conflict.others.is_empty() {
        quiet.push(format!(
            "{} {}",
            conflict.others_label,
            conflict.others.join(" · ")
        ));
    }
    quiet.retain(|text| !text.is_empty());
    let quiet = quiet.iter().flat_map(|text| wrap(text, room.saturating_sub(2)));
    let style = canvas.theme.second();
    said.lines.extend(quiet.map(|row| (format!("  {row}"), style)));
    said
}

fn mark(field: &ConflictField) -> &'static str {
    if field.focused { "▸" } else { " " }
}

/// A side, in brackets if it is the one chosen.
fn side(text: &str, chosen: bool) -> String {
    if chosen {
        format!("[{text}]")
    } else {
        format!(" {text} ")
    }
}

fn across(conflict: &ConflictView, field: &ConflictField) -> String {
    let seen = field
        .seen
        .as_ref()
        .map(|seen| format!("{} {seen}  ", conflict.seen_label))
        .unwrap_or_default();
    let mine = format!("{} {}", conflict.mine_label, field.mine);
    let theirs = format!("{} {}", conflict.theirs_label, field.theirs);
    format!(
        "{} {}  {seen}{}  {}",
        mark(field),
        field.label,
        side(&mine, field.is_mine),
        side(&theirs, !field.is_mine),
    )
}

/// The name of a field, and which of how many it is: not all of them may be in sight.
fn head(conflict: &ConflictView, field: &ConflictField, place: usize) -> String {
    let name = format!("{} {}", mark(field), field.label);
    match conflict.fields.len() {
        0 | 1 => name,
        all => format!("{name}  {}/{all}", place + 1),
    }
}

/// The values of a field one under the other, each in as many rows as it takes, and whether it is the one chosen.
fn down(conflict: &ConflictView, field: &ConflictField, room: usize) -> Vec<(Vec<String>, bool)> {
    let labels = [&conflict.seen_label, &conflict.mine_label, &conflict.theirs_label];
    let wide = labels.map(|label| columns(label)).into_iter().max().unwrap_or(0);
    let wide = usize::from(wide);
    let rows = |label: &str, value: &str, chosen: bool| {
        let gap = " ".repeat(wide.saturating_sub(usize::from(columns(label))));
        let [open, close] = if chosen { ["[", "]"] } else { [" ", ""] };
        let under = " ".repeat(wide + 3);
        let mut rows = wrap(value, room.saturating_sub(wide + 4));
        for (at, row) in rows.iter_mut().enumerate() {
            let before = if at == 0 {
                format!("{open}{label}{gap}  ")
            } else {
                under.clone()
            };
            row.insert_str(0, &before);
        }
        if let Some(last) = rows.last_mut() {
            last.push_str(close);
        }
        (rows, chosen)
    };
    let seen = field
        .seen
        .as_ref()
        .map(|seen| rows(&conflict.seen_label, seen, false));
    seen.into_iter()
        .chain([
            rows(&conflict.mine_label, &field.mine, field.is_mine),
            rows(&conflict.theirs_label, &field.theirs, !field.is_mine),
        ])
        .collect()
}
