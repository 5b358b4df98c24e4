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
pub(super) fn draw_cycle_heading(ui: &mut Ui, pass: &mut FrameCtx<'_>, id: ActionId) {
    if input_queue::take_pressed_row(ui.ctx(), id) {
        pass.request_command(id);
    }
    let row = draw_heading(ui, pass, id.spec().label_key);
    keycap::paint_left_of(
        &Painter::new(ui.painter(), pass.theme),
        row.right() - 8.0,
        row.center().y,
        &pass.key_cap(id),
    );
}

/// Draws a heading and returns its area.
pub(super) fn draw_heading(ui: &mut Ui, pass: &FrameCtx<'_>, key: &str) -> Rect {
    let text = pass.message(key);
    draw_text(ui, pass, Role::Heading, &text)
}

/// Draws a note that applies to all rows below it.
pub(super) fn draw_note(ui: &mut Ui, pass: &FrameCtx<'_>, text: &str) {
    draw_text(ui, pass, Role::Label, text);
}

fn draw_text(ui: &mut Ui, pass: &FrameCtx<'_>, role: Role, text: &str) -> Rect {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(role, true, text));
    let row = rect.shrink2(vec2(10.0, 0.0));
    Painter::new(ui.painter(), pass.theme).text(
        row,
        Align::Min,
        text,
        TextStyle::label(),
        pass.theme.colors.text_tertiary,
    );
    rect
}

/// Draws a radio row. Returns whether it was clicked.
pub(super) fn radio_row(
    ui: &mut Ui,
    pass: &FrameCtx<'_>,
    status: Option<&str>,
    label: &str,
    chosen: bool,
) -> bool {
    let ink = &pass.theme.colors;
    let (rect, response) = entry_row(ui, pass, Role::MenuItemRadio, label, chosen);
    let pen = Painter::new(ui.painter(), pass.theme);
    let sign = pos2(rect.left() + ICON_X, rect.center().y);
    // A status has its own icon at the left, so the mark of the chosen row goes to the right.
    let mark = match status {
        Some(status) => {
            pen.status_ring(sign, status, ink.text_secondary);
            pos2(rect.right() - ICON_X, sign.y)
        }
        None => sign,
    };
    pen.text(
        rect.with_min_x(rect.left() + LABEL_X)
            .with_max_x(rect.right() - 28.0),
        Align::Min,
        label,
        TextStyle::strong(),
        ink.text,
    );
    if chosen {
        pen.icon(mark, Icon::Check, ink.accent_text);
    }
    response.clicked()
}

/// Draws a radio row with a note below its label. If the row is disabled, the note gives the reason.
pub(super) fn radio_row_with_note(
    ui: &mut Ui,
    pass: &FrameCtx<'_>,
    (label, note): (&str, &str),
    chosen: bool,
    enabled: bool,
) -> bool {
    let ink = &pass.theme.colors;
    let wide = ui.available_width();
    let pen = Painter::new(ui.painter(), pass.theme);
    let room = wide - LABEL_X - 10.0;
    let under =
        (!note.is_empty()).then(|| pen.layout_wrapped(note, TextStyle::small(), ink.text_tertiary, room, 4));
    let tall = 30.0 + under.as_ref().map_or(0.0, |lines| lines.size().y + 3.0);
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let (rect, response) = ui.allocate_exact_size(vec2(wide, tall), sense);
    let spoken = if note.is_empty() {
        label.to_owned()
    } else {
        format!("{label} – {note}")
    };
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemRadio, enabled, chosen, &spoken));
    if enabled {
        input_queue::focus_entry(&response);
    }
    let pen = Painter::new(ui.painter(), pass.theme);
    if enabled && (response.hovered() || response.has_focus()) {
        pen.fill(rect, pass.theme.tokens.radius.chip, ink.hover);
    }
    let line = rect.with_max_y(rect.top() + 30.0);
    let words = line
        .with_min_x(line.left() + LABEL_X)
        .with_max_x(line.right() - 10.0);
    let color = if enabled { ink.text } else { ink.text_disabled };
    pen.text(words, Align::Min, label, TextStyle::strong(), color);
    if let Some(lines) = under {
        pen.inner
            .galley(pos2(words.left(), line.bottom() - 5.0), lines, ink.text_tertiary);
    }
    if chosen {
        pen.icon(
            pos2(rect.left() + ICON_X, line.center().y),
            Icon::Check,
            ink.accent_text,
        );
    }
    response.clicked()
}

/// Draws a check box row for an action, with its key.
pub(super) fn checkbox_action_row(ui: &mut Ui, pass: &mut FrameCtx<'_>, id: ActionId, on: bool) {
    let corner = ui.cursor().min;
    let row = Rect::from_min_size(corner, vec2(ui.available_width(), 30.0));
    let pressed = checkbox_row(ui, pass, &pass.action_name(id), on);
    let pen = Painter::new(ui.painter(), pass.theme);
    keycap::paint_left_of(&pen, row.right() - 8.0, row.center().y, &pass.key_cap(id));
    if pressed || input_queue::take_pressed_row(ui.ctx(), id) {
        pass.request_command(id);
        ui.close();
    }
}

/// Draws a check box row. Returns whether it was clicked.
pub(super) fn checkbox_row(ui: &mut Ui, pass: &FrameCtx<'_>, label: &str, on: bool) -> bool {
    let (rect, response) = entry_row(ui, pass, Role::MenuItemCheckBox, label, on);
    let pen = Painter::new(ui.painter(), pass.theme);
    let tick = if on { CheckState::All } else { CheckState::No };
    let center = pos2(rect.left() + ICON_X, rect.center().y);
    checkbox::paint(&pen, center, tick, response.hovered());
    let words = rect
        .with_min_x(rect.left() + LABEL_X)
        .with_max_x(rect.right() - 10.0);
    pen.text(
        words,
        Align::Min,
        label,
        TextStyle::strong(),
        pass.theme.colors.text,
    );
    response.clicked()
}

/// Draws a check box row; if there is a `reason`, the row is disabled and shows it as a tooltip and in its accessible
/// name.
pub(super) fn checkbox_row_if(
    ui: &mut Ui,
    pass: &FrameCtx<'_>,
    label: &str,
    on: bool,
    reason: Option<&str>,
) -> bool {
    let Some(reason) = reason else {
        return checkbox_row(ui, pass, label, on);
    };
    let ink = &pass.theme.colors;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::hover());
    let spoken = format!("{label} – {reason}");
    response.widget_info(|| WidgetInfo::selected(Role::MenuItemCheckBox, false, on, &spoken));
    let pen = Painter::new(ui.painter(), pass.theme);
    let tick = if on { CheckState::All } else { CheckState::No };
    let center = pos2(rect.left() + ICON_X, rect.center().y);
    checkbox::paint(&pen.with_opacity(0.5), center, tick, false);
    let words = rect
        .with_min_x(rect.left() + LABEL_X)
        .with_max_x(rect.right() - 10.0);
    pen.text(words, Align::Min, label, TextStyle::strong(), ink.text_disabled);
    response.tooltip(reason);
    false
}

/// Allocates the area of a selectable entry and draws its hover background.
pub(super) fn entry_row(
    ui: &mut Ui,
    pass: &FrameCtx<'_>,
    role: Role,
    label: &str,
    on: bool,
) -> (Rect, Response) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 30.0), Sense::click());
    response.widget_info(|| WidgetInfo::selected(role, true, on, label));
    input_queue::focus_entry(&response);
    if response.hovered() || response.has_focus() {
        let radius = pass.theme.tokens.radius.chip;
        Painter::new(ui.painter(), pass.theme).fill(rect, radius, pass.theme.colors.hover);
    }
    (rect, response)
}

pub(super) fn action_rows(ui: &mut Ui, pass: &mut FrameCtx<'_>, actions: &[(ActionId, Icon)]) {
    for (id, icon) in actions {
        target_row(ui, pass, (*id, *icon), Action::Run(*id));
    }
}

/// Draws a row that runs `action` on the menu's target. Its key presses the same row.
pub(super) fn target_row(ui: &mut Ui, pass: &mut FrameCtx<'_>, (id, icon): (ActionId, Icon), action: Action) {
    ui.set_width(264.0);
    // Some actions do not exist here: for example, Open is hidden in the panel of a deal that is already open.
    if pass.app.enabled(id)
        != Err(encours_core::app::foundation::input::disabled_reason::DisabledReason::NotHere)
        && action_row(ui, pass, id, icon)
    {
        pass.request(action);
        ui.close();
    }
}

pub(super) fn action_row(ui: &mut Ui, pass: &FrameCtx<'_>, id: ActionId, icon: Icon) -> bool {
    let danger = id == ActionId::DeleteDeal;
    let (label, cap) = (pass.action_name(id), pass.key_cap(id));
    let reason = pass.disabled_reason(id);
    let clicked = named_row(ui, pass, (icon, &label, &cap), reason.as_deref(), danger);
    clicked || reason.is_none() && input_queue::take_pressed_row(ui.ctx(), id)
}

/// Draws a row outside the command table, or one with its own target. It shows name, key and, if disabled, the reason.
pub(super) fn named_row(
    ui: &mut Ui,
    pass: &FrameCtx<'_>,
    (icon, label, cap): (Icon, &str, &str),
    reason: Option<&str>,
    danger: bool,
) -> bool {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let enabled = reason.is_none();
    let sense = if enabled { Sense::click() } else { Sense::hover() };
    let wide = ui.available_width();
    let pen = Painter::new(ui.painter(), look);
    let room = wide - 40.0;
    let beside = |reason: &str| {
        pen.text_width(label, TextStyle::strong()) + 12.0 + pen.text_width(reason, TextStyle::small()) <= room
    };
    // If the reason does not fit beside the label, it goes below, because truncated text would be useless.
    let under = reason.filter(|reason| !beside(reason));
    let under =
        under.map(|reason| pen.layout_wrapped(reason, TextStyle::small(), ink.text_tertiary, room, 3));
    let tall = 30.0 + under.as_ref().map_or(0.0, |lines| lines.size().y + 3.0);
    let (rect, response) = ui.allocate_exact_size(vec2(wide, tall), sense);
    let spoken = match reason {
        Some(reason) => format!("{label} – {reason}"),
        None => label.to_owned(),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::MenuItem, enabled, &spoken));
    if enabled {
        input_queue::focus_entry(&response);
    }
    let pen = Painter::new(ui.painter(), look);
    if enabled && (response.hovered() || response.has_focus()) {
        pen.fill(rect, look.tokens.radius.chip, ink.hover);
    }
    let (mark, text) = match (enabled, danger) {
        (false, _) => (ink.text_disabled, ink.text_disabled),
        (true, true) => (look.band_colors.alert, look.band_colors.alert),
        (true, false) => (ink.text_secondary, ink.text),
    };
    let line = rect.with_max_y(rect.top() + 30.0);
    pen.icon(pos2(line.left() + ICON_X, line.center().y), icon, mark);
    let inner = line
        .with_min_x(line.left() + LABEL_X)
        .with_max_x(line.right() - 8.0);
    let right = match (reason, under) {
        (_, Some(lines)) => {
            pen.inner
                .galley(pos2(inner.left(), line.bottom() - 5.0), lines, ink.text_tertiary);
            inner.right()
        }
        (Some(reason), None) => pen
            .text(inner, Align::Max, reason, TextStyle::small(), ink.text_tertiary)
            .left(),
        (None, None) if cap.is_empty() => inner.right(),
        (None, None) => keycap::paint_left_of(&pen, inner.right(), line.center().y, cap),
    };
    pen.text(
        inner.with_max_x(right - 8.0),
        Align::Min,
        label,
        TextStyle::strong(),
        text,
    );
    response.clicked()
}
