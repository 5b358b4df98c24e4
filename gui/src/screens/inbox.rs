//! The notifications screen: tabs, a list grouped by day, and a preview that does not mark as read.
//!
//! Alerts and preferences have a column of their own, or replace the preview if space is short.

mod frequency;
mod list;
mod preview;
mod selection_bar;
mod tabs;

use super::lists::{self, PressEffect};
use super::status;
use crate::prelude::*;
use crate::widgets::{empty_state, skeleton};
use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::screens::inbox::inbox::{ALERTS, KINDS, LIST, PREFERENCES};
use encours_core::app::screens::inbox::view::inbox::{self, InboxView};
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;

/// Minimum width for a column of alerts and preferences.
const SIDE_COLUMN_WIDTH: f32 = 1_120.0;
/// Minimum and maximum width of that column; its titles end with names of deals.
const MIN_SIDE_COLUMN: f32 = 300.0;
const MAX_SIDE_COLUMN: f32 = 460.0;
/// Minimum height of the alerts before repeated notifications get space.
const MIN_ALERTS_HEIGHT: f32 = 200.0;
/// Height of an empty list of preferences: a text and a button.
const EMPTY_PREFERENCES_HEIGHT: f32 = 196.0;
/// Height of the button under the preferences.
const SWITCH_HEIGHT: f32 = 40.0;
const MARGIN: f32 = 12.0;

/// State of the list that persists between frames.
#[derive(Debug, Default)]
pub struct InboxUiState {
    focus: Option<String>,
    offset: f32,
    visible_height: f32,
    /// Width of a row that the scroll bar covers.
    scroll_bar_width: f32,
    /// True if the focused row is visible.
    focus_visible: bool,
}

impl InboxUiState {
    /// Returns whether an action would remove an invisible row. Such a row is scrolled into view first, because it
    /// leaves the list and the focus moves on.
    #[must_use]
    pub fn acts_on_hidden(&self, app: &App, action: ActionId) -> bool {
        let removes_row = matches!(action, ActionId::MarkRead | ActionId::Snooze | ActionId::KeepUnread);
        let here = app.cx.screen() == Screen::Notifications && app.cx.pane() == LIST;
        removes_row
            && here
            && matches!(app.cx.overlay(), Overlay::None)
            && self.focus.is_some()
            && !self.focus_visible
            && app.inbox.selected_count() == 0
    }
}

/// Draws the notifications.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let size = &frame.theme.tokens.size;
    let full = ui.max_rect();
    let view = inbox::inbox_view(frame.app);
    let top = full.top_part(size.topbar);
    let tabs = Rect::from_min_size(top.left_bottom(), vec2(full.width(), size.filterbar));
    let is_wide = full.width() >= SIDE_COLUMN_WIDTH;
    draw_header(ui, frame, top, &view);
    tabs::show(ui, frame, tabs, &view, is_wide);
    let mut remaining = status::draw_banner(ui, frame, full.with_min_y(tabs.bottom()));
    if let Some(run) = &view.run {
        remaining = selection_bar::show_progress(ui, frame, remaining, run);
    } else if !view.selected.is_empty() {
        remaining = selection_bar::show(ui, frame, remaining, &view);
    }
    // If space is short, the list shrinks to about half of the width.
    let list_width = size.inbox_list.min(remaining.width() * 0.52).max(280.0);
    let list_width = remaining.with_max_x(remaining.left() + list_width);
    let mut right = remaining.with_min_x(list_width.right());
    let painter = frame.painter(ui);
    if is_wide {
        let spare = remaining.width() - size.inbox_list - size.inbox_preview;
        let column = right.with_min_x(right.right() - spare.clamp(MIN_SIDE_COLUMN, MAX_SIDE_COLUMN));
        draw_side_column(ui, frame, column, &view);
        right.max.x = column.left();
        painter.vertical_line(column.left() + 0.5, remaining.y_range(), frame.theme.colors.border);
    }
    // If the list is empty, list and preview share one empty state.
    if let (Some(notice), None, true) = (&view.notice, &view.problem, is_wide || frame.app.cx.pane() == LIST)
    {
        let list_and_preview = list_width.union(right);
        painter.fill(list_and_preview, 0, frame.theme.colors.surface);
        if notice.is_loading {
            return draw_placeholders(ui, &painter, list_width, right, notice);
        }
        return empty_state::show(
            ui,
            frame,
            list_and_preview,
            &ScreenPlaceholder::Empty(notice.clone()),
            Icon::Inbox,
        );
    }
    // The same applies to a list that failed to load and has no cached content.
    if view.placeholder_problem().is_some()
        && view.preview.is_none()
        && (is_wide || frame.app.cx.pane() == LIST)
    {
        let list_and_preview = list_width.union(right);
        painter.fill(list_and_preview, 0, frame.theme.colors.surface);
        return preview::draw_empty_state(ui, frame, list_and_preview, &view);
    }
    list::show(ui, frame, list_width, &view);
    let painter = frame.painter(ui);
    painter.vertical_line(list_width.right() + 0.5, remaining.y_range(), frame.theme.colors.border);
    if !is_wide && frame.app.cx.pane() != LIST {
        return draw_side_column(ui, frame, right, &view);
    }
    painter.fill(right.with_min_x(list_width.right() + 1.0), 0, frame.theme.colors.surface);
    match &view.preview {
        Some(preview) => preview::show(ui, frame, right, preview),
        None => preview::draw_empty_state(ui, frame, right, &view),
    }
}

/// Draws placeholders of rows and preview during the first load.
fn draw_placeholders(ui: &Ui, painter: &Painter<'_>, left_rect: Rect, right: Rect, notice: &EmptyStateText) {
    let size = &painter.theme.tokens.size;
    painter.vertical_line(left_rect.right() + 0.5, left_rect.y_range(), painter.theme.colors.border);
    let list = left_rect.narrowed(16.0);
    for at in 0..8 {
        let corner = pos2(list.left(), list.top() + size.day_header + at as f32 * size.inbox_row);
        let row = Rect::from_min_size(corner, vec2(list.width(), size.inbox_row));
        if row.bottom() <= list.bottom() {
            skeleton::paint_row(painter, row, at);
        }
    }
    skeleton::paint_text(painter, right.shrink2(vec2(24.0, 28.0)));
    empty_state::label_loading(ui, left_rect.union(right), notice);
}

/// Draws alerts and preferences, which stay separate because the contract gives an alert no type. Repeated
/// notifications go below if there is space, or replace the alerts when focused.
fn draw_side_column(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) {
    let rect = rect.shrink(MARGIN);
    let row = frame.theme.tokens.size.row;
    let switch = view.preferences.suggested_action.is_none() && view.preferences.problem.is_none();
    let lines = view.preferences.lines.len().max(2) as f32;
    let preferences_height = match (view.preferences.lines.is_empty(), switch) {
        (true, false) => EMPTY_PREFERENCES_HEIGHT,
        (_, false) => lists::TITLE_HEIGHT + lines * row + 10.0,
        (_, true) => lists::TITLE_HEIGHT + lines * row + 10.0 + SWITCH_HEIGHT,
    };
    let painter = frame.painter(ui);
    let remaining_height = |rows: usize| {
        rect.height() - preferences_height - frequency::height(&view.frequencies, rows) - 2.0 * MARGIN
    };
    // Use two rows per kind if the alerts keep enough space.
    let rows = if frequency::needs_two_rows(&painter, &view.frequencies, rect.width())
        && remaining_height(2) >= MIN_ALERTS_HEIGHT
    {
        2
    } else {
        1
    };
    let (mut repeats, mut spare) = (frequency::height(&view.frequencies, rows), remaining_height(rows));
    // Drop the rarest kinds if this saves alerts from being cut off.
    let wanting = lists::full_height(&painter, rect.width(), &view.alerts) - spare;
    let lines = (wanting / frequency::LINE_HEIGHT).ceil();
    if spare >= MIN_ALERTS_HEIGHT
        && rows == 1
        && (1.0..=2.0).contains(&lines)
        && view.frequencies.lines.len() > 4
    {
        repeats -= lines * frequency::LINE_HEIGHT;
        spare += lines * frequency::LINE_HEIGHT;
    }
    let instead = frame.app.cx.pane() == KINDS && spare < MIN_ALERTS_HEIGHT;
    let mut upper = rect;
    if spare >= MIN_ALERTS_HEIGHT {
        let repeats_rect = rect.with_min_y(rect.bottom() - repeats);
        frequency::show(ui, frame, repeats_rect, &view.frequencies, rows);
        upper.max.y = repeats_rect.top() - MARGIN;
    }
    let below = preferences_height.min(upper.height() * 0.6);
    let above = upper.with_max_y(upper.bottom() - below - MARGIN);
    if instead {
        frequency::show(ui, frame, above, &view.frequencies, rows);
    } else {
        // Alert titles get a line of their own, so that they are legible; the list scrolls.
        lists::show(ui, frame, ALERTS, above, &view.alerts, PressEffect::FocusTwoRows);
    }
    let below = upper.with_min_y(above.bottom() + MARGIN);
    lists::show(ui, frame, PREFERENCES, below, &view.preferences, PressEffect::Focus);
    if switch {
        draw_user_button(ui, frame, below);
    }
}

/// Draws the button that switches to another delegated user, to see that user's preferences.
fn draw_user_button(ui: &Ui, frame: &mut FrameCtx<'_>, pane: Rect) {
    let button = frame.button(ActionId::SwitchUser).with_key_cap("").with_icon(Icon::User);
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let width = button.width(&painter).min(pane.width() - 20.0);
    let button_rect = rect_at(pane.left() + 10.0, pane.bottom() - SWITCH_HEIGHT + 2.0, width, 28.0);
    let background =
        Rect::from_min_max(pos2(pane.left() + 1.0, button_rect.top() - 4.0), pane.max - vec2(1.0, 1.0));
    // Use the pane's corner radius, so that its border stays visible.
    painter.fill(background, theme.tokens.radius.pane.saturating_sub(1), colors.surface);
    frame.press(ui, "other-user", button_rect, &button);
}

fn draw_header(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) {
    let painter = frame.painter(ui);
    let key_cap = frame.key_cap(ActionId::MarkAllRead);
    let mut button = frame.button(ActionId::MarkAllRead).with_icon(Icon::Check);
    if view.unread > 0 {
        button = button.with_label(view.mark_all.clone());
    }
    let mut buttons = Vec::new();
    if view.armed.is_some() {
        button = button.with_key_cap("").with_style(ButtonStyle::Primary);
    } else {
        let export = Button::from_icon(frame.action_hint(ActionId::Export), Icon::Export);
        let reason = frame.disabled_reason(ActionId::Export);
        buttons.push(("export", export.disabled_by(reason).with_action(Action::Run(ActionId::Export))));
    }
    buttons.push(("all", button));
    let end = rect.near_right(16.0);
    let buttons = ButtonRow::ending_at(ui, &painter, (end, 14.0), buttons);
    let mut right = buttons.left_edge(end.x) - 14.0;
    if let (Some((_, countdown)), Some(button_rect)) = (&view.armed, buttons.last_rect()) {
        painter.focus_ring(button_rect, frame.theme.tokens.radius.button);
        right = draw_confirm_hint(&painter, frame, rect.with_max_x(right), *countdown, &key_cap);
    }
    draw_title(ui, frame, rect.with_max_x(right), view);
    // Keep the focus here: after arming, Enter must confirm and not open the focused notification.
    if let Some(response) = buttons.show(ui, frame).last().filter(|response| response.clicked()) {
        response.request_focus();
    }
}

/// Draws the title, the source of the notifications and the number marked unread locally.
fn draw_title(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect, view: &InboxView) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let row = rect.after(16.0);
    let title = frame.message(Screen::Notifications.label_key()).into_owned();
    let title = painter.left(row, &title, TextStyle::title(), colors.text);
    let note_rect = row.with_min_x(title.right() + 16.0);
    // A truncated source is omitted.
    let fits = painter.text_width(&view.mode, TextStyle::small()) <= note_rect.width();
    let (mode, separator) = if fits { (&*view.mode, " · ") } else { ("", "") };
    let mut text_rect = painter.left(note_rect, mode, TextStyle::small(), colors.text_tertiary);
    if view.kept_unread.is_empty() {
        return;
    }
    // Locally unread notifications are not part of the server's count.
    for text in [separator, &view.kept_unread] {
        let remaining = row.with_min_x(text_rect.right());
        text_rect = painter.left(remaining, text, TextStyle::small(), colors.text_secondary);
    }
    ui.describe(text_rect, "held", Role::Label, &view.kept_unread);
}

/// Draws the hint to confirm or cancel beside the armed button. Returns its left edge.
fn draw_confirm_hint(
    painter: &Painter<'_>,
    frame: &FrameCtx<'_>,
    rect: Rect,
    countdown: u64,
    key_cap: &str,
) -> f32 {
    let colors = &frame.theme.colors;
    let esc = key_events::key_cap(frame.app, Key::plain(KeyCode::Esc));
    let countdown = format!("{countdown} {}", frame.message("unit-second"));
    let give_up = frame.messages.with("armed-give-up", &[("key", esc.into())]);
    let confirm = frame.messages.with("armed-confirm", &[("key", key_cap.into())]);
    let title = frame.message(Screen::Notifications.label_key());
    // Keep the full title. The button itself confirms, so the hint to cancel is dropped last.
    let available = rect.width() - 16.0 - painter.text_width(&title, TextStyle::title()) - 16.0;
    let small = |text: &str| painter.text_width(text, TextStyle::small()).ceil() + 12.0;
    let texts = [format!("{confirm} · {give_up}"), give_up.clone(), String::new()];
    let timed = |shown_text: &&String| small(shown_text) + small(&countdown) <= available;
    let shown_text = texts.iter().find(timed).map_or("", String::as_str);
    if small(&countdown) > available {
        return rect.right();
    }
    let time = painter.right(rect, &countdown, TextStyle::small(), colors.text_tertiary);
    let text = painter.right(
        rect.with_max_x(time.left() - 10.0),
        shown_text,
        TextStyle::small(),
        colors.accent_text,
    );
    text.left() - 12.0
}
