//! A notification row in the list: mark, title, group size and actions.

use egui::{Align, Id, Pos2, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::screens::inbox::panes::LIST;
use encours_core::app::screens::inbox::view::inbox::InboxRow;
use encours_core::app::shell::action::Action;

use super::ring;
use crate::frame_ctx::Pass;
use crate::input::input_queue;
use crate::overlays::context_menu;
use crate::screens::{Places, focus_is_elsewhere};
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Pen, tell_choice, tell_place};

/// Indentation of the members of an expanded group.
const INSIDE: f32 = 18.0;
/// Minimum width at which the group size is written in words.
const ROOMY: f32 = 440.0;

/// Draws a notification row.
pub(super) fn one(
    ui: &Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    rect: Rect,
    row: &InboxRow,
    (day, at, total): (&str, usize, usize),
) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let id = Id::unique(("notification", row.id.as_str()));
    let response = ui.interact(rect, id, if row.focused { Sense::click() } else { Sense::CLICK });
    let state = pass.word(match (row.read, row.held) {
        (true, _) => "notification-read",
        (false, true) => "notification-held",
        (false, false) => "notification-unread",
    });
    let many = if row.together > 1 {
        pass.words.with("inbox-together", &[("n", row.together.into())])
    } else {
        String::new()
    };
    let star = if row.starred {
        pass.label(ActionId::Star)
    } else {
        String::new()
    };
    let noted = if row.noted {
        pass.label(ActionId::LocalNote)
    } else {
        String::new()
    };
    // Add the day, because screen readers announce the row without its header.
    let time = format!("{day} {}", row.time);
    let place = pass
        .words
        .with("card-position", &[("place", at.into()), ("total", total.into())]);
    let said = [state.as_ref(), time.trim(), &many, &star, &noted, &place];
    let said: Vec<&str> = said.into_iter().filter(|part| !part.is_empty()).collect();
    let spoken = format!("{} – {}", row.title, said.join(" – "));
    tell_choice(&response, Role::ListItem, true, row.focused, &spoken);
    tell_place(&response, at.saturating_sub(1));
    let ticked = tick(ui, pass, rect, row);
    let here = row.focused && pass.app.cx.pane() == LIST;
    if here && matches!(pass.app.cx.layer(), Layer::None) {
        places.roving = Some(id);
        if places.by_key {
            response.request_focus();
        }
    }
    let pen = Pen::new(ui.painter(), look);
    let over = response.hovered() || ticked;
    let fill = match (row.armed || row.selected, over || row.focused) {
        (true, _) => ink.accent_soft,
        (false, true) => ink.hover,
        (false, false) => ink.surface,
    };
    let seen = rect.with_max_x(rect.right() - places.inbox.bar);
    pen.fill(rect, 0, ink.surface);
    pen.fill(seen, 0, fill);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    if here {
        ring(&pen, seen, focus_is_elsewhere(ui, id));
    }
    sign(&pen, pos2(rect.left() + 18.0, rect.center().y), row, over);
    let indent = if row.inside { INSIDE } else { 0.0 };
    let inner = rect
        .with_min_x(rect.left() + 32.0 + indent)
        .with_max_x(rect.right() - 16.0);
    if row.inside {
        // Connect the members of an expanded group.
        pen.pole(
            rect.left() + 32.0 + INSIDE / 2.0,
            rect.y_range(),
            ink.border_strong,
        );
    }
    let time = pen.text(inner, Align::Max, &row.time, Face::small(), ink.text_tertiary);
    let mut right = time.left() - 12.0;
    if row.starred {
        pen.icon_of(
            pos2(right - 6.0, rect.center().y),
            Icon::StarFilled,
            13.0,
            ink.text_secondary,
        );
        right -= 20.0;
    }
    if row.noted {
        let at = pos2(right - 6.0, rect.center().y);
        pen.icon_of(at, Icon::Edit, 12.0, ink.text_secondary);
        right -= 20.0;
    }
    if !many.is_empty() {
        // If space is short, show only the number to leave more for the title.
        let short = format!("×{}", row.together);
        let text = if rect.width() < ROOMY { &short } else { &many };
        right = pill(ui, pass, inner.with_max_x(right), (&many, text), row) - 10.0;
    }
    let pen = Pen::new(ui.painter(), look);
    let weight = if row.read { Weight::Regular } else { Weight::Medium };
    let color = if row.read { ink.text_secondary } else { ink.text };
    pen.text(
        inner.with_max_x(right),
        Align::Min,
        &row.title,
        Face::body().weighing(weight),
        color,
    );
    if response.clicked() {
        let held = input_queue::held_at_click(ui.ctx());
        pass.act(match (held.shift, held.command) {
            (true, _) => Action::PickNotificationsTo(row.id.clone()),
            (false, true) => Action::PickNotification(row.id.clone()),
            (false, false) => Action::FocusNotification(row.id.clone()),
        });
    } else if response.secondary_clicked() {
        pass.act(Action::FocusNotification(row.id.clone()));
    }
    if response.double_clicked() {
        pass.run(ActionId::Open);
    }
    input_queue::menu_of(&response).show(|ui| context_menu::notification(ui, pass));
}

/// Draws the check box at the start of a row. Returns whether it is hovered.
fn tick(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, row: &InboxRow) -> bool {
    let place = rect.with_max_x(rect.left() + 32.0);
    let id = Id::unique(("notification-tick", row.id.as_str()));
    let response = ui.interact(place, id, Sense::CLICK);
    let name = format!("{} – {}", pass.label(ActionId::SelectDeal), row.title);
    response.widget_info(|| WidgetInfo::selected(Role::CheckBox, true, row.selected, &name));
    if response.clicked() {
        pass.act(if input_queue::held_at_click(ui.ctx()).shift {
            Action::PickNotificationsTo(row.id.clone())
        } else {
            Action::PickNotification(row.id.clone())
        });
    }
    response.hovered()
}

/// Draws the mark of a row: selected, armed, pending, unread or locally unread. The check box appears on hover.
fn sign(pen: &Pen<'_>, at: Pos2, row: &InboxRow, over: bool) {
    let ink = &pen.look.ink;
    if over || row.selected {
        let place = Rect::from_center_size(at, vec2(15.0, 15.0));
        let (fill, edge) = if row.selected {
            (ink.accent, ink.accent)
        } else {
            (ink.surface, ink.control)
        };
        pen.boxed(place, 3, fill, pen.look.hairline(edge));
        if row.selected {
            pen.icon_of(at, Icon::Check, 11.0, ink.on_accent);
        }
        return;
    }
    match (row.armed, row.read, row.pending) {
        (true, ..) => pen.icon_of(at, Icon::Check, 14.0, ink.accent_text),
        (_, _, true) => pen.icon_of(at, Icon::Pending, 14.0, ink.text_tertiary),
        _ if row.refused => pen.icon_of(at, Icon::Close, 14.0, pen.look.bands.alert),
        (_, false, _) => unread(pen, at, 3.5, row.held),
        (_, true, _) => {}
    }
}

/// Draws the dot of an unread notification, half filled if only locally unread.
pub(in crate::screens::inbox) fn unread(pen: &Pen<'_>, at: Pos2, radius: f32, held: bool) {
    let ink = &pen.look.ink;
    if !held {
        pen.painter.circle_filled(at, radius, ink.accent);
        return;
    }
    pen.painter
        .circle_stroke(at, radius, Stroke::new(1.5, ink.accent));
    let half = Rect::from_min_max(at - vec2(radius, radius), at + vec2(0.0, radius));
    pen.within(half).painter.circle_filled(at, radius, ink.accent);
}

/// Draws the size of a group at the right of an area; a click expands it. Returns its left edge.
fn pill(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, (name, text): (&str, &str), row: &InboxRow) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let wide = pen.width(text, Face::label()).ceil() + 30.0;
    let place = Rect::from_min_size(
        pos2(rect.right() - wide, rect.center().y - look.tokens.size.tag / 2.0),
        vec2(wide, look.tokens.size.tag),
    );
    let id = Id::unique(("notification-group", row.id.as_str()));
    let response = ui.interact(place.expand2(vec2(0.0, 4.0)), id, Sense::CLICK);
    let name = format!("{} – {name}", pass.label(ActionId::UnfoldGroup));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    ui.ctx()
        .accesskit_node_builder(id, |node| node.set_expanded(row.unfolded));
    let fill = if response.hovered() {
        ink.hover
    } else {
        ink.surface
    };
    pen.boxed(place, look.tokens.radius.pill, fill, look.hairline(ink.border));
    let words = place.with_max_x(place.right() - 14.0);
    pen.text(words, Align::Center, text, Face::label(), ink.text_secondary);
    let icon = if row.unfolded { Icon::Down } else { Icon::Right };
    let at = pos2(place.right() - 11.0, place.center().y);
    pen.icon_of(at, icon, 10.0, ink.text_secondary);
    if response.clicked() {
        pass.act(Action::UnfoldNotification(row.id.clone()));
    }
    place.left()
}
