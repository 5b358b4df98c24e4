//! A notification row in the list: mark, title, group size and actions.

use encours_core::app::screens::inbox::inbox::LIST;
use encours_core::app::screens::inbox::view::inbox::InboxRow;

use super::draw_focus_ring;
use crate::prelude::*;
use crate::screens::has_other_focus;

/// Indentation of the members of an expanded group.
const MEMBER_INDENT: f32 = 18.0;
/// Minimum width at which the group size is written in words.
const FULL_COUNT_WIDTH: f32 = 440.0;

/// Draws a notification row.
pub(super) fn draw_row(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    row: &InboxRow,
    (day, at, total): (&str, usize, usize),
) {
    let colors = &frame.theme.colors;
    let id = Id::unique(("notification", row.id.as_str()));
    let response = ui.interact(rect, id, if row.focused { Sense::click() } else { Sense::CLICK });
    let state = frame.message(match (row.read, row.kept_unread) {
        (true, _) => "notification-read",
        (false, true) => "notification-held",
        (false, false) => "notification-unread",
    });
    let group_text = if row.group_size > 1 {
        frame.messages.with("inbox-together", &[("n", row.group_size.into())])
    } else {
        String::new()
    };
    let star = if row.starred { frame.action_name(ActionId::Star) } else { String::new() };
    let note_text = if row.has_note { frame.action_name(ActionId::LocalNote) } else { String::new() };
    // Add the day, because screen readers announce the row without its header.
    let time = format!("{day} {}", row.time);
    let position = frame.messages.with("card-position", &[("place", at.into()), ("total", total.into())]);
    let parts = joined(&[&state, time.trim(), &group_text, &star, &note_text, &position]);
    let a11y_text = format!("{} – {parts}", row.title);
    set_a11y_choice(&response, Role::ListItem, true, row.focused, &a11y_text);
    set_a11y_position(&response, at.saturating_sub(1));
    let ticked = draw_checkbox(ui, frame, rect, row);
    let here = row.focused && frame.app.cx.pane() == LIST;
    frame.follow_focus(&response, here);
    let painter = frame.painter(ui);
    let is_hovered = response.hovered() || ticked;
    let fill = match (row.armed || row.selected, is_hovered || row.focused) {
        (true, _) => colors.accent_soft,
        (false, true) => colors.hover,
        (false, false) => colors.surface,
    };
    let visible = rect.with_max_x(rect.right() - frame.state.inbox.scroll_bar_width);
    painter.fill(rect, 0, colors.surface);
    painter.fill(visible, 0, fill);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    if here {
        draw_focus_ring(&painter, visible, has_other_focus(ui, id));
    }
    draw_state_mark(&painter, rect.near_left(18.0), row, is_hovered);
    let indent = if row.is_member { MEMBER_INDENT } else { 0.0 };
    let inner = rect.inset(32.0 + indent, 16.0);
    if row.is_member {
        // Connect the members of an expanded group.
        painter.vertical_line(rect.left() + 32.0 + MEMBER_INDENT / 2.0, rect.y_range(), colors.border_strong);
    }
    let time = painter.right(inner, &row.time, TextStyle::small(), colors.text_tertiary);
    let mut right = time.left() - 12.0;
    if row.starred {
        painter.sized_icon(pos2(right - 6.0, rect.center().y), Icon::StarFilled, 13.0, colors.text_secondary);
        right -= 20.0;
    }
    if row.has_note {
        let at = pos2(right - 6.0, rect.center().y);
        painter.sized_icon(at, Icon::Edit, 12.0, colors.text_secondary);
        right -= 20.0;
    }
    if !group_text.is_empty() {
        // If space is short, show only the number to leave more for the title.
        let short_count = format!("×{}", row.group_size);
        let text = if rect.width() < FULL_COUNT_WIDTH { &short_count } else { &group_text };
        right = draw_group_count(ui, frame, inner.with_max_x(right), (&group_text, text), row) - 10.0;
    }
    let painter = frame.painter(ui);
    let weight = if row.read { FontWeight::Regular } else { FontWeight::Medium };
    let color = if row.read { colors.text_secondary } else { colors.text };
    painter.left(inner.with_max_x(right), &row.title, TextStyle::body().with_weight(weight), color);
    if response.clicked() {
        let modifiers = input_queue::click_modifiers(ui.ctx());
        frame.request(match (modifiers.shift, modifiers.command) {
            (true, _) => Action::SelectNotificationsTo(row.id.clone()),
            (false, true) => Action::ToggleNotification(row.id.clone()),
            (false, false) => Action::FocusNotification(row.id.clone()),
        });
    } else if response.secondary_clicked() {
        frame.request(Action::FocusNotification(row.id.clone()));
    }
    if response.double_clicked() {
        frame.request_command(ActionId::Open);
    }
    input_queue::context_menu(&response).show(|ui| context_menu::notification_menu(ui, frame));
}

/// Draws the check box at the start of a row. Returns whether it is hovered.
fn draw_checkbox(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, row: &InboxRow) -> bool {
    let area = (rect.with_max_x(rect.left() + 32.0), Id::unique(("notification-tick", row.id.as_str())));
    let actions = [Action::ToggleNotification(row.id.clone()), Action::SelectNotificationsTo(row.id.clone())];
    frame.select_area(ui, area, (&row.title, row.selected), actions).hovered()
}

/// Draws the mark of a row: selected, armed, pending, unread or locally unread. The check box appears on hover.
fn draw_state_mark(painter: &Painter<'_>, at: Pos2, row: &InboxRow, is_hovered: bool) {
    let colors = &painter.theme.colors;
    if is_hovered || row.selected {
        let mark_rect = Rect::from_center_size(at, vec2(15.0, 15.0));
        let (fill, edge) =
            if row.selected { (colors.accent, colors.accent) } else { (colors.surface, colors.control) };
        painter.framed_box(mark_rect, 3, fill, edge);
        if row.selected {
            painter.sized_icon(at, Icon::Check, 11.0, colors.on_accent);
        }
        return;
    }
    match (row.armed, row.read, row.pending) {
        (true, ..) => painter.sized_icon(at, Icon::Check, 14.0, colors.accent_text),
        (_, _, true) => painter.sized_icon(at, Icon::Pending, 14.0, colors.text_tertiary),
        _ if row.rejected => painter.sized_icon(at, Icon::Close, 14.0, painter.theme.band_colors.alert),
        (_, false, _) => draw_unread_dot(painter, at, 3.5, row.kept_unread),
        (_, true, _) => {}
    }
}

/// Draws the dot of an unread notification, half filled if only locally unread.
pub(crate) fn draw_unread_dot(painter: &Painter<'_>, at: Pos2, radius: f32, is_local: bool) {
    let colors = &painter.theme.colors;
    if !is_local {
        painter.inner.circle_filled(at, radius, colors.accent);
        return;
    }
    painter.inner.circle_stroke(at, radius, Stroke::new(1.5, colors.accent));
    let half = Rect::from_min_max(at - vec2(radius, radius), at + vec2(0.0, radius));
    painter.clipped(half).inner.circle_filled(at, radius, colors.accent);
}

/// Draws the size of a group at the right of an area; a click expands it. Returns its left edge.
fn draw_group_count(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    (name, text): (&str, &str),
    row: &InboxRow,
) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let width = painter.text_width(text, TextStyle::label()).ceil() + 30.0;
    let count_rect = rect_at(
        rect.right() - width,
        rect.center().y - theme.tokens.size.tag / 2.0,
        width,
        theme.tokens.size.tag,
    );
    let id = Id::unique(("notification-group", row.id.as_str()));
    let name = format!("{} – {name}", frame.action_name(ActionId::ExpandGroup));
    let area = count_rect.expand2(vec2(0.0, 4.0));
    let response = ui.named_area(area, id, Sense::CLICK, (Role::Button, &name));
    ui.ctx().accesskit_node_builder(id, |node| node.set_expanded(row.is_expanded));
    let fill = if response.hovered() { colors.hover } else { colors.surface };
    painter.framed_box(count_rect, theme.tokens.radius.pill, fill, colors.border);
    let count_text_rect = count_rect.with_max_x(count_rect.right() - 14.0);
    painter.center(count_text_rect, text, TextStyle::label(), colors.text_secondary);
    let icon = if row.is_expanded { Icon::Down } else { Icon::Right };
    let at = count_rect.near_right(11.0);
    painter.sized_icon(at, icon, 10.0, colors.text_secondary);
    if response.clicked() {
        frame.request(Action::ToggleNotificationGroup(row.id.clone()));
    }
    count_rect.left()
}
