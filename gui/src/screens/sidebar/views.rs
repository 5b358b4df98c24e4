//! The saved views in the side bar, with deal counts and a save button.

use egui::{Align, Color32, Rect, Role, Sense, Ui, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::text::{Clean, number};

use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Pen, tell_choice};

/// Draws as many views as fit into the side bar; the others are in the list of views.
pub(in crate::screens) fn show(ui: &Ui, pass: &mut Pass<'_>, rect: Rect) {
    let row = pass.look.tokens.size.view_row;
    if rect.height() < 3.0 * row {
        return;
    }
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let head = rect.with_max_y(rect.top() + row).shrink2(vec2(8.0, 0.0));
    pen.text(
        head,
        Align::Min,
        &pass.word("views-side"),
        Face::label(),
        ink.text_secondary,
    );
    let label = format!(
        "{}  {}",
        pass.label(ActionId::SaveView),
        pass.cap(ActionId::SaveView)
    );
    let reason = pass.reason(ActionId::SaveView);
    let place = Rect::from_center_size(pos2(head.right() - 6.0, head.center().y), vec2(24.0, 24.0));
    let button = Button::of_icon(&label, Icon::Plus).disabled(reason.as_deref());
    if button
        .show(ui, pass.look, ui.scope_id().with("save-view"), place)
        .clicked()
    {
        pass.run(ActionId::SaveView);
    }
    let views = pass.app.views.views();
    let all = pass.word("view-all-deals").into_owned();
    let names = std::iter::once(String::new()).chain(views.list.iter().map(|view| view.name.clone()));
    let fit = ((rect.height() - row) / row).floor().max(1.0) as usize;
    for (at, name) in names.take(fit).enumerate() {
        let count = if name.is_empty() {
            let known = pass.app.cx.snapshot().coverage.complete_at.is_some();
            known.then_some(pass.app.pipeline.lens().total)
        } else {
            views.count(&name)
        };
        let top = head.bottom() + at as f32 * row;
        let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), row));
        let label = if name.is_empty() {
            all.clone()
        } else {
            Clean::line_of(&name, 60).to_string()
        };
        one(ui, pass, place, &name, &label, count);
    }
}

fn one(ui: &Ui, pass: &mut Pass<'_>, rect: Rect, name: &str, label: &str, count: Option<usize>) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let on_pipeline = matches!(pass.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    let here = on_pipeline && pass.app.views.views().current.as_deref().unwrap_or_default() == name;
    let count = count.map_or_else(String::new, |count| {
        number::integer(pass.app.cx.lang(), count as u64)
    });
    let response = ui.interact(rect, ui.scope_id().with(("view", name)), Sense::click());
    let spoken = format!("{label} {count}");
    tell_choice(&response, Role::Link, true, here, spoken.trim());
    let pen = Pen::new(ui.painter(), look);
    let fill = match (here, response.hovered()) {
        (true, _) => ink.pressed,
        (false, true) => ink.hover,
        (false, false) => Color32::TRANSPARENT,
    };
    let face = rect.shrink2(vec2(0.0, 1.0));
    pen.fill(face, look.tokens.radius.button, fill);
    if response.has_focus() {
        pen.ring(face.shrink(2.0), look.tokens.radius.button);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let number = pen.text(inner, Align::Max, &count, Face::small(), ink.text_tertiary);
    let (text, weight) = if here {
        (ink.text, Face::strong())
    } else {
        (ink.text_secondary, Face::body())
    };
    pen.text(
        inner.with_max_x(number.left() - 8.0),
        Align::Min,
        label,
        weight,
        text,
    );
    if response.clicked() {
        pass.act(Action::OpenView(name.to_owned()));
    }
}
