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
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, placeholder: &ScreenPlaceholder, icon: Icon) {
    match placeholder {
        ScreenPlaceholder::Problem(failure) => self::show_failure(ui, frame, rect, failure),
        ScreenPlaceholder::Empty(empty_text) => show_notice(ui, frame, rect, empty_text, icon),
    }
}

/// Shows a failure in the area of a screen, at a fixed position.
pub fn show_failure(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, failure: &ProblemView) {
    /// Padding of the card, and height of its row of buttons.
    const PAD: f32 = 24.0;
    const BUTTON_ROW: f32 = 46.0;
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let item_width = (rect.width() - 32.0).min(568.0);
    let width = item_width - 2.0 * PAD;
    // Reserve the background shape: its height is known only after the content.
    let background = painter.inner.add(egui::Shape::Noop);
    let at = pos2(rect.center().x - width / 2.0, rect.top() + PAD + (rect.height() * 0.16).max(8.0));
    let mut failure_text = failure.for_screen(frame.app.cx.screen());
    if failure_text != *failure {
        // The copied diagnostics contain the request id.
        failure_text.request_id = None;
    }
    let height = problem::paint(&painter, at, width, frame.messages, &failure_text);
    let card_rect = Rect::from_min_size(at, vec2(width, height));
    let card = card_rect.expand(PAD).with_max_y(card_rect.bottom() + BUTTON_ROW + PAD);
    let radius = egui::CornerRadius::same(theme.tokens.radius.pane);
    let edge = theme.hairline(colors.border);
    painter.inner.set(
        background,
        egui::epaint::RectShape::new(card, radius, colors.surface, edge, egui::StrokeKind::Inside),
    );
    let response = ui.interact(card_rect, ui.scope_id().with("blank"), Sense::hover());
    let texts = [&failure.title, &failure.safe_data, &failure.next_step];
    let texts = texts.map(String::as_str).into_iter().filter(|text| !text.is_empty());
    let a11y_text = texts.collect::<Vec<_>>().join(" ");
    response.widget_info(|| WidgetInfo::labeled(Role::Alert, true, &a11y_text));
    let (copy, retry) = (frame.message("error-copy").into_owned(), frame.message("start-again").into_owned());
    let (key_cap, reason) = (frame.key_cap(ActionId::Refresh), frame.disabled_reason(ActionId::Refresh));
    let buttons = [
        Button::new(&copy).with_icon(Icon::Copy),
        Button::new(&retry)
            .with_key_cap(&key_cap)
            .with_style(ButtonStyle::Ghost)
            .disabled_by(reason.as_deref()),
    ];
    let mut x = card_rect.left();
    let mut pressed = None;
    for (at, button) in buttons.into_iter().enumerate() {
        let size = vec2(button.width(&Painter::new(ui.painter(), theme)), 28.0);
        let corner = pos2(x, card_rect.bottom() + BUTTON_ROW - 28.0);
        let id = ui.scope_id().with(("failure", at));
        let response = button.show(ui, theme, id, Rect::from_min_size(corner, size));
        pressed = if response.clicked() { Some(at) } else { pressed };
        x += size.x + 8.0;
    }
    match pressed {
        Some(0) => frame.request(Action::CopyText(failure.for_support(frame.messages))),
        Some(_) => frame.request_command(ActionId::Refresh),
        None => {}
    }
}

/// Adds an accessible label to placeholders that are shown during the first load.
pub fn label_loading(ui: &Ui, rect: Rect, notice: &EmptyStateText) {
    let response = ui.interact(rect, ui.scope_id().with("blank"), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, notice.title.as_str()));
}

/// Gap between two buttons.
const GAP: f32 = 8.0;

fn show_notice(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, notice: &EmptyStateText, icon: Icon) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let y = rect.top() + (rect.height() * 0.3).max(24.0);
    painter.sized_icon(pos2(rect.center().x, y), icon, 24.0, colors.text_secondary);
    let title = Rect::from_min_size(pos2(rect.left() + 24.0, y + 24.0), vec2(rect.width() - 48.0, 20.0));
    painter.text(title, Align::Center, &notice.title, TextStyle::heading(), colors.text);
    let width = (rect.width() - 48.0).min(480.0);
    let galley = painter.layout_centered(&notice.text, TextStyle::body(), colors.text_secondary, width);
    let text = Rect::from_center_size(
        pos2(rect.center().x, title.bottom() + 6.0 + galley.size().y / 2.0),
        galley.size(),
    );
    painter.inner.galley(pos2(rect.center().x, text.top()), galley, colors.text_secondary);
    let response = ui.interact(title.union(text), ui.scope_id().with("blank"), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(Role::Label, true, format!("{} – {}", notice.title, notice.text))
    });
    let Some(id) = notice.action else { return };
    let label = match id {
        ActionId::Back if empty_state::esc_restores_filter(frame.app) => {
            frame.message("button-filter-before").into_owned()
        }
        // On an empty board, Back clears the filter.
        ActionId::Back | ActionId::ClearFilter => frame.message("button-clear-filter").into_owned(),
        id => frame.action_name(id),
    };
    let key_cap = frame.key_cap(id);
    // Suggest a correction of the filter before clearing it.
    let offer = encours_core::app::deals::pipeline::view::suggestions::filter_suggestion(frame.app)
        .filter(|_| matches!(id, ActionId::Back | ActionId::ClearFilter));
    let clear_button = Button::new(&label).with_key_cap(&key_cap);
    let buttons = match &offer {
        Some(offer) => {
            vec![("offer", Button::new(&offer.term).with_style(ButtonStyle::Primary)), ("help", clear_button)]
        }
        None => vec![("help", clear_button.with_style(ButtonStyle::Primary))],
    };
    let widths: Vec<f32> = buttons.iter().map(|(_, button)| button.width(&painter)).collect();
    let total_width = widths.iter().sum::<f32>() + GAP * (widths.len() - 1) as f32;
    let mut x = rect.center().x - total_width / 2.0;
    let mut pressed = None;
    for ((name, button), item_width) in buttons.into_iter().zip(widths) {
        let button_rect = Rect::from_min_size(pos2(x, text.bottom() + 16.0), vec2(item_width, 28.0));
        if button.show(ui, theme, ui.scope_id().with(name), button_rect).clicked() {
            pressed = Some(name);
        }
        x += item_width + GAP;
    }
    match (pressed, offer) {
        (Some("offer"), Some(offer)) => frame.request(Action::SetFilter(offer.filter)),
        (Some(_), _) => frame.request_command(id),
        (None, _) => {}
    }
}
