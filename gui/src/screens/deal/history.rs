//! The recorded history of a deal on a time line.
//!
//! It starts with the time in the current status. A full dot marks a known time, a bar an interval, and a broken ring
//! the state when the deal was first seen.

use crate::prelude::*;
use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::foundation::history::lines::HistoryLine;
use encours_core::model::history::history_entry::Certainty;

use super::draw_section_header;

/// Left edge of the texts.
const TEXT_INDENT: f32 = 22.0;
/// Gap between two entries.
const ENTRY_GAP: f32 = 10.0;

/// Draws the history. Returns its bottom edge.
pub(super) fn show(ui: &Ui, frame: &FrameCtx<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let age = view.status_age.as_ref();
    let lasts = age.map_or("", |age| age.latest.as_str());
    let mut y = draw_section_header(ui, frame, column, y, [&frame.message("deal-history"), "", lasts]);
    let (painter, colors) = frame.painter_and_colors(ui);
    let mut line = |text: &str, color| {
        let at = painter.block(pos2(column.left(), y), column.width(), text, TextStyle::small(), color);
        ui.hover_area(at, ("observed", text.to_owned()), Role::Label, text);
        y = at.bottom() + 4.0;
    };
    if !view.missing_text.is_empty() {
        line(&view.missing_text, frame.theme.band_colors.alert);
    }
    if let Some(age) = age.filter(|_| !view.has_only_first_seen()) {
        line(&age.reason, colors.text_tertiary);
        if !age.cumulative.is_empty() {
            let all = [("age", age.cumulative.as_str().into())];
            line(&frame.messages.with("deal-stage-all", &all), colors.text_tertiary);
        }
    }
    if view.history.is_empty() {
        line(&frame.message("deal-history-empty"), colors.text_tertiary);
        return y;
    }
    y += 6.0;
    let last = view.history.len() - 1;
    for (at, entry) in view.history.iter().enumerate() {
        let (mark, bottom) = draw_entry(ui, frame, entry, at, pos2(column.left(), y), column.width());
        if at < last {
            let line = mark.y + 10.0..=bottom + ENTRY_GAP + 2.0;
            painter.inner.vline(mark.x, line, frame.theme.hairline(colors.border));
        }
        y = bottom + ENTRY_GAP;
    }
    y - ENTRY_GAP
}

/// Draws one change. Returns the position of its mark and its bottom edge.
fn draw_entry(
    ui: &Ui,
    frame: &FrameCtx<'_>,
    entry: &HistoryLine,
    number: usize,
    at: Pos2,
    width: f32,
) -> (Pos2, f32) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let corner = at + vec2(TEXT_INDENT, 0.0);
    let strong = TextStyle::body().with_weight(FontWeight::Medium);
    let text = painter.block(corner, width - TEXT_INDENT, &entry.text, strong, colors.text);
    let when = if entry.author.is_empty() {
        entry.when.clone()
    } else {
        format!("{}, {}", entry.when, entry.author)
    };
    let row = Rect::from_min_size(text.left_bottom(), vec2(width - TEXT_INDENT, 16.0));
    let time_rect = painter.left(row, &when, TextStyle::small(), colors.text_tertiary);
    let a11y_text = format!("{} – {when}", entry.text);
    ui.hover_area(text.union(time_rect), ("change", number), Role::ListItem, &a11y_text);
    let mark = pos2(at.x + 6.0, text.top() + 9.0);
    let edge = Stroke::new(1.5, colors.text_secondary);
    match entry.certainty {
        Certainty::Exact => {
            painter.inner.circle_filled(mark, 4.0, colors.text_secondary);
        }
        Certainty::Interval => {
            let bar = Rect::from_center_size(mark, vec2(6.0, 12.0));
            painter.bordered_box(bar, 3, colors.surface, edge);
        }
        Certainty::Censored => {
            painter.inner.circle_stroke(mark, 3.5, edge);
            painter.inner.hline(mark.x - 5.0..=mark.x + 5.0, mark.y + 4.0, Stroke::new(4.0, colors.surface));
        }
    }
    (mark, row.bottom())
}
