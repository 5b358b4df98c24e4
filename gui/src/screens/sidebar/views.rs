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
pub(in crate::screens) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let row = frame.theme.tokens.size.view_row;
    if rect.height() < 3.0 * row {
        return;
    }
    let colors = &frame.theme.colors;
    let painter = Painter::new(ui.painter(), frame.theme);
    let header = rect.with_max_y(rect.top() + row).shrink2(vec2(8.0, 0.0));
    painter.text(header, Align::Min, &frame.message("views-side"), TextStyle::label(), colors.text_secondary);
    let label = format!("{}  {}", frame.action_name(ActionId::SaveView), frame.key_cap(ActionId::SaveView));
    let reason = frame.disabled_reason(ActionId::SaveView);
    let more_rect = Rect::from_center_size(pos2(header.right() - 6.0, header.center().y), vec2(24.0, 24.0));
    let button = Button::from_icon(&label, Icon::Plus).disabled_by(reason.as_deref());
    if button.show(ui, frame.theme, ui.scope_id().with("save-view"), more_rect).clicked() {
        frame.request_command(ActionId::SaveView);
    }
    let views = frame.app.views.views();
    let all = frame.message("view-all-deals").into_owned();
    let names = std::iter::once(String::new()).chain(views.list.iter().map(|view| view.name.clone()));
    let fit = ((rect.height() - row) / row).floor().max(1.0) as usize;
    for (at, name) in names.take(fit).enumerate() {
        let count = if name.is_empty() {
            let is_loaded = frame.app.cx.snapshot().coverage.complete_at.is_some();
            is_loaded.then_some(frame.app.pipeline.filtered().total)
        } else {
            views.count(&name)
        };
        let top = header.bottom() + at as f32 * row;
        let more_rect = Rect::from_min_size(pos2(rect.left(), top), vec2(rect.width(), row));
        let label = if name.is_empty() { all.clone() } else { SafeText::line_within(&name, 60).to_string() };
        draw_view(ui, frame, more_rect, &name, &label, count);
    }
}

fn draw_view(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect, name: &str, label: &str, count: Option<usize>) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let on_pipeline = matches!(frame.app.cx.screen(), Screen::Pipeline | Screen::Deal);
    let here = on_pipeline && frame.app.views.views().current.as_deref().unwrap_or_default() == name;
    let count = count.map_or_else(String::new, |count| number::integer(frame.app.cx.lang(), count as u64));
    let response = ui.interact(rect, ui.scope_id().with(("view", name)), Sense::click());
    let a11y_text = format!("{label} {count}");
    set_a11y_choice(&response, Role::Link, true, here, a11y_text.trim());
    let painter = Painter::new(ui.painter(), theme);
    let fill = match (here, response.hovered()) {
        (true, _) => colors.pressed,
        (false, true) => colors.hover,
        (false, false) => Color32::TRANSPARENT,
    };
    let style = rect.shrink2(vec2(0.0, 1.0));
    painter.fill(style, theme.tokens.radius.button, fill);
    if response.has_focus() {
        painter.focus_ring(style.shrink(2.0), theme.tokens.radius.button);
    }
    let inner = rect.shrink2(vec2(8.0, 0.0));
    let number = painter.text(inner, Align::Max, &count, TextStyle::small(), colors.text_tertiary);
    let (text, weight) =
        if here { (colors.text, TextStyle::strong()) } else { (colors.text_secondary, TextStyle::body()) };
    painter.text(inner.with_max_x(number.left() - 8.0), Align::Min, label, weight, text);
    if response.clicked() {
        frame.request(Action::OpenView(name.to_owned()));
    }
}
