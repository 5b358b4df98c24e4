//! The preview of a notification: it shows and marks nothing; what marks is a verb with its key.

use egui::{Align, Rect, Role, Sense, Stroke, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId};
use encours_core::view::inbox::{InboxView, Preview};

use crate::pass::Pass;
use crate::theme::{Face, Icon, Weight};
use crate::widgets::{Button, Kind, Pen, card, keycap, notice};

/// Draws the preview.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &Preview) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let name = pass.word("inbox-preview").into_owned();
    let mut child = super::super::part(ui, rect, "preview", egui::accesskit::Role::Complementary, &name);
    let ui = &mut child;
    let pen = Pen::new(ui.painter(), look);
    let column = rect.shrink2(vec2(24.0, 0.0));
    let column = column.with_max_x(column.right().min(column.left() + 560.0));
    let row = |y: f32, height: f32| Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), height));
    let mut y = rect.top() + 18.0;
    let line = row(y, 18.0);
    if view.read {
        pen.painter.circle_stroke(
            pos2(line.left() + 4.0, line.center().y),
            3.5,
            Stroke::new(1.5, ink.text_tertiary),
        );
    } else {
        pen.painter
            .circle_filled(pos2(line.left() + 4.0, line.center().y), 4.0, ink.accent);
    }
    let state = pen.text(
        line.with_min_x(line.left() + 14.0),
        Align::Min,
        &view.state,
        Face::small(),
        ink.text_secondary,
    );
    pen.text(
        line.with_min_x(state.right() + 12.0),
        Align::Min,
        &view.place,
        Face::small(),
        ink.text_tertiary,
    );
    y = pen
        .block(
            pos2(column.left(), y + 24.0),
            column.width(),
            &view.title,
            Face::title(),
            ink.text,
        )
        .bottom()
        + 14.0;
    let facts = [
        ("inbox-seen-here", view.seen.as_str(), true),
        ("inbox-service-date", &view.sent, view.dated),
    ];
    for (label, value, known) in facts {
        let line = row(y, 26.0);
        pen.text(
            line.with_max_x(line.left() + 108.0),
            Align::Min,
            &pass.word(label),
            Face::body(),
            ink.text_tertiary,
        );
        let color = if known { ink.text } else { ink.text_tertiary };
        pen.text(
            line.with_min_x(line.left() + 112.0),
            Align::Min,
            value,
            Face::body(),
            color,
        );
        y += 26.0;
    }
    let line = row(y, 26.0);
    pen.text(
        line.with_max_x(line.left() + 108.0),
        Align::Min,
        &pass.word("field-id"),
        Face::body(),
        ink.text_tertiary,
    );
    pen.text(
        line.with_min_x(line.left() + 112.0),
        Align::Min,
        &view.id,
        Face::code(),
        ink.text,
    );
    y += 40.0;
    y = verbs(ui, pass, row(y, 32.0)) + 8.0;
    let line = row(y, 18.0);
    pen.icon_of(
        pos2(line.left() + 7.0, line.center().y),
        Icon::Info,
        14.0,
        ink.text_tertiary,
    );
    let note = pass.word("inbox-preview-marks-nothing");
    pen.text(
        line.with_min_x(line.left() + 20.0),
        Align::Min,
        &note,
        Face::small(),
        ink.text_secondary,
    );
    y += 42.0;
    if let Some(deal) = &view.deal {
        pen.text(
            row(y, 20.0),
            Align::Min,
            &pass.word("inbox-same-deal"),
            Face::body().weighing(Weight::SemiBold),
            ink.text,
        );
        let place = Rect::from_min_size(
            pos2(column.left(), y + 28.0),
            vec2(column.width().min(376.0), look.tokens.size.card),
        );
        same_deal(ui, pass, place, deal);
        let note = pass.word("inbox-same-deal-note");
        pen.text(
            row(place.bottom() + 6.0, 18.0),
            Align::Min,
            &note,
            Face::small(),
            ink.text_tertiary,
        );
    }
}

/// What can be done with the notification, each with its key. Returns where they end.
fn verbs(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect) -> f32 {
    let wide = ((rect.width() - 8.0) / 2.0).min(184.0);
    let verbs = [
        (ActionId::MarkRead, Icon::Check, Kind::Primary),
        (ActionId::Copy, Icon::Copy, Kind::Default),
    ];
    for (at, (id, icon, kind)) in verbs.into_iter().enumerate() {
        let (label, cap, reason) = (pass.label(id), pass.cap(id), pass.reason(id));
        let kind = if reason.is_some() { Kind::Default } else { kind };
        let place = Rect::from_min_size(
            pos2(rect.left() + at as f32 * (wide + 8.0), rect.top()),
            vec2(wide, 32.0),
        );
        let button = Button::new(&label)
            .icon(icon)
            .key(&cap)
            .kind(kind)
            .disabled(reason.as_deref());
        if button
            .show(ui, pass.look, ui.scope_id().with(id), place)
            .clicked()
        {
            pass.run(id);
        }
    }
    rect.bottom()
}

fn same_deal(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, deal: &encours_core::view::board::Card) {
    let response = ui.interact(rect, ui.scope_id().with("same-deal"), Sense::click());
    let name = format!("{} – {}", pass.label(ActionId::Open), deal.name);
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    let pen = Pen::new(ui.painter(), pass.look);
    let shown = encours_core::view::board::Card {
        focused: response.has_focus(),
        age: String::new(),
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
            face: card::CardFace::default(),
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

/// What stands in the place of the preview where no notification is shown.
pub(super) fn empty(ui: &mut Ui, pass: &Pass<'_>, rect: Rect, view: &InboxView) {
    let ink = &pass.look.ink;
    if let Some(failure) = &view.problem {
        return notice::failure(ui, pass, rect, failure);
    }
    let Some(text) = &view.empty else { return };
    let pen = Pen::new(ui.painter(), pass.look);
    let y = rect.top() + rect.height() * 0.3;
    pen.icon_of(pos2(rect.center().x, y), Icon::Inbox, 24.0, ink.text_secondary);
    let width = (rect.width() - 48.0).min(420.0);
    let galley = pen.wrapped(text, Face::body(), ink.text_secondary, width, 6);
    let at = pos2(rect.center().x - galley.size().x / 2.0, y + 24.0);
    let place = Rect::from_min_size(at, galley.size());
    pen.painter.galley(at, galley, ink.text_secondary);
    let response = ui.interact(place, ui.scope_id().with("empty"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
}
