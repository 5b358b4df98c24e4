//! The saved views in the side bar, with deal counts and a save button.

use crate::input::input_queue;
use crate::overlays::context_menu;
use crate::prelude::*;
use encours_core::app::screens::views::local_views::{LocalView, local_views};

/// Draws as many views as fit into the side bar; the others are in the list of views.
pub(crate) fn show(ui: &Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let row = frame.theme.tokens.size.view_row;
    if rect.height() < 3.0 * row {
        return;
    }
    let (painter, colors) = frame.painter_and_colors(ui);
    let header = rect.top_part(row).narrowed(8.0);
    painter.left(header, &frame.message("views-side"), TextStyle::label(), colors.text_secondary);
    let more_rect = Rect::from_center_size(header.near_right(6.0), vec2(24.0, 24.0));
    let save = Button::from_icon(frame.action_hint(ActionId::SaveView), Icon::Plus)
        .disabled_by(frame.disabled_reason(ActionId::SaveView))
        .with_action(Action::Run(ActionId::SaveView));
    frame.press(ui, "save-view", more_rect, &save);
    let views = &frame.app.views;
    let all = frame.message("view-all-deals").into_owned();
    let names = std::iter::once(String::new()).chain(views.list.iter().map(|view| view.name.clone()));
    let fit = ((rect.height() - row) / row).floor().max(1.0) as usize;
    let local = local_views(&frame.app.pipeline, &frame.app.cx);
    let is_local_shown = local.iter().any(|view| view.is_shown);
    let fit = fit.saturating_sub(local.len()).max(1);
    let mut drawn = 0;
    for (at, name) in names.take(fit).enumerate() {
        let count = if name.is_empty() {
            let is_loaded = frame.app.cx.snapshot().coverage.complete_at.is_some();
            is_loaded.then_some(frame.app.pipeline.filtered().total)
        } else {
            views.count(&name)
        };
        let top = header.bottom() + at as f32 * row;
        let more_rect = rect.row(top, row);
        let label = if name.is_empty() { all.clone() } else { SafeText::line_within(&name, 60).to_string() };
        let on_pipeline = matches!(frame.app.cx.screen(), Screen::Pipeline | Screen::Deal);
        let here =
            on_pipeline && !is_local_shown && frame.app.views.current.as_deref().unwrap_or_default() == name;
        let action = Action::OpenView(name.clone());
        draw_view(ui, frame, more_rect, ("view", &name, &label), count, here, action);
        drawn = at + 1;
    }
    for LocalView { action: id, count, is_shown } in local {
        let row_rect = rect.row(header.bottom() + drawn as f32 * row, row);
        let here = is_shown && frame.app.cx.screen() == Screen::Pipeline;
        let label = frame.action_name(id);
        draw_view(ui, frame, row_rect, (id.spec().name, "", &label), Some(count), here, Action::Run(id));
        drawn += 1;
    }
}

/// Draws a row with its kind and name, its label and its count; a click requests `action`.
fn draw_view(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    (kind, name, label): (&'static str, &str, &str),
    count: Option<usize>,
    here: bool,
    action: Action,
) {
    let count = count.map_or_else(String::new, |count| number::integer(frame.app.cx.lang(), count as u64));
    let response = ui.interact(rect, ui.scope_id().with((kind, name)), Sense::click());
    let a11y_text = format!("{label} {count}");
    set_a11y_choice(&response, Role::Link, true, here, a11y_text.trim());
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let fill = response.state_color(here, [colors.pressed, colors.hover, Color32::TRANSPARENT]);
    let style = rect.shrink2(vec2(0.0, 1.0));
    painter.fill(style, theme.tokens.radius.button, fill);
    painter.ring(style.shrink(2.0), theme.tokens.radius.button, &response);
    let inner = rect.narrowed(8.0);
    let number = painter.right(inner, &count, TextStyle::small(), colors.text_tertiary);
    let (text, weight) =
        if here { (colors.text, TextStyle::strong()) } else { (colors.text_secondary, TextStyle::body()) };
    painter.left(inner.with_max_x(number.left() - 8.0), label, weight, text);
    if response.clicked() {
        frame.request(action);
    }
    if kind == "view" && !name.is_empty() {
        input_queue::context_menu(&response).show(|ui| context_menu::view_menu(ui, frame, name));
    }
}
