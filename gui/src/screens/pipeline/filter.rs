//! The filter bar: the filter as text or as chips, with its errors.

use std::sync::Arc;

use egui::{Align, Galley, Id, Rect, Role, Sense, Ui, Vec2, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;
use encours_core::text::sentence;

use super::filter_toolbar::{Aside, Words};
use super::{filter_completions, filter_line};
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Pen, keycap};

/// Returns the widget id of the filter field.
#[must_use]
pub fn filter_id() -> Id {
    Id::unique("filter")
}

/// The message about a filter, shown beside its field or below.
pub struct Said {
    wrong: String,
    note: String,
    /// The filter that a click on the message applies.
    offer: Option<String>,
}

impl Said {
    /// Returns the error, the filter used instead, and a suggestion; `None` without a message.
    #[must_use]
    pub fn of(pass: &Pass<'_>) -> Option<Self> {
        let head = encours_core::app::deals::board::view::head::head(pass.app);
        let wrong = head.filter_errors.iter().map(|(message, column)| {
            let column = [("column", (*column as u64 + 1).into())];
            let at = pass.words.with("filter-error-at", &column);
            sentence(&format!("{message} ({at})"))
        });
        let wrong = wrong.collect::<Vec<_>>().join(" · ");
        // While the user types, the list below the field shows suggestions.
        let typing = matches!(pass.app.cx.layer(), Layer::Filter);
        if wrong.is_empty() && typing && pass.app.pipeline.chooses_completion(&pass.app.cx) {
            return None;
        }
        let note = head.filter_note.as_deref().map(sentence);
        let nothing_else = wrong.is_empty() && note.is_none() && !typing;
        let offer = head.filter_offer.filter(|_| nothing_else);
        let note = note.or_else(|| offer.as_ref().map(|offer| sentence(&offer.note)));
        (!wrong.is_empty() || note.is_some()).then(|| Self {
            wrong,
            note: note.unwrap_or_default(),
            offer: offer.map(|offer| offer.filter),
        })
    }

    /// Lays out the parts in a width, on one line if both fit. Returns each with its offset, and the total size.
    fn laid(&self, pen: &Pen<'_>, wide: f32) -> (Vec<(Vec2, Arc<Galley>)>, Vec2) {
        const APART: f32 = 10.0;
        let (look, face) = (pen.look, Face::small());
        let parts = [
            (&self.wrong, look.bands.alert),
            (
                &self.note,
                if self.offer.is_some() {
                    look.ink.accent_text
                } else {
                    look.ink.text_secondary
                },
            ),
        ];
        let parts: Vec<Arc<Galley>> = parts
            .into_iter()
            .filter(|(text, _)| !text.is_empty())
            .map(|(text, color)| pen.wrapped(text, face, color, wide.max(1.0), usize::MAX))
            .collect();
        let across = parts.iter().map(|part| part.size().x + APART).sum::<f32>() - APART;
        let one = across <= wide && parts.iter().all(|part| part.rows.len() == 1);
        let mut next = Vec2::ZERO;
        let mut taken = Vec2::ZERO;
        let mut laid = Vec::new();
        for part in parts {
            let size = part.size();
            taken = taken.max(next + size);
            laid.push((next, part));
            next += if one {
                vec2(size.x + APART, 0.0)
            } else {
                vec2(0.0, size.y)
            };
        }
        (laid, taken)
    }

    /// Draws the message, left-aligned and vertically centred.
    fn show(&self, ui: &Ui, pass: &mut Pass<'_>, place: Rect) {
        let pen = Pen::new(ui.painter(), pass.look);
        let (parts, size) = self.laid(&pen, place.width());
        let corner = pos2(place.left(), place.center().y - size.y / 2.0);
        if let Some(filter) = &self.offer {
            return self.offer(ui, pass, (parts, Rect::from_min_size(corner, size)), filter);
        }
        for (at, part) in parts {
            pen.painter.galley(corner + at, part, pass.look.ink.text);
        }
        let (role, name) = if self.wrong.is_empty() {
            (Role::Label, self.note.clone())
        } else {
            (Role::Alert, format!("{} {}", self.wrong, self.note))
        };
        let response = ui.interact(place, ui.scope_id().with("filter-said"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(role, true, name.trim_end()));
    }
}

impl Said {
    /// Draws the suggestion as a button.
    fn offer(
        &self,
        ui: &Ui,
        pass: &mut Pass<'_>,
        (parts, place): (Vec<(Vec2, Arc<Galley>)>, Rect),
        filter: &str,
    ) {
        let response = ui.interact(
            place.expand2(vec2(4.0, 3.0)),
            ui.scope_id().with("filter-offer"),
            Sense::click(),
        );
        response.widget_info(|| WidgetInfo::labeled(Role::Button, true, self.note.as_str()));
        let pen = Pen::new(ui.painter(), pass.look);
        let radius = pass.look.tokens.radius.chip;
        if response.hovered() {
            pen.fill(response.rect, radius, pass.look.ink.hover);
        }
        if response.has_focus() {
            pen.ring(response.rect, radius);
        }
        for (at, part) in parts {
            pen.painter
                .galley(place.min + at, part, pass.look.ink.accent_text);
        }
        if response.clicked() {
            pass.act(Action::SetFilter(filter.to_owned()));
        }
    }
}

/// Layout of the filter bar.
struct Bar<'a> {
    field: Rect,
    aside: Aside<'a>,
    /// Area for the message between the two, if it fits.
    beside: Option<Rect>,
}

impl<'a> Bar<'a> {
    /// Lays out the bar. The field is as wide as its filter if the buttons, or at least their icons, fit beside it.
    fn of(pen: &Pen<'_>, words: &'a Words, rect: Rect, said: Option<&Said>, filter: &str) -> Self {
        let needed = needed(pen, filter);
        let bar = |yields| {
            let aside = Aside::of(pen, words, rect, yields);
            let left = aside.begins();
            let most = pen.look.tokens.size.filter_field.max(needed);
            let wide = most.min(left - rect.left() - 24.0);
            let field = Rect::from_min_size(pos2(rect.left() + 16.0, rect.top() + 3.0), vec2(wide, 30.0));
            let place = Rect::from_x_y_ranges(field.right() + 12.0..=left - 12.0, field.y_range());
            let fits = |said: &Said| {
                let taken = said.laid(pen, place.width()).1;
                taken.x <= place.width() && taken.y <= rect.height() - 8.0
            };
            let beside = said.filter(|said| fits(said)).map(|_| place);
            Self { field, aside, beside }
        };
        let whole = bar(false);
        let cut = whole.field.width() < needed;
        if !cut && (said.is_none() || whole.beside.is_some()) {
            return whole;
        }
        // Drop the labels of the buttons first; the icons keep their accessible names.
        let short = bar(true);
        if cut || short.beside.is_some() {
            short
        } else {
            whole
        }
    }
}

/// Returns the width that shows a filter in full, as text and as chips.
fn needed(pen: &Pen<'_>, filter: &str) -> f32 {
    let chip = |part: &String| pen.width(part, Face::small().weighing(Weight::Medium)).ceil() + 36.0;
    let chips: f32 = parts(filter).iter().map(chip).sum();
    // Add the icon before and the key after them.
    chips.max(pen.width(filter, Face::body())) + 30.0 + 44.0
}

/// Returns the height of the filter bar. If the message does not fit beside the field, the bar is taller and pushes the
/// deals down.
#[must_use]
pub fn height(ui: &Ui, pass: &Pass<'_>, rect: Rect, said: Option<&Said>) -> f32 {
    let usual = pass.look.tokens.size.filterbar;
    let head = encours_core::app::deals::board::view::head::head(pass.app);
    let (pen, words) = (Pen::new(ui.painter(), pass.look), Words::of(pass, &head));
    let rect = rect.with_max_y(rect.top() + usual);
    match said {
        Some(said)
            if Bar::of(&pen, &words, rect, Some(said), &head.filter)
                .beside
                .is_none() =>
        {
            usual + said.laid(&pen, rect.width() - 32.0).1.y + 2.0
        }
        _ => usual,
    }
}

/// Draws the filter bar.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, said: Option<&Said>) {
    let usual = pass.look.tokens.size.filterbar;
    let head = encours_core::app::deals::board::view::head::head(pass.app);
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, pass.look.ink.border);
    let words = Words::of(pass, &head);
    let row = rect.with_max_y(rect.top() + usual);
    let Bar { field, aside, beside } = Bar::of(&pen, &words, row, said, &head.filter);
    let typing = matches!(pass.app.cx.layer(), Layer::Filter);
    if typing || head.filter.is_empty() {
        filter_line::show(ui, pass, field, filter_id(), (&head.filter, &head.filter_hint));
        filter_completions::show(ui, pass, filter_id(), field);
    } else {
        chips(ui, pass, field, &head.filter);
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
fn chips(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, filter: &str) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let response = ui.interact(rect, ui.scope_id().with("filter-box"), Sense::click());
    let name = format!("{} – {filter}", pass.label(ActionId::Filter));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Pen::new(ui.painter(), look);
    pen.boxed(
        rect,
        look.tokens.radius.button,
        ink.surface,
        look.hairline(ink.control),
    );
    if response.has_focus() {
        pen.ring(rect, look.tokens.radius.button);
    }
    pen.icon(
        pos2(rect.left() + 16.0, rect.center().y),
        Icon::Filter,
        ink.text_secondary,
    );
    let cap = keycap::at_right(
        &pen,
        rect.right() - 6.0,
        rect.center().y,
        &pass.cap(ActionId::Filter),
    );
    if response.clicked() {
        pass.run(ActionId::Filter);
    }
    let parts = parts(filter);
    let mut x = rect.left() + 30.0;
    for (at, part) in parts.iter().enumerate() {
        let wide = pen.width(part, Face::small().weighing(Weight::Medium)).ceil() + 30.0;
        if x + wide > cap - 8.0 {
            let more = format!("+{}", parts.len() - at);
            pen.text(
                rect.with_min_x(x).with_max_x(cap),
                Align::Min,
                &more,
                Face::small(),
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
            Face::small().weighing(Weight::Medium),
            ink.accent_text,
        );
        let cross = Rect::from_min_max(pos2(chip.right() - 22.0, chip.top()), chip.max);
        let clear = format!("{} {part}", pass.word("button-clear"));
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
            pen.ring(cross.shrink(3.0), 3);
        }
        pen.icon_of(cross.center(), Icon::Close, 12.0, ink.accent_text);
        if off.clicked() {
            let kept: Vec<&str> = parts
                .iter()
                .enumerate()
                .filter(|(n, _)| *n != at)
                .map(|(_, p)| p.as_str())
                .collect();
            pass.act(Action::SetFilter(kept.join(" ")));
        }
        x = chip.right() + 6.0;
    }
}

/// Splits a filter at spaces outside quotes.
fn parts(filter: &str) -> Vec<String> {
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
    use super::parts;

    #[test]
    fn quotes_keep_a_part_together() {
        assert_eq!(
            parts("statut:ic  responsable:\"A. Martin\" parc"),
            ["statut:ic", "responsable:\"A. Martin\"", "parc"]
        );
        assert!(parts("   ").is_empty());
    }
}
