//! The card of a deal: name; swatch, class and age or write state; owner and the chosen number with its band.

mod two_line_title;

use std::fmt::Write as _;

use egui::{Align, Rect, pos2, vec2};
use crate::theme::{Face, Icon, Weight};
use encours_core::app::deals::board::view::card::{Card, CardField};
use encours_core::app::deals::pipeline::board_look::{BoardLook, Density};
use encours_core::app::foundation::cx::overlay_types::Lanes;
use encours_core::app::foundation::dataset::column::Column;
use encours_core::app::foundation::dataset::staleness::Heat;
use encours_core::app::foundation::presentation::write_mark::WriteMark;
use encours_core::vocabulary::Band;
use super::Pen;
use super::checkbox::{Ticked, self};


/// How a card stands among the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct State {
    /// The pointer is over it.
    pub hovered: bool,
    /// It floats under the pointer, being dragged.
    pub floating: bool,
    /// The box that selects it is shown, and whether the pointer is over that.
    pub tick: Option<bool>,
    /// The keyboard's focus is on something else: if it has the focus of the application, its mark is the quiet one.
    pub quiet: bool,
    /// What it shows.
    pub face: CardFace,
}

/// Where the box stands that selects a card.
#[must_use]
pub fn tick_place(card: Rect) -> Rect {
    Rect::from_center_size(
        pos2(card.right() - PAD - 6.0, card.top() + 19.0),
        vec2(24.0, 24.0),
    )
}

/// A line of the numbers besides the first.
const MORE: f32 = 20.0;
/// The second line of a name, in front of others.
const SECOND: f32 = 18.0;
/// The line of the name.
const NAME: f32 = 18.0;

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
    // Where names may take two lines, those that take one leave theirs between all of them.
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

/// How many lines the numbers besides the first take, by their names: one, where both have room on it whatever their values,
/// else one for each. None is left out.
#[must_use]
pub fn lines_of_more<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> usize {
    /// What a letter takes at most, a value with its spaces, and the room of a card.
    const LETTER: f32 = 6.4;
    const VALUE: f32 = 72.0;
    const ROOM: f32 = 188.0;
    let many = names.len();
    let wide: f32 = names
        .map(|name| name.chars().count() as f32 * LETTER + VALUE)
        .sum();
    if many > 1 && wide <= ROOM { 1 } else { many }
}

/// How high a card is that is not compact, with so many lines of numbers besides the first.
#[must_use]
pub fn height(tokens: &encours_core::theme::Tokens, whole: bool, lines: usize) -> f32 {
    let second = if whole { SECOND } else { 0.0 };
    tokens.size.card + second + lines as f32 * MORE
}

/// What the cards of the board show besides their name and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardFace {
    /// How high they are.
    pub density: Density,
    /// The class.
    pub class: bool,
    /// The age of the stage.
    pub age: bool,
    /// The owner.
    pub owner: bool,
    /// Whether a name that is longer than its line is read whole all the same, as it is wanted in front of others: the card
    /// has a line more for it.
    pub whole: bool,
    /// Whether the status stands in the place of the class, where no column says it.
    pub status: bool,
}

impl Default for CardFace {
    fn default() -> Self {
        Self::of(&BoardLook::default())
    }
}

impl CardFace {
    /// What a board's looks say.
    #[must_use]
    pub fn of(look: &BoardLook) -> Self {
        Self {
            density: look.density,
            // A lane says what all of its cards have in common: they say the rest.
            class: look.shows(Column::Class) && look.lanes != Lanes::Class,
            age: look.shows(Column::Age),
            owner: look.shows(Column::Owner) && look.lanes != Lanes::Owner,
            whole: false,
            status: false,
        }
    }

    /// The same, with names read whole or not.
    #[must_use]
    pub fn whole(self, whole: bool) -> Self {
        Self { whole, ..self }
    }
}

/// The one line under the name of a compact card: the owner, or the class where the owner is left out; then the state of a
/// write or the number. A class has its swatch where its word stands, for a colour alone tells nobody anything. An age that is
/// too long has no room on it beside an owner: it stands beside the name.
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

/// What stands at the right of the line under the name: the state of a write, else the age. Returns where it begins.
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

/// The class as it has room: whole and, in front of others and on compact cards, else in few letters. Half a word is read from
/// the back of a room as another one, and on a compact card little more than half of it is left.
fn class_in<'a>(pen: &Pen<'_>, card: &'a Card, face: CardFace, wide: f32) -> &'a str {
    let short = face.whole || face.density == Density::Compact;
    if !short || pen.width(&card.class_label, Face::small()) <= wide {
        &card.class_label
    } else {
        &card.class_short
    }
}

/// The owner as they have room: whole and, in front of others, else without the letters before the name.
fn owner_in<'a>(pen: &Pen<'_>, card: &'a Card, face: CardFace, wide: f32) -> &'a str {
    let whole = card.owner.as_str();
    // What was found of it is marked by its place in the whole.
    if !face.whole || pen.width(whole, Face::small()) <= wide || !card.owner_found.is_empty() {
        return whole;
    }
    match whole.rsplit_once(". ") {
        Some((_, name)) if !name.is_empty() => name,
        _ => whole,
    }
}

/// The age of the stage at the right of a row; with a clock before it where the deal counts as stale. Returns where that
/// begins.
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

/// The clock of an age that is too long: on a filled ground where it is longer too than most of its status.
pub fn clock(pen: &Pen<'_>, at: egui::Pos2, heat: Heat) {
    match heat {
        Heat::Slow => pen.icon_of(at, Icon::Clock, 12.0, pen.look.bands.watch),
        Heat::Stuck => {
            pen.painter.circle_filled(at, 8.0, pen.look.bands.alert);
            pen.icon_of(at, Icon::Clock, 12.0, pen.look.ink.surface);
        }
    }
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

fn owner_line(pen: &Pen<'_>, row: Rect, card: &Card, face: CardFace) {
    let right = number(pen, row, card);
    if face.owner && face.class {
        owner(pen, row.with_max_x(right - 10.0), card, face);
    }
}

/// Whose it is: in the line under the class, or in the place of that.
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

/// The numbers besides the first, at the right of the lines under a row.
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

/// The number with its band at the right of a row. Returns where it begins.
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
    // The hollow ring says that nothing was received: what has a value and no limits has no shape.
    if field.band == Band::None && !field.missing {
        return text.left();
    }
    let mark = pos2(text.left() - 11.0, row.center().y);
    pen.band(mark, field.band);
    mark.x
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

/// What a screen reader says of a card: name, status, number with its band in words, class, owner, place in the column.
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
        // The first line says it; how it compares is read from the tip, not before every next card.
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
