//! The card of a deal.
//!
//! It shows the name; class with swatch, and age or write state; owner, and the selected numbers with their bands.

mod two_line_title;

use std::fmt::Write as _;

use crate::prelude::*;
use encours_core::app::deals::board::view::card::CardField;
use encours_core::app::deals::pipeline::board_layout::{BoardLayout, Density};
use encours_core::app::foundation::cx::overlay_types::Swimlanes;
use encours_core::dataset::slowness::Slowness;

/// The appearance of a card.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct CardState {
    /// True if hovered.
    pub hovered: bool,
    /// True if it floats under the pointer during a drag.
    pub floating: bool,
    /// If the check box is visible: true if it is hovered.
    pub checkbox: Option<bool>,
    /// True if the keyboard focus is elsewhere; the application's focus then has a quieter ring.
    pub is_quiet: bool,
    /// The displayed parts.
    pub layout: CardLayout,
}

/// Returns the area of a card's check box.
#[must_use]
pub fn checkbox_rect(card: Rect) -> Rect {
    Rect::from_center_size(pos2(card.right() - PAD - 6.0, card.top() + 19.0), vec2(24.0, 24.0))
}

/// Height of a line of additional numbers.
const EXTRA_LINE: f32 = 20.0;
/// Height of the second name line in presentation mode.
const SECOND_NAME_LINE: f32 = 18.0;
/// Height of a name line.
const NAME_LINE: f32 = 18.0;

const PAD: f32 = 12.0;

/// Paints a card into its area.
pub fn paint(painter: &Painter<'_>, rect: Rect, card: &Card, state: CardState) {
    let (theme, colors) = (painter.theme, &painter.theme.colors);
    let radius = theme.tokens.radius.card;
    if state.floating {
        painter.shadow(rect, radius, theme.shadows.drag);
    } else if state.hovered {
        painter.shadow(rect, radius, theme.shadows.hover);
    }
    let edge = match (state.floating, card.selected, state.hovered) {
        (true, ..) => colors.accent,
        (false, true, _) => colors.accent_line,
        (false, false, true) => colors.border_strong,
        (false, false, false) => colors.border,
    };
    let fill = match (state.floating, card.selected) {
        (true, _) => colors.raised,
        (false, true) => colors.accent_soft,
        (false, false) => colors.surface,
    };
    painter.framed_box(rect, radius, fill, edge);
    if card.focused && !state.floating {
        painter.app_focus_ring(rect, radius, state.is_quiet);
    }
    let inner = rect.narrowed(PAD);
    let compact = state.layout.density == Density::Compact;
    let row = |top: f32, height: f32| rect_at(inner.left(), rect.top() + top, inner.width(), height);
    let mut name = row(if compact { 8.0 } else { 10.0 }, NAME_LINE);
    if let Some(is_checkbox_hovered) = state.checkbox {
        let ticked = if card.selected { CheckState::All } else { CheckState::No };
        checkbox::paint(painter, checkbox_rect(rect).center(), ticked, is_checkbox_hovered);
        name.max.x -= checkbox::BOX_SIZE + 6.0;
    }
    name.max.x = draw_local_marks(painter, name, card);
    if compact {
        if card.slowness.is_some() && state.layout.age {
            name.max.x = draw_age(painter, name, card) - 6.0;
        }
        painter.highlighted_line(name, &card.name, &card.name_matches, TextStyle::strong(), colors.text);
        return draw_compact_line(painter, row(30.0, 16.0), card, state.layout);
    }
    let long =
        state.layout.two_line_names && two_line_title::needs_second_line(painter, &card.name, name.width());
    // If the name has one line out of two possible, distribute the second line's space.
    let (class, owner) = match (state.layout.two_line_names, long) {
        (false, _) => (32.0, 52.0),
        (true, true) => (32.0 + SECOND_NAME_LINE, 52.0 + SECOND_NAME_LINE),
        (true, false) => (32.0 + SECOND_NAME_LINE / 2.0, 52.0 + SECOND_NAME_LINE - 4.0),
    };
    if long {
        two_line_title::draw_lines(painter, name, card);
    } else {
        let lower = if state.layout.two_line_names { 4.0 } else { 0.0 };
        let name = name.translate(vec2(0.0, lower));
        painter.highlighted_line(name, &card.name, &card.name_matches, TextStyle::strong(), colors.text);
    }
    draw_class_line(painter, row(class, 16.0), card, state.layout);
    let owner = row(owner, 16.0);
    let right = draw_field(painter, owner, &card.field);
    if state.layout.owner && state.layout.class {
        draw_owner(painter, owner.with_max_x(right - 10.0), card, state.layout);
    }
    let second = if state.layout.two_line_names { SECOND_NAME_LINE } else { 0.0 };
    draw_extra_lines(painter, row(52.0 + second, 16.0), card);
}

/// Draws the marks of note and follow-up at the right of the name. Returns the end of the name.
fn draw_local_marks(painter: &Painter<'_>, name: Rect, card: &Card) -> f32 {
    let colors = &painter.theme.colors;
    let mut right = name.right();
    if let Some(mark) = &card.followup {
        let text = painter.right(name, &mark.day, TextStyle::small(), colors.text_secondary);
        painter.band_shape(pos2(text.left() - 9.0, name.center().y), mark.band);
        right = text.left() - 20.0;
    }
    if card.has_note {
        painter.sized_icon(pos2(right - 6.0, name.center().y), Icon::Edit, 12.0, colors.text_tertiary);
        right -= 18.0;
    }
    if card.starred {
        painter.sized_icon(pos2(right - 6.0, name.center().y), Icon::StarFilled, 12.0, colors.text_secondary);
        right -= 18.0;
    }
    right
}

/// Returns the number of lines of the additional numbers, by their names: one if they fit regardless of their values,
/// else one each.
#[must_use]
pub fn extra_line_count<'a>(names: impl ExactSizeIterator<Item = &'a str>) -> usize {
    /// Maximum width of a character and of a value, and width of a card.
    const CHAR_WIDTH: f32 = 6.4;
    const VALUE_WIDTH: f32 = 72.0;
    const CARD_WIDTH: f32 = 188.0;
    let count = names.len();
    let width: f32 = names.map(|name| name.chars().count() as f32 * CHAR_WIDTH + VALUE_WIDTH).sum();
    if count > 1 && width <= CARD_WIDTH { 1 } else { count }
}

/// Returns the height of a normal card with lines for additional numbers.
#[must_use]
pub fn standard_height(tokens: &encours_core::theme::Tokens, two_line_names: bool, lines: usize) -> f32 {
    let second = if two_line_names { SECOND_NAME_LINE } else { 0.0 };
    tokens.size.card + second + lines as f32 * EXTRA_LINE
}

/// The parts that the board's cards show besides name and number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CardLayout {
    /// The density.
    pub density: Density,
    /// True if the class is shown.
    pub class: bool,
    /// True if the time in status is shown.
    pub age: bool,
    /// True if the owner is shown.
    pub owner: bool,
    /// True if long names take a second line, as in presentation mode. Every card then has space for it.
    pub two_line_names: bool,
    /// True if the status replaces the class, outside the columns of the board.
    pub status: bool,
}

impl Default for CardLayout {
    fn default() -> Self {
        Self::from_board(&BoardLayout::default())
    }
}

impl CardLayout {
    /// Returns the parts according to a board's display options.
    #[must_use]
    pub fn from_board(layout: &BoardLayout) -> Self {
        Self {
            density: layout.density,
            // A swimlane's title already names what its cards have in common.
            class: layout.shows(DealColumn::Class) && layout.swimlanes != Swimlanes::Class,
            age: layout.shows(DealColumn::Age),
            owner: layout.shows(DealColumn::Owner) && layout.swimlanes != Swimlanes::Owner,
            two_line_names: false,
            status: false,
        }
    }

    /// Sets whether names may take two lines.
    #[must_use]
    pub fn with_two_line_names(self, two_line_names: bool) -> Self {
        Self { two_line_names, ..self }
    }
}

/// Draws the second line of a compact card: owner or class, then write state or number. A class has its swatch and its
/// name, because a colour alone is not enough. An excessive age does not fit beside an owner, so it is beside the name.
fn draw_compact_line(painter: &Painter<'_>, row: Rect, card: &Card, layout: CardLayout) {
    let colors = &painter.theme.colors;
    let mut left_x = row.left();
    if layout.class && !layout.owner {
        painter
            .class_swatch(pos2(left_x + painter.theme.tokens.size.swatch / 2.0, row.center().y), &card.class);
        left_x += painter.theme.tokens.size.swatch + 6.0;
    }
    let right = match card.write {
        Some(mark) => draw_write_state(painter, row, mark, &card.write_label),
        None => draw_field(painter, row, &card.field),
    };
    let text_rect = Rect::from_x_y_ranges(left_x..=right - 10.0, row.y_range());
    let (text, color) = match (layout.owner, layout.class) {
        (true, _) if card.has_owner => {
            (fitting_owner(painter, card, layout, text_rect.width()), colors.text_secondary)
        }
        (true, _) => (card.owner.as_str(), colors.text_tertiary),
        (false, true) => {
            (fitting_class_name(painter, card, layout, text_rect.width()), colors.text_secondary)
        }
        (false, false) => ("", colors.text_secondary),
    };
    painter.left(text_rect, text, TextStyle::small(), color);
}

fn draw_class_line(painter: &Painter<'_>, row: Rect, card: &Card, layout: CardLayout) {
    let colors = &painter.theme.colors;
    // The write state, or else the age, is at the right.
    let right = match card.write {
        Some(mark) => draw_write_state(painter, row, mark, &card.write_label),
        None if layout.age => draw_age(painter, row, card),
        None => row.right(),
    };
    if layout.status {
        let center = row.near_left(6.0);
        painter.status_ring(center, &card.status, colors.text_secondary);
        let text_rect = Rect::from_x_y_ranges(row.left() + 18.0..=right - 6.0, row.y_range());
        painter.left(text_rect, &card.status_label, TextStyle::small(), colors.text_secondary);
        return;
    }
    if !layout.class {
        if layout.owner {
            draw_owner(painter, row.with_max_x(right - 6.0), card, layout);
        }
        return;
    }
    let side = painter.theme.tokens.size.swatch;
    painter.class_swatch(row.near_left(side / 2.0), &card.class);
    let text_rect = Rect::from_x_y_ranges(row.left() + side + 6.0..=right - 6.0, row.y_range());
    let class = fitting_class_name(painter, card, layout, text_rect.width());
    let class = painter.left(text_rect, class, TextStyle::small(), colors.text_secondary);
    draw_labels(painter, text_rect.with_min_x(class.right() + 8.0), card);
}

/// Draws the labels that fit whole, as chips.
fn draw_labels(painter: &Painter<'_>, row: Rect, card: &Card) {
    const CHIP_PADDING: f32 = 5.0;
    let colors = &painter.theme.colors;
    let mut left = row.left();
    for label in &card.labels {
        let width = painter.text_width(label, TextStyle::small()) + 2.0 * CHIP_PADDING;
        if left + width > row.right() {
            return;
        }
        let chip = Rect::from_x_y_ranges(left..=left + width, row.y_range());
        painter.fill(chip, painter.theme.tokens.radius.button, colors.hover);
        painter.left(chip.shrink2(vec2(CHIP_PADDING, 0.0)), label, TextStyle::small(), colors.text_secondary);
        left = chip.right() + 4.0;
    }
}

/// Returns the class name; the short form if the full one does not fit in presentation mode or on a compact card.
fn fitting_class_name<'a>(painter: &Painter<'_>, card: &'a Card, layout: CardLayout, width: f32) -> &'a str {
    let use_short = layout.two_line_names || layout.density == Density::Compact;
    if !use_short || painter.text_width(&card.class_label, TextStyle::small()) <= width {
        &card.class_label
    } else {
        &card.class_short
    }
}

/// Returns the owner; without initials if the full name does not fit in presentation mode.
fn fitting_owner<'a>(painter: &Painter<'_>, card: &'a Card, layout: CardLayout, width: f32) -> &'a str {
    let full_name = card.owner.as_str();
    // The match positions refer to the full name.
    if !layout.two_line_names
        || painter.text_width(full_name, TextStyle::small()) <= width
        || !card.owner_matches.is_empty()
    {
        return full_name;
    }
    match full_name.rsplit_once(". ") {
        Some((_, name)) if !name.is_empty() => name,
        _ => full_name,
    }
}

/// Draws the time in status at the right of a row. If the deal is slow or stuck, a clock icon precedes it. Returns the left
/// edge.
fn draw_age(painter: &Painter<'_>, row: Rect, card: &Card) -> f32 {
    let colors = &painter.theme.colors;
    let Some(slowness) = card.slowness else {
        return painter.right(row, &card.age, TextStyle::small(), colors.text_tertiary).left();
    };
    let style = match slowness {
        Slowness::Slow => TextStyle::small(),
        Slowness::Stuck => TextStyle::small().with_weight(FontWeight::SemiBold),
    };
    let left_x = painter.right(row, &card.age, style, colors.text).left();
    draw_clock(painter, pos2(left_x - 11.0, row.center().y), slowness);
    left_x - 20.0
}

/// Draws the clock icon of an excessive age; on a filled circle if it is stuck.
pub fn draw_clock(painter: &Painter<'_>, at: Pos2, slowness: Slowness) {
    match slowness {
        Slowness::Slow => painter.sized_icon(at, Icon::Clock, 12.0, painter.theme.band_colors.watch),
        Slowness::Stuck => {
            painter.inner.circle_filled(at, 8.0, painter.theme.band_colors.alert);
            painter.sized_icon(at, Icon::Clock, 12.0, painter.theme.colors.surface);
        }
    }
}

/// Draws icon and label of a pending write at the right of a row. Returns the left edge.
fn draw_write_state(painter: &Painter<'_>, row: Rect, mark: WriteMark, label: &str) -> f32 {
    let color = write_color(painter, mark);
    let text = painter.right(row, label, TextStyle::small(), color);
    let side = painter.theme.tokens.size.icon_small;
    let left_x = text.left() - 4.0 - side;
    painter.sized_icon(pos2(left_x + side / 2.0, row.center().y), write_icon(mark), side, color);
    left_x
}

/// Draws the owner, in its own line or in place of the class.
fn draw_owner(painter: &Painter<'_>, area: Rect, card: &Card, layout: CardLayout) {
    let colors = &painter.theme.colors;
    let color = if card.has_owner { colors.text_secondary } else { colors.text_tertiary };
    let name = fitting_owner(painter, card, layout, area.width());
    painter.highlighted_line(area, name, &card.owner_matches, TextStyle::small(), color);
}

/// Draws the additional numbers, right-aligned in the lines below a row.
fn draw_extra_lines(painter: &Painter<'_>, row: Rect, card: &Card) {
    let lines = extra_line_count(card.more_fields.iter().map(|field| field.name.as_str()));
    let per = card.more_fields.len().div_ceil(lines.max(1)).max(1);
    let mut line = row;
    for fields in card.more_fields.chunks(per) {
        line = line.translate(vec2(0.0, EXTRA_LINE));
        let mut right = line.right();
        for field in fields.iter().rev() {
            right = draw_field(painter, line.with_max_x(right), field) - 14.0;
        }
    }
}

/// Draws a number with its band at the right of a row. Returns the left edge.
fn draw_field(painter: &Painter<'_>, row: Rect, field: &CardField) -> f32 {
    let colors = &painter.theme.colors;
    let color = if field.missing { colors.text_tertiary } else { colors.text };
    let name_and_value = format!("{} {}", field.name, field.value);
    let text = painter.right(row, &name_and_value, TextStyle::small(), color);
    // The hollow ring marks a missing value; a value without limits has no mark.
    if field.band == Band::None && !field.missing {
        return text.left();
    }
    let mark = pos2(text.left() - 11.0, row.center().y);
    painter.band_shape(mark, field.band);
    mark.x
}

/// Returns the icon of a write state.
#[must_use]
pub fn write_icon(mark: WriteMark) -> Icon {
    match mark {
        WriteMark::Waiting => Icon::Pending,
        WriteMark::Sending => Icon::Refresh,
        WriteMark::Rejected => Icon::Close,
        WriteMark::Conflict => Icon::Fork,
    }
}

/// Returns the colour of a write state; only states that need the user are highlighted.
#[must_use]
pub fn write_color(painter: &Painter<'_>, mark: WriteMark) -> Color32 {
    match mark {
        WriteMark::Waiting | WriteMark::Sending => painter.theme.colors.text_secondary,
        WriteMark::Rejected | WriteMark::Conflict => painter.theme.band_colors.alert,
    }
}

/// Returns the accessible text of a card: name, status, numbers with bands, class, owner and position.
#[must_use]
pub fn a11y_text(card: &Card, status: &str, band_word: &str, selected_word: &str, position: &str) -> String {
    let mut text = format!("{} – {status}", card.name);
    let field = &card.field;
    if field.band == Band::None {
        let _ = write!(text, " – {} {}", field.name, field.value);
    } else {
        let _ = write!(text, " – {} {}, {band_word}", field.name, field.value);
    }
    for field in &card.more_fields {
        let _ = write!(text, " – {} {}", field.name, field.value);
    }
    for part in [card.class_label.as_str(), card.owner.as_str()] {
        if !part.is_empty() {
            let _ = write!(text, " – {part}");
        }
    }
    if let Some(stale) = &card.slowness_reason {
        // The first line of the tooltip is enough; the comparison would be too long for every card.
        let _ = write!(text, " – {}", stale.lines().next().unwrap_or_default());
    }
    if let Some(mark) = &card.followup {
        let _ = write!(text, " – {}", mark.label);
    }
    if card.starred {
        text.push_str(" – ★");
    }
    for label in &card.labels {
        let _ = write!(text, " – {label}");
    }
    if card.selected {
        let _ = write!(text, " – {selected_word}");
    }
    if !card.write_label.is_empty() {
        let _ = write!(text, " – {}", card.write_label);
    }
    text + &format!(" – {position}")
}

#[cfg(test)]
mod tests;
