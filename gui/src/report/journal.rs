//! The newest writes on the page, newest first: what was written to which deal, when, and what became of it. What does
//! not fit is counted; the whole journal is exported from the activity.

use egui::{Align, Rect};
use encours_core::app::App;
use encours_core::view::activity;
use encours_core::view::text::{Words, number};

use super::canvas::{Canvas, Part, fitted};
use super::page::{pane, row, small};
use crate::theme::{Look, Weight};

/// Two lines of a write.
const ENTRY: f32 = 23.0;

/// Draws the pane.
pub(super) fn draw(app: &App, look: &Look, canvas: &mut impl Canvas, rect: Rect) {
    let (ink, words) = (&look.ink, Words::new(app.lang()));
    let inner = pane(look, canvas, rect, &words.get("activity-journal"));
    let (face, strong) = (small(8.0, Weight::Regular), small(8.0, Weight::Medium));
    let entries = activity::activity(app).journal;
    let count = number::integer(app.lang(), entries.len() as u64);
    let place = row(rect.shrink(10.0), 0.0, 14.0);
    canvas.text(place, Align::Max, &count, face, ink.text_secondary);
    if entries.is_empty() {
        let line = row(inner, 0.0, 12.0);
        canvas.text(
            line,
            Align::Min,
            &words.get("activity-journal-empty"),
            face,
            ink.text_tertiary,
        );
        return;
    }
    let room = (inner.height() / ENTRY).floor().max(1.0) as usize;
    let fitting = if entries.len() > room {
        ((inner.height() - 11.0) / ENTRY).floor().max(1.0) as usize
    } else {
        room
    };
    for (at, entry) in entries.iter().take(fitting).enumerate() {
        let top = at as f32 * ENTRY;
        let (first, second) = (row(inner, top, 11.0), row(inner, top + 10.5, 11.0));
        canvas.begin(Part::Line);
        let time = canvas.text(first, Align::Max, &entry.time, face, ink.text_tertiary);
        let name = first.with_max_x(first.right() - time - 6.0);
        canvas.text(name, Align::Min, &entry.subject, strong, ink.text);
        let said = format!("{} · {}", entry.text, entry.outcome);
        let color = if entry.good {
            ink.text_secondary
        } else {
            look.bands.alert
        };
        canvas.text(
            second,
            Align::Min,
            &said,
            fitted(&said, face, second.width()),
            color,
        );
        canvas.end();
    }
    let left = entries.len().saturating_sub(fitting);
    if left > 0 {
        let line = row(inner, fitting as f32 * ENTRY, 11.0);
        let more = format!("+ {}", number::integer(app.lang(), left as u64));
        canvas.text(line, Align::Min, &more, face, ink.text_tertiary);
    }
}
