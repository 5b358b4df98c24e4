//! The saved views in the side bar, with deal counts and a save button.

use egui::{Align, Color32, Rect, Role, Sense, Ui, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::action::Action;
use encours_core::text::{SafeText, number};

use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, Painter, set_a11y_choice};

/// Draws as many views as fit into the side bar; the others are in the list of views.
pub(in crate::screens) fn show(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect) {
    let row = pass.theme.tokens.size.view_row;
    if rect.height() < 3.0 * row {
        return;
    }
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let head = rect.with_max_y(rect.top() + row).shrink2(vec2(8.0, 0.0));
    pen.text(
        head,
        Align::Min,
        &pass.message("views-side"),
        TextStyle::label(),
        ink.text_secondary,
    );
    let label = format!(
        "{}  {}",
        pass.action_name(ActionId::SaveView),
        pass.key_cap(ActionId::SaveView)
    );
    let reason = pass.disabled_reason(ActionId::SaveView);
    let place = Rect::from_center_size(pos2(head.right() - 6.0, head.center().y), vec2(24.0, 24.0));
    let button = Button::from_icon(&label, Icon::Plus).disabled_by(reason.as_deref());
    if button
        .show(ui, pass.theme, ui.scope_id().with("save-view"), place)
        .clicked()
    {
        pass.request_command(ActionId::SaveView);
    }
    let views = pass.app.views.views();
    let all = pass.message("view-all-deals").into_owned();
    let names = std::iter::once(String::new()).chain(views.list.iter().map(|view| view.name.clone()));
    let fit = ((rect.height() - row) / row).floor().max(1.0) as usize;
    for (at, name) in names.take(fit).enumerate() {
        let count = if name.is_empty() {
            let known = pass.app.cx.snapshot().coverage.complete_at.is_some();
            known.then_some(pass.app.pipeline.filtered().total)
        } else {
            views.count(&name)
        };
        let top = head.bottom() + at as f32 * row;
        let place = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), row));
        let label = if name.is_empty() {
            all.clone()
        } else {
            SafeText::line_within(&name, 60).to_string()
        };
        draw_view(ui, pass, place, &name, &label, count);
    }
}

fn draw_view(ui: &Ui, pass: &mut FrameCtx<'_>, rect: Rect, name: &str, label: &str, count: Option<usize>) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let on_pipeline = matches!(pass.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    let here = on_pipeline && pass.app.views.views().current.as_deref().unwrap_or_default() == name;
    let count = count.map_or_else(String::new, |count| {
        number::integer(pass.app.cx.lang(), count as u64)
    });
    let response = ui.interact(rect, ui.scope_id().with(("view", name)), Sense::click());
    let spoken = format!("{label} {count}");
    set_a11y_choice(&response, Role::Link, true, here, spoken.trim());
    let pen = Painter::new(ui.painter(), look);
    let fill = match (here, response.hovered()) {
        (true, _) => ink.pressed,
        (false, true) => ink.hover,
        (false, false) => Color32::TRANSPARENT,
    };
    let face = rect.shrink2(vec2(0.0, 1.0));
    pen.fill(face, look.tokens.radius.button, fill);
    if response.has_focus() {
        pen.focus_ring(face.shrink(2.0), look.tokens.radius.button);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let number = pen.text(inner, Align::Max, &count, TextStyle::small(), ink.text_tertiary);
    let (text, weight) = if here {
        (ink.text, TextStyle::strong())
    } else {
        (ink.text_secondary, TextStyle::body())
    };
    pen.text(
        inner.with_max_x(number.left() - 8.0),
        Align::Min,
        label,
        weight,
        text,
    );
    if response.clicked() {
        pass.request(Action::OpenView(name.to_owned()));
    }
}
