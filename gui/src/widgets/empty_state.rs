//! The empty state of a screen or pane: title, reason, and an action that helps.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::foundation::presentation::problem::ProblemView;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::view::empty_state;
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;

use super::{Button, ButtonStyle, Painter, problem};
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};

/// Shows an empty state in the area of a screen.
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, blank: &ScreenPlaceholder, icon: Icon) {
    match blank {
        ScreenPlaceholder::Problem(failure) => self::show_failure(ui, pass, rect, failure),
        ScreenPlaceholder::Empty(said) => show_notice(ui, pass, rect, said, icon),
    }
}

/// Shows a failure in the area of a screen, at a fixed position.
pub fn show_failure(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, failure: &ProblemView) {
    /// Padding of the card, and height of its row of buttons.
    const PAD: f32 = 24.0;
    const BUTTON_ROW: f32 = 46.0;
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let wide = (rect.width() - 32.0).min(568.0);
    let width = wide - 2.0 * PAD;
    // Reserve the background shape: its height is known only after the content.
    let ground = pen.inner.add(egui::Shape::Noop);
    let at = pos2(
        rect.center().x - width / 2.0,
        rect.top() + PAD + (rect.height() * 0.16).max(8.0),
    );
    let mut told = failure.for_screen(pass.app.cx.screen());
    if told != *failure {
        // The copied diagnostics contain the request id.
        told.request_id = None;
    }
    let height = problem::paint(&pen, at, width, pass.messages, &told);
    let place = Rect::from_min_size(at, vec2(width, height));
    let card = place.expand(PAD).with_max_y(place.bottom() + BUTTON_ROW + PAD);
    let radius = egui::CornerRadius::same(look.tokens.radius.pane);
    let edge = look.hairline(ink.border);
    pen.inner.set(
        ground,
        egui::epaint::RectShape::new(card, radius, ink.surface, edge, egui::StrokeKind::Inside),
    );
    let response = ui.interact(place, ui.scope_id().with("blank"), Sense::hover());
    let said = [&failure.title, &failure.safe_data, &failure.next_step];
    let said = said
        .map(String::as_str)
        .into_iter()
        .filter(|text| !text.is_empty());
    let spoken = said.collect::<Vec<_>>().join(" ");
    response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, &spoken));
    let (copy, again) = (
        pass.message("error-copy").into_owned(),
        pass.message("start-again").into_owned(),
    );
    let (cap, why) = (
        pass.key_cap(ActionId::Refresh),
        pass.disabled_reason(ActionId::Refresh),
    );
    let buttons = [
        Button::new(&copy).with_icon(Icon::Copy),
        Button::new(&again)
            .with_key_cap(&cap)
            .with_style(ButtonStyle::Ghost)
            .disabled_by(why.as_deref()),
    ];
    let mut x = place.left();
    let mut pressed = None;
    for (at, button) in buttons.into_iter().enumerate() {
        let size = vec2(button.width(&Painter::new(ui.painter(), look)), 28.0);
        let corner = pos2(x, place.bottom() + BUTTON_ROW - 28.0);
        let id = ui.scope_id().with(("failure", at));
        let response = button.show(ui, look, id, Rect::from_min_size(corner, size));
        pressed = if response.clicked() { Some(at) } else { pressed };
        x += size.x + 8.0;
    }
    match pressed {
        Some(0) => pass.request(Action::CopyText(failure.for_support(pass.messages))),
        Some(_) => pass.request_command(ActionId::Refresh),
        None => {}
    }
}

/// Adds an accessible label to placeholders that are shown during the first load.
pub fn label_loading(ui: &Ui, rect: Rect, said: &EmptyStateText) {
    let response = ui.interact(rect, ui.scope_id().with("blank"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, said.title.as_str()));
}

/// Gap between two buttons.
const GAP: f32 = 8.0;

fn show_notice(ui: &mut Ui, pass: &mut FrameCtx<'_>, rect: Rect, said: &EmptyStateText, icon: Icon) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let y = rect.top() + (rect.height() * 0.3).max(24.0);
    pen.sized_icon(pos2(rect.center().x, y), icon, 24.0, ink.text_secondary);
    let title = Rect::from_min_size(
        pos2(rect.left() + 24.0, y + 24.0),
        vec2(rect.width() - 48.0, 20.0),
    );
    pen.text(title, Align::Center, &said.title, TextStyle::heading(), ink.text);
    let width = (rect.width() - 48.0).min(480.0);
    let galley = pen.layout_centered(&said.text, TextStyle::body(), ink.text_secondary, width);
    let text = Rect::from_center_size(
        pos2(rect.center().x, title.bottom() + 6.0 + galley.size().y / 2.0),
        galley.size(),
    );
    pen.inner
        .galley(pos2(rect.center().x, text.top()), galley, ink.text_secondary);
    let response = ui.interact(title.union(text), ui.scope_id().with("blank"), Sense::hover());
    response
        .widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{} – {}", said.title, said.text)));
    let Some(id) = said.action else { return };
    let label = match id {
        ActionId::Back if empty_state::esc_restores_filter(pass.app) => {
            pass.message("button-filter-before").into_owned()
        }
        // On an empty board, Back clears the filter.
        ActionId::Back | ActionId::ClearFilter => pass.message("button-clear-filter").into_owned(),
        id => pass.action_name(id),
    };
    let cap = pass.key_cap(id);
    // Suggest a correction of the filter before clearing it.
    let offer = encours_core::app::deals::pipeline::view::suggestions::filter_suggestion(pass.app)
        .filter(|_| matches!(id, ActionId::Back | ActionId::ClearFilter));
    let clear = Button::new(&label).with_key_cap(&cap);
    let buttons = match &offer {
        Some(offer) => vec![
            ("offer", Button::new(&offer.term).with_style(ButtonStyle::Primary)),
            ("help", clear),
        ],
        None => vec![("help", clear.with_style(ButtonStyle::Primary))],
    };
    let widths: Vec<f32> = buttons.iter().map(|(_, button)| button.width(&pen)).collect();
    let across = widths.iter().sum::<f32>() + GAP * (widths.len() - 1) as f32;
    let mut x = rect.center().x - across / 2.0;
    let mut pressed = None;
    for ((name, button), wide) in buttons.into_iter().zip(widths) {
        let place = Rect::from_min_size(pos2(x, text.bottom() + 16.0), vec2(wide, 28.0));
        if button.show(ui, look, ui.scope_id().with(name), place).clicked() {
            pressed = Some(name);
        }
        x += wide + GAP;
    }
    match (pressed, offer) {
        (Some("offer"), Some(offer)) => pass.request(Action::SetFilter(offer.filter)),
        (Some(_), _) => pass.request_command(id),
        (None, _) => {}
    }
}
