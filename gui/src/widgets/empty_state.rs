//! The empty state of a screen or pane: title, reason, and an action that helps.

use crate::prelude::*;
use encours_core::app::foundation::presentation::notice::EmptyStateText;
use encours_core::app::foundation::presentation::problem::ProblemView;
use encours_core::app::shell::view::empty_state;
use encours_core::app::shell::view::empty_state::ScreenPlaceholder;

use super::problem;

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
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let item_width = (rect.width() - 32.0).min(568.0);
    let width = item_width - 2.0 * PAD;
    let background = painter.reserve_box();
    let at = pos2(rect.center().x - width / 2.0, rect.top() + PAD + (rect.height() * 0.16).max(8.0));
    let mut failure_text = failure.for_screen(frame.app.cx.screen());
    if failure_text != *failure {
        // The copied diagnostics contain the request id.
        failure_text.request_id = None;
    }
    let height = problem::paint(&painter, at, width, frame.messages, &failure_text);
    let card_rect = Rect::from_min_size(at, vec2(width, height));
    let card = card_rect.expand(PAD).with_max_y(card_rect.bottom() + BUTTON_ROW + PAD);
    painter.set_box(
        background,
        card,
        theme.tokens.radius.pane,
        colors.surface,
        theme.hairline(colors.border),
    );
    let texts = [&failure.title, &failure.safe_data, &failure.next_step];
    let texts = texts.map(String::as_str).into_iter().filter(|text| !text.is_empty());
    ui.describe(card_rect, "blank", Role::Alert, &texts.collect::<Vec<_>>().join(" "));
    let copy = Button::new(frame.message("error-copy")).with_icon(Icon::Copy);
    let retry = frame.button(ActionId::Refresh).with_label(frame.message("start-again"));
    let buttons = [
        (("failure", 0), copy.with_action(Action::CopyText(failure.for_support(frame.messages)))),
        (("failure", 1), retry.with_style(ButtonStyle::Ghost)),
    ];
    let start = pos2(card_rect.left(), card_rect.bottom() + BUTTON_ROW - 14.0);
    ButtonRow::starting_at(ui, &painter, (start, 8.0), buttons).show(ui, frame);
}

/// Adds an accessible label to placeholders that are shown during the first load.
pub fn label_loading(ui: &Ui, rect: Rect, notice: &EmptyStateText) {
    ui.describe(rect, "blank", Role::Label, notice.title.as_str());
}

/// Gap between two buttons.
const GAP: f32 = 8.0;

fn show_notice(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect, notice: &EmptyStateText, icon: Icon) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let y = rect.top() + (rect.height() * 0.3).max(24.0);
    painter.sized_icon(pos2(rect.center().x, y), icon, 24.0, colors.text_secondary);
    let title = rect_at(rect.left() + 24.0, y + 24.0, rect.width() - 48.0, 20.0);
    painter.center(title, &notice.title, TextStyle::heading(), colors.text);
    let width = (rect.width() - 48.0).min(480.0);
    let galley = painter.layout_centered(&notice.text, TextStyle::body(), colors.text_secondary, width);
    let text = Rect::from_center_size(
        pos2(rect.center().x, title.bottom() + 6.0 + galley.size().y / 2.0),
        galley.size(),
    );
    painter.inner.galley(pos2(rect.center().x, text.top()), galley, colors.text_secondary);
    ui.describe(title.union(text), "blank", Role::Label, &format!("{} – {}", notice.title, notice.text));
    let Some(id) = notice.action else { return };
    let label = match id {
        ActionId::Back if empty_state::esc_restores_filter(frame.app) => {
            frame.message("button-filter-before")
        }
        // On an empty board, Back clears the filter.
        ActionId::Back | ActionId::ClearFilter => frame.message("button-clear-filter"),
        id => frame.action_name(id).into(),
    };
    let help = Button::new(label).with_key_cap(frame.key_cap(id)).with_action(Action::Run(id));
    // Suggest a correction of the filter before clearing it.
    let offer = encours_core::app::deals::pipeline::view::suggestions::filter_suggestion(frame.app)
        .filter(|_| matches!(id, ActionId::Back | ActionId::ClearFilter));
    let buttons = match offer {
        Some(offer) => {
            let button = Button::new(offer.term).with_style(ButtonStyle::Primary);
            vec![("offer", button.with_action(Action::SetFilter(offer.filter))), ("help", help)]
        }
        None => vec![("help", help.with_style(ButtonStyle::Primary))],
    };
    let total_width = buttons.iter().map(|(_, button)| button.width(&painter) + GAP).sum::<f32>() - GAP;
    let start = pos2(rect.center().x - total_width / 2.0, text.bottom() + 30.0);
    ButtonRow::starting_at(ui, &painter, (start, GAP), buttons).show(ui, frame);
}
