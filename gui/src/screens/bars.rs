//! The two bars over the board: where one is and how much there is; the filter and how the cards are sorted.

use egui::{Align, Id, Key, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId, Layer};
use encours_core::view::board;

use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::field::Field;
use crate::widgets::{Button, Kind, Pen, keycap};

/// Where the filter is typed.
#[must_use]
pub fn filter_id() -> Id {
    Id::unique("filter")
}

/// The top bar of the board.
pub fn top(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let head = board::head(pass.app);
    let pen = Pen::new(ui.painter(), look);
    let narrow = rect.width() < 760.0;
    let label = pass.word("button-new-deal").into_owned();
    let cap = pass.cap(ActionId::NewDeal);
    let mut button = Button::new(&label).icon(Icon::Plus).key(&cap).kind(Kind::Primary);
    if narrow {
        button = button.short();
    }
    let width = button.width(&pen);
    let height = look.tokens.size.control_height;
    let place = Rect::from_min_size(
        pos2(rect.right() - 16.0 - width, rect.center().y - height / 2.0),
        vec2(width, height),
    );
    if button.show(ui, look, ui.scope_id().with("new"), place).clicked() {
        pass.run(ActionId::NewDeal);
    }
    let title = pass.word("screen-pipeline").into_owned();
    let line = rect
        .with_min_x(rect.left() + 16.0)
        .with_max_x(place.left() - 12.0);
    let title = pen.text(line, Align::Min, &title, Face::title(), ink.text);
    let chevron = pos2(title.right() + 15.0, rect.center().y);
    pen.icon_of(
        chevron,
        Icon::Right,
        look.tokens.size.icon_small,
        ink.text_tertiary,
    );
    let view = pen.text(
        line.with_min_x(chevron.x + 14.0),
        Align::Min,
        &head.title,
        Face::strong(),
        ink.text,
    );
    pen.text(
        line.with_min_x(view.right() + 16.0),
        Align::Min,
        &head.counts,
        Face::small(),
        ink.text_tertiary,
    );
    let response = ui.interact(title, ui.scope_id().with("title"), Sense::hover());
    let spoken = format!(
        "{} – {} – {}",
        pass.word("screen-pipeline"),
        head.title,
        head.counts
    );
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &spoken));
}

/// The filter bar.
pub fn filter(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let head = board::head(pass.app);
    let pen = Pen::new(ui.painter(), look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    let left = sorted(&pen, pass, rect, &head);
    let width = look.tokens.size.filter_field.min(left - rect.left() - 32.0);
    let field = Rect::from_min_size(pos2(rect.left() + 16.0, rect.top() + 3.0), vec2(width, 30.0));
    let typing = matches!(pass.app.layer(), Layer::Filter);
    if typing || head.filter.is_empty() {
        editor(ui, pass, field, &head, typing);
    } else {
        chips(ui, pass, field, &head.filter);
    }
    if let Some((message, column)) = &head.filter_error {
        let at = pass
            .words
            .with("filter-error-at", &[("column", (*column as u64 + 1).into())]);
        let place = Rect::from_x_y_ranges(field.right() + 12.0..=left - 12.0, field.y_range());
        pen.text(
            place,
            Align::Min,
            &format!("{message} ({at})"),
            Face::small(),
            look.bands.alert,
        );
    }
}

/// How the cards are sorted and which number they show, at the right. Returns where it begins.
fn sorted(pen: &Pen<'_>, pass: &Pass<'_>, rect: Rect, head: &board::BoardHead) -> f32 {
    let ink = &pass.look.ink;
    let row = rect.with_max_y(rect.top() + 36.0);
    let mut right = rect.right() - 24.0;
    let parts = [
        (Icon::Fields, pass.word("fields-shown"), head.field.as_str()),
        (Icon::Sort, pass.word("sort-label"), &pass.word("field-age-short")),
    ];
    for (icon, label, value) in parts {
        let value = pen.text(
            row.with_max_x(right),
            Align::Max,
            value,
            Face::small().weighing(Weight::Medium),
            ink.text,
        );
        let label = pen.text(
            row.with_max_x(value.left() - 6.0),
            Align::Max,
            &label,
            Face::small(),
            ink.text_secondary,
        );
        pen.icon_of(
            pos2(label.left() - 16.0, row.center().y),
            icon,
            14.0,
            ink.text_secondary,
        );
        right = label.left() - 46.0;
    }
    right + 20.0
}

fn editor(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, head: &board::BoardHead, typing: bool) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = filter_id();
    if typing && !ui.memory(|memory| memory.has_focus(id)) && !ui.memory(|m| m.had_focus_last_frame(id)) {
        ui.memory_mut(|memory| memory.request_focus(id));
    }
    let name = pass.label(ActionId::Filter);
    let mut text = head.filter.clone();
    let field = Field {
        name: &name,
        hint: &head.filter_hint,
        face: Face::body(),
        boxed: true,
        left: 32.0,
        right: 34.0,
    };
    let response = field.show(ui, look, id, rect, &mut text);
    let pen = Pen::new(ui.painter(), look);
    pen.icon(
        pos2(rect.left() + 16.0, rect.center().y),
        Icon::Filter,
        ink.text_secondary,
    );
    if !typing {
        keycap::at_right(
            &pen,
            rect.right() - 6.0,
            rect.center().y,
            &pass.cap(ActionId::Filter),
        );
    }
    if response.gained_focus() && !typing {
        pass.run(ActionId::Filter);
    }
    if response.changed() {
        pass.act(Action::SetFilter(text));
    }
    // A click elsewhere ends the typing; Enter and Esc are keys of the table.
    if typing && response.lost_focus() && !ui.input(|input| input.key_pressed(Key::Tab)) {
        pass.act(Action::CloseLayer);
    }
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
