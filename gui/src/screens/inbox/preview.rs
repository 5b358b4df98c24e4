//! The preview of a notification. Showing it does not mark it as read; its buttons do, each with its key.

use egui::accesskit::Toggled;
use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::screens::inbox::view::inbox::{InboxView, Preview};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;

use super::super::scroll_sync::keep_focus_visible;
use crate::frame_ctx::FrameCtx;
use crate::overlays::toasts;
use crate::theme::{FontWeight, Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, card, empty_state, keycap};

/// Left edge of the values.
const VALUE_X: f32 = 112.0;

/// Draws the preview.
pub(super) fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, view: &Preview) {
    let name = pass.message("inbox-preview").into_owned();
    let mut child =
        super::super::labelled_part(ui, rect, "preview", egui::accesskit::Role::Complementary, &name);
    ScrollArea::vertical()
        .id_salt(("preview", view.id.as_str()))
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR)
        .show(&mut child, |ui| {
            let area = ui.max_rect();
            let column = area.shrink2(vec2(24.0, 0.0));
            let column = column.with_max_x(column.right().min(column.left() + 560.0));
            let bottom = draw_body(ui, pass, column, view);
            ui.set_min_size(vec2(
                area.width(),
                bottom + toasts::covered_height(pass) - area.top(),
            ));
            keep_focus_visible(ui, pass, rect);
        });
}

/// Returns a row of the column.
fn row_rect(column: Rect, y: f32, height: f32) -> Rect {
    Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height))
}

/// Draws the content from the top. Returns its bottom edge.
fn draw_body(ui: &mut Ui, pass: &mut FrameCtx<'_>, column: Rect, view: &Preview) -> f32 {
    let ink = &pass.theme.colors;
    let mut y = draw_state(ui, pass, column, view);
    let pen = Painter::new(ui.painter(), pass.theme);
    let title = pen.block(
        pos2(column.left(), y),
        column.width(),
        &view.title,
        TextStyle::title(),
        ink.text,
    );
    let heading = ui.interact(title, ui.scope_id().with("title"), Sense::hover());
    heading.widget_info(|| WidgetInfo::labeled(Role::Heading, true, view.title.as_str()));
    y = title.bottom() + 14.0;
    let (seen, sent, id) = (
        pass.message("inbox-seen-here"),
        pass.message("inbox-service-date"),
        pass.message("field-id"),
    );
    let known = if view.has_server_date {
        ink.text
    } else {
        ink.text_tertiary
    };
    let facts = [
        (&seen, view.first_seen.as_str(), TextStyle::body(), ink.text),
        (&sent, view.sent.as_str(), TextStyle::body(), known),
        (&id, view.id.as_str(), TextStyle::code(), ink.text),
    ];
    // If a date does not fit beside its label, it goes below: without its time it would be misleading. Copy yields the
    // full identifier.
    let dates = [&view.first_seen, &view.sent];
    let beside = dates
        .iter()
        .all(|date| pen.text_width(date, TextStyle::body()) <= column.width() - VALUE_X);
    for (label, value, face, color) in facts {
        let line = row_rect(column, y, 26.0);
        let (head, place) = if beside {
            (
                line.with_max_x(line.left() + VALUE_X - 4.0),
                line.with_min_x(line.left() + VALUE_X),
            )
        } else {
            (row_rect(column, y, 20.0), row_rect(column, y + 20.0, 20.0))
        };
        pen.text(head, Align::Min, label, TextStyle::body(), ink.text_tertiary);
        pen.text(place, Align::Min, value, face, color);
        y = if beside {
            line.bottom()
        } else {
            place.bottom() + 4.0
        };
    }
    y = draw_actions(ui, pass, row_rect(column, y + 14.0, 32.0), view) + 8.0;
    y = draw_note(
        &pen,
        pass,
        row_rect(column, y, 18.0),
        "inbox-preview-marks-nothing",
    ) + 24.0;
    if !view.note.is_empty() {
        y = super::note::show(ui, pass, column, y, view) + 24.0;
    }
    if !view.similar.is_empty() {
        y = draw_similar(ui, pass, column, y, view) + 24.0;
    }
    if let Some(deal) = &view.deal {
        let head = row_rect(column, y, 20.0);
        let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
        pen.text(
            head,
            Align::Min,
            &pass.message("inbox-same-deal"),
            strong,
            ink.text,
        );
        let size = vec2(column.width().min(376.0), deal_card_height(pass, deal));
        let place = Rect::from_min_size(head.left_bottom() + vec2(0.0, 8.0), size);
        draw_deal_card(ui, pass, place, deal);
        let line = row_rect(column, place.bottom() + 6.0, 18.0);
        let said = pass.message("inbox-same-deal-note");
        pen.text(line, Align::Min, &said, TextStyle::small(), ink.text_tertiary);
        y = line.bottom() + 24.0;
    }
    if view.note.is_empty() {
        y = super::note::show(ui, pass, column, y, view) + 24.0;
    }
    y
}

/// Draws the read and snooze state and the position in the list. Returns the top of the title.
fn draw_state(ui: &Ui, pass: &FrameCtx<'_>, column: Rect, view: &Preview) -> f32 {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let line = row_rect(column, column.top() + 18.0, 18.0);
    let dot = pos2(line.left() + 4.0, line.center().y);
    if view.read {
        let edge = Stroke::new(1.5, ink.text_tertiary);
        pen.inner.circle_stroke(dot, 3.5, edge);
    } else {
        super::list::draw_unread_dot(&pen, dot, 4.0, view.kept_unread);
    }
    let rest = line.with_min_x(line.left() + 14.0);
    let said = pen.text(
        rest,
        Align::Min,
        &view.state,
        TextStyle::small(),
        ink.text_secondary,
    );
    let rest = line.with_min_x(said.right() + 12.0);
    let place = pen.text(
        rest,
        Align::Min,
        &view.position,
        TextStyle::small(),
        ink.text_tertiary,
    );
    let Some(asleep) = &view.snoozed_until else {
        return line.bottom() + 6.0;
    };
    let line = row_rect(column, line.bottom() + 4.0, 18.0);
    pen.sized_icon(
        pos2(line.left() + 5.0, line.center().y),
        Icon::Moon,
        12.0,
        ink.text_secondary,
    );
    let rest = line.with_min_x(line.left() + 16.0);
    let said = pen.text(rest, Align::Min, asleep, TextStyle::small(), ink.text_secondary);
    let response = ui.interact(said.union(place), ui.scope_id().with("asleep"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, asleep));
    line.bottom() + 6.0
}

fn draw_note(pen: &Painter<'_>, pass: &FrameCtx<'_>, line: Rect, key: &'static str) -> f32 {
    let ink = &pass.theme.colors;
    pen.sized_icon(
        pos2(line.left() + 7.0, line.center().y),
        Icon::Info,
        14.0,
        ink.text_tertiary,
    );
    let rest = line.with_min_x(line.left() + 20.0);
    pen.text(
        rest,
        Align::Min,
        &pass.message(key),
        TextStyle::small(),
        ink.text_secondary,
    );
    line.bottom()
}

/// Draws the actions with their keys, two per row, the primary one first. Returns their bottom edge.
fn draw_actions(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, view: &Preview) -> f32 {
    let starred = pass
        .app
        .inbox
        .inbox()
        .focus
        .as_ref()
        .is_some_and(|id| pass.app.inbox.is_starred(id));
    let star = if starred { Icon::StarFilled } else { Icon::Star };
    let verbs = [
        (ActionId::MarkRead, Icon::Check, ButtonStyle::Primary),
        (ActionId::Snooze, Icon::Moon, ButtonStyle::Default),
        (ActionId::Star, star, ButtonStyle::Ghost),
        (ActionId::HoldUnread, Icon::Inbox, ButtonStyle::Ghost),
        (ActionId::LocalNote, Icon::Edit, ButtonStyle::Ghost),
        (ActionId::Copy, Icon::Copy, ButtonStyle::Ghost),
    ];
    let labels = verbs.map(|(id, ..)| {
        if id == ActionId::Snooze && view.snoozed_until.is_some() {
            pass.message("inbox-wake").into_owned()
        } else if let (ActionId::MarkRead, Some(these)) = (id, &view.mark_button) {
            these.clone()
        } else {
            pass.action_name(id)
        }
    });
    let pen = Painter::new(ui.painter(), pass.theme);
    let widest = verbs.iter().zip(&labels).map(|((id, icon, _), label)| {
        let cap = pass.key_cap(*id);
        Button::new(label).with_icon(*icon).with_key_cap(&cap).width(&pen)
    });
    let widest = widest.fold(0.0, f32::max);
    // Two per row if all labels fit, else one.
    let half = (rect.width() - 8.0) / 2.0;
    let (across, wide) = if half >= widest {
        (2, half.min(widest.max(200.0)))
    } else {
        (1, rect.width())
    };
    // In a single column the buttons are closer together, so that the content below stays visible.
    let pitch = if across == 1 { 34.0 } else { 36.0 };
    let mut bottom = rect.bottom();
    for (at, (id, icon, kind)) in verbs.into_iter().enumerate() {
        let (label, cap, reason) = (&labels[at], pass.key_cap(id), pass.disabled_reason(id));
        let kind = match kind {
            ButtonStyle::Primary if reason.is_some() => ButtonStyle::Default,
            kind => kind,
        };
        let corner = rect.min + vec2((at % across) as f32 * (wide + 8.0), (at / across) as f32 * pitch);
        let place = Rect::from_min_size(corner, vec2(wide, pitch - 8.0));
        bottom = place.bottom();
        let button = Button::new(label)
            .with_icon(icon)
            .with_key_cap(&cap)
            .with_style(kind)
            .with_spread(true)
            .disabled_by(reason.as_deref());
        let name = ui.scope_id().with(id);
        let response = button.show(ui, pass.theme, name, place);
        if id == ActionId::Star {
            let toggled = if starred { Toggled::True } else { Toggled::False };
            ui.ctx()
                .accesskit_node_builder(name, |node| node.set_toggled(toggled));
        }
        if response.clicked() {
            pass.request_command(id);
        }
    }
    bottom
}

/// Draws the notifications whose titles differ only in numbers. Returns their bottom edge.
fn draw_similar(ui: &Ui, pass: &mut FrameCtx<'_>, column: Rect, y: f32, view: &Preview) -> f32 {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let head = row_rect(column, y, 20.0);
    let strong = TextStyle::body().with_weight(FontWeight::SemiBold);
    let text = pen.text(head, Align::Min, &view.similar_count, strong, ink.text);
    let response = ui.interact(text, ui.scope_id().with("similar"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.similar_count));
    let mut y = head.bottom() + 6.0;
    if view.mark_button.is_some() {
        let line = row_rect(column, y - 4.0, 24.0);
        draw_expand_button(ui, pass, line);
        y = line.bottom() + 4.0;
    }
    for one in &view.similar {
        let line = row_rect(column, y, 27.0);
        pen.horizontal_line(line.x_range(), line.top() + 0.5, ink.border);
        let dot = pos2(line.left() + 4.0, line.center().y);
        if one.read {
            let edge = Stroke::new(1.5, ink.text_tertiary);
            pen.inner.circle_stroke(dot, 3.0, edge);
        } else {
            pen.inner.circle_filled(dot, 3.5, ink.accent);
        }
        let day = pen.text(line, Align::Max, &one.day, TextStyle::small(), ink.text_tertiary);
        let rest = line.with_min_x(line.left() + 16.0).with_max_x(day.left() - 12.0);
        let color = if one.in_focused_row {
            ink.text
        } else {
            ink.text_secondary
        };
        pen.text(rest, Align::Min, &one.title, TextStyle::body(), color);
        y = line.bottom();
    }
    if !view.similar_more.is_empty() {
        let line = row_rect(column, y, 24.0);
        pen.text(
            line,
            Align::Min,
            &view.similar_more,
            TextStyle::small(),
            ink.text_tertiary,
        );
        y = line.bottom();
    }
    y
}

/// Draws the button that expands the group of similar notifications.
fn draw_expand_button(ui: &Ui, pass: &mut FrameCtx<'_>, line: Rect) {
    let (label, cap) = (
        pass.action_name(ActionId::UnfoldGroup),
        pass.key_cap(ActionId::UnfoldGroup),
    );
    let button = Button::new(&label)
        .with_key_cap(&cap)
        .with_style(ButtonStyle::Link);
    let wide = button.width(&Painter::new(ui.painter(), pass.theme));
    let place = Rect::from_min_size(line.min, vec2(wide, line.height()));
    let name = ui.scope_id().with("together");
    if button.show(ui, pass.theme, name, place).clicked() {
        pass.request_command(ActionId::UnfoldGroup);
    }
}

/// Returns the height of a deal's card.
fn deal_card_height(pass: &FrameCtx<'_>, deal: &encours_core::app::deals::board::view::card::Card) -> f32 {
    let lines = card::extra_line_count(deal.more_fields.iter().map(|field| field.name.as_str()));
    card::standard_height(pass.theme.tokens, false, lines)
}

fn draw_deal_card(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    rect: Rect,
    deal: &encours_core::app::deals::board::view::card::Card,
) {
    let response = ui.interact(rect, ui.scope_id().with("same-deal"), Sense::click());
    let name = format!("{} – {}", pass.action_name(ActionId::Open), deal.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Painter::new(ui.painter(), pass.theme);
    let shown = encours_core::app::deals::board::view::card::Card {
        focused: response.has_focus(),
        write: None,
        ..deal.clone()
    };
    card::paint(
        &pen,
        rect,
        &shown,
        card::CardState {
            hovered: response.hovered(),
            floating: false,
            checkbox: None,
            is_quiet: false,
            layout: card::CardLayout {
                status: true,
                ..card::CardLayout::default()
            },
        },
    );
    keycap::paint_left_of(
        &pen,
        rect.right() - 12.0,
        rect.top() + 19.0,
        &pass.key_cap(ActionId::Open),
    );
    if response.clicked() {
        pass.request(Action::OpenDeal(deal.id.clone()));
    }
}

/// Draws the empty state if no notification is shown.
pub(super) fn draw_empty_state(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, view: &InboxView) {
    if let Some(unanswered) = &view.unanswered {
        let said = EmptyStateText {
            title: unanswered.id.to_string(),
            text: unanswered.reason.clone(),
            action: Some(ActionId::ForgetId),
            is_loading: false,
        };
        return empty_state::show(ui, pass, rect, &ScreenPlaceholder::Empty(said), Icon::Inbox);
    }
    if let Some(failure) = &view.problem {
        return empty_state::show_failure(ui, pass, rect, failure);
    }
    let Some(said) = &view.notice else { return };
    empty_state::show(
        ui,
        pass,
        rect,
        &ScreenPlaceholder::Empty(said.clone()),
        Icon::Inbox,
    );
}
