//! Rows of menus: headings, actions with key and reason, radio choices and check boxes.

use egui::{Align, Rect, Response, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::action::Action;

use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::theme::{Icon, TextStyle};
use crate::widgets::checkbox::{self, CheckState};
use crate::widgets::{Painter, TooltipExt, keycap};

/// Position of a row's icon or mark, in points from its left edge. Labels start at the same position in all kinds of
/// rows.
const ICON_X: f32 = 16.0;
/// Position at which labels start.
const LABEL_X: f32 = 32.0;

/// Draws a heading with the key that cycles through the rows below it.
pub(super) fn draw_cycle_heading(ui: &mut Ui, frame: &mut FrameCtx<'_>, id: ActionId) {
    if input_queue::take_pressed_row(ui.ctx(), id) {
        frame.request_command(id);
    }
    let row = draw_heading(ui, frame, id.spec().label_key);
    keycap::paint_left_of(
        &Painter::new(ui.painter(), frame.theme),
        row.right() - 8.0,
        row.center().y,
        &frame.key_cap(id),
    );
}

/// Draws a heading and returns its area.
pub(super) fn draw_heading(ui: &mut Ui, frame: &FrameCtx<'_>, key: &str) -> Rect {
    let text = frame.message(key);
    draw_text(ui, frame, Role::Heading, &text)
}

/// Draws a note that applies to all rows below it.
pub(super) fn draw_note(ui: &mut Ui, frame: &FrameCtx<'_>, text: &str) {
    draw_text(ui, frame, Role::Label, text);
}

fn draw_text(ui: &mut Ui, frame: &FrameCtx<'_>, role: Role, text: &str) -> Rect {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(role, true, text));
    let row = rect.shrink2(vec2(10.0, 0.0));
    Painter::new(ui.painter(), frame.theme).text(
        row,
        Align::Min,
        text,
        TextStyle::label(),
        frame.theme.colors.text_tertiary,
    );
    rect
}

/// Draws a radio row. Returns whether it was clicked.
pub(super) fn radio_row(
    ui: &mut Ui,
    frame: &FrameCtx<'_>,
    status: Option<&str>,
    label: &str,
    is_selected: bool,
) -> bool {
    let colors = &frame.theme.colors;
    let (rect, response) = entry_row(ui, frame, Role::MenuItemRadio, label, is_selected);
    let painter = Painter::new(ui.painter(), frame.theme);
    let icon_pos = pos2(rect.left() + ICON_X, rect.center().y);
    // A status has its own icon at the left, so the mark of the chosen row goes to the right.
    let mark = match status {
        Some(status) => {
            painter.status_ring(icon_pos, status, colors.text_secondary);
            pos2(rect.right() - ICON_X, icon_pos.y)
        }
        None => icon_pos,
    };
    painter.text(
        rect.with_min_x(rect.left() + LABEL_X).with_max_x(rect.right() - 28.0),
        Align::Min,
        label,
        TextStyle::strong(),
        colors.text,
    );
    if is_selected {
        painter.icon(mark, Icon::Check, colors.accent_text);
    }
    response.clicked()
}

/// Draws a radio row with a note below its label. If the row is disabled, the note gives the reason.
pub(super) fn radio_row_with_note(
    ui: &mut Ui,
    frame: &FrameCtx<'_>,
    (label, note): (&str, &str),
    is_selected: bool,
    enabled: bool,
) -> bool {
    let colors = &frame.theme.colors;
    let width = ui.available_width();
    let painter = Painter::new(ui.painter(), frame.theme);
    let available = width - LABEL_X - 10.0;
    let note_lines = (!note.is_empty())
        .then(|| painter.layout_wrapped(note, TextStyle::small(), colors.text_tertiary, available, 4));
    let row_height = 30.0 + note_lines.as_ref().map_or(0.0, |lines| lines.size().y + 3.0);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(width, row_height), sense);
    let a11y_text = if note.is_empty() { label.to_owned() } else { format!("{label} – {note}") };
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, enabled, is_selected, &a11y_text));
    if enabled {
        input_queue::focus_entry(&response);
    }
    let painter = Painter::new(ui.painter(), frame.theme);
    if enabled && (response.hovered() || response.has_focus()) {
        painter.fill(rect, frame.theme.tokens.radius.chip, colors.hover);
    }
    let line = rect.with_max_y(rect.top() + 30.0);
    let label_rect = line.with_min_x(line.left() + LABEL_X).with_max_x(line.right() - 10.0);
    let color = if enabled { colors.text } else { colors.text_disabled };
    painter.text(label_rect, Align::Min, label, TextStyle::strong(), color);
    if let Some(lines) = note_lines {
        painter.inner.galley(pos2(label_rect.left(), line.bottom() - 5.0), lines, colors.text_tertiary);
    }
    if is_selected {
        painter.icon(pos2(rect.left() + ICON_X, line.center().y), Icon::Check, colors.accent_text);
    }
    response.clicked()
}

/// Draws a check box row for an action, with its key.
pub(super) fn checkbox_action_row(ui: &mut Ui, frame: &mut FrameCtx<'_>, id: ActionId, on: bool) {
    let corner = ui.cursor().min;
    let row = Rect::from_min_size(corner, vec2(ui.available_width(), 30.0));
    let pressed = checkbox_row(ui, frame, &frame.action_name(id), on);
    let painter = Painter::new(ui.painter(), frame.theme);
    keycap::paint_left_of(&painter, row.right() - 8.0, row.center().y, &frame.key_cap(id));
    if pressed || input_queue::take_pressed_row(ui.ctx(), id) {
        frame.request_command(id);
        ui.close();
    }
}

/// Draws a check box row. Returns whether it was clicked.
pub(super) fn checkbox_row(ui: &mut Ui, frame: &FrameCtx<'_>, label: &str, on: bool) -> bool {
    let (rect, response) = entry_row(ui, frame, Role::MenuItemCheckBox, label, on);
    let painter = Painter::new(ui.painter(), frame.theme);
    let tick = if on { CheckState::All } else { CheckState::No };
    let center = pos2(rect.left() + ICON_X, rect.center().y);
    checkbox::paint(&painter, center, tick, response.hovered());
    let label_rect = rect.with_min_x(rect.left() + LABEL_X).with_max_x(rect.right() - 10.0);
    painter.text(label_rect, Align::Min, label, TextStyle::strong(), frame.theme.colors.text);
    response.clicked()
}

/// Draws a check box row; if there is a `reason`, the row is disabled and shows it as a tooltip and in its accessible
/// name.
pub(super) fn checkbox_row_if(
    ui: &mut Ui,
    frame: &FrameCtx<'_>,
    label: &str,
    on: bool,
    reason: Option<&str>,
) -> bool {
    let Some(reason) = reason else {
        return checkbox_row(ui, frame, label, on);
    };
    let colors = &frame.theme.colors;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::hover());
    let a11y_text = format!("{label} – {reason}");
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemCheckBox, false, on, &a11y_text));
    let painter = Painter::new(ui.painter(), frame.theme);
    let tick = if on { CheckState::All } else { CheckState::No };
    let center = pos2(rect.left() + ICON_X, rect.center().y);
    checkbox::paint(&painter.with_opacity(0.5), center, tick, false);
    let label_rect = rect.with_min_x(rect.left() + LABEL_X).with_max_x(rect.right() - 10.0);
    painter.text(label_rect, Align::Min, label, TextStyle::strong(), colors.text_disabled);
    response.tooltip(reason);
    false
}

/// Allocates the area of a selectable entry and draws its hover background.
pub(super) fn entry_row(
    ui: &mut Ui,
    frame: &FrameCtx<'_>,
    role: Role,
    label: &str,
    on: bool,
) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(role, true, on, label));
    input_queue::focus_entry(&response);
    if response.hovered() || response.has_focus() {
        let radius = frame.theme.tokens.radius.chip;
        Painter::new(ui.painter(), frame.theme).fill(rect, radius, frame.theme.colors.hover);
    }
    (rect, response)
}

pub(super) fn action_rows(ui: &mut Ui, frame: &mut FrameCtx<'_>, actions: &[(ActionId, Icon)]) {
    for (id, icon) in actions {
        target_row(ui, frame, (*id, *icon), Action::Run(*id));
    }
}

/// Draws a row that runs `action` on the menu's target. Its key presses the same row.
pub(super) fn target_row(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    (id, icon): (ActionId, Icon),
    action: Action,
) {
    ui.set_width(264.0);
    // Some actions do not exist here: for example, Open is hidden in the panel of a deal that is already open.
    if frame.app.enabled(id)
        != Err(encours_core::app::foundation::input::disabled_reason::DisabledReason::NotHere)
        && action_row(ui, frame, id, icon)
    {
        frame.request(action);
        ui.close();
    }
}

pub(super) fn action_row(ui: &mut Ui, frame: &FrameCtx<'_>, id: ActionId, icon: Icon) -> bool {
    let danger = id == ActionId::DeleteDeal;
    let (label, key_cap) = (frame.action_name(id), frame.key_cap(id));
    let reason = frame.disabled_reason(id);
    let clicked = named_row(ui, frame, (icon, &label, &key_cap), reason.as_deref(), danger);
    clicked || reason.is_none() && input_queue::take_pressed_row(ui.ctx(), id)
}

/// Draws a row outside the command table, or one with its own target. It shows name, key and, if disabled, the reason.
pub(super) fn named_row(
    ui: &mut Ui,
    frame: &FrameCtx<'_>,
    (icon, label, key_cap): (Icon, &str, &str),
    reason: Option<&str>,
    danger: bool,
) -> bool {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let enabled = reason.is_none();
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let width = ui.available_width();
    let painter = Painter::new(ui.painter(), theme);
    let available = width - 40.0;
    let fits_beside = |reason: &str| {
        painter.text_width(label, TextStyle::strong()) + 12.0 + painter.text_width(reason, TextStyle::small())
            <= available
    };
    // If the reason does not fit beside the label, it goes below, because truncated text would be useless.
    let reason_lines = reason.filter(|reason| !fits_beside(reason));
    let reason_lines = reason_lines
        .map(|reason| painter.layout_wrapped(reason, TextStyle::small(), colors.text_tertiary, available, 3));
    let row_height = 30.0 + reason_lines.as_ref().map_or(0.0, |lines| lines.size().y + 3.0);
    let (rect, response) = ui.allocate_exact_size(vec2(width, row_height), sense);
    let a11y_text = match reason {
        Some(reason) => format!("{label} – {reason}"),
        None => label.to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, enabled, &a11y_text));
    if enabled {
        input_queue::focus_entry(&response);
    }
    let painter = Painter::new(ui.painter(), theme);
    if enabled && (response.hovered() || response.has_focus()) {
        painter.fill(rect, theme.tokens.radius.chip, colors.hover);
    }
    let (mark, text) = match (enabled, danger) {
        (false, _) => (colors.text_disabled, colors.text_disabled),
        (true, true) => (theme.band_colors.alert, theme.band_colors.alert),
        (true, false) => (colors.text_secondary, colors.text),
    };
    let line = rect.with_max_y(rect.top() + 30.0);
    painter.icon(pos2(line.left() + ICON_X, line.center().y), icon, mark);
    let inner = line.with_min_x(line.left() + LABEL_X).with_max_x(line.right() - 8.0);
    let right = match (reason, reason_lines) {
        (_, Some(lines)) => {
            painter.inner.galley(pos2(inner.left(), line.bottom() - 5.0), lines, colors.text_tertiary);
            inner.right()
        }
        (Some(reason), None) => {
            painter.text(inner, Align::Max, reason, TextStyle::small(), colors.text_tertiary).left()
        }
        (None, None) if key_cap.is_empty() => inner.right(),
        (None, None) => keycap::paint_left_of(&painter, inner.right(), line.center().y, key_cap),
    };
    painter.text(inner.with_max_x(right - 8.0), Align::Min, label, TextStyle::strong(), text);
    response.clicked()
}
