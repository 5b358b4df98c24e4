//! The recorded history of a deal on a time line.
//!
//! It starts with the time in the current status. A full dot marks a known time, a bar an interval, and a broken ring
//! the state when the deal was first seen.

use egui::{Align, Pos2, Rect, Role, Stroke, Ui, pos2, vec2};
use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::foundation::history::lines::HistoryLine;
use encours_core::model::history::history_entry::Certainty;

use super::{say, section};
use crate::frame_ctx::Pass;
use crate::theme::{Face, Weight};
use crate::widgets::Pen;

/// Left edge of the texts.
const INDENT: f32 = 22.0;
/// Gap between two entries.
const GAP: f32 = 10.0;

/// Draws the history. Returns its bottom edge.
pub(super) fn show(ui: &Ui, pass: &Pass<'_>, view: &DealView, column: Rect, y: f32) -> f32 {
    let ink = &pass.look.ink;
    let stage = view.stage.as_ref();
    let lasts = stage.map_or("", |stage| stage.latest.as_str());
    let mut y = section(ui, pass, column, y, [&pass.word("deal-history"), "", lasts]);
    let pen = Pen::new(ui.painter(), pass.look);
    let mut line = |text: &str, color| {
        let at = pen.block(pos2(column.left(), y), column.width(), text, Face::small(), color);
        say(ui, at, ("observed", text.to_owned()), Role::Label, text);
        y = at.bottom() + 4.0;
    };
    if !view.not_seen.is_empty() {
        line(&view.not_seen, pass.look.bands.alert);
    }
    if let Some(stage) = stage.filter(|_| !view.first_sight_alone()) {
        line(&stage.reason, ink.text_tertiary);
        if !stage.cumulative.is_empty() {
            let all = [("age", stage.cumulative.as_str().into())];
            line(&pass.words.with("deal-stage-all", &all), ink.text_tertiary);
        }
    }
    if view.history.is_empty() {
        line(&pass.word("deal-history-empty"), ink.text_tertiary);
        return y;
    }
    y += 6.0;
    let last = view.history.len() - 1;
    for (at, entry) in view.history.iter().enumerate() {
        let (mark, bottom) = one(ui, pass, entry, at, pos2(column.left(), y), column.width());
        if at < last {
            let line = mark.y + 10.0..=bottom + GAP + 2.0;
            pen.painter.vline(mark.x, line, pass.look.hairline(ink.border));
        }
        y = bottom + GAP;
    }
    y - GAP
}

/// Draws one change. Returns the position of its mark and its bottom edge.
fn one(ui: &Ui, pass: &Pass<'_>, entry: &HistoryLine, number: usize, at: Pos2, width: f32) -> (Pos2, f32) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let corner = at + vec2(INDENT, 0.0);
    let strong = Face::body().weighing(Weight::Medium);
    let text = pen.block(corner, width - INDENT, &entry.text, strong, ink.text);
    let when = if entry.by.is_empty() {
        entry.when.clone()
    } else {
        format!("{}, {}", entry.when, entry.by)
    };
    let row = Rect::from_min_size(text.left_bottom(), vec2(width - INDENT, 16.0));
    let said = pen.text(row, Align::Min, &when, Face::small(), ink.text_tertiary);
    let spoken = format!("{} – {when}", entry.text);
    say(ui, text.union(said), ("change", number), Role::ListItem, &spoken);
    let mark = pos2(at.x + 6.0, text.top() + 9.0);
    let edge = Stroke::new(1.5, ink.text_secondary);
    match entry.certainty {
        Certainty::Exact => {
            pen.painter.circle_filled(mark, 4.0, ink.text_secondary);
        }
        Certainty::Interval => {
            let bar = Rect::from_center_size(mark, vec2(6.0, 12.0));
            pen.boxed(bar, 3, ink.surface, edge);
        }
        Certainty::Censored => {
            pen.painter.circle_stroke(mark, 3.5, edge);
            pen.painter.hline(
                mark.x - 5.0..=mark.x + 5.0,
                mark.y + 4.0,
                Stroke::new(4.0, ink.surface),
            );
        }
    }
    (mark, row.bottom())
}
