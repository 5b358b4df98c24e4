//! Rows of menus: headings, actions with key and reason, radio choices and check boxes.

use std::borrow::Cow;

use encours_core::app::foundation::input::disabled_reason::DisabledReason;

use crate::prelude::*;

/// Position of a row's icon or mark, in points from its left edge. Labels start at the same position in all kinds of
/// rows.
const ICON_X: f32 = 16.0;
/// Position at which labels start.
const LABEL_X: f32 = 32.0;
/// Height of a row without text below its label.
const ROW_HEIGHT: f32 = 30.0;

/// Draws a heading with the key that cycles through the rows below it.
pub(super) fn draw_cycle_heading(ui: &mut Ui, frame: &mut FrameCtx<'_>, id: ActionId) {
    if input_queue::take_pressed_row(ui.ctx(), id) {
        frame.request_command(id);
    }
    let row = draw_heading(ui, frame, id.spec().label_key);
    keycap::paint_left_of(&frame.painter(ui), row.right() - 8.0, row.center().y, &frame.key_cap(id));
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
    let row = rect.narrowed(10.0);
    frame.painter(ui).left(row, text, TextStyle::label(), frame.theme.colors.text_tertiary);
    rect
}

/// The mark at the left of a row; its kind determines the role of the row.
#[derive(Clone, Copy)]
pub(super) enum RowMark<'a> {
    /// An action with its icon.
    Icon(Icon),
    /// A choice; true for the current one.
    Radio(bool),
    /// A status as a choice. Its own icon is at the left, so the mark of the current one goes to the right.
    Status(&'a str, bool),
    /// A check box; true if it is ticked.
    Check(bool),
}

/// A row of a menu.
pub(super) struct MenuRow<'a> {
    mark: RowMark<'a>,
    label: Cow<'a, str>,
    key_cap: String,
    /// Text below the label.
    note: Option<&'a str>,
    is_enabled: bool,
    /// Reason why the row is disabled.
    reason: Option<Cow<'a, str>>,
    is_danger: bool,
}

impl<'a> MenuRow<'a> {
    pub(super) fn new(mark: RowMark<'a>, label: impl Into<Cow<'a, str>>) -> Self {
        let (key_cap, note, reason) = (String::new(), None, None);
        Self { mark, label: label.into(), key_cap, note, is_enabled: true, reason, is_danger: false }
    }

    pub(super) fn with_key_cap(self, key_cap: String) -> Self {
        Self { key_cap, ..self }
    }

    /// Adds a note below the label. If the row is disabled, the note gives the reason.
    pub(super) fn with_note(self, note: &'a str, is_enabled: bool) -> Self {
        Self { note: Some(note), is_enabled, ..self }
    }

    /// Disables the row if there is a reason. The reason is beside the label if both fit, else below; a check box has it
    /// as a tooltip.
    pub(super) fn disabled_by(self, reason: Option<impl Into<Cow<'a, str>>>) -> Self {
        Self { is_enabled: reason.is_none(), reason: reason.map(Into::into), ..self }
    }

    /// Draws the row. A click requests an action and closes the menu.
    pub(super) fn run(&self, ui: &mut Ui, frame: &mut FrameCtx<'_>, action: Action) {
        if self.show(ui, frame) {
            frame.request(action);
            ui.close();
        }
    }

    /// Draws the row. Returns whether it was clicked.
    pub(super) fn show(&self, ui: &mut Ui, frame: &FrameCtx<'_>) -> bool {
        let (label, note, reason) = (&*self.label, self.note.unwrap_or_default(), self.reason.as_deref());
        let (painter, theme, colors) = frame.painter_and_theme(ui);
        let (width, small) = (ui.available_width(), TextStyle::small());
        let fits_beside = |reason: &str| {
            painter.text_width(label, TextStyle::strong()) + 12.0 + painter.text_width(reason, small)
                <= width - 40.0
        };
        // If the reason does not fit beside the label, it goes below, because truncated text would be useless.
        let is_action = matches!(self.mark, RowMark::Icon(_));
        let below = match reason.filter(|reason| is_action && !fits_beside(reason)) {
            Some(reason) => Some((reason, width - 40.0, 3)),
            None => Some((note, width - LABEL_X - 10.0, 4)).filter(|_| !note.is_empty()),
        };
        let below = below.map(|(text, width, rows)| {
            painter.layout_wrapped(text, small, colors.text_tertiary, width, rows)
        });
        let row_height = ROW_HEIGHT + below.as_ref().map_or(0.0, |lines| lines.size().y + 3.0);
        let sense = if self.is_enabled { Sense::click() } else { Sense::hover() };
        let (rect, response) = ui.allocate_exact_size(vec2(width, row_height), sense);
        response.widget_info(|| self.widget_info(reason.unwrap_or(note)));
        if self.is_enabled {
            input_queue::focus_entry(&response);
        }
        let painter = frame.painter(ui);
        if self.is_enabled && (response.hovered() || response.has_focus()) {
            painter.fill(rect, theme.tokens.radius.chip, colors.hover);
        }
        let (mark_color, text_color) = match (self.is_enabled, self.is_danger) {
            (false, _) => (colors.text_disabled, colors.text_disabled),
            (true, true) => (theme.band_colors.alert, theme.band_colors.alert),
            (true, false) => (colors.text_secondary, colors.text),
        };
        let line = rect.top_part(ROW_HEIGHT);
        let mut mark_pos = line.near_left(ICON_X);
        let mut inner = line.inset(LABEL_X, if self.note.is_some() { 10.0 } else { 28.0 });
        let is_current = match self.mark {
            RowMark::Icon(icon) => {
                painter.icon(mark_pos, icon, mark_color);
                inner.max.x = line.right() - 8.0;
                false
            }
            RowMark::Check(on) => {
                let tick = if on { CheckState::All } else { CheckState::No };
                let opacity = if self.is_enabled { 1.0 } else { 0.5 };
                let hovered = self.is_enabled && response.hovered();
                checkbox::paint(&painter.with_opacity(opacity), mark_pos, tick, hovered);
                inner.max.x = line.right() - 10.0;
                false
            }
            RowMark::Radio(on) => on,
            RowMark::Status(status, on) => {
                painter.status_ring(mark_pos, status, colors.text_secondary);
                mark_pos = line.near_right(ICON_X);
                on
            }
        };
        if is_current {
            painter.icon(mark_pos, Icon::Check, colors.accent_text);
        }
        let right = match (reason, below) {
            (_, Some(lines)) => {
                painter.inner.galley(pos2(inner.left(), line.bottom() - 5.0), lines, colors.text_tertiary);
                inner.right()
            }
            (Some(reason), None) if is_action => {
                painter.right(inner, reason, small, colors.text_tertiary).left()
            }
            _ if self.key_cap.is_empty() => inner.right(),
            _ => keycap::paint_left_of(&painter, line.right() - 8.0, line.center().y, &self.key_cap),
        };
        let label_end = if is_action { right - 8.0 } else { inner.right() };
        painter.left(inner.with_max_x(label_end), label, TextStyle::strong(), text_color);
        let clicked = response.clicked();
        if let (RowMark::Check(_), Some(reason)) = (self.mark, reason) {
            response.tooltip(reason);
        }
        clicked
    }

    /// Returns the accessible description; `more` is a note or reason.
    fn widget_info(&self, more: &str) -> WidgetInfo {
        let name =
            if more.is_empty() { self.label.to_string() } else { format!("{} – {more}", self.label) };
        match self.mark {
            RowMark::Icon(_) => WidgetInfo::labeled(Role::MenuItem, self.is_enabled, name),
            RowMark::Radio(on) | RowMark::Status(_, on) => {
                WidgetInfo::selected(Role::MenuItemRadio, self.is_enabled, on, name)
            }
            RowMark::Check(on) => WidgetInfo::selected(Role::MenuItemCheckBox, self.is_enabled, on, name),
        }
    }
}

/// Draws a check box row for an action, with its key.
pub(super) fn checkbox_action_row(ui: &mut Ui, frame: &mut FrameCtx<'_>, id: ActionId, on: bool) {
    let row = MenuRow::new(RowMark::Check(on), frame.action_name(id)).with_key_cap(frame.key_cap(id));
    if row.show(ui, frame) || input_queue::take_pressed_row(ui.ctx(), id) {
        frame.request_command(id);
        ui.close();
    }
}

pub(super) fn action_rows(ui: &mut Ui, frame: &mut FrameCtx<'_>, actions: &[(ActionId, Icon)]) {
    for (id, icon) in actions {
        target_row(ui, frame, (*id, *icon), Action::Run(*id));
    }
}

/// Draws a row that runs `action` on the menu's target. Its key presses the same row.
pub(super) fn target_row(ui: &mut Ui, frame: &mut FrameCtx<'_>, item: (ActionId, Icon), action: Action) {
    ui.set_width(264.0);
    let (id, icon) = item;
    // Some actions do not exist here: for example, Open is hidden in the panel of a deal that is already open.
    if frame.app.enabled(id) == Err(DisabledReason::NotHere) {
        return;
    }
    let reason = frame.disabled_reason(id);
    let is_enabled = reason.is_none();
    let row = MenuRow::new(RowMark::Icon(icon), frame.action_name(id)).with_key_cap(frame.key_cap(id));
    let row = MenuRow { is_danger: id == ActionId::DeleteDeal, ..row.disabled_by(reason) };
    if row.show(ui, frame) || is_enabled && input_queue::take_pressed_row(ui.ctx(), id) {
        frame.request(action);
        ui.close();
    }
}
