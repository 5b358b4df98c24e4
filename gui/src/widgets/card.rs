//! The card of a deal: name; swatch, class and age or write state; owner and the chosen number with its band.

use std::fmt::Write as _;

use egui::{Align, Rect, pos2, vec2};
use encours_core::view::board::{Card, WriteMark};
use encours_core::view::vocabulary::Band;

use super::Pen;
use crate::theme::{Face, Icon};

/// How a card stands among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The pointer is over it.
    pub hovered: bool,
    /// It floats under the pointer, being dragged.
    pub floating: bool,
}

const PAD: f32 = 12.0;

/// Paints a card into its rectangle.
pub fn paint(pen: &Pen<'_>, rect: Rect, card: &Card, state: State) {
    let (look, ink) = (pen.look, &pen.look.ink);
    let radius = look.tokens.radius.card;
    if state.floating {
        pen.cast(rect, radius, look.cast.drag);
    } else if state.hovered {
        pen.cast(rect, radius, look.cast.hover);
    }
    let edge = match (state.floating, state.hovered) {
        (true, _) => ink.accent,
        (false, true) => ink.border_strong,
        (false, false) => ink.border,
    };
    pen.boxed(
        rect,
        radius,
        if state.floating { ink.raised } else { ink.surface },
        look.hairline(edge),
    );
    if card.focused && !state.floating {
        pen.ring(rect, radius);
    }
    let inner = rect.shrink2(vec2(PAD, 0.0));
    let row = |top: f32, height: f32| {
        Rect::from_min_size(pos2(inner.left(), rect.top() + top), vec2(inner.width(), height))
    };
    pen.text(row(10.0, 18.0), Align::Min, &card.name, Face::strong(), ink.text);
    class_line(pen, row(32.0, 16.0), card);
    owner_line(pen, row(52.0, 16.0), card);
}

fn class_line(pen: &Pen<'_>, row: Rect, card: &Card) {
    let ink = &pen.look.ink;
    let right = match card.write {
        Some(mark) => write_state(pen, row, mark, &card.write_label),
        None => pen
            .text(row, Align::Max, &card.age, Face::small(), ink.text_tertiary)
            .left(),
    };
    let side = pen.look.tokens.size.swatch;
    pen.swatch(pos2(row.left() + side / 2.0, row.center().y), &card.class);
    let place = Rect::from_x_y_ranges(row.left() + side + 6.0..=right - 6.0, row.y_range());
    pen.text(
        place,
        Align::Min,
        &card.class_label,
        Face::small(),
        ink.text_secondary,
    );
}

/// The icon and word of a write that waits, at the right of a row. Returns where they begin.
fn write_state(pen: &Pen<'_>, row: Rect, mark: WriteMark, label: &str) -> f32 {
    let color = write_color(pen, mark);
    let text = pen.text(row, Align::Max, label, Face::small(), color);
    let side = pen.look.tokens.size.icon_small;
    let left = text.left() - 4.0 - side;
    pen.icon_of(
        pos2(left + side / 2.0, row.center().y),
        write_icon(mark),
        side,
        color,
    );
    left
}

fn owner_line(pen: &Pen<'_>, row: Rect, card: &Card) {
    let ink = &pen.look.ink;
    let field = &card.field;
    let color = if field.band == Band::None {
        ink.text_tertiary
    } else {
        ink.text
    };
    let words = format!("{} {}", field.name, field.value);
    let text = pen.text(row, Align::Max, &words, Face::small(), color);
    let mark = pos2(text.left() - 11.0, row.center().y);
    pen.band(mark, field.band);
    let place = Rect::from_x_y_ranges(row.left()..=mark.x - 10.0, row.y_range());
    let color = if card.owned {
        ink.text_secondary
    } else {
        ink.text_tertiary
    };
    pen.text(place, Align::Min, &card.owner, Face::small(), color);
}

/// The icon of a write's state.
#[must_use]
pub fn write_icon(mark: WriteMark) -> Icon {
    match mark {
        WriteMark::Waiting => Icon::Pending,
        WriteMark::Sending => Icon::Refresh,
        WriteMark::Refused => Icon::Close,
        WriteMark::Conflict => Icon::Fork,
    }
}

/// The colour of a write's state: only what needs the person stands out.
#[must_use]
pub fn write_color(pen: &Pen<'_>, mark: WriteMark) -> egui::Color32 {
    match mark {
        WriteMark::Waiting | WriteMark::Sending => pen.look.ink.text_secondary,
        WriteMark::Refused | WriteMark::Conflict => pen.look.bands.alert,
    }
}

/// What a screen reader says of a card: name, status, number with its band in words, place in the column.
#[must_use]
pub fn spoken(card: &Card, status: &str, band_word: &str, place: &str) -> String {
    let mut said = format!("{} – {status}", card.name);
    let field = &card.field;
    if field.band == Band::None {
        let _ = write!(said, " – {} {}", field.name, field.value);
    } else {
        let _ = write!(said, " – {} {}, {band_word}", field.name, field.value);
    }
    if !card.write_label.is_empty() {
        let _ = write!(said, " – {}", card.write_label);
    }
    said + &format!(" – {place}")
}
