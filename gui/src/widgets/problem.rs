//! A failure as a person can use it: what happened, what was kept, the service's own words, what to do.

use std::borrow::Cow;

use egui::{Align, Pos2, Rect, pos2, vec2};
use encours_core::view::problem::ProblemView;
use encours_core::view::text::Words;

use super::Pen;
use crate::theme::{Face, Icon, Weight};

/// Paints a failure from its upper left corner. Returns how high it is.
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
    y = pen
        .block(
            pos2(at.x, y),
            width,
            &problem.kept,
            Face::body(),
            ink.text_secondary,
        )
        .bottom()
        + 8.0;
    let facts = [
        ("error-response", problem.answer.clone(), false),
        (
            "error-detail",
            problem
                .detail
                .as_ref()
                .map(|d| words.with("quoted", &[("text", d.as_str().into())])),
            false,
        ),
        (
            "error-request",
            problem.request_id.as_ref().map(ToString::to_string),
            true,
        ),
    ];
    let facts = facts
        .into_iter()
        .filter_map(|(label, value, fixed)| Some((words.get(label), value?, fixed)));
    // By the names that the contract gives them, as support asks for them.
    let named = problem.named.iter();
    let named = named.map(|(name, value)| (Cow::Borrowed(*name), value.to_string(), true));
    for (label, value, fixed) in facts.chain(named) {
        let row = Rect::from_min_size(pos2(at.x, y), vec2(84.0, 18.0));
        pen.text(row, Align::Min, &label, Face::small(), ink.text_tertiary);
        let face = if fixed { Face::code() } else { Face::small() };
        y = pen
            .block(pos2(at.x + 92.0, y + 1.0), width - 92.0, &value, face, ink.text)
            .bottom()
            + 3.0;
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
