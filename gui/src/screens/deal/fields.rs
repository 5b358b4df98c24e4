//! The fields of a deal: editable ones are buttons that open a list or form.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::deal::view::deal::FieldLine;
use encours_core::app::foundation::input::commands::ActionId;

use super::say;
use crate::frame_ctx::Pass;
use crate::overlays::context_menu;
use crate::theme::{Face, Icon};
use crate::widgets::{Pen, Tip, card};

const LABEL: f32 = 104.0;

/// Draws a field.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, line: &FieldLine, rect: Rect) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    pen.text(
        rect.with_max_x(rect.left() + LABEL),
        Align::Min,
        &line.label,
        Face::body(),
        ink.text_tertiary,
    );
    let salt = ("field", line.label.clone());
    let edits = matches!(line.action, Some(ActionId::MoveTo | ActionId::EditDeal));
    let mut x = rect.left() + LABEL + if edits { 0.0 } else { 8.0 };
    if edits {
        x = editable(ui, pass, line, rect.with_min_x(x));
    } else {
        if let Some(code) = &line.class {
            pen.swatch(pos2(x + 5.0, rect.center().y), code);
            x += 16.0;
        }
        let copies = line.action == Some(ActionId::Copy);
        let face = if copies { Face::code() } else { Face::body() };
        let color = if line.known { ink.text } else { ink.text_tertiary };
        let text = pen.text(rect.with_min_x(x), Align::Min, &line.value, face, color);
        let spoken = format!("{} – {} {}", line.label, line.value, line.note);
        if copies {
            copied(
                ui,
                pass,
                text.with_min_y(rect.top()).with_max_y(rect.bottom()),
                spoken.trim(),
            );
        } else {
            say(ui, text, salt, Role::Label, spoken.trim());
        }
        x = text.right();
    }
    if !line.note.is_empty() {
        x += 8.0;
        if line.class.is_some() {
            pen.icon_of(
                pos2(x + 7.0, rect.center().y),
                Icon::Lock,
                14.0,
                ink.text_tertiary,
            );
            x += 18.0;
        }
        let room = rect.with_min_x(x);
        let short = pass.word("deal-class-read-only-short");
        let fits = line.class.is_none() || pen.width(&line.note, Face::small()) <= room.width();
        pen.text(
            room,
            Align::Min,
            if fits { &line.note } else { &short },
            Face::small(),
            ink.text_tertiary,
        );
    }
}

/// Draws the reason why a deal counts as slow or stuck, below its age. Returns its bottom edge.
pub(super) fn reason(ui: &Ui, pass: &Pass<'_>, line: &FieldLine, column: Rect, y: f32) -> f32 {
    let pen = Pen::new(ui.painter(), pass.look);
    let left = column.left() + LABEL + 8.0;
    let mut inset = 0.0;
    if let Some(heat) = line.heat {
        card::clock(&pen, pos2(left + 8.0, y + 8.0), heat);
        inset = 22.0;
    }
    let ink = pass.look.ink.text_secondary;
    let (corner, wide) = (pos2(left + inset, y), column.right() - left - inset);
    let at = pen.block(corner, wide, &line.reason, Face::small(), ink);
    say(ui, at, ("why", line.label.clone()), Role::Label, &line.reason);
    at.bottom()
}

/// Draws a value that a click copies. It must be a button from the start: if it were announced as a label first, it
/// would lose the focus and Tab would get stuck.
fn copied(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, spoken: &str) {
    let response = ui.interact(rect, ui.scope_id().with("copied"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, spoken));
    if response.has_focus() {
        let pen = Pen::new(ui.painter(), pass.look);
        pen.ring(rect.expand2(vec2(3.0, -3.0)), pass.look.tokens.radius.chip);
    }
    let response = response.tip(pass.label(ActionId::Copy));
    if response.clicked() {
        pass.run(ActionId::Copy);
    }
}

/// Draws an editable value as a button that opens its menu or form. Returns its right edge.
fn editable(ui: &mut Ui, pass: &mut Pass<'_>, line: &FieldLine, rect: Rect) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let strong = Face::strong();
    let lead = if line.status.is_some() { 28.0 } else { 8.0 };
    let wide = (pen.width(&line.value, strong).ceil() + lead + 28.0).min(rect.width());
    let place = Rect::from_min_size(pos2(rect.left(), rect.center().y - 13.0), vec2(wide, 26.0));
    let response = ui.interact(place, ui.scope_id().with(("edit", &line.label)), Sense::click());
    let name = format!("{} – {}", line.label, line.value);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    pen.control(place, &response);
    if let Some(code) = &line.status {
        pen.status(
            pos2(place.left() + 15.0, place.center().y),
            code,
            ink.text_secondary,
        );
    }
    let text = place
        .with_min_x(place.left() + lead)
        .with_max_x(place.right() - 24.0);
    pen.text(
        text,
        Align::Min,
        &line.value,
        strong,
        if line.known { ink.text } else { ink.text_tertiary },
    );
    // The icon tells whether the button opens a list or a form.
    let icon = if line.status.is_some() {
        Icon::Down
    } else {
        Icon::Edit
    };
    pen.icon_of(
        pos2(place.right() - 14.0, place.center().y),
        icon,
        12.0,
        ink.text_tertiary,
    );
    match (&line.status, line.action) {
        // The status list opens at the status field.
        (Some(from), Some(ActionId::MoveTo)) => {
            egui::Popup::menu(&response)
                .frame(context_menu::frame(look))
                .show(|ui| context_menu::statuses(ui, pass, from));
        }
        (_, Some(id)) if response.clicked() => pass.run(id),
        _ => {}
    }
    let mut x = place.right();
    if let Some(mark) = line.write {
        pen.icon_of(
            pos2(x + 14.0, place.center().y),
            card::write_icon(mark),
            14.0,
            card::write_color(&pen, mark),
        );
        x += 22.0;
    }
    x
}
