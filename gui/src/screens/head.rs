//! The bar over a screen: its title, what is known of it, and what can be done there, each with its key.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::ActionId;

use super::Places;
use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Pen};

/// Draws the bar. Where room is short the words of the buttons go; icons and names stay.
pub(super) fn show(
    ui: &Ui,
    pass: &mut Pass<'_>,
    rect: Rect,
    (title, note): (&str, &str),
    actions: &[(ActionId, Icon)],
) {
    let (at, spoken) = draw(ui, pass, rect, (title, note), actions);
    let response = ui.interact(at, ui.scope_id().with("title"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &spoken));
}

/// The same over a screen that may hold nothing with a focus of its own: its title then takes it.
pub(super) fn focused(
    ui: &Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    rect: Rect,
    words: (&str, &str),
    actions: &[(ActionId, Icon)],
) {
    let (at, spoken) = draw(ui, pass, rect, words, actions);
    super::heading(ui, pass, places, at, &spoken);
}

/// Draws it. Returns where the title stands, and what is said of it.
fn draw(
    ui: &Ui,
    pass: &mut Pass<'_>,
    rect: Rect,
    (title, note): (&str, &str),
    actions: &[(ActionId, Icon)],
) -> (Rect, String) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let labels: Vec<(String, String, Option<String>)> = actions
        .iter()
        .map(|(id, _)| (pass.label(*id), pass.cap(*id), pass.reason(*id)))
        .collect();
    let button = |at: usize, short: bool| {
        let (label, cap, reason) = &labels[at];
        let button = Button::new(label).icon(actions[at].1).disabled(reason.as_deref());
        if short { button.short() } else { button.key(cap) }
    };
    let wide: f32 = (0..actions.len())
        .map(|at| button(at, false).width(&pen) + 8.0)
        .sum();
    let short = wide + pen.width(title, Face::title()) + 160.0 > rect.width();
    let mut right = rect.right() - 16.0;
    for (at, (id, _)) in actions.iter().enumerate().rev() {
        let button = button(at, short);
        let width = button.width(&pen);
        let place = Rect::from_min_size(pos2(right - width, rect.center().y - 14.0), vec2(width, 28.0));
        if button.show(ui, look, ui.scope_id().with(*id), place).clicked() {
            pass.run(*id);
        }
        right = place.left() - 8.0;
    }
    let line = rect.with_min_x(rect.left() + 16.0).with_max_x(right - 8.0);
    let at = pen.text(line, Align::Min, title, Face::title(), ink.text);
    let rest = line.with_min_x(at.right() + 16.0);
    pen.text(rest, Align::Min, note, Face::small(), ink.text_tertiary);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    (at, format!("{title} – {note}"))
}
