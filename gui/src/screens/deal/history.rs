//! The recorded history of a deal on a time line.
//!
//! It starts with the time in the current status. A full dot marks a known time, a bar an interval, and a broken ring
//! the state when the deal was first seen.

use egui::{Align, Pos2, Rect, Role, Stroke, Ui, pos2, vec2};
use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::foundation::history::lines::HistoryLine;
use encours_core::model::history::history_entry::Certainty;

use super::{add_label, draw_section_header};
use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, TextStyle};
use crate::widgets::Painter;

/// Left edge of the texts.
const TEXT_INDENT: f32 = 22.0;
/// Gap between two entries.
const ENTRY_GAP: f32 = 10.0;

/// Draws the history. Returns its bottom edge.
pub(super) fn show(ui: &Ui, pass: &FrameCtx<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let ink = &pass.theme.colors;
    let stage = view.status_age.as_ref();
    let lasts = stage.map_or("", |stage| stage.latest.as_str());
    let mut y = draw_section_header(ui, pass, column, y, [&pass.message("deal-history"), "", lasts]);
    let pen = Painter::new(ui.painter(), pass.theme);
    let mut line = |text: &str, color| {
        let at = pen.block(
            pos2(column.left(), y),
            column.width(),
            text,
            TextStyle::small(),
            color,
        );
        add_label(ui, at, ("observed", text.to_owned()), Role::Label, text);
        y = at.bottom() + 4.0;
    };
    if !view.missing_text.is_empty() {
        line(&view.missing_text, pass.theme.band_colors.alert);
    }
    if let Some(stage) = stage.filter(|_| !view.has_only_first_seen()) {
        line(&stage.reason, ink.text_tertiary);
        if !stage.cumulative.is_empty() {
            let all = [("age", stage.cumulative.as_str().into())];
            line(&pass.messages.with("deal-stage-all", &all), ink.text_tertiary);
        }
    }
    if view.history.is_empty() {
        line(&pass.message("deal-history-empty"), ink.text_tertiary);
        return y;
    }
    y += 6.0;
    let last = view.history.len() - 1;
    for (at, entry) in view.history.iter().enumerate() {
        let (mark, bottom) = draw_entry(ui, pass, entry, at, pos2(column.left(), y), column.width());
        if at < last {
            let line = mark.y + 10.0..=bottom + ENTRY_GAP + 2.0;
            pen.inner.vline(mark.x, line, pass.theme.hairline(ink.border));
        }
        y = bottom + ENTRY_GAP;
    }
    y - ENTRY_GAP
}

/// Draws one change. Returns the position of its mark and its bottom edge.
fn draw_entry(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    entry: &HistoryLine,
    number: usize,
    at: Pos2,
    width: f32,
) -> (Pos2, f32) {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let corner = at + vec2(TEXT_INDENT, 0.0);
    let strong = TextStyle::body().with_weight(FontWeight::Medium);
    let text = pen.block(corner, width - TEXT_INDENT, &entry.text, strong, ink.text);
    let when = if entry.author.is_empty() {
        entry.when.clone()
    } else {
        format!("{}, {}", entry.when, entry.author)
    };
    let row = Rect::from_min_size(text.left_bottom(), vec2(width - TEXT_INDENT, 16.0));
    let said = pen.text(row, Align::Min, &when, TextStyle::small(), ink.text_tertiary);
    let spoken = format!("{} – {when}", entry.text);
    add_label(ui, text.union(said), ("change", number), Role::ListItem, &spoken);
    let mark = pos2(at.x + 6.0, text.top() + 9.0);
    let edge = Stroke::new(1.5, ink.text_secondary);
    match entry.certainty {
        Certainty::Exact => {
            pen.inner.circle_filled(mark, 4.0, ink.text_secondary);
        }
        Certainty::Interval => {
            let bar = Rect::from_center_size(mark, vec2(6.0, 12.0));
            pen.bordered_box(bar, 3, ink.surface, edge);
        }
        Certainty::Censored => {
            pen.inner.circle_stroke(mark, 3.5, edge);
            pen.inner.hline(
                mark.x - 5.0..=mark.x + 5.0,
                mark.y + 4.0,
                Stroke::new(4.0, ink.surface),
            );
        }
    }
    (mark, row.bottom())
}
