//! What stands in the middle of an empty place: what is the case, why, and the action that helps.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::ActionId;
use encours_core::view::blank::{Blank, Notice};
use encours_core::view::problem::ProblemView;

use super::{Button, Kind, Pen, problem};
use crate::pass::Pass;
use crate::theme::{Face, Icon};

/// Shows a blank in the place of a screen.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, blank: &Blank, icon: Icon) {
    match blank {
        Blank::Problem(failure) => self::failure(ui, pass, rect, failure),
        Blank::Notice(said) => notice(ui, pass, rect, said, icon),
    }
}

/// Shows a failure in the place of a screen: on every screen in the same place.
pub fn failure(ui: &mut Ui, pass: &Pass<'_>, rect: Rect, failure: &ProblemView) {
    let pen = Pen::new(ui.painter(), pass.look);
    let width = (rect.width() - 48.0).min(520.0);
    let at = pos2(rect.center().x - width / 2.0, rect.top() + rect.height() * 0.22);
    let height = problem::paint(&pen, at, width, pass.words, failure);
    let place = Rect::from_min_size(at, vec2(width, height));
    let response = ui.interact(place, ui.scope_id().with("blank"), Sense::hover());
    let spoken = format!("{} {} {}", failure.title, failure.kept, failure.todo);
    response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, &spoken));
}

/// Says of the outlines in a place that what belongs there is being read.
pub fn tell_reading(ui: &Ui, rect: Rect, said: &Notice) {
    let response = ui.interact(rect, ui.scope_id().with("blank"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, said.title.as_str()));
}

fn notice(ui: &mut Ui, pass: &mut Pass<'_>, rect: Rect, said: &Notice, icon: Icon) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let y = rect.top() + (rect.height() * 0.3).max(24.0);
    pen.icon_of(pos2(rect.center().x, y), icon, 24.0, ink.text_secondary);
    let title = Rect::from_min_size(
        pos2(rect.left() + 24.0, y + 24.0),
        vec2(rect.width() - 48.0, 20.0),
    );
    pen.text(title, Align::Center, &said.title, Face::heading(), ink.text);
    let width = (rect.width() - 48.0).min(480.0);
    let galley = pen.centred(&said.text, Face::body(), ink.text_secondary, width);
    let text = Rect::from_center_size(
        pos2(rect.center().x, title.bottom() + 6.0 + galley.size().y / 2.0),
        galley.size(),
    );
    pen.painter
        .galley(pos2(rect.center().x, text.top()), galley, ink.text_secondary);
    let response = ui.interact(title.union(text), ui.scope_id().with("blank"), Sense::hover());
    response
        .widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{} – {}", said.title, said.text)));
    let Some(id) = said.action else { return };
    let label = match id {
        // What goes back from an empty board is the filter.
        ActionId::Back => pass.word("button-clear-filter").into_owned(),
        id => pass.label(id),
    };
    let cap = pass.cap(id);
    let button = Button::new(&label).key(&cap).kind(Kind::Primary);
    let wide = button.width(&pen);
    let place = Rect::from_min_size(
        pos2(rect.center().x - wide / 2.0, text.bottom() + 16.0),
        vec2(wide, 28.0),
    );
    if button.show(ui, look, ui.scope_id().with("help"), place).clicked() {
        pass.run(id);
    }
}
