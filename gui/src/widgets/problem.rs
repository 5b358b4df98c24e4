//! A failure for the user: event, stored data, the server's message, and advice.

use egui::{Align, Pos2, Rect, pos2, vec2};
use encours_core::app::foundation::presentation::problem::ProblemView;
use encours_core::text::Words;

use super::Pen;
use crate::theme::{Face, Icon, Weight};

/// Width of the labels before their values.
const LABEL: f32 = 100.0;

/// Paints a failure from its upper left corner. Returns its height.
pub fn paint(pen: &Pen<'_>, at: Pos2, width: f32, words: &'static Words, problem: &ProblemView) -> f32 {
    let (ink, alert) = (&pen.look.ink, pen.look.bands.alert);
    let mut y = at.y;
    pen.icon(pos2(at.x + 8.0, y + 9.0), Icon::Info, alert);
    let title = pen.block(
        pos2(at.x + 24.0, y),
        width - 24.0,
        &problem.title,
        Face::body().weighing(Weight::SemiBold),
        ink.text,
    );
    y = title.bottom() + 6.0;
    if !problem.kept.is_empty() {
        let kept = pen.block(
            pos2(at.x, y),
            width,
            &problem.kept,
            Face::body(),
            ink.text_secondary,
        );
        y = kept.bottom() + 8.0;
    }
    for fact in problem.facts(words) {
        let row = Rect::from_min_size(pos2(at.x, y), vec2(LABEL - 8.0, 18.0));
        pen.text(row, Align::Min, &fact.label, Face::small(), ink.text_tertiary);
        let face = if fact.fixed { Face::code() } else { Face::small() };
        let value = pos2(at.x + LABEL, y + 1.0);
        let block = pen.block(value, width - LABEL, &fact.value, face, ink.text);
        y = block.bottom() + 3.0;
    }
    y += 5.0;
    pen.block(
        pos2(at.x, y),
        width,
        &problem.todo,
        Face::body(),
        ink.text_secondary,
    )
    .bottom()
        - at.y
}
