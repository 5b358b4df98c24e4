//! The notifications screen: tabs, a list grouped by day, and a preview that does not mark as read.
//!
//! Alerts and preferences have a column of their own, or replace the preview if space is short.

mod bursts;
mod list;
mod mark_progress;
mod note;
mod preview;
mod selection_bar;
mod tabs;

use super::lists::{self, PressEffect};
use super::{UiState, status};
use crate::frame_ctx::FrameCtx;
use crate::input::key_events;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, empty_state, skeleton, trailing_items};
use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::screens::inbox::panes::{ALERTS, KINDS, LIST, PREFERENCES};
use encours_core::app::screens::inbox::view::inbox::{self, InboxView};
use encours_core::app::shell::app::App;
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
        let gone = matches!(
            action,
            ActionId::MarkRead | ActionId::Snooze | ActionId::HoldUnread
        );
        let here = app.cx.screen() == Screen::Notifications && app.cx.pane() == LIST;
        gone && here
            && matches!(app.cx.layer(), Layer::None)
            && self.focus.is_some()
            && !self.focus_visible
            && app.inbox.selected_count() == 0
    }
}

/// Draws the notifications.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, places: &mut UiState) {
    let size = &pass.theme.tokens.size;
    let full = ui.max_rect();
    let view = inbox::inbox_view(pass.app);
    let top = full.with_max_y(full.top() + size.topbar);
    let tabs = Rect::from_min_size(top.left_bottom(), vec2(full.width(), size.filterbar));
    let wide = full.width() >= SIDE_COLUMN_WIDTH;
    draw_header(ui, pass, top, &view);
    tabs::show(ui, pass, tabs, &view, wide);
    let mut rest = status::draw_banner(ui, pass, full.with_min_y(tabs.bottom()));
    if let Some(run) = &view.run {
        rest = mark_progress::show(ui, pass, rest, run);
    } else if !view.selected.is_empty() {
        rest = selection_bar::show(ui, pass, rest, &view);
    }
    // If space is short, the list shrinks to about half of the width.
    let left = size.inbox_list.min(rest.width() * 0.52).max(280.0);
    let left = rest.with_max_x(rest.left() + left);
    let mut right = rest.with_min_x(left.right());
    let pen = Painter::new(ui.painter(), pass.theme);
    if wide {
        let spare = rest.width() - size.inbox_list - size.inbox_preview;
        let column = right.with_min_x(right.right() - spare.clamp(MIN_SIDE_COLUMN, MAX_SIDE_COLUMN));
        draw_side_column(ui, pass, places, column, &view);
        right.max.x = column.left();
        pen.vertical_line(column.left() + 0.5, rest.y_range(), pass.theme.colors.border);
    }
    // If the list is empty, list and preview share one empty state.
    if let (Some(said), None, true) = (&view.notice, &view.problem, wide || pass.app.cx.pane() == LIST) {
        let place = left.union(right);
        pen.fill(place, 0, pass.theme.colors.surface);
        if said.is_loading {
            return draw_placeholders(ui, &pen, (left, right), said);
        }
        return empty_state::show(
            ui,
            pass,
            place,
            &ScreenPlaceholder::Empty(said.clone()),
            Icon::Inbox,
        );
    }
    // The same applies to a list that failed to load and has no cached content.
    if view.placeholder_problem().is_some() && view.preview.is_none() && (wide || pass.app.cx.pane() == LIST)
    {
        let place = left.union(right);
        pen.fill(place, 0, pass.theme.colors.surface);
        return preview::draw_empty_state(ui, pass, place, &view);
    }
    list::show(ui, pass, places, left, &view);
    let pen = Painter::new(ui.painter(), pass.theme);
    pen.vertical_line(left.right() + 0.5, rest.y_range(), pass.theme.colors.border);
    if !wide && pass.app.cx.pane() != LIST {
        return draw_side_column(ui, pass, places, right, &view);
    }
    pen.fill(right.with_min_x(left.right() + 1.0), 0, pass.theme.colors.surface);
    match &view.preview {
        Some(shown) => preview::show(ui, pass, right, shown),
        None => preview::draw_empty_state(ui, pass, right, &view),
    }
}

/// Draws placeholders of rows and preview during the first load.
fn draw_placeholders(ui: &Ui, pen: &Painter<'_>, (left, right): (Rect, Rect), said: &EmptyStateText) {
    let size = &pen.theme.tokens.size;
    pen.vertical_line(left.right() + 0.5, left.y_range(), pen.theme.colors.border);
    let list = left.shrink2(vec2(16.0, 0.0));
    for at in 0..8 {
        let corner = pos2(
            list.left(),
            list.top() + size.day_head + at as f32 * size.inbox_row,
        );
        let row = Rect::from_min_size(corner, vec2(list.width(), size.inbox_row));
        if row.bottom() <= list.bottom() {
            skeleton::paint_row(pen, row, at);
        }
    }
    skeleton::paint_text(pen, right.shrink2(vec2(24.0, 28.0)));
    empty_state::label_loading(ui, left.union(right), said);
}

/// Draws alerts and preferences, which stay separate because the contract gives an alert no type. Repeated
/// notifications go below if there is space, or replace the alerts when focused.
fn draw_side_column(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    rect: Rect,
    view: &InboxView,
) {
    let rect = rect.shrink(MARGIN);
    let row = pass.theme.tokens.size.row;
    let switch = view.preferences.suggested_action.is_none() && view.preferences.problem.is_none();
    let lines = view.preferences.lines.len().max(2) as f32;
    let wanted = match (view.preferences.lines.is_empty(), switch) {
        (true, false) => EMPTY_PREFERENCES_HEIGHT,
        (_, false) => lists::TITLE_HEIGHT + lines * row + 10.0,
        (_, true) => lists::TITLE_HEIGHT + lines * row + 10.0 + SWITCH_HEIGHT,
    };
    let pen = Painter::new(ui.painter(), pass.theme);
    let left = |rows: usize| rect.height() - wanted - bursts::height(&view.frequencies, rows) - 2.0 * MARGIN;
    // Use two rows per kind if the alerts keep enough space.
    let rows =
        if bursts::needs_two_rows(&pen, &view.frequencies, rect.width()) && left(2) >= MIN_ALERTS_HEIGHT {
            2
        } else {
            1
        };
    let (mut repeats, mut spare) = (bursts::height(&view.frequencies, rows), left(rows));
    // Drop the rarest kinds if this saves alerts from being cut off.
    let wanting = lists::full_height(&pen, rect.width(), &view.alerts) - spare;
    let lines = (wanting / bursts::LINE_HEIGHT).ceil();
    if spare >= MIN_ALERTS_HEIGHT
        && rows == 1
        && (1.0..=2.0).contains(&lines)
        && view.frequencies.lines.len() > 4
    {
        repeats -= lines * bursts::LINE_HEIGHT;
        spare += lines * bursts::LINE_HEIGHT;
    }
    let instead = pass.app.cx.pane() == KINDS && spare < MIN_ALERTS_HEIGHT;
    let mut upper = rect;
    if spare >= MIN_ALERTS_HEIGHT {
        let place = rect.with_min_y(rect.bottom() - repeats);
        bursts::show(ui, pass, places, place, &view.frequencies, rows);
        upper.max.y = place.top() - MARGIN;
    }
    let below = wanted.min(upper.height() * 0.6);
    let above = upper.with_max_y(upper.bottom() - below - MARGIN);
    if instead {
        bursts::show(ui, pass, places, above, &view.frequencies, rows);
    } else {
        // Alert titles get a line of their own, so that they are legible; the list scrolls.
        lists::show(
            ui,
            pass,
            places,
            ALERTS,
            above,
            &view.alerts,
            PressEffect::FocusTwoRows,
        );
    }
    let below = upper.with_min_y(above.bottom() + MARGIN);
    lists::show(
        ui,
        pass,
        places,
        PREFERENCES,
        below,
        &view.preferences,
        PressEffect::Focus,
    );
    if switch {
        draw_user_button(ui, pass, below);
    }
}

/// Draws the button that switches to another delegated user, to see that user's preferences.
fn draw_user_button(ui: &Ui, pass: &mut FrameCtx<'_>, pane: Rect) {
    let label = pass.action_name(ActionId::ActForUser);
    let reason = pass.disabled_reason(ActionId::ActForUser);
    let button = Button::new(&label)
        .with_icon(Icon::User)
        .disabled_by(reason.as_deref());
    let wide = button
        .width(&Painter::new(ui.painter(), pass.theme))
        .min(pane.width() - 20.0);
    let place = Rect::from_min_size(
        pos2(pane.left() + 10.0, pane.bottom() - SWITCH_HEIGHT + 2.0),
        vec2(wide, 28.0),
    );
    let ground = Rect::from_min_max(
        pos2(pane.left() + 1.0, place.top() - 4.0),
        pane.max - vec2(1.0, 1.0),
    );
    // Use the pane's corner radius, so that its border stays visible.
    let corner = pass.theme.tokens.radius.pane.saturating_sub(1);
    Painter::new(ui.painter(), pass.theme).fill(ground, corner, pass.theme.colors.surface);
    if button
        .show(ui, pass.theme, ui.scope_id().with("other-user"), place)
        .clicked()
    {
        pass.request_command(ActionId::ActForUser);
    }
}

fn draw_header(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) {
    let look = pass.theme;
    let pen = Painter::new(ui.painter(), look);
    let cap = pass.key_cap(ActionId::MarkAllRead);
    let label = match view.unread {
        0 => pass.action_name(ActionId::MarkAllRead),
        _ => view.mark_all.clone(),
    };
    let reason = pass.disabled_reason(ActionId::MarkAllRead);
    let mut button = Button::new(&label)
        .with_icon(Icon::Check)
        .disabled_by(reason.as_deref());
    button = if view.armed.is_some() {
        button.with_style(ButtonStyle::Primary)
    } else {
        button.with_key_cap(&cap)
    };
    let name = format!(
        "{}  {}",
        pass.action_name(ActionId::Export),
        pass.key_cap(ActionId::Export)
    );
    let why = pass.disabled_reason(ActionId::Export);
    let export = Button::from_icon(&name, Icon::Export).disabled_by(why.as_deref());
    let end = pos2(rect.right() - 16.0, rect.center().y);
    let mut widths = vec![button.width(&pen)];
    if view.armed.is_none() {
        widths.insert(0, export.width(&pen));
    }
    let places = trailing_items::rects_ending_at(end, 14.0, &widths);
    let mut right = trailing_items::left_edge(&places, end.x) - 14.0;
    if let (Some((_, left)), Some(place)) = (&view.armed, places.last()) {
        pen.focus_ring(*place, look.tokens.radius.button);
        right = draw_confirm_hint(&pen, pass, rect.with_max_x(right), *left, &cap);
    }
    draw_title(ui, pass, rect.with_max_x(right), view);
    if let [place, _] = places.as_slice()
        && export
            .show(ui, look, ui.scope_id().with("export"), *place)
            .clicked()
    {
        pass.request_command(ActionId::Export);
    }
    if let Some(place) = places.last() {
        let response = button.show(ui, look, ui.scope_id().with("all"), *place);
        if response.clicked() {
            // Keep the focus here: after arming, Enter must confirm and not open the focused notification.
            response.request_focus();
            pass.request_command(ActionId::MarkAllRead);
        }
    }
}

/// Draws the title, the source of the notifications and the number marked unread locally.
fn draw_title(ui: &Ui, pass: &FrameCtx<'_>, rect: Rect, view: &InboxView) {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let row = rect.with_min_x(rect.left() + 16.0);
    let title = pass.message(Screen::Notifications.label_key()).into_owned();
    let title = pen.text(row, Align::Min, &title, TextStyle::title(), ink.text);
    let beside = row.with_min_x(title.right() + 16.0);
    // A truncated source is omitted.
    let fits = pen.text_width(&view.mode, TextStyle::small()) <= beside.width();
    let (mode, apart) = if fits { (&*view.mode, " · ") } else { ("", "") };
    let mut said = pen.text(beside, Align::Min, mode, TextStyle::small(), ink.text_tertiary);
    if view.kept_unread.is_empty() {
        return;
    }
    // Locally unread notifications are not part of the server's count.
    for text in [apart, &view.kept_unread] {
        let rest = row.with_min_x(said.right());
        said = pen.text(rest, Align::Min, text, TextStyle::small(), ink.text_secondary);
    }
    let response = ui.interact(said, ui.scope_id().with("held"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.kept_unread));
}

/// Draws the hint to confirm or cancel beside the armed button. Returns its left edge.
fn draw_confirm_hint(pen: &Painter<'_>, pass: &FrameCtx<'_>, rect: Rect, left: u64, cap: &str) -> f32 {
    let ink = &pass.theme.colors;
    let esc = key_events::key_cap(pass.app, Key::plain(KeyCode::Esc));
    let left = format!("{left} {}", pass.message("unit-second"));
    let give_up = pass.messages.with("armed-give-up", &[("key", esc.into())]);
    let confirm = pass.messages.with("armed-confirm", &[("key", cap.into())]);
    let title = pass.message(Screen::Notifications.label_key());
    // Keep the full title. The button itself confirms, so the hint to cancel is dropped last.
    let room = rect.width() - 16.0 - pen.text_width(&title, TextStyle::title()) - 16.0;
    let small = |text: &str| pen.text_width(text, TextStyle::small()).ceil() + 12.0;
    let ways = [format!("{confirm} · {give_up}"), give_up.clone(), String::new()];
    let timed = |way: &&String| small(way) + small(&left) <= room;
    let way = ways.iter().find(timed).map_or("", String::as_str);
    if small(&left) > room {
        return rect.right();
    }
    let time = pen.text(rect, Align::Max, &left, TextStyle::small(), ink.text_tertiary);
    let text = pen.text(
        rect.with_max_x(time.left() - 10.0),
        Align::Max,
        way,
        TextStyle::small(),
        ink.accent_text,
    );
    text.left() - 12.0
}
