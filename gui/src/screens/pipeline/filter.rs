//! The filter bar: the filter as text or as chips, with its errors.

use std::sync::Arc;

use egui::{Align, Galley, Id, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::text::sentence;

use super::filter_toolbar::{FilterToolbar, ToolbarTexts};
use super::{filter_completions, filter_line};
use crate::frame_ctx::FrameCtx;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Painter, keycap};

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
    pub fn new(pass: &FrameCtx<'_>) -> Option<Self> {
        let head = encours_core::app::deals::board::view::head::board_header(pass.app);
        let wrong = head.filter_errors.iter().map(|(message, column)| {
            let column = [("column", (*column as u64 + 1).into())];
            let at = pass.messages.with("filter-error-at", &column);
            sentence(&format!("{message} ({at})"))
        });
        let wrong = wrong.collect::<Vec<_>>().join(" · ");
        // While the user types, the list below the field shows suggestions.
        let typing = matches!(pass.app.cx.layer(), Layer::Filter);
        if wrong.is_empty() && typing && pass.app.pipeline.has_completions(&pass.app.cx) {
            return None;
        }
        let note = head.filter_note.as_deref().map(sentence);
        let nothing_else = wrong.is_empty() && note.is_none() && !typing;
        let offer = head.filter_suggestion.filter(|_| nothing_else);
        let note = note.or_else(|| offer.as_ref().map(|offer| sentence(&offer.note)));
        (!wrong.is_empty() || note.is_some()).then(|| Self {
            error: wrong,
            note: note.unwrap_or_default(),
            suggestion: offer.map(|offer| offer.filter),
        })
    }

    /// Lays out the parts in a width, on one line if both fit. Returns each with its offset, and the total size.
    fn layout_in(&self, pen: &Painter<'_>, wide: f32) -> (Vec<(Vec2, Arc<Galley>)>, Vec2) {
        const PART_GAP: f32 = 10.0;
        let (look, face) = (pen.theme, TextStyle::small());
        let parts = [
            (&self.error, look.band_colors.alert),
            (
                &self.note,
                if self.suggestion.is_some() {
                    look.colors.accent_text
                } else {
                    look.colors.text_secondary
                },
            ),
        ];
        let parts: Vec<Arc<Galley>> = parts
            .into_iter()
            .filter(|(text, _)| !text.is_empty())
            .map(|(text, color)| pen.layout_wrapped(text, face, color, wide.max(1.0), usize::MAX))
            .collect();
        let across = parts.iter().map(|part| part.size().x + PART_GAP).sum::<f32>() - PART_GAP;
        let one = across <= wide && parts.iter().all(|part| part.rows.len() == 1);
        let mut next = Vec2::ZERO;
        let mut taken = Vec2::ZERO;
        let mut laid = Vec::new();
        for part in parts {
            let size = part.size();
            taken = taken.max(next + size);
            laid.push((next, part));
            next += if one {
                vec2(size.x + PART_GAP, 0.0)
            } else {
                vec2(0.0, size.y)
            };
        }
        (laid, taken)
    }

    /// Draws the message, left-aligned and vertically centred.
    fn show(&self, ui: &Ui, pass: &mut FrameCtx<'_>, place: Rect) {
        let pen = Painter::new(ui.painter(), pass.theme);
        let (parts, size) = self.layout_in(&pen, place.width());
        let corner = pos2(place.left(), place.center().y - size.y / 2.0);
        if let Some(filter) = &self.suggestion {
            return self.draw_suggestion(ui, pass, (parts, Rect::from_min_size(corner, size)), filter);
        }
        for (at, part) in parts {
            pen.inner.galley(corner + at, part, pass.theme.colors.text);
        }
        let (role, name) = if self.error.is_empty() {
            (Role::Label, self.note.clone())
        } else {
            (Role::Alert, format!("{} {}", self.error, self.note))
        };
        let response = ui.interact(place, ui.scope_id().with("filter-said"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(role, true, name.trim_end()));
    }
}

impl FilterMessage {
    /// Draws the suggestion as a button.
    fn draw_suggestion(
        &self,
        ui: &Ui,
        pass: &mut FrameCtx<'_>,
        (parts, place): (Vec<(Vec2, Arc<Galley>)>, Rect),
        filter: &str,
    ) {
        let response = ui.interact(
            place.expand2(vec2(4.0, 3.0)),
            ui.scope_id().with("filter-offer"),
            Sense::click(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, self.note.as_str()));
        let pen = Painter::new(ui.painter(), pass.theme);
        let radius = pass.theme.tokens.radius.chip;
        if response.hovered() {
            pen.fill(response.rect, radius, pass.theme.colors.hover);
        }
        if response.has_focus() {
            pen.focus_ring(response.rect, radius);
        }
        for (at, part) in parts {
            pen.inner
                .galley(place.min + at, part, pass.theme.colors.accent_text);
        }
        if response.clicked() {
            pass.request(Action::SetFilter(filter.to_owned()));
        }
    }
}

/// Layout of the filter bar.
struct FilterBar<'a> {
    field: Rect,
    toolbar: FilterToolbar<'a>,
    /// Area for the message between the two, if it fits.
    message_rect: Option<Rect>,
}

impl<'a> FilterBar<'a> {
    /// Lays out the bar. The field is as wide as its filter if the buttons, or at least their icons, fit beside it.
    fn layout(
        pen: &Painter<'_>,
        words: &'a ToolbarTexts,
        rect: Rect,
        said: Option<&FilterMessage>,
        filter: &str,
    ) -> Self {
        let needed = full_width(pen, filter);
        let bar = |yields| {
            let aside = FilterToolbar::layout(pen, words, rect, yields);
            let left = aside.left_x();
            let most = pen.theme.tokens.size.filter_field.max(needed);
            let wide = most.min(left - rect.left() - 24.0);
            let field = Rect::from_min_size(pos2(rect.left() + 16.0, rect.top() + 3.0), vec2(wide, 30.0));
            let place = Rect::from_x_y_ranges(field.right() + 12.0..=left - 12.0, field.y_range());
            let fits = |said: &FilterMessage| {
                let taken = said.layout_in(pen, place.width()).1;
                taken.x <= place.width() && taken.y <= rect.height() - 8.0
            };
            let beside = said.filter(|said| fits(said)).map(|_| place);
            Self {
                field,
                toolbar: aside,
                message_rect: beside,
            }
        };
        let whole = bar(false);
        let cut = whole.field.width() < needed;
        if !cut && (said.is_none() || whole.message_rect.is_some()) {
            return whole;
        }
        // Drop the labels of the buttons first; the icons keep their accessible names.
        let short = bar(true);
        if cut || short.message_rect.is_some() {
            short
        } else {
            whole
        }
    }
}

/// Returns the width that shows a filter in full, as text and as chips.
fn full_width(pen: &Painter<'_>, filter: &str) -> f32 {
    let chip = |part: &String| {
        pen.text_width(part, TextStyle::small().with_weight(FontWeight::Medium))
            .ceil()
            + 36.0
    };
    let chips: f32 = split_filter(filter).iter().map(chip).sum();
    // Add the icon before and the key after them.
    chips.max(pen.text_width(filter, TextStyle::body())) + 30.0 + 44.0
}

/// Returns the height of the filter bar. If the message does not fit beside the field, the bar is taller and pushes the
/// deals down.
#[must_use]
pub fn height(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect, said: Option<&FilterMessage>) -> f32 {
    let usual = pass.theme.tokens.size.filterbar;
    let head = encours_core::app::deals::board::view::head::board_header(pass.app);
    let (pen, words) = (
        Painter::new(ui.painter(), pass.theme),
        ToolbarTexts::new(pass, &head),
    );
    let rect = rect.with_max_y(rect.top() + usual);
    match said {
        Some(said)
            if FilterBar::layout(&pen, &words, rect, Some(said), &head.filter)
                .message_rect
                .is_none() =>
        {
            usual + said.layout_in(&pen, rect.width() - 32.0).1.y + 2.0
        }
        _ => usual,
    }
}

/// Draws the filter bar.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, said: Option<&FilterMessage>) {
    let usual = pass.theme.tokens.size.filterbar;
    let head = encours_core::app::deals::board::view::head::board_header(pass.app);
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.horizontal_line(rect.x_range(), rect.bottom() - 0.5, pass.theme.colors.border);
    let words = ToolbarTexts::new(pass, &head);
    let row = rect.with_max_y(rect.top() + usual);
    let FilterBar {
        field,
        toolbar: aside,
        message_rect: beside,
    } = FilterBar::layout(&pen, &words, row, said, &head.filter);
    let typing = matches!(pass.app.cx.layer(), Layer::Filter);
    if typing || head.filter.is_empty() {
        filter_line::show(ui, pass, field, filter_id(), (&head.filter, &head.filter_hint));
        filter_completions::show(ui, pass, filter_id(), field);
    } else {
        draw_chips(ui, pass, field, &head.filter);
    }
    if let Some(said) = said {
        let under = rect
            .with_min_y(field.bottom() + 2.0)
            .with_max_y(rect.bottom() - 6.0)
            .shrink2(vec2(16.0, 0.0));
        said.show(ui, pass, beside.unwrap_or(under));
    }
    aside.show(ui, pass);
}

/// Draws the active filter as chips; a click beside them starts editing.
fn draw_chips(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, filter: &str) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let response = ui.interact(rect, ui.scope_id().with("filter-box"), Sense::click());
    let name = format!("{} – {filter}", pass.action_name(ActionId::Filter));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Painter::new(ui.painter(), look);
    pen.bordered_box(
        rect,
        look.tokens.radius.button,
        ink.surface,
        look.hairline(ink.control),
    );
    if response.has_focus() {
        pen.focus_ring(rect, look.tokens.radius.button);
    }
    pen.icon(
        pos2(rect.left() + 16.0, rect.center().y),
        Icon::Filter,
        ink.text_secondary,
    );
    let cap = keycap::paint_left_of(
        &pen,
        rect.right() - 6.0,
        rect.center().y,
        &pass.key_cap(ActionId::Filter),
    );
    if response.clicked() {
        pass.request_command(ActionId::Filter);
    }
    let parts = split_filter(filter);
    let mut x = rect.left() + 30.0;
    for (at, part) in parts.iter().enumerate() {
        let wide = pen
            .text_width(part, TextStyle::small().with_weight(FontWeight::Medium))
            .ceil()
            + 30.0;
        if x + wide > cap - 8.0 {
            let more = format!("+{}", parts.len() - at);
            pen.text(
                rect.with_min_x(x).with_max_x(cap),
                Align::Min,
                &more,
                TextStyle::small(),
                ink.text_secondary,
            );
            break;
        }
        let chip = Rect::from_min_size(pos2(x, rect.center().y - 11.0), vec2(wide, look.tokens.size.chip));
        pen.fill(chip, look.tokens.radius.chip, ink.accent_soft);
        let text = chip.with_min_x(chip.left() + 7.0).with_max_x(chip.right() - 20.0);
        pen.text(
            text,
            Align::Min,
            part,
            TextStyle::small().with_weight(FontWeight::Medium),
            ink.accent_text,
        );
        let cross = Rect::from_min_max(pos2(chip.right() - 22.0, chip.top()), chip.max);
        let clear = format!("{} {part}", pass.message("button-clear"));
        let off = ui.interact(
            cross.expand(1.0),
            ui.scope_id().with(("chip", at)),
            Sense::click(),
        );
        off.widget_info(|| WidgetInfo::labeled(Role::Button, true, &clear));
        if off.hovered() {
            pen.fill(cross.shrink(3.0), 3, ink.accent_line);
        }
        if off.has_focus() {
            pen.focus_ring(cross.shrink(3.0), 3);
        }
        pen.sized_icon(cross.center(), Icon::Close, 12.0, ink.accent_text);
        if off.clicked() {
            let kept: Vec<&str> = parts
                .iter()
                .enumerate()
                .filter(|(n, _)| *n != at)
                .map(|(_, p)| p.as_str())
                .collect();
            pass.request(Action::SetFilter(kept.join(" ")));
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
