//! A card whose name is longer than its line, in front of others: the name goes on where the class stands, as far as the age
//! leaves room, and the class goes down a line, in few letters before the owner. No card is higher for it.

use std::ops::Range;

use egui::{Align, Rect, pos2, vec2};
use encours_core::view::board::Card;

use super::{CardFace, class_in, number, owner, owner_in, state_or_age};
use crate::theme::Face;
use crate::widgets::Pen;

/// Between the name and the age.
const APART: f32 = 10.0;

/// Draws the lines of the name, with the age at the end of the second, and the line under them.
pub(super) fn lines(pen: &Pen<'_>, (first, second): (Rect, Rect), third: Rect, card: &Card, face: CardFace) {
    let right = state_or_age(pen, second, card, face) - APART;
    let (begin, rest) = broken(pen, &card.name, first.width());
    let found = |from: usize, to: usize| -> Vec<Range<usize>> {
        let inside = card
            .found
            .iter()
            .filter(|range| range.start < to && range.end > from);
        inside
            .map(|range| range.start.max(from) - from..range.end.min(to) - from)
            .collect()
    };
    let (color, face_of) = (pen.look.ink.text, Face::strong());
    pen.found(first, begin, &found(0, begin.len()), face_of, color);
    let rest_at = first
        .translate(vec2(0.0, first.height()))
        .with_max_x(right.min(first.right()));
    let (from, to) = (card.name.len() - rest.len(), card.name.len());
    pen.found(rest_at, rest, &found(from, to), face_of, color);
    let right = number(pen, third, card);
    let mut left = third.left();
    if face.class {
        let side = pen.look.tokens.size.swatch;
        pen.swatch(pos2(left + side / 2.0, third.center().y), &card.class);
        left += side + 6.0;
    }
    let place = Rect::from_x_y_ranges(left..=right - APART, third.y_range());
    if face.owner {
        let after = class_before(pen, place, card, face);
        owner(pen, place.with_min_x(after), card, face);
    } else if face.class {
        let ink = pen.look.ink.text_secondary;
        let class = class_in(pen, card, face, place.width());
        pen.text(place, Align::Min, class, Face::small(), ink);
    }
}

/// Writes the class in few letters where the owner stands on the same line and keeps room enough: a swatch alone tells it to
/// nobody at the back of a room. Returns where the owner begins.
fn class_before(pen: &Pen<'_>, place: Rect, card: &Card, face: CardFace) -> f32 {
    if !face.class || card.class_short.is_empty() {
        return place.left();
    }
    let after = place.left() + pen.width(&card.class_short, Face::small()).ceil() + APART;
    let left = place.right() - after;
    if pen.width(owner_in(pen, card, face, left), Face::small()) > left {
        return place.left();
    }
    let ink = pen.look.ink.text_secondary;
    pen.text(place, Align::Min, &card.class_short, Face::small(), ink);
    after
}

/// Whether a name takes more than a line so wide. Its width alone does not tell: the layout lets a name stand that is
/// wider by less than a pixel.
pub(super) fn goes_on(pen: &Pen<'_>, name: &str, wide: f32) -> bool {
    pen.width(name, Face::strong()) > wide && !broken(pen, name, wide).1.is_empty()
}

/// A name in two: what stands on a line so wide, broken between words, and the rest.
fn broken<'a>(pen: &Pen<'_>, name: &'a str, wide: f32) -> (&'a str, &'a str) {
    let lines = pen.wrapped(name, Face::strong(), pen.look.ink.text, wide, usize::MAX);
    let letters = lines
        .rows
        .first()
        .map_or(0, |row| row.char_count_excluding_newline().0);
    let at = name.char_indices().nth(letters).map_or(name.len(), |(at, _)| at);
    let (begin, rest) = name.split_at_checked(at).unwrap_or((name, ""));
    (begin.trim_end(), rest.trim_start())
}
