//! A notification row in the list: mark, title, group size and actions.

use egui::{Align, Id, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::panes::LIST;
use encours_core::app::screens::inbox::view::inbox::InboxRow;
use encours_core::app::shell::action::Action;

use super::draw_focus_ring;
use crate::frame_ctx::FrameCtx;
use crate::input::input_queue;
use crate::overlays::context_menu;
use crate::screens::{UiState, has_other_focus};
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Painter, set_a11y_choice, set_a11y_position};

/// Indentation of the members of an expanded group.
const MEMBER_INDENT: f32 = 18.0;
/// Minimum width at which the group size is written in words.
const FULL_COUNT_WIDTH: f32 = 440.0;

/// Draws a notification row.
pub(super) fn draw_row(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    rect: Rect,
    row: &InboxRow,
    (day, at, total): (&str, usize, usize),
) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let id = Id::unique(("notification", row.id.as_str()));
    let response = ui.interact(rect, id, if row.focused { Sense::click() } else { Sense::CLICK });
    let state = pass.message(match (row.read, row.kept_unread) {
        (true, _) => "notification-read",
        (false, true) => "notification-held",
        (false, false) => "notification-unread",
    });
    let many = if row.group_size > 1 {
        pass.messages
            .with("inbox-together", &[("n", row.group_size.into())])
    } else {
        String::new()
    };
    let star = if row.starred {
        pass.action_name(ActionId::Star)
    } else {
        String::new()
    };
    let noted = if row.has_note {
        pass.action_name(ActionId::LocalNote)
    } else {
        String::new()
    };
    // Add the day, because screen readers announce the row without its header.
    let time = format!("{day} {}", row.time);
    let place = pass
        .messages
        .with("card-position", &[("place", at.into()), ("total", total.into())]);
    let said = [state.as_ref(), time.trim(), &many, &star, &noted, &place];
    let said: Vec<&str> = said.into_iter().filter(|part| !part.is_empty()).collect();
    let spoken = format!("{} – {}", row.title, said.join(" – "));
    set_a11y_choice(&response, Role::ListItem, true, row.focused, &spoken);
    set_a11y_position(&response, at.saturating_sub(1));
    let ticked = draw_checkbox(ui, pass, rect, row);
    let here = row.focused && pass.app.cx.pane() == LIST;
    if here && matches!(pass.app.cx.layer(), Layer::None) {
        places.roving_focus = Some(id);
        if places.by_key {
            response.request_focus();
        }
    }
    let pen = Painter::new(ui.painter(), look);
    let over = response.hovered() || ticked;
    let fill = match (row.armed || row.selected, over || row.focused) {
        (true, _) => ink.accent_soft,
        (false, true) => ink.hover,
        (false, false) => ink.surface,
    };
    let seen = rect.with_max_x(rect.right() - places.inbox.scroll_bar_width);
    pen.fill(rect, 0, ink.surface);
    pen.fill(seen, 0, fill);
    pen.horizontal_line(rect.x_range(), rect.bottom() - 0.5, ink.border);
    if here {
        draw_focus_ring(&pen, seen, has_other_focus(ui, id));
    }
    draw_state_mark(&pen, pos2(rect.left() + 18.0, rect.center().y), row, over);
    let indent = if row.is_member { MEMBER_INDENT } else { 0.0 };
    let inner = rect
        .with_min_x(rect.left() + 32.0 + indent)
        .with_max_x(rect.right() - 16.0);
    if row.is_member {
        // Connect the members of an expanded group.
        pen.vertical_line(
            rect.left() + 32.0 + MEMBER_INDENT / 2.0,
            rect.y_range(),
            ink.border_strong,
        );
    }
    let time = pen.text(
        inner,
        Align::Max,
        &row.time,
        TextStyle::small(),
        ink.text_tertiary,
    );
    let mut right = time.left() - 12.0;
    if row.starred {
        pen.sized_icon(
            pos2(right - 6.0, rect.center().y),
            Icon::StarFilled,
            13.0,
            ink.text_secondary,
        );
        right -= 20.0;
    }
    if row.has_note {
        let at = pos2(right - 6.0, rect.center().y);
        pen.sized_icon(at, Icon::Edit, 12.0, ink.text_secondary);
        right -= 20.0;
    }
    if !many.is_empty() {
        // If space is short, show only the number to leave more for the title.
        let short = format!("×{}", row.group_size);
        let text = if rect.width() < FULL_COUNT_WIDTH {
            &short
        } else {
            &many
        };
        right = draw_group_count(ui, pass, inner.with_max_x(right), (&many, text), row) - 10.0;
    }
    let pen = Painter::new(ui.painter(), look);
    let weight = if row.read {
        FontWeight::Regular
    } else {
        FontWeight::Medium
    };
    let color = if row.read { ink.text_secondary } else { ink.text };
    pen.text(
        inner.with_max_x(right),
        Align::Min,
        &row.title,
        TextStyle::body().with_weight(weight),
        color,
    );
    if response.clicked() {
        let held = input_queue::click_modifiers(ui.ctx());
        pass.request(match (held.shift, held.command) {
            (true, _) => Action::SelectNotificationsTo(row.id.clone()),
            (false, true) => Action::ToggleNotification(row.id.clone()),
            (false, false) => Action::FocusNotification(row.id.clone()),
        });
    } else if response.secondary_clicked() {
        pass.request(Action::FocusNotification(row.id.clone()));
    }
    if response.double_clicked() {
        pass.request_command(ActionId::Open);
    }
    input_queue::context_menu(&response).show(|ui| context_menu::notification_menu(ui, pass));
}

/// Draws the check box at the start of a row. Returns whether it is hovered.
fn draw_checkbox(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect, row: &InboxRow) -> bool {
    let place = rect.with_max_x(rect.left() + 32.0);
    let id = Id::unique(("notification-tick", row.id.as_str()));
    let response = ui.interact(place, id, Sense::CLICK);
    let name = format!("{} – {}", pass.action_name(ActionId::SelectDeal), row.title);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, row.selected, &name));
    if response.clicked() {
        pass.request(if input_queue::click_modifiers(ui.ctx()).shift {
            Action::SelectNotificationsTo(row.id.clone())
        } else {
            Action::ToggleNotification(row.id.clone())
        });
    }
    response.hovered()
}

/// Draws the mark of a row: selected, armed, pending, unread or locally unread. The check box appears on hover.
fn draw_state_mark(pen: &Painter<'_>, at: Pos2, row: &InboxRow, over: bool) {
    let ink = &pen.theme.colors;
    if over || row.selected {
        let place = Rect::from_center_size(at, vec2(15.0, 15.0));
        let (fill, edge) = if row.selected {
            (ink.accent, ink.accent)
        } else {
            (ink.surface, ink.control)
        };
        pen.bordered_box(place, 3, fill, pen.theme.hairline(edge));
        if row.selected {
            pen.sized_icon(at, Icon::Check, 11.0, ink.on_accent);
        }
        return;
    }
    match (row.armed, row.read, row.pending) {
        (true, ..) => pen.sized_icon(at, Icon::Check, 14.0, ink.accent_text),
        (_, _, true) => pen.sized_icon(at, Icon::Pending, 14.0, ink.text_tertiary),
        _ if row.refused => pen.sized_icon(at, Icon::Close, 14.0, pen.theme.band_colors.alert),
        (_, false, _) => draw_unread_dot(pen, at, 3.5, row.kept_unread),
        (_, true, _) => {}
    }
}

/// Draws the dot of an unread notification, half filled if only locally unread.
pub(in crate::screens::inbox) fn draw_unread_dot(pen: &Painter<'_>, at: Pos2, radius: f32, held: bool) {
    let ink = &pen.theme.colors;
    if !held {
        pen.inner.circle_filled(at, radius, ink.accent);
        return;
    }
    pen.inner.circle_stroke(at, radius, Stroke::new(1.5, ink.accent));
    let half = Rect::from_min_max(at - vec2(radius, radius), at + vec2(0.0, radius));
    pen.clipped(half).inner.circle_filled(at, radius, ink.accent);
}

/// Draws the size of a group at the right of an area; a click expands it. Returns its left edge.
fn draw_group_count(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    rect: Rect,
    (name, text): (&str, &str),
    row: &InboxRow,
) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let wide = pen.text_width(text, TextStyle::label()).ceil() + 30.0;
    let place = Rect::from_min_size(
        pos2(rect.right() - wide, rect.center().y - look.tokens.size.tag / 2.0),
        vec2(wide, look.tokens.size.tag),
    );
    let id = Id::unique(("notification-group", row.id.as_str()));
    let response = ui.interact(place.expand2(vec2(0.0, 4.0)), id, Sense::CLICK);
    let name = format!("{} – {name}", pass.action_name(ActionId::UnfoldGroup));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_expanded(row.is_expanded));
    let fill = if response.hovered() {
        ink.hover
    } else {
        ink.surface
    };
    pen.bordered_box(place, look.tokens.radius.pill, fill, look.hairline(ink.border));
    let words = place.with_max_x(place.right() - 14.0);
    pen.text(words, Align::Center, text, TextStyle::label(), ink.text_secondary);
    let icon = if row.is_expanded { Icon::Down } else { Icon::Right };
    let at = pos2(place.right() - 11.0, place.center().y);
    pen.sized_icon(at, icon, 10.0, ink.text_secondary);
    if response.clicked() {
        pass.request(Action::ToggleNotificationGroup(row.id.clone()));
    }
    place.left()
}
