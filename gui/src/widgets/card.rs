//! The card of a deal.
//!
//! It shows the name; class with swatch, and age or write state; owner, and the selected numbers with their bands.

mod two_line_title;

use std::fmt::Write as _;

use super::Pen;
use super::checkbox::{self, Ticked};
use crate::theme::{Face, Icon, Weight};
use egui::{Align, Rect, pos2, vec2};
use encours_core::app::deals::board::view::card::{Card, CardField};
use encours_core::app::deals::pipeline::board_look::{BoardLook, Density};
use encours_core::app::foundation::cx::overlay_types::Lanes;
use encours_core::app::foundation::presentation::write_mark::WriteMark;
use encours_core::dataset::column::Column;
use encours_core::dataset::staleness::Heat;
use encours_core::vocabulary::Band;

/// The appearance of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// True if hovered.
    pub hovered: bool,
    /// True if it floats under the pointer during a drag.
    pub floating: bool,
    /// If the check box is visible: true if it is hovered.
    pub tick: Option<bool>,
    /// True if the keyboard focus is elsewhere; the application's focus then has a quieter ring.
    pub quiet: bool,
    /// The displayed parts.
    pub face: CardFace,
}

/// Returns the area of a card's check box.
#[must_use]
pub fn tick_place(card: Rect) -> Rect {
    Rect::from_center_size(
        pos2(card.right() - PAD - 6.0, card.top() + 19.0),
        vec2(24.0, 24.0),
    )
}

/// Height of a line of additional numbers.
const MORE: f32 = 20.0;
/// Height of the second name line in presentation mode.
const SECOND: f32 = 18.0;
/// Height of a name line.
const NAME: f32 = 18.0;

const PAD: f32 = 12.0;

/// Paints a card into its area.
pub fn paint(pen: &Pen<'_>, rect: Rect, card: &Card, state: State) {
    let (look, ink) = (pen.look, &pen.look.ink);
    let radius = look.tokens.radius.card;
    if state.floating {
        pen.cast(rect, radius, look.cast.drag);
    } else if state.hovered {
        pen.cast(rect, radius, look.cast.hover);
    }
    let edge = match (state.floating, card.selected, state.hovered) {
        (true, ..) => ink.accent,
        (false, true, _) => ink.accent_line,
        (false, false, true) => ink.border_strong,
        (false, false, false) => ink.border,
    };
    let fill = match (state.floating, card.selected) {
        (true, _) => ink.raised,
        (false, true) => ink.accent_soft,
        (false, false) => ink.surface,
    };
    pen.boxed(rect, radius, fill, look.hairline(edge));
    if card.focused && !state.floating {
        pen.mark(rect, radius, state.quiet);
    }
    let inner = rect.shrink2(vec2(PAD, 0.0));
    let compact = state.face.density == Density::Compact;
    let row = |top: f32, height: f32| {
        let corner = pos2(inner.left(), rect.top() + top);
        Rect::from_min_size(corner, vec2(inner.width(), height))
    };
    let mut name = row(if compact { 8.0 } else { 10.0 }, NAME);
    if let Some(over) = state.tick {
        let ticked = if card.selected { Ticked::All } else { Ticked::No };
        checkbox::paint(pen, tick_place(rect).center(), ticked, over);
        name.max.x -= checkbox::SIDE + 6.0;
    }
    if compact {
        if card.heat.is_some() && state.face.age {
            name.max.x = age(pen, name, card) - 6.0;
        }
        pen.found(name, &card.name, &card.found, Face::strong(), ink.text);
        return compact_line(pen, row(30.0, 16.0), card, state.face);
    }
    let long = state.face.whole && two_line_title::goes_on(pen, &card.name, name.width());
    // If the name has one line out of two possible, distribute the second line's space.
    let (class, owner) = match (state.face.whole, long) {
        (false, _) => (32.0, 52.0),
        (true, true) => (32.0 + SECOND, 52.0 + SECOND),
        (true, false) => (32.0 + SECOND / 2.0, 52.0 + SECOND - 4.0),
    };
    if long {
        two_line_title::lines(pen, name, card);
    } else {
        let lower = if state.face.whole { 4.0 } else { 0.0 };
        let name = name.translate(vec2(0.0, lower));
        pen.found(name, &card.name, &card.found, Face::strong(), ink.text);
    }
    class_line(pen, row(class, 16.0), card, state.face);
    owner_line(pen, row(owner, 16.0), card, state.face);
    more_lines(
        pen,
        row(52.0 + if state.face.whole { SECOND } else { 0.0 }, 16.0),
        card,
    );
}

/// Returns the number of lines of the additional numbers, by their names: one if they fit regardless of their values,
/// else one each.
#[must_use]
pub fn lines_of_more<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> usize {
    /// Maximum width of a character and of a value, and width of a card.
    const LETTER: f32 = 6.4;
    const VALUE: f32 = 72.0;
    const ROOM: f32 = 188.0;
    let many = names.len();
    let wide: f32 = names
        .map(|name| name.chars().count() as f32 * LETTER + VALUE)
        .sum();
    if many > 1 && wide <= ROOM { 1 } else { many }
}

/// Returns the height of a normal card with lines for additional numbers.
#[must_use]
pub fn height(tokens: &encours_core::theme::Tokens, whole: bool, lines: usize) -> f32 {
    let second = if whole { SECOND } else { 0.0 };
    tokens.size.card + second + lines as f32 * MORE
}

/// The parts that the board's cards show besides name and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardFace {
    /// The density.
    pub density: Density,
    /// True if the class is shown.
    pub class: bool,
    /// True if the time in status is shown.
    pub age: bool,
    /// True if the owner is shown.
    pub owner: bool,
    /// True if long names take a second line, as in presentation mode. Every card then has space for it.
    pub whole: bool,
    /// True if the status replaces the class, outside the columns of the board.
    pub status: bool,
}

impl Default for CardFace {
    fn default() -> Self {
        Self::of(&BoardLook::default())
    }
}

impl CardFace {
    /// Returns the parts according to a board's display options.
    #[must_use]
    pub fn of(look: &BoardLook) -> Self {
        Self {
            density: look.density,
            // A swimlane's title already names what its cards have in common.
            class: look.shows(Column::Class) && look.lanes != Lanes::Class,
            age: look.shows(Column::Age),
            owner: look.shows(Column::Owner) && look.lanes != Lanes::Owner,
            whole: false,
            status: false,
        }
    }

    /// Sets whether names may take two lines.
    #[must_use]
    pub fn whole(self, whole: bool) -> Self {
        Self { whole, ..self }
    }
}

/// Draws the second line of a compact card: owner or class, then write state or number. A class has its swatch and its
/// name, because a colour alone is not enough. An excessive age does not fit beside an owner, so it is beside the name.
fn compact_line(pen: &Pen<'_>, row: Rect, card: &Card, face: CardFace) {
    let ink = &pen.look.ink;
    let mut left = row.left();
    if face.class && !face.owner {
        pen.swatch(
            pos2(left + pen.look.tokens.size.swatch / 2.0, row.center().y),
            &card.class,
        );
        left += pen.look.tokens.size.swatch + 6.0;
    }
    let right = match card.write {
        Some(mark) => write_state(pen, row, mark, &card.write_label),
        None => number(pen, row, card),
    };
    let place = Rect::from_x_y_ranges(left..=right - 10.0, row.y_range());
    let (text, color) = match (face.owner, face.class) {
        (true, _) if card.owned => (owner_in(pen, card, face, place.width()), ink.text_secondary),
        (true, _) => (card.owner.as_str(), ink.text_tertiary),
        (false, true) => (class_in(pen, card, face, place.width()), ink.text_secondary),
        (false, false) => ("", ink.text_secondary),
    };
    pen.text(place, Align::Min, text, Face::small(), color);
}

/// Draws the write state, or else the age, below the name at the right. Returns its left edge.
fn state_or_age(pen: &Pen<'_>, row: Rect, card: &Card, face: CardFace) -> f32 {
    match card.write {
        Some(mark) => write_state(pen, row, mark, &card.write_label),
        None if face.age => age(pen, row, card),
        None => row.right(),
    }
}

fn class_line(pen: &Pen<'_>, row: Rect, card: &Card, face: CardFace) {
    let ink = &pen.look.ink;
    let right = state_or_age(pen, row, card, face);
    if face.status {
        let center = pos2(row.left() + 6.0, row.center().y);
        pen.status(center, &card.status, ink.text_secondary);
        let place = Rect::from_x_y_ranges(row.left() + 18.0..=right - 6.0, row.y_range());
        pen.text(
            place,
            Align::Min,
            &card.status_label,
            Face::small(),
            ink.text_secondary,
        );
        return;
    }
    if !face.class {
        if face.owner {
            owner(pen, row.with_max_x(right - 6.0), card, face);
        }
        return;
    }
    let side = pen.look.tokens.size.swatch;
    pen.swatch(pos2(row.left() + side / 2.0, row.center().y), &card.class);
    let place = Rect::from_x_y_ranges(row.left() + side + 6.0..=right - 6.0, row.y_range());
    let class = class_in(pen, card, face, place.width());
    pen.text(place, Align::Min, class, Face::small(), ink.text_secondary);
}

/// Returns the class name; the short form if the full one does not fit in presentation mode or on a compact card.
fn class_in<'a>(pen: &Pen<'_>, card: &'a Card, face: CardFace, wide: f32) -> &'a str {
    let short = face.whole || face.density == Density::Compact;
    if !short || pen.width(&card.class_label, Face::small()) <= wide {
        &card.class_label
    } else {
        &card.class_short
    }
}

/// Returns the owner; without initials if the full name does not fit in presentation mode.
fn owner_in<'a>(pen: &Pen<'_>, card: &'a Card, face: CardFace, wide: f32) -> &'a str {
    let whole = card.owner.as_str();
    // The match positions refer to the full name.
    if !face.whole || pen.width(whole, Face::small()) <= wide || !card.owner_found.is_empty() {
        return whole;
    }
    match whole.rsplit_once(". ") {
        Some((_, name)) if !name.is_empty() => name,
        _ => whole,
    }
}

/// Draws the time in status at the right of a row. If the deal is stale, a clock icon precedes it. Returns the left
/// edge.
fn age(pen: &Pen<'_>, row: Rect, card: &Card) -> f32 {
    let ink = &pen.look.ink;
    let Some(heat) = card.heat else {
        return pen
            .text(row, Align::Max, &card.age, Face::small(), ink.text_tertiary)
            .left();
    };
    let face = match heat {
        Heat::Slow => Face::small(),
        Heat::Stuck => Face::small().weighing(Weight::SemiBold),
    };
    let left = pen.text(row, Align::Max, &card.age, face, ink.text).left();
    clock(pen, pos2(left - 11.0, row.center().y), heat);
    left - 20.0
}

/// Draws the clock icon of an excessive age; on a filled circle if it is stuck.
pub fn clock(pen: &Pen<'_>, at: egui::Pos2, heat: Heat) {
    match heat {
        Heat::Slow => pen.icon_of(at, Icon::Clock, 12.0, pen.look.bands.watch),
        Heat::Stuck => {
            pen.painter.circle_filled(at, 8.0, pen.look.bands.alert);
            pen.icon_of(at, Icon::Clock, 12.0, pen.look.ink.surface);
        }
    }
}

/// Draws icon and label of a pending write at the right of a row. Returns the left edge.
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

fn owner_line(pen: &Pen<'_>, row: Rect, card: &Card, face: CardFace) {
    let right = number(pen, row, card);
    if face.owner && face.class {
        owner(pen, row.with_max_x(right - 10.0), card, face);
    }
}

/// Draws the owner, in its own line or in place of the class.
fn owner(pen: &Pen<'_>, place: Rect, card: &Card, face: CardFace) {
    let ink = &pen.look.ink;
    let color = if card.owned {
        ink.text_secondary
    } else {
        ink.text_tertiary
    };
    let name = owner_in(pen, card, face, place.width());
    pen.found(place, name, &card.owner_found, Face::small(), color);
}

/// Draws the additional numbers, right-aligned in the lines below a row.
fn more_lines(pen: &Pen<'_>, row: Rect, card: &Card) {
    let lines = lines_of_more(card.more.iter().map(|field| field.name.as_str()));
    let per = card.more.len().div_ceil(lines.max(1)).max(1);
    let mut line = row;
    for fields in card.more.chunks(per) {
        line = line.translate(vec2(0.0, MORE));
        let mut right = line.right();
        for field in fields.iter().rev() {
            right = figure(pen, line.with_max_x(right), field) - 14.0;
        }
    }
}

/// Draws the number with its band at the right of a row. Returns the left edge.
fn number(pen: &Pen<'_>, row: Rect, card: &Card) -> f32 {
    figure(pen, row, &card.field)
}

fn figure(pen: &Pen<'_>, row: Rect, field: &CardField) -> f32 {
    let ink = &pen.look.ink;
    let color = if field.missing {
        ink.text_tertiary
    } else {
        ink.text
    };
    let words = format!("{} {}", field.name, field.value);
    let text = pen.text(row, Align::Max, &words, Face::small(), color);
    // The hollow ring marks a missing value; a value without limits has no mark.
    if field.band == Band::None && !field.missing {
        return text.left();
    }
    let mark = pos2(text.left() - 11.0, row.center().y);
    pen.band(mark, field.band);
    mark.x
}

/// Returns the icon of a write state.
#[must_use]
pub fn write_icon(mark: WriteMark) -> Icon {
    match mark {
        WriteMark::Waiting => Icon::Pending,
        WriteMark::Sending => Icon::Refresh,
        WriteMark::Refused => Icon::Close,
        WriteMark::Conflict => Icon::Fork,
    }
}

/// Returns the colour of a write state; only states that need the user are highlighted.
#[must_use]
pub fn write_color(pen: &Pen<'_>, mark: WriteMark) -> egui::Color32 {
    match mark {
        WriteMark::Waiting | WriteMark::Sending => pen.look.ink.text_secondary,
        WriteMark::Refused | WriteMark::Conflict => pen.look.bands.alert,
    }
}

/// Returns the accessible text of a card: name, status, numbers with bands, class, owner and position.
#[must_use]
pub fn spoken(card: &Card, status: &str, band_word: &str, selected_word: &str, place: &str) -> String {
    let mut said = format!("{} – {status}", card.name);
    let field = &card.field;
    if field.band == Band::None {
        let _ = write!(said, " – {} {}", field.name, field.value);
    } else {
        let _ = write!(said, " – {} {}, {band_word}", field.name, field.value);
    }
    for field in &card.more {
        let _ = write!(said, " – {} {}", field.name, field.value);
    }
    for part in [card.class_label.as_str(), card.owner.as_str()] {
        if !part.is_empty() {
            let _ = write!(said, " – {part}");
        }
    }
    if let Some(stale) = &card.stale {
        // The first line of the tooltip is enough; the comparison would be too long for every card.
        let _ = write!(said, " – {}", stale.lines().next().unwrap_or_default());
    }
    if card.selected {
        let _ = write!(said, " – {selected_word}");
    }
    if !card.write_label.is_empty() {
        let _ = write!(said, " – {}", card.write_label);
    }
    said + &format!(" – {place}")
}

#[cfg(test)]
mod tests;
