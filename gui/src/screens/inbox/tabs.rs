//! The row under the title: the tabs with their counts, the filter of the titles, and whether what is alike stands
//! together.

use egui::{Align, Color32, Id, Rect, Role, Sense, Stroke, Ui, pos2, vec2};
use encours_core::app::{ALERTS, Action, ActionId, LIST};
use encours_core::view::inbox::{InboxTabView, InboxView};

use super::super::filter_line;
use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, aside, tell_choice};

/// The widest that the filter is drawn.
const FILTER: f32 = 240.0;
/// The narrowest that it can be used at.
const FILTER_MIN: f32 = 120.0;
const GAP: f32 = 8.0;

/// Where the titles are filtered.
fn filter_id() -> Id {
    Id::unique("inbox-filter")
}

/// Draws the row. `beside` says whether alerts and preferences have a place of their own; else a button leads to them.
pub(super) fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, view: &InboxView, beside: bool) {
    let pen = Pen::new(ui.painter(), pass.look);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, pass.look.ink.border);
    let left = tabs(ui, pass, rect, &view.tabs) + GAP;
    let name = format!("{}  {}", view.alerts.title, pass.cap(ActionId::NextPane));
    let open = pass.app.pane() != LIST;
    let kind = if open { Kind::Default } else { Kind::Ghost };
    let alerts = Button::of_icon(&name, Icon::Bell).kind(kind);
    let (label, cap) = (
        pass.label(ActionId::GroupSimilar),
        pass.cap(ActionId::GroupSimilar),
    );
    let on = !pass.app.inbox().apart;
    let icon = if on { Icon::Check } else { Icon::Views };
    let mut together = Button::new(&label).icon(icon).key(&cap).kind(Kind::Ghost);
    let others = if beside { 0.0 } else { alerts.width(&pen) + GAP };
    let end = pos2(rect.right() - 16.0, rect.top() + 20.0);
    if together.width(&pen) > end.x - others - left - FILTER_MIN {
        together = together.short().key("");
    }
    let mut widths = vec![together.width(&pen)];
    widths.extend((!beside).then(|| alerts.width(&pen)));
    let places = aside::ending_at(end, GAP, &widths);
    let right = aside::begins(&places, end.x) - GAP;
    let wide = FILTER.min(right - left);
    let field = Rect::from_min_size(pos2(right - wide, rect.top() + 5.0), vec2(wide, 30.0));
    let hint = pass.word("filter-titles").into_owned();
    filter_line::show(ui, pass, field, filter_id(), (&pass.app.inbox().filter, &hint));
    let [place, others @ ..] = places.as_slice() else {
        return;
    };
    if grouped(ui, pass, together, on, *place) {
        pass.run(ActionId::GroupSimilar);
    }
    // A switch between the preview and what stands beside the list where there is room.
    if let [place] = others
        && alerts
            .show(ui, pass.look, ui.scope_id().with("alerts"), *place)
            .clicked()
    {
        pass.act(Action::FocusPane(if open { LIST } else { ALERTS }));
    }
}

/// Whether what is alike stands together. Whether that was pressed.
fn grouped(ui: &Ui, pass: &Pass<'_>, button: Button<'_>, on: bool, place: Rect) -> bool {
    let id = ui.scope_id().with("together");
    let response = button.show(ui, pass.look, id, place);
    ui.ctx().accesskit_node_builder(id, |node| {
        node.set_toggled(if on {
            egui::accesskit::Toggled::True
        } else {
            egui::accesskit::Toggled::False
        });
    });
    response.clicked()
}

/// Draws the tabs. Returns where they end.
fn tabs(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, tabs: &[InboxTabView]) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let inbox = &pass.app.snapshot().inbox;
    let known = inbox.read_at.is_some() || inbox.mode == encours_core::engine::ListMode::Watched;
    let mut x = rect.left() + 16.0;
    for tab in tabs {
        // A number that nobody has read is no number.
        let count = if known {
            tab.count.to_string()
        } else {
            String::new()
        };
        let wide =
            pen.width(&tab.label, Face::strong()).ceil() + pen.width(&count, Face::small()).ceil() + 26.0;
        let place = Rect::from_min_size(pos2(x, rect.top() + 6.0), vec2(wide, 28.0));
        let response = ui.interact(
            place,
            ui.scope_id().with(("tab", tab.label.as_str())),
            Sense::click(),
        );
        let spoken = format!("{} {count}", tab.label);
        tell_choice(&response, Role::Tab, true, tab.current, &spoken);
        let fill = match (tab.current, response.hovered()) {
            (true, _) => ink.pressed,
            (false, true) => ink.hover,
            (false, false) => Color32::TRANSPARENT,
        };
        let edge = if tab.current && look.edges() {
            look.hairline(ink.accent_line)
        } else {
            Stroke::NONE
        };
        pen.boxed(place, look.tokens.radius.button, fill, edge);
        if response.has_focus() {
            pen.ring(place, look.tokens.radius.button);
        }
        let color = if tab.current { ink.text } else { ink.text_secondary };
        let text = pen.text(
            place.with_min_x(x + 10.0),
            Align::Min,
            &tab.label,
            Face::strong(),
            color,
        );
        pen.text(
            place.with_min_x(text.right() + 6.0),
            Align::Min,
            &count,
            Face::small(),
            ink.text_tertiary,
        );
        if response.clicked() {
            pass.act(Action::ShowTab(tab.tab));
        }
        x = place.right() + 6.0;
    }
    x
}
