//! The filter bar: the filter as text or as chips, with its errors.

use std::sync::Arc;

use crate::prelude::*;
use egui::Galley;
use encours_core::app::deals::board::view::header::{BoardHeader, board_header};

use super::filter_toolbar::{FilterToolbar, toolbar_items};
use super::{filter_completions, filter_line};

/// Returns the widget id of the filter field.
#[must_use]
pub fn filter_id() -> Id {
    Id::unique("filter")
}

/// The message about a filter, shown beside its field or below.
pub struct FilterMessage {
    error: String,
    note: String,
    /// The filter that a click on the message applies.
    suggestion: Option<String>,
}

impl FilterMessage {
    /// Returns the error, the filter used instead, and a suggestion; `None` without a message.
    #[must_use]
    pub fn new(frame: &FrameCtx<'_>) -> Option<Self> {
        let header = board_header(frame.app);
        let wrong = header.filter_errors.iter().map(|(message, column)| {
            let column = [("column", (*column as u64 + 1).into())];
            let at = frame.messages.with("filter-error-at", &column);
            sentence(&format!("{message} ({at})"))
        });
        let wrong = wrong.collect::<Vec<_>>().join(" · ");
        // While the user types, the list below the field shows suggestions.
        let typing = matches!(frame.app.cx.overlay(), Overlay::Filter);
        if wrong.is_empty() && typing && frame.app.pipeline.has_completions(&frame.app.cx) {
            return None;
        }
        let note = header.filter_note.as_deref().map(sentence);
        let nothing_else = wrong.is_empty() && note.is_none() && !typing;
        let offer = header.filter_suggestion.filter(|_| nothing_else);
        let note = note.or_else(|| offer.as_ref().map(|offer| sentence(&offer.note)));
        (!wrong.is_empty() || note.is_some()).then(|| Self {
            error: wrong,
            note: note.unwrap_or_default(),
            suggestion: offer.map(|offer| offer.filter),
        })
    }

    /// Lays out the parts in a width, on one line if both fit. Returns each with its offset, and the total size.
    fn layout_in(&self, painter: &Painter<'_>, width: f32) -> (Vec<(Vec2, Arc<Galley>)>, Vec2) {
        const PART_GAP: f32 = 10.0;
        let (theme, style) = (painter.theme, TextStyle::small());
        let colors = &theme.colors;
        let note_color = if self.suggestion.is_some() { colors.accent_text } else { colors.text_secondary };
        let parts = [(&self.error, theme.band_colors.alert), (&self.note, note_color)];
        let parts: Vec<Arc<Galley>> = parts
            .into_iter()
            .filter(|(text, _)| !text.is_empty())
            .map(|(text, color)| painter.layout_wrapped(text, style, color, width.max(1.0), usize::MAX))
            .collect();
        let total_width = parts.iter().map(|part| part.size().x + PART_GAP).sum::<f32>() - PART_GAP;
        let fits_one_line = total_width <= width && parts.iter().all(|part| part.rows.len() == 1);
        let mut next = Vec2::ZERO;
        let mut offset = Vec2::ZERO;
        let mut placed = Vec::new();
        for part in parts {
            let size = part.size();
            offset = offset.max(next + size);
            placed.push((next, part));
            next += if fits_one_line { vec2(size.x + PART_GAP, 0.0) } else { vec2(0.0, size.y) };
        }
        (placed, offset)
    }

    /// Draws the message, left-aligned and vertically centred.
    fn show(&self, ui: &Ui, frame: &mut FrameCtx<'_>, area: Rect) {
        let painter = frame.painter(ui);
        let (parts, size) = self.layout_in(&painter, area.width());
        let corner = pos2(area.left(), area.center().y - size.y / 2.0);
        if let Some(filter) = &self.suggestion {
            let button_rect = Rect::from_min_size(corner, size).expand2(vec2(4.0, 3.0));
            let response = ui.click_area(button_rect, "filter-offer", Role::Button, &self.note);
            let radius = frame.theme.tokens.radius.chip;
            painter.hover_fill(button_rect, radius, &response);
            painter.ring(button_rect, radius, &response);
            if response.clicked() {
                frame.request(Action::SetFilter(filter.clone()));
            }
        }
        for (at, part) in parts {
            painter.inner.galley(corner + at, part, frame.theme.colors.text);
        }
        if self.suggestion.is_some() {
            return;
        }
        let (role, name) = if self.error.is_empty() {
            (Role::Label, self.note.clone())
        } else {
            (Role::Alert, format!("{} {}", self.error, self.note))
        };
        ui.describe(area, "filter-said", role, name.trim_end());
    }
}

/// Layout of the filter bar.
struct FilterBar {
    field: Rect,
    toolbar: FilterToolbar,
    /// Area for the message between the two, if it fits.
    message_rect: Option<Rect>,
}

impl FilterBar {
    /// Lays out the bar. The field is as wide as its filter if the buttons, or at least their icons, fit beside it.
    fn layout(
        ui: &Ui,
        frame: &FrameCtx<'_>,
        rect: Rect,
        filter_message: Option<&FilterMessage>,
        header: &BoardHeader,
    ) -> Self {
        let (painter, items) = (&frame.painter(ui), toolbar_items(frame, header));
        let needed = full_width(painter, &header.filter);
        let bar = |yields| {
            let toolbar = FilterToolbar::layout(ui, painter, &items, rect, yields);
            let toolbar_x = toolbar.left_x();
            let max = painter.theme.tokens.size.filter_field.max(needed);
            let width = max.min(toolbar_x - rect.left() - 24.0);
            let field = rect_at(rect.left() + 16.0, rect.top() + 3.0, width, 30.0);
            let message_area =
                Rect::from_x_y_ranges(field.right() + 12.0..=toolbar_x - 12.0, field.y_range());
            let fits = |filter_message: &FilterMessage| {
                let size = filter_message.layout_in(painter, message_area.width()).1;
                size.x <= message_area.width() && size.y <= rect.height() - 8.0
            };
            let message_rect =
                filter_message.filter(|filter_message| fits(filter_message)).map(|_| message_area);
            Self { field, toolbar, message_rect }
        };
        let full_bar = bar(false);
        let cut = full_bar.field.width() < needed;
        if !cut && (filter_message.is_none() || full_bar.message_rect.is_some()) {
            return full_bar;
        }
        // Drop the labels of the buttons first; the icons keep their accessible names.
        let short_bar = bar(true);
        if cut || short_bar.message_rect.is_some() { short_bar } else { full_bar }
    }
}

/// Returns the width that shows a filter in full, as text and as chips.
fn full_width(painter: &Painter<'_>, filter: &str) -> f32 {
    let chip = |filter_part: &String| {
        painter.text_width(filter_part, TextStyle::small().with_weight(FontWeight::Medium)).ceil() + 36.0
    };
    let chips: f32 = split_filter(filter).iter().map(chip).sum();
    // Add the icon before and the key after them.
    chips.max(painter.text_width(filter, TextStyle::body())) + 30.0 + 44.0
}

/// Returns the height of the filter bar. If the message does not fit beside the field, the bar is taller and pushes the
/// deals down.
#[must_use]
pub fn height(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, message: Option<&FilterMessage>) -> f32 {
    let usual = frame.theme.tokens.size.filterbar;
    let row = rect.top_part(usual);
    let is_below = |message: &&FilterMessage| {
        FilterBar::layout(ui, frame, row, Some(*message), &board_header(frame.app)).message_rect.is_none()
    };
    let below = message.filter(is_below);
    below
        .map_or(usual, |message| usual + message.layout_in(&frame.painter(ui), rect.width() - 32.0).1.y + 2.0)
}

/// Draws the filter bar.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, message: Option<&FilterMessage>) {
    let usual = frame.theme.tokens.size.filterbar;
    let header = board_header(frame.app);
    let painter = frame.painter(ui);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, frame.theme.colors.border);
    let FilterBar { field, toolbar, message_rect } =
        FilterBar::layout(ui, frame, rect.top_part(usual), message, &header);
    let typing = matches!(frame.app.cx.overlay(), Overlay::Filter);
    if typing || header.filter.is_empty() {
        filter_line::show(ui, frame, field, filter_id(), (&header.filter, &header.filter_hint));
        // The list begins below a message that does not fit beside the field.
        let is_below = message.is_some() && message_rect.is_none();
        let field = if is_below { field.with_max_y(rect.bottom() - 4.0) } else { field };
        filter_completions::show(ui, frame, filter_id(), field);
    } else {
        draw_chips(ui, frame, field, &header.filter);
    }
    if let Some(message) = message {
        let message_below =
            rect.with_min_y(field.bottom() + 2.0).with_max_y(rect.bottom() - 6.0).narrowed(16.0);
        message.show(ui, frame, message_rect.unwrap_or(message_below));
    }
    toolbar.show(ui, frame);
}

/// Draws the active filter as chips; a click beside them starts editing.
fn draw_chips(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, filter: &str) {
    let name = format!("{} – {filter}", frame.action_name(ActionId::Filter));
    let response = ui.click_area(rect, "filter-box", Role::Button, &name);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    painter.framed_box(rect, theme.tokens.radius.button, colors.surface, colors.control);
    painter.ring(rect, theme.tokens.radius.button, &response);
    painter.icon(rect.near_left(16.0), Icon::Filter, colors.text_secondary);
    let key_cap = keycap::paint_inside(&painter, rect, &frame.key_cap(ActionId::Filter));
    if response.clicked() {
        frame.request_command(ActionId::Filter);
    }
    let parts = split_filter(filter);
    let mut x = rect.left() + 30.0;
    for (at, part) in parts.iter().enumerate() {
        let width =
            painter.text_width(part, TextStyle::small().with_weight(FontWeight::Medium)).ceil() + 30.0;
        if x + width > key_cap - 8.0 {
            let hidden_count = format!("+{}", parts.len() - at);
            painter.left(
                rect.with_min_x(x).with_max_x(key_cap),
                &hidden_count,
                TextStyle::small(),
                colors.text_secondary,
            );
            break;
        }
        let chip = rect_at(x, rect.center().y - 11.0, width, theme.tokens.size.chip);
        painter.fill(chip, theme.tokens.radius.chip, colors.accent_soft);
        let text = chip.inset(7.0, 20.0);
        painter.left(text, part, TextStyle::small().with_weight(FontWeight::Medium), colors.accent_text);
        let cross = Rect::from_min_max(pos2(chip.right() - 22.0, chip.top()), chip.max);
        let clear_label = format!("{} {part}", frame.message("button-clear"));
        let off = ui.click_area(cross.expand(1.0), ("chip", at), Role::Button, &clear_label);
        if off.hovered() {
            painter.fill(cross.shrink(3.0), 3, colors.accent_line);
        }
        painter.ring(cross.shrink(3.0), 3, &off);
        painter.sized_icon(cross.center(), Icon::Close, 12.0, colors.accent_text);
        if off.clicked() {
            let remaining_parts: Vec<&str> =
                parts.iter().enumerate().filter(|(n, _)| *n != at).map(|(_, p)| p.as_str()).collect();
            frame.request(Action::SetFilter(remaining_parts.join(" ")));
        }
        x = chip.right() + 6.0;
    }
}

/// Splits a filter at spaces outside quotes.
fn split_filter(filter: &str) -> Vec<String> {
    let mut parts = vec![String::new()];
    let mut quoted = false;
    for c in filter.chars() {
        quoted ^= c == '"';
        if c.is_whitespace() && !quoted {
            parts.push(String::new());
        } else if let Some(part) = parts.last_mut() {
            part.push(c);
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

#[cfg(test)]
mod tests {
    use super::split_filter;

    #[test]
    fn quotes_keep_a_part_together() {
        assert_eq!(
            split_filter("statut:ic  responsable:\"A. Martin\" parc"),
            ["statut:ic", "responsable:\"A. Martin\"", "parc"]
        );
        assert!(split_filter("   ").is_empty());
    }
}
