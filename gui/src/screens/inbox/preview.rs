//! The preview of a notification. Showing it does not mark it as read; its buttons do, each with its key.

use egui::accesskit::Toggled;
use egui::scroll_area::ScrollSource;
use egui::{Align, Rect, Role, ScrollArea, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::notice::Notice;
use encours_core::app::screens::inbox::view::inbox::{InboxView, Preview};
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::empty_state::Blank;

use super::super::scroll_sync::keep_focus_in_sight;
use crate::frame_ctx::Pass;
use crate::overlays::toasts;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, card, empty_state, keycap};

/// Left edge of the values.
const VALUE: f32 = 112.0;

/// Draws the preview.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &Preview) {
    let name = pass.word("inbox-preview").into_owned();
    let mut child = super::super::part(ui, rect, "preview", egui::accesskit::Role::Complementary, &name);
    ScrollArea::vertical()
        .id_salt(("preview", view.id.as_str()))
        .auto_shrink(false)
        .scroll_source(ScrollSource::MOUSE_WHEEL | ScrollSource::SCROLL_BAR)
        .show(&mut child, |ui| {
            let area = ui.max_rect();
            let column = area.shrink2(vec2(24.0, 0.0));
            let column = column.with_max_x(column.right().min(column.left() + 560.0));
            let bottom = body(ui, pass, column, view);
            ui.set_min_size(vec2(area.width(), bottom + toasts::covered(pass) - area.top()));
            keep_focus_in_sight(ui, pass, rect);
        });
}

/// Returns a row of the column.
fn row(column: Rect, y: f32, height: f32) -> Rect {
    Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height))
}

/// Draws the content from the top. Returns its bottom edge.
fn body(ui: &mut Ui, pass: &mut Pass<'_>, column: Rect, view: &Preview) -> f32 {
    let ink = &pass.look.ink;
    let mut y = state(ui, pass, column, view);
    let pen = Pen::new(ui.painter(), pass.look);
    let title = pen.block(
        pos2(column.left(), y),
        column.width(),
        &view.title,
        Face::title(),
        ink.text,
    );
    let heading = ui.interact(title, ui.scope_id().with("title"), Sense::hover());
    heading.widget_info(|| WidgetInfo::labeled(Role::Heading, true, view.title.as_str()));
    y = title.bottom() + 14.0;
    let (seen, sent, id) = (
        pass.word("inbox-seen-here"),
        pass.word("inbox-service-date"),
        pass.word("field-id"),
    );
    let known = if view.dated { ink.text } else { ink.text_tertiary };
    let facts = [
        (&seen, view.seen.as_str(), Face::body(), ink.text),
        (&sent, view.sent.as_str(), Face::body(), known),
        (&id, view.id.as_str(), Face::code(), ink.text),
    ];
    // If a date does not fit beside its label, it goes below: without its time it would be misleading. Copy yields the
    // full identifier.
    let dates = [&view.seen, &view.sent];
    let beside = dates
        .iter()
        .all(|date| pen.width(date, Face::body()) <= column.width() - VALUE);
    for (label, value, face, color) in facts {
        let line = row(column, y, 26.0);
        let (head, place) = if beside {
            (
                line.with_max_x(line.left() + VALUE - 4.0),
                line.with_min_x(line.left() + VALUE),
            )
        } else {
            (row(column, y, 20.0), row(column, y + 20.0, 20.0))
        };
        pen.text(head, Align::Min, label, Face::body(), ink.text_tertiary);
        pen.text(place, Align::Min, value, face, color);
        y = if beside {
            line.bottom()
        } else {
            place.bottom() + 4.0
        };
    }
    y = verbs(ui, pass, row(column, y + 14.0, 32.0), view) + 8.0;
    y = note(&pen, pass, row(column, y, 18.0), "inbox-preview-marks-nothing") + 24.0;
    if !view.note.is_empty() {
        y = super::note::show(ui, pass, column, y, view) + 24.0;
    }
    if !view.similar.is_empty() {
        y = similar(ui, pass, column, y, view) + 24.0;
    }
    if let Some(deal) = &view.deal {
        let head = row(column, y, 20.0);
        let strong = Face::body().weighing(Weight::SemiBold);
        pen.text(head, Align::Min, &pass.word("inbox-same-deal"), strong, ink.text);
        let size = vec2(column.width().min(376.0), same_deal_height(pass, deal));
        let place = Rect::from_min_size(head.left_bottom() + vec2(0.0, 8.0), size);
        same_deal(ui, pass, place, deal);
        let line = row(column, place.bottom() + 6.0, 18.0);
        let said = pass.word("inbox-same-deal-note");
        pen.text(line, Align::Min, &said, Face::small(), ink.text_tertiary);
        y = line.bottom() + 24.0;
    }
    if view.note.is_empty() {
        y = super::note::show(ui, pass, column, y, view) + 24.0;
    }
    y
}

/// Draws the read and snooze state and the position in the list. Returns the top of the title.
fn state(ui: &Ui, pass: &Pass<'_>, column: Rect, view: &Preview) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let line = row(column, column.top() + 18.0, 18.0);
    let dot = pos2(line.left() + 4.0, line.center().y);
    if view.read {
        let edge = Stroke::new(1.5, ink.text_tertiary);
        pen.painter.circle_stroke(dot, 3.5, edge);
    } else {
        super::list::unread(&pen, dot, 4.0, view.held);
    }
    let rest = line.with_min_x(line.left() + 14.0);
    let said = pen.text(rest, Align::Min, &view.state, Face::small(), ink.text_secondary);
    let rest = line.with_min_x(said.right() + 12.0);
    let place = pen.text(rest, Align::Min, &view.place, Face::small(), ink.text_tertiary);
    let Some(asleep) = &view.asleep else {
        return line.bottom() + 6.0;
    };
    let line = row(column, line.bottom() + 4.0, 18.0);
    pen.icon_of(
        pos2(line.left() + 5.0, line.center().y),
        Icon::Moon,
        12.0,
        ink.text_secondary,
    );
    let rest = line.with_min_x(line.left() + 16.0);
    let said = pen.text(rest, Align::Min, asleep, Face::small(), ink.text_secondary);
    let response = ui.interact(said.union(place), ui.scope_id().with("asleep"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, asleep));
    line.bottom() + 6.0
}

fn note(pen: &Pen<'_>, pass: &Pass<'_>, line: Rect, key: &'static str) -> f32 {
    let ink = &pass.look.ink;
    pen.icon_of(
        pos2(line.left() + 7.0, line.center().y),
        Icon::Info,
        14.0,
        ink.text_tertiary,
    );
    let rest = line.with_min_x(line.left() + 20.0);
    pen.text(
        rest,
        Align::Min,
        &pass.word(key),
        Face::small(),
        ink.text_secondary,
    );
    line.bottom()
}

/// Draws the actions with their keys, two per row, the primary one first. Returns their bottom edge.
fn verbs(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &Preview) -> f32 {
    let starred = pass
        .app
        .inbox
        .inbox()
        .focus
        .as_ref()
        .is_some_and(|id| pass.app.inbox.is_starred(id));
    let star = if starred { Icon::StarFilled } else { Icon::Star };
    let verbs = [
        (ActionId::MarkRead, Icon::Check, Kind::Primary),
        (ActionId::Snooze, Icon::Moon, Kind::Default),
        (ActionId::Star, star, Kind::Ghost),
        (ActionId::HoldUnread, Icon::Inbox, Kind::Ghost),
        (ActionId::LocalNote, Icon::Edit, Kind::Ghost),
        (ActionId::Copy, Icon::Copy, Kind::Ghost),
    ];
    let labels = verbs.map(|(id, ..)| {
        if id == ActionId::Snooze && view.asleep.is_some() {
            pass.word("inbox-wake").into_owned()
        } else if let (ActionId::MarkRead, Some(these)) = (id, &view.marks_these) {
            these.clone()
        } else {
            pass.label(id)
        }
    });
    let pen = Pen::new(ui.painter(), pass.look);
    let widest = verbs.iter().zip(&labels).map(|((id, icon, _), label)| {
        let cap = pass.cap(*id);
        Button::new(label).icon(*icon).key(&cap).width(&pen)
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
        let (label, cap, reason) = (&labels[at], pass.cap(id), pass.reason(id));
        let kind = match kind {
            Kind::Primary if reason.is_some() => Kind::Default,
            kind => kind,
        };
        let corner = rect.min + vec2((at % across) as f32 * (wide + 8.0), (at / across) as f32 * pitch);
        let place = Rect::from_min_size(corner, vec2(wide, pitch - 8.0));
        bottom = place.bottom();
        let button = Button::new(label)
            .icon(icon)
            .key(&cap)
            .kind(kind)
            .spread(true)
            .disabled(reason.as_deref());
        let name = ui.scope_id().with(id);
        let response = button.show(ui, pass.look, name, place);
        if id == ActionId::Star {
            let toggled = if starred { Toggled::True } else { Toggled::False };
            ui.ctx()
                .accesskit_node_builder(name, |node| node.set_toggled(toggled));
        }
        if response.clicked() {
            pass.run(id);
        }
    }
    bottom
}

/// Draws the notifications whose titles differ only in numbers. Returns their bottom edge.
fn similar(ui: &Ui, pass: &mut Pass<'_>, column: Rect, y: f32, view: &Preview) -> f32 {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let head = row(column, y, 20.0);
    let strong = Face::body().weighing(Weight::SemiBold);
    let text = pen.text(head, Align::Min, &view.similar_count, strong, ink.text);
    let response = ui.interact(text, ui.scope_id().with("similar"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &view.similar_count));
    let mut y = head.bottom() + 6.0;
    if view.marks_these.is_some() {
        let line = row(column, y - 4.0, 24.0);
        unfold(ui, pass, line);
        y = line.bottom() + 4.0;
    }
    for one in &view.similar {
        let line = row(column, y, 27.0);
        pen.rule(line.x_range(), line.top() + 0.5, ink.border);
        let dot = pos2(line.left() + 4.0, line.center().y);
        if one.read {
            let edge = Stroke::new(1.5, ink.text_tertiary);
            pen.painter.circle_stroke(dot, 3.0, edge);
        } else {
            pen.painter.circle_filled(dot, 3.5, ink.accent);
        }
        let day = pen.text(line, Align::Max, &one.day, Face::small(), ink.text_tertiary);
        let rest = line.with_min_x(line.left() + 16.0).with_max_x(day.left() - 12.0);
        let color = if one.meant { ink.text } else { ink.text_secondary };
        pen.text(rest, Align::Min, &one.title, Face::body(), color);
        y = line.bottom();
    }
    if !view.similar_more.is_empty() {
        let line = row(column, y, 24.0);
        pen.text(
            line,
            Align::Min,
            &view.similar_more,
            Face::small(),
            ink.text_tertiary,
        );
        y = line.bottom();
    }
    y
}

/// Draws the button that expands the group of similar notifications.
fn unfold(ui: &Ui, pass: &mut Pass<'_>, line: Rect) {
    let (label, cap) = (pass.label(ActionId::UnfoldGroup), pass.cap(ActionId::UnfoldGroup));
    let button = Button::new(&label).key(&cap).kind(Kind::Link);
    let wide = button.width(&Pen::new(ui.painter(), pass.look));
    let place = Rect::from_min_size(line.min, vec2(wide, line.height()));
    let name = ui.scope_id().with("together");
    if button.show(ui, pass.look, name, place).clicked() {
        pass.run(ActionId::UnfoldGroup);
    }
}

/// Returns the height of a deal's card.
fn same_deal_height(pass: &Pass<'_>, deal: &encours_core::app::deals::board::view::card::Card) -> f32 {
    let lines = card::lines_of_more(deal.more.iter().map(|field| field.name.as_str()));
    card::height(pass.look.tokens, false, lines)
}

fn same_deal(
    ui: &Ui,
    pass: &mut Pass<'_>,
    rect: Rect,
    deal: &encours_core::app::deals::board::view::card::Card,
) {
    let response = ui.interact(rect, ui.scope_id().with("same-deal"), Sense::click());
    let name = format!("{} – {}", pass.label(ActionId::Open), deal.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Pen::new(ui.painter(), pass.look);
    let shown = encours_core::app::deals::board::view::card::Card {
        focused: response.has_focus(),
        write: None,
        ..deal.clone()
    };
    card::paint(
        &pen,
        rect,
        &shown,
        card::State {
            hovered: response.hovered(),
            floating: false,
            tick: None,
            quiet: false,
            face: card::CardFace {
                status: true,
                ..card::CardFace::default()
            },
        },
    );
    keycap::at_right(
        &pen,
        rect.right() - 12.0,
        rect.top() + 19.0,
        &pass.cap(ActionId::Open),
    );
    if response.clicked() {
        pass.act(Action::OpenDeal(deal.id.clone()));
    }
}

/// Draws the empty state if no notification is shown.
pub(super) fn empty(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &InboxView) {
    if let Some(unanswered) = &view.unanswered {
        let said = Notice {
            title: unanswered.id.to_string(),
            text: unanswered.why.clone(),
            action: Some(ActionId::ForgetId),
            reading: false,
        };
        return empty_state::show(ui, pass, rect, &Blank::Notice(said), Icon::Inbox);
    }
    if let Some(failure) = &view.problem {
        return empty_state::failure(ui, pass, rect, failure);
    }
    let Some(said) = &view.notice else { return };
    empty_state::show(ui, pass, rect, &Blank::Notice(said.clone()), Icon::Inbox);
}
