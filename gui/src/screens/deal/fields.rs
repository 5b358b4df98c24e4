//! The fields of a deal: editable ones are buttons that open a list or form.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::changes::deal::view::deal::FieldLine;
use encours_core::app::foundation::input::commands::ActionId;

use super::add_label;
use crate::frame_ctx::FrameCtx;
use crate::overlays::context_menu;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Painter, TooltipExt, card};

const LABEL_WIDTH: f32 = 104.0;

/// Draws a field.
pub(super) fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, line: &FieldLine, rect: Rect) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    pen.text(
        rect.with_max_x(rect.left() + LABEL_WIDTH),
        Align::Min,
        &line.label,
        TextStyle::body(),
        ink.text_tertiary,
    );
    let salt = ("field", line.label.clone());
    let edits = matches!(line.action, Some(ActionId::MoveTo | ActionId::EditDeal));
    let mut x = rect.left() + LABEL_WIDTH + if edits { 0.0 } else { 8.0 };
    if edits {
        x = draw_editable(ui, pass, line, rect.with_min_x(x));
    } else {
        if let Some(code) = &line.class {
            pen.class_swatch(pos2(x + 5.0, rect.center().y), code);
            x += 16.0;
        }
        let copies = line.action == Some(ActionId::Copy);
        let face = if copies {
            TextStyle::code()
        } else {
            TextStyle::body()
        };
        let color = if line.is_known {
            ink.text
        } else {
            ink.text_tertiary
        };
        let text = pen.text(rect.with_min_x(x), Align::Min, &line.value, face, color);
        let spoken = format!("{} – {} {}", line.label, line.value, line.note);
        if copies {
            copy_on_click(
                ui,
                pass,
                text.with_min_y(rect.top()).with_max_y(rect.bottom()),
                spoken.trim(),
            );
        } else {
            add_label(ui, text, salt, Role::Label, spoken.trim());
        }
        x = text.right();
    }
    if !line.note.is_empty() {
        x += 8.0;
        if line.class.is_some() {
            pen.sized_icon(
                pos2(x + 7.0, rect.center().y),
                Icon::Lock,
                14.0,
                ink.text_tertiary,
            );
            x += 18.0;
        }
        let room = rect.with_min_x(x);
        let short = pass.message("deal-class-read-only-short");
        let fits = line.class.is_none() || pen.text_width(&line.note, TextStyle::small()) <= room.width();
        pen.text(
            room,
            Align::Min,
            if fits { &line.note } else { &short },
            TextStyle::small(),
            ink.text_tertiary,
        );
    }
}

/// Draws the reason why a deal counts as slow or stuck, below its age. Returns its bottom edge.
pub(super) fn draw_age_reason(ui: &Ui, pass: &FrameCtx<'_>, line: &FieldLine, column: Rect, y: f32) -> f32 {
    let pen = Painter::new(ui.painter(), pass.theme);
    let left = column.left() + LABEL_WIDTH + 8.0;
    let mut inset = 0.0;
    if let Some(heat) = line.staleness {
        card::draw_clock(&pen, pos2(left + 8.0, y + 8.0), heat);
        inset = 22.0;
    }
    let ink = pass.theme.colors.text_secondary;
    let (corner, wide) = (pos2(left + inset, y), column.right() - left - inset);
    let at = pen.block(corner, wide, &line.staleness_reason, TextStyle::small(), ink);
    add_label(
        ui,
        at,
        ("why", line.label.clone()),
        Role::Label,
        &line.staleness_reason,
    );
    at.bottom()
}

/// Draws a value that a click copies. It must be a button from the start: if it were announced as a label first, it
/// would lose the focus and Tab would get stuck.
fn copy_on_click(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect, spoken: &str) {
    let response = ui.interact(rect, ui.scope_id().with("copied"), Sense::click());
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, spoken));
    if response.has_focus() {
        let pen = Painter::new(ui.painter(), pass.theme);
        pen.focus_ring(rect.expand2(vec2(3.0, -3.0)), pass.theme.tokens.radius.chip);
    }
    let response = response.tooltip(pass.action_name(ActionId::Copy));
    if response.clicked() {
        pass.request_command(ActionId::Copy);
    }
}

/// Draws an editable value as a button that opens its menu or form. Returns its right edge.
fn draw_editable(ui: &mut Ui, pass: &mut FrameCtx<'_>, line: &FieldLine, rect: Rect) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let strong = TextStyle::strong();
    let lead = if line.status.is_some() { 28.0 } else { 8.0 };
    let wide = (pen.text_width(&line.value, strong).ceil() + lead + 28.0).min(rect.width());
    let place = Rect::from_min_size(pos2(rect.left(), rect.center().y - 13.0), vec2(wide, 26.0));
    let response = ui.interact(place, ui.scope_id().with(("edit", &line.label)), Sense::click());
    let name = format!("{} – {}", line.label, line.value);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    pen.control(place, &response);
    if let Some(code) = &line.status {
        pen.status_ring(
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
        if line.is_known {
            ink.text
        } else {
            ink.text_tertiary
        },
    );
    // The icon tells whether the button opens a list or a form.
    let icon = if line.status.is_some() {
        Icon::Down
    } else {
        Icon::Edit
    };
    pen.sized_icon(
        pos2(place.right() - 14.0, place.center().y),
        icon,
        12.0,
        ink.text_tertiary,
    );
    match (&line.status, line.action) {
        // The status list opens at the status field.
        (Some(from), Some(ActionId::MoveTo)) => {
            egui::Popup::menu(&response)
                .frame(context_menu::menu_frame(look))
                .show(|ui| context_menu::statuses_menu(ui, pass, from));
        }
        (_, Some(id)) if response.clicked() => pass.request_command(id),
        _ => {}
    }
    let mut x = place.right();
    if let Some(mark) = line.write {
        pen.sized_icon(
            pos2(x + 14.0, place.center().y),
            card::write_icon(mark),
            14.0,
            card::write_color(&pen, mark),
        );
        x += 22.0;
    }
    x
}
