//! The fields of a deal: editable ones are buttons that open a list or form.

use encours_core::app::changes::deal::view::deal::FieldLine;

use crate::prelude::*;
use crate::widgets::card;

const LABEL_WIDTH: f32 = 104.0;

/// Draws a field.
pub(super) fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, line: &FieldLine, rect: Rect) {
    let (painter, colors) = frame.painter_and_colors(ui);
    painter.left(
        rect.with_max_x(rect.left() + LABEL_WIDTH),
        &line.label,
        TextStyle::body(),
        colors.text_tertiary,
    );
    let salt = ("field", line.label.clone());
    let edits = matches!(
        line.action,
        Some(ActionId::MoveTo | ActionId::EditDeal | ActionId::Followup | ActionId::Labels)
    );
    let mut x = rect.left() + LABEL_WIDTH + if edits { 0.0 } else { 8.0 };
    if edits {
        x = draw_editable(ui, frame, line, rect.with_min_x(x));
    } else {
        if let Some(code) = &line.class {
            painter.class_swatch(pos2(x + 5.0, rect.center().y), code);
            x += 16.0;
        }
        let copies = line.action == Some(ActionId::Copy);
        let style = if copies { TextStyle::code() } else { TextStyle::body() };
        let color = if line.is_known { colors.text } else { colors.text_tertiary };
        let text = painter.left(rect.with_min_x(x), &line.value, style, color);
        let a11y_text = format!("{} – {} {}", line.label, line.value, line.note);
        if copies {
            copy_on_click(ui, frame, text.with_min_y(rect.top()).with_max_y(rect.bottom()), a11y_text.trim());
        } else {
            ui.hover_area(text, salt, Role::Label, a11y_text.trim());
        }
        x = text.right();
    }
    if !line.note.is_empty() {
        x += 8.0;
        if line.class.is_some() {
            painter.sized_icon(pos2(x + 7.0, rect.center().y), Icon::Lock, 14.0, colors.text_tertiary);
            x += 18.0;
        }
        let space = rect.with_min_x(x);
        let short = frame.message("deal-class-read-only-short");
        let fits =
            line.class.is_none() || painter.text_width(&line.note, TextStyle::small()) <= space.width();
        painter.left(space, if fits { &line.note } else { &short }, TextStyle::small(), colors.text_tertiary);
    }
}

/// Draws the reason why a deal counts as slow or stuck, below its age. Returns its bottom edge.
pub(super) fn draw_age_reason(ui: &Ui, frame: &FrameCtx<'_>, line: &FieldLine, column: Rect, y: f32) -> f32 {
    let painter = frame.painter(ui);
    let left_x = column.left() + LABEL_WIDTH + 8.0;
    let mut inset = 0.0;
    if let Some(slowness) = line.slowness {
        card::draw_clock(&painter, pos2(left_x + 8.0, y + 8.0), slowness);
        inset = 22.0;
    }
    let colors = frame.theme.colors.text_secondary;
    let (corner, width) = (pos2(left_x + inset, y), column.right() - left_x - inset);
    let at = painter.block(corner, width, &line.slowness_reason, TextStyle::small(), colors);
    ui.hover_area(at, ("why", line.label.clone()), Role::Label, &line.slowness_reason);
    at.bottom()
}

/// Draws a value that a click copies. It must be a button from the start: if it were announced as a label first, it
/// would lose the focus and Tab would get stuck.
fn copy_on_click(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, a11y_text: &str) {
    let response = ui.click_area(rect, "copied", Role::Button, a11y_text);
    if response.has_focus() {
        let painter = frame.painter(ui);
        painter.focus_ring(rect.expand2(vec2(3.0, -3.0)), frame.theme.tokens.radius.chip);
    }
    let response = response.tooltip(frame.action_name(ActionId::Copy));
    if response.clicked() {
        frame.request_command(ActionId::Copy);
    }
}

/// Draws an editable value as a button that opens its menu or form. Returns its right edge.
fn draw_editable(ui: &mut Ui, frame: &mut FrameCtx<'_>, line: &FieldLine, rect: Rect) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let strong = TextStyle::strong();
    let lead = if line.status.is_some() || line.band.is_some() { 28.0 } else { 8.0 };
    let width = (painter.text_width(&line.value, strong).ceil() + lead + 28.0).min(rect.width());
    let button_rect = rect_at(rect.left(), rect.center().y - 13.0, width, 26.0);
    let name = format!("{} – {}", line.label, line.value);
    let response = ui.click_area(button_rect, ("edit", &line.label), Role::Button, &name);
    painter.control(button_rect, &response);
    if let Some(code) = &line.status {
        painter.status_ring(button_rect.near_left(15.0), code, colors.text_secondary);
    }
    if let Some(band) = line.band {
        painter.band_shape(button_rect.near_left(15.0), band);
    }
    let text = button_rect.inset(lead, 24.0);
    painter.left(text, &line.value, strong, if line.is_known { colors.text } else { colors.text_tertiary });
    // The icon tells whether the button opens a list or a form.
    let icon = if line.status.is_some() { Icon::Down } else { Icon::Edit };
    painter.sized_icon(button_rect.near_right(14.0), icon, 12.0, colors.text_tertiary);
    match (&line.status, line.action) {
        // The status list opens at the status field.
        (Some(from), Some(ActionId::MoveTo)) => {
            context_menu::popup(&response, theme).show(|ui| context_menu::statuses_menu(ui, frame, from));
        }
        (_, Some(id)) if response.clicked() => frame.request_command(id),
        _ => {}
    }
    let mut x = button_rect.right();
    if let Some(mark) = line.write {
        painter.sized_icon(
            pos2(x + 14.0, button_rect.center().y),
            card::write_icon(mark),
            14.0,
            card::write_color(&painter, mark),
        );
        x += 22.0;
    }
    x
}
