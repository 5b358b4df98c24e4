//! The screen for a service that could not be opened: reason, advice and alternatives.

use encours_core::app::foundation::presentation::problem;

use crate::prelude::*;
use crate::screens::sidebar;
use crate::window::{NeededInput, StartupFailure};

use super::sign_in::{self, CardHeights};

/// Maximum width and padding of the card.
const MAX_WIDTH: f32 = 504.0;
const PAD: f32 = 28.0;
/// Minimum distance of the card from the window's edge.
const MIN_MARGIN: f32 = 12.0;
/// Height of the product logo above the title.
const LOGO_HEIGHT: f32 = 40.0;
/// Distance between two rows of buttons.
const ROW_GAP: f32 = 36.0;

/// Draws a card centred in the window; it scrolls if the window is lower.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, failure: &StartupFailure) {
    let rect = ui.max_rect();
    let previous = frame.state.sign_in.card_heights;
    let mut child = ui.part(rect, "failed");
    ScrollArea::vertical().id_salt("failed").auto_shrink(false).show(&mut child, |ui| {
        let area = ui.max_rect();
        let width = MAX_WIDTH.min(area.width() - 32.0);
        let saved_y = frame.state.sign_in.saved_fields_y(
            frame.state.sign_in.needed_input(failure),
            frame.app.cx.lang(),
            rect.size(),
        );
        let top = card_top(rect.height(), previous, saved_y);
        let corner = pos2((area.center().x - width / 2.0).round(), (area.top() + top).round());
        let background = ui.painter().add(egui::Shape::Noop);
        let inner =
            Rect::from_min_size(corner + vec2(PAD, PAD - 4.0), vec2(width - 2.0 * PAD, f32::INFINITY));
        let (fields, bottom) = draw_body(ui, frame, failure, inner);
        let bottom = bottom + PAD - 4.0;
        let card = Rect::from_min_max(corner, pos2(corner.x + width, bottom));
        let (painter, colors) = frame.painter_and_colors(ui);
        let radius = egui::CornerRadius::same(frame.theme.tokens.radius.float);
        let edge = frame.theme.hairline(colors.border);
        painter.inner.set(
            background,
            egui::epaint::RectShape::new(card, radius, colors.surface, edge, StrokeKind::Outside),
        );
        frame.state.sign_in.card_heights =
            CardHeights { height: card.height(), above_fields: fields - corner.y };
        ui.set_min_size(vec2(area.width(), bottom + 12.0 - area.top()));
    });
    let heights = frame.state.sign_in.card_heights;
    let has_changed = |was: f32, is: f32| (is - was).abs() > 0.5;
    if has_changed(previous.height, heights.height)
        || has_changed(previous.above_fields, heights.above_fields)
    {
        ui.ctx().request_repaint();
        return;
    }
    // Save the position of the fields once. A message above them then does not move them.
    let (needed_input, lang) = (frame.state.sign_in.needed_input(failure), frame.app.cx.lang());
    if frame.state.sign_in.saved_fields_y(needed_input, lang, rect.size()).is_none() {
        let fields = card_top(rect.height(), heights, None) + heights.above_fields;
        frame.state.sign_in.fields_position = Some((needed_input, lang, rect.size(), fields));
    }
}

/// Returns the top of the card: slightly above the middle. If its fields had a position before, the card grows upwards
/// as far as possible, so that a message does not move them.
fn card_top(available: f32, card_heights: CardHeights, saved_y: Option<f32>) -> f32 {
    let middle = ((available - card_heights.height) * 0.42).clamp(MIN_MARGIN, 160.0);
    saved_y.map_or(middle, |fields| (fields - card_heights.above_fields).max(MIN_MARGIN))
}

/// Draws the card's content. Returns the top of its fields and the bottom edge.
fn draw_body(ui: &mut Ui, frame: &mut FrameCtx<'_>, failure: &StartupFailure, column: Rect) -> (f32, f32) {
    let (painter, colors) = frame.painter_and_colors(ui);
    let line = Rect::from_min_size(column.min, vec2(column.width(), 24.0));
    let name = sidebar::draw_logo(&painter, line.left_center() + vec2(11.0, 0.0));
    let product = line.with_min_x(name + 9.0);
    let strong = TextStyle::strong().with_weight(FontWeight::SemiBold);
    painter.left(product, &frame.message("app-name"), strong, colors.text);
    let lang = frame.app.cx.lang().code().to_uppercase();
    let width = painter.text_width(&lang, TextStyle::label()).ceil() + 12.0;
    sidebar::draw_language_switch(ui, frame, line.with_min_x(line.right() - width), &lang);

    let at = column.min + vec2(0.0, LOGO_HEIGHT);
    let needed_input = frame.state.sign_in.needed_input(failure);
    let title = frame
        .message(match needed_input {
            NeededInput::Key => "sign-in-title",
            NeededInput::Passphrase => "sign-in-unlock",
            NeededInput::Nothing => "start-failed",
        })
        .into_owned();
    let header = Rect::from_min_size(at, vec2(column.width(), 26.0));
    painter.left(header, &title, TextStyle::title(), colors.text);
    let reason = sentence(&problem::reason_text(frame.app.cx.lang(), &failure.cause));
    let sign_in_do = if failure.known_key.no_keyring { "sign-in-do-no-keyring" } else { "sign-in-do" };
    let (explanation, todo) = match failure.message_key {
        Some(key) => (
            frame.message(&format!("{key}-what")).into_owned(),
            match (needed_input, failure.input_error) {
                (NeededInput::Key, None) if key != "signed-out" => frame.message(sign_in_do).into_owned(),
                _ => frame.message(&format!("{key}-do")).into_owned(),
            },
        ),
        None if needed_input == NeededInput::Key => (reason.clone(), frame.message(sign_in_do).into_owned()),
        None => (reason.clone(), frame.message("start-other-do").into_owned()),
    };
    let has_input_error = failure.input_error.is_some();
    // Show the original message of the server or system, for support. For an invalid address scheme, the sentences
    // above already contain it.
    let is_reason_in_text = failure.cause.message.as_ref();
    let is_reason_in_text = is_reason_in_text.is_some_and(|message| message.key == "usage-base-url-scheme");
    let original = if has_input_error && !is_reason_in_text { reason } else { String::new() };
    let mut y = header.bottom() + 8.0;
    y = if has_input_error || failure.needed_input == NeededInput::Nothing {
        draw_error(ui, frame, (&explanation, &todo, &original), column, y)
    } else {
        let mut y = y;
        for (text, color) in [(&explanation, colors.text), (&todo, colors.text_secondary)] {
            y = painter.block(pos2(at.x, y), column.width(), text, TextStyle::body(), color).bottom() + 4.0;
        }
        y
    };
    let text = Rect::from_min_max(header.min, pos2(column.right(), y));
    let a11y_text = format!("{title} – {explanation} {todo} {original}");
    ui.describe(text, "failure", Role::Alert, a11y_text.trim_end());
    let y = if needed_input == NeededInput::Passphrase {
        sign_in::show_stored_key(ui, frame, &failure.known_key, pos2(at.x, y), column.width())
    } else {
        y
    };
    let fields = y + 14.0;
    let (y, right) = sign_in::show(ui, frame, failure, pos2(at.x, fields), column.width());
    let (retry, show_cached) =
        (failure.needed_input == NeededInput::Nothing, failure.known_key.has_cached_data);
    // The copied diagnostic is the original text, in no particular language.
    let diagnostic = if has_input_error || retry {
        SafeText::block(&failure.cause.diagnostic).to_string()
    } else {
        String::new()
    };
    let (y, answer) = draw_alternatives(ui, frame, column, (right, y), failure, &diagnostic);
    let escaped = std::mem::take(&mut frame.state.sign_in.esc_pressed);
    let answer = match answer {
        // Esc leaves the most recent form; from the first form it leads to the cached data.
        None if escaped && !frame.state.sign_in.back_to_passphrase(failure) && show_cached && !retry => {
            Some(StartAlternative::Retry)
        }
        answer => answer,
    };
    match answer {
        Some(StartAlternative::Retry) => frame.retry = true,
        Some(StartAlternative::EnterKey) => frame.state.sign_in.switch_form(true),
        Some(StartAlternative::Copy) => frame.request(Action::CopyText(diagnostic)),
        Some(StartAlternative::Demo) => frame.start_demo = true,
        Some(StartAlternative::Quit) => frame.request_command(ActionId::Quit),
        None => {}
    }
    (fields, y)
}

/// An alternative action outside the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum StartAlternative {
    Copy,
    Retry,
    EnterKey,
    Demo,
    Quit,
}

/// Draws the error box: reason, advice and original message. Returns its bottom edge.
fn draw_error(
    ui: &Ui,
    frame: &FrameCtx<'_>,
    (title, todo, original): (&str, &str, &str),
    column: Rect,
    y: f32,
) -> f32 {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let background = painter.reserve_box();
    let width = column.width() - 46.0;
    let left_x = column.left() + 34.0;
    let mut end = y + 10.0;
    let strong = TextStyle::body().with_weight(FontWeight::Medium);
    for (text, style, color) in [
        (title, strong, colors.text),
        (todo, TextStyle::small(), colors.text_secondary),
        (original, TextStyle::small(), colors.text_tertiary),
    ] {
        if !text.is_empty() {
            end = painter.block(pos2(left_x, end), width, text, style, color).bottom() + 3.0;
        }
    }
    let rect = Rect::from_min_max(pos2(column.left(), y), pos2(column.right(), end + 7.0));
    painter.sized_icon(pos2(rect.left() + 18.0, y + 19.0), Icon::Info, 16.0, theme.band_colors.alert);
    let edge = theme.hairline(if theme.has_borders() { theme.band_colors.alert } else { colors.border });
    painter.set_box(background, rect, theme.tokens.radius.card, theme.band_colors.alert_soft, edge);
    rect.bottom()
}

/// Draws the alternatives at the right of the row, which is free from `right`. Their labels are shortened as needed, or
/// they get their own row. Returns the bottom edge and the chosen action.
fn draw_alternatives(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    column: Rect,
    (right, y): (f32, f32),
    failure: &StartupFailure,
    detail: &str,
) -> (f32, Option<StartAlternative>) {
    let painter = frame.painter(ui);
    let button = |key: &'static str| Button::new(frame.message(key));
    let mut alternatives = Vec::new();
    if !detail.is_empty() {
        alternatives.push((StartAlternative::Copy, button("start-copy").with_icon(Icon::Copy)));
    }
    if frame.state.sign_in.needed_input(failure) == NeededInput::Passphrase {
        alternatives.push((StartAlternative::EnterKey, button("start-use-key")));
    }
    let (retries, has_cache) =
        (failure.needed_input == NeededInput::Nothing, failure.known_key.has_cached_data);
    // With cached data, the demo is unnecessary.
    if retries {
        let retry = button("start-again").with_style(ButtonStyle::Primary);
        alternatives.push((StartAlternative::Retry, retry));
    } else if has_cache {
        alternatives.push((StartAlternative::Retry, button("start-back")));
    }
    if retries || !has_cache {
        alternatives.push((StartAlternative::Demo, button("start-demo")));
    }
    let quit = Button::new(frame.action_name(ActionId::Quit)).with_style(ButtonStyle::Ghost);
    alternatives.push((StartAlternative::Quit, quit.with_key_cap(frame.key_cap(ActionId::Quit))));
    let overflows = |alternatives: &[(StartAlternative, Button<'_>)]| {
        let width = alternatives.iter().map(|(_, button)| button.width(&painter) + 8.0).sum::<f32>() - 8.0;
        width > column.right() - right
    };
    for dropped in [StartAlternative::Copy, StartAlternative::Quit] {
        if overflows(&alternatives) {
            for (_, button) in alternatives.iter_mut().filter(|(alternative, _)| *alternative == dropped) {
                let level = if dropped == StartAlternative::Copy { 2 } else { 1 };
                *button = std::mem::take(button).reduced(level);
            }
        }
    }
    let y = if overflows(&alternatives) { y + ROW_GAP } else { y };
    let answers: Vec<StartAlternative> = alternatives.iter().map(|(alternative, _)| *alternative).collect();
    let buttons =
        alternatives.into_iter().map(|(alternative, button)| (("alternative", alternative), button));
    let end = pos2(column.right(), y + 14.0);
    let responses = ButtonRow::ending_at(ui, &painter, (end, 8.0), buttons).show(ui, frame);
    let pressed = responses.iter().position(Response::clicked);
    (y + 28.0, pressed.and_then(|at| answers.get(at)).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn growing_card_keeps_fields_in_place_if_space_allows() {
        let calm = CardHeights { height: 500.0, above_fields: 190.0 };
        let card_heights = CardHeights { height: 540.0, above_fields: 230.0 };
        let same =
            |actual: f32, expected: f32| assert!((actual - expected).abs() < 0.01, "{actual} {expected}");
        let fields = card_top(720.0, calm, None) + calm.above_fields;
        same(card_top(720.0, card_heights, Some(fields)) + card_heights.above_fields, fields);
        same(card_top(720.0, calm, Some(fields)), card_top(720.0, calm, None));
        // Without enough space, the whole card is shown even if its fields move.
        same(card_top(520.0, card_heights, Some(MIN_MARGIN + calm.above_fields)), MIN_MARGIN);
    }
}
