//! The filter bar: the filter as it is typed or as chips, and what is wrong with it.

use egui::{Align, Id, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, Layer};
use encours_core::view::board;
use encours_core::view::text::sentence;

use super::filter_aside::{Aside, Words};
use super::filter_line;
use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Pen, keycap};

/// Where the filter is typed.
#[must_use]
pub fn filter_id() -> Id {
    Id::unique("filter")
}

/// Draws the filter bar.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let head = board::head(pass.app);
    let pen = Pen::new(ui.painter(), look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let words = Words::of(pass, &head);
    let aside = Aside::of(&pen, &words, rect);
    let left = aside.begins();
    let width = look.tokens.size.filter_field.min(left - rect.left() - 24.0);
    let field = Rect::from_min_size(pos2(rect.left() + 16.0, rect.top() + 3.0), vec2(width, 30.0));
    let typing = matches!(pass.app.layer(), Layer::Filter);
    if typing || head.filter.is_empty() {
        filter_line::show(ui, pass, field, filter_id(), (&head.filter, &head.filter_hint));
    } else {
        chips(ui, pass, field, &head.filter);
    }
    if let Some((message, column)) = &head.filter_error {
        let at = pass
            .words
            .with("filter-error-at", &[("column", (*column as u64 + 1).into())]);
        let place = Rect::from_x_y_ranges(field.right() + 12.0..=left - 12.0, field.y_range());
        let text = sentence(&format!("{message} ({at})"));
        let note = sentence(head.filter_note.as_deref().unwrap_or_default());
        let whole = pen.width(&text, Face::small()) + pen.width(&note, Face::small()) + 10.0;
        if whole <= place.width() {
            let end = pen
                .text(place, Align::Min, &text, Face::small(), look.bands.alert)
                .right();
            let rest = place.with_min_x(end + 10.0);
            pen.text(rest, Align::Min, &note, Face::small(), ink.text_secondary);
            let response = ui.interact(place, ui.scope_id().with("filter-error"), Sense::hover());
            response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, format!("{text} {note}")));
        } else {
            wrong(ui, pass, field, (&text, &note));
        }
    } else if let Some(note) = &head.filter_note {
        let place = Rect::from_x_y_ranges(field.right() + 12.0..=left - 12.0, field.y_range());
        pen.text(
            place,
            Align::Min,
            &sentence(note),
            Face::small(),
            ink.text_secondary,
        );
    }
    aside.show(ui, pass);
}

/// What is wrong with the filter, under its line: it is never cut, for half of it helps nobody.
fn wrong(ui: &Ui, pass: &Pass<'_>, field: Rect, (text, note): (&str, &str)) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let wide = 420.0_f32
        .min(ui.max_rect().right() - field.left() - 16.0)
        .max(200.0);
    let area = egui::Area::new(Id::unique("filter-wrong"))
        .order(egui::Order::Foreground)
        .fixed_pos(field.left_bottom() + vec2(0.0, 4.0))
        .constrain(false)
        .fade_in(false)
        .interactable(false)
        .role(egui::accesskit::Role::Alert)
        .accessible_name(format!("{text} {note}"));
    area.show(ui.ctx(), |ui| {
        let pen = Pen::new(ui.painter(), look);
        let lines = |text: &str| {
            pen.wrapped(text, Face::small(), ink.text, wide - 20.0, 4)
                .size()
                .y
        };
        let first = lines(text);
        let more = if note.is_empty() { 0.0 } else { lines(note) + 4.0 };
        let rect = Rect::from_min_size(ui.max_rect().min, vec2(wide, first + more + 16.0));
        ui.set_clip_rect(rect.expand(24.0));
        let pen = Pen::new(ui.painter(), look);
        pen.raised(rect, look.tokens.radius.button, look.bands.alert);
        let corner = rect.min + vec2(10.0, 8.0);
        pen.block(corner, wide - 20.0, text, Face::small(), look.bands.alert);
        if !note.is_empty() {
            let corner = corner + vec2(0.0, first + 4.0);
            pen.block(corner, wide - 20.0, note, Face::small(), ink.text_secondary);
        }
        ui.set_min_size(rect.size());
    });
}

/// The filter in force, one chip for each of its parts; a click beside them goes on typing.
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

/// The parts of a filter as they were typed: cut at spaces that stand outside quotes.
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
