//! The screen for a service that could not be opened: reason, advice and alternatives.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::problem;
use encours_core::app::shell::action::Action;
use encours_core::text::{SafeText, sentence};

use crate::frame_ctx::FrameCtx;
use crate::screens::sidebar;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, trailing_items};
use crate::window::{NeededInput, StartupFailure};

use super::sign_in::{self, CardHeights, SignInUiState};

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
pub fn show(ui: &mut Ui, pass: &mut FrameCtx<'_>, place: &mut SignInUiState, failure: &StartupFailure) {
    let rect = ui.max_rect();
    let before = place.card_heights;
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).id_salt("failed"));
    egui::ScrollArea::vertical()
        .id_salt("failed")
        .auto_shrink(false)
        .show(&mut child, |ui| {
            let area = ui.max_rect();
            let width = MAX_WIDTH.min(area.width() - 32.0);
            let kept = place.saved_fields_y(place.needed_input(failure), pass.app.cx.lang(), rect.size());
            let top = card_top(rect.height(), before, kept);
            let corner = pos2(
                (area.center().x - width / 2.0).round(),
                (area.top() + top).round(),
            );
            let ground = ui.painter().add(egui::Shape::Noop);
            let inner = Rect::from_min_size(
                corner + vec2(PAD, PAD - 4.0),
                vec2(width - 2.0 * PAD, f32::INFINITY),
            );
            let (fields, bottom) = draw_body(ui, pass, place, failure, inner);
            let bottom = bottom + PAD - 4.0;
            let card = Rect::from_min_max(corner, pos2(corner.x + width, bottom));
            let pen = Painter::new(ui.painter(), pass.theme);
            let ink = &pass.theme.colors;
            let radius = egui::CornerRadius::same(pass.theme.tokens.radius.float);
            let edge = pass.theme.hairline(ink.border);
            pen.inner.set(
                ground,
                egui::epaint::RectShape::new(card, radius, ink.surface, edge, egui::StrokeKind::Outside),
            );
            place.card_heights = CardHeights {
                height: card.height(),
                above_fields: fields - corner.y,
            };
            ui.set_min_size(vec2(area.width(), bottom + 12.0 - area.top()));
        });
    if place.card_heights.has_changed(before) {
        ui.ctx().request_repaint();
        return;
    }
    let (asked, lang) = (place.needed_input(failure), pass.app.cx.lang());
    let fields = card_top(
        rect.height(),
        place.card_heights,
        place.saved_fields_y(asked, lang, rect.size()),
    ) + place.card_heights.above_fields;
    place.save_fields_y(asked, lang, rect.size(), fields);
}

/// Returns the top of the card: slightly above the middle. If its fields had a position before, the card grows upwards
/// as far as possible, so that a message does not move them.
fn card_top(room: f32, stands: CardHeights, kept: Option<f32>) -> f32 {
    let middle = ((room - stands.height) * 0.42).clamp(MIN_MARGIN, 160.0);
    kept.map_or(middle, |fields| (fields - stands.above_fields).max(MIN_MARGIN))
}

/// Draws the card's content. Returns the top of its fields and the bottom edge.
fn draw_body(
    ui: &mut Ui,
    pass: &mut FrameCtx<'_>,
    place: &mut SignInUiState,
    failure: &StartupFailure,
    column: Rect,
) -> (f32, f32) {
    let ink = &pass.theme.colors;
    let pen = Painter::new(ui.painter(), pass.theme);
    let line = Rect::from_min_size(column.min, vec2(column.width(), 24.0));
    let name = sidebar::draw_logo(&pen, line.left_center() + vec2(11.0, 0.0));
    let product = line.with_min_x(name + 9.0);
    let strong = TextStyle::strong().with_weight(crate::theme::FontWeight::SemiBold);
    pen.text(product, Align::Min, &pass.message("app-name"), strong, ink.text);
    let lang = pass.app.cx.lang().code().to_uppercase();
    let wide = pen.text_width(&lang, TextStyle::label()).ceil() + 12.0;
    sidebar::draw_language_switch(ui, pass, line.with_min_x(line.right() - wide), &lang);

    let at = column.min + vec2(0.0, LOGO_HEIGHT);
    let asked = place.needed_input(failure);
    let title = pass
        .message(match asked {
            NeededInput::Key => "sign-in-title",
            NeededInput::Passphrase => "sign-in-unlock",
            NeededInput::Nothing => "start-failed",
        })
        .into_owned();
    let head = Rect::from_min_size(at, vec2(column.width(), 26.0));
    pen.text(head, Align::Min, &title, TextStyle::title(), ink.text);
    let why = sentence(&problem::reason_text(pass.app.cx.lang(), &failure.cause));
    let sign_in_do = if failure.known_key.no_keyring {
        "sign-in-do-no-keyring"
    } else {
        "sign-in-do"
    };
    let (what, todo) = match failure.message_key {
        Some(key) => (
            pass.message(&format!("{key}-what")).into_owned(),
            match (asked, failure.input_error) {
                (NeededInput::Key, None) if key != "signed-out" => pass.message(sign_in_do).into_owned(),
                _ => pass.message(&format!("{key}-do")).into_owned(),
            },
        ),
        None if asked == NeededInput::Key => (why.clone(), pass.message(sign_in_do).into_owned()),
        None => (why.clone(), pass.message("start-other-do").into_owned()),
    };
    let tried = failure.input_error.is_some();
    // Show the original message of the server or system, for support. For an invalid address scheme, the sentences
    // above already contain it.
    let said_above = failure.cause.message.as_ref();
    let said_above = said_above.is_some_and(|said| said.key == "usage-base-url-scheme");
    let own = if tried && !said_above { why } else { String::new() };
    let mut y = head.bottom() + 8.0;
    y = if tried || failure.needed_input == NeededInput::Nothing {
        draw_error(ui, pass, (&what, &todo, &own), column, y)
    } else {
        let mut y = y;
        for (text, color) in [(&what, ink.text), (&todo, ink.text_secondary)] {
            y = pen
                .block(pos2(at.x, y), column.width(), text, TextStyle::body(), color)
                .bottom()
                + 4.0;
        }
        y
    };
    let text = Rect::from_min_max(head.min, pos2(column.right(), y));
    let response = ui.interact(text, ui.scope_id().with("failure"), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::Alert,
            true,
            format!("{title} – {what} {todo} {own}").trim_end().to_owned(),
        )
    });
    let y = if asked == NeededInput::Passphrase {
        sign_in::show_kept(ui, pass, &failure.known_key, pos2(at.x, y), column.width())
    } else {
        y
    };
    let fields = y + 14.0;
    let (y, right) = sign_in::show(ui, pass, place, failure, pos2(at.x, fields), column.width());
    let others = AlternativeOffers {
        retry: failure.needed_input == NeededInput::Nothing,
        show_cached: failure.known_key.has_cached_data,
        enter_key: asked == NeededInput::Passphrase,
    };
    // The copied diagnostic is the original text, in no particular language.
    let diagnostic = if tried || failure.needed_input == NeededInput::Nothing {
        SafeText::block(&failure.cause.diagnostic).to_string()
    } else {
        String::new()
    };
    let (y, chosen) = draw_alternatives(ui, pass, column, (right, y), others, &diagnostic);
    let back = std::mem::take(&mut place.esc_pressed);
    let chosen = match chosen {
        // Esc leaves the most recent form; from the first form it leads to the cached data.
        None if back && !place.back_to_passphrase(failure) && others.show_cached && !others.retry => {
            Some(StartAlternative::Retry)
        }
        chosen => chosen,
    };
    match chosen {
        Some(StartAlternative::Retry) => pass.retry = true,
        Some(StartAlternative::EnterKey) => place.switch_to_key(),
        Some(StartAlternative::Copy) => pass.request(Action::CopyText(diagnostic)),
        Some(StartAlternative::Demo) => pass.start_demo = true,
        Some(StartAlternative::Quit) => pass.request_command(ActionId::Quit),
        None => {}
    }
    (fields, y)
}

/// The alternatives to the requested input.
#[derive(Clone, Copy)]
struct AlternativeOffers {
    /// Retry after the failure.
    retry: bool,
    /// Show cached data without the key.
    show_cached: bool,
    /// Enter the key instead of its passphrase.
    enter_key: bool,
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
    pass: &FrameCtx<'_>,
    (what, todo, own): (&str, &str, &str),
    column: Rect,
    y: f32,
) -> f32 {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let ground = pen.inner.add(egui::Shape::Noop);
    let wide = column.width() - 46.0;
    let left = column.left() + 34.0;
    let mut end = y + 10.0;
    let strong = TextStyle::body().with_weight(crate::theme::FontWeight::Medium);
    for (text, face, color) in [
        (what, strong, ink.text),
        (todo, TextStyle::small(), ink.text_secondary),
        (own, TextStyle::small(), ink.text_tertiary),
    ] {
        if !text.is_empty() {
            end = pen.block(pos2(left, end), wide, text, face, color).bottom() + 3.0;
        }
    }
    let rect = Rect::from_min_max(pos2(column.left(), y), pos2(column.right(), end + 7.0));
    pen.sized_icon(
        pos2(rect.left() + 18.0, y + 19.0),
        Icon::Info,
        16.0,
        look.band_colors.alert,
    );
    let radius = egui::CornerRadius::same(look.tokens.radius.card);
    let edge = look.hairline(if look.has_borders() {
        look.band_colors.alert
    } else {
        ink.border
    });
    let shape = egui::epaint::RectShape::new(
        rect,
        radius,
        look.band_colors.alert_soft,
        edge,
        egui::StrokeKind::Inside,
    );
    pen.inner.set(ground, shape);
    rect.bottom()
}

/// Draws the alternatives at the right of the row, which is free from `right`. Their labels are shortened as needed, or
/// they get their own row. Returns the bottom edge and the chosen action.
fn draw_alternatives(
    ui: &Ui,
    pass: &FrameCtx<'_>,
    column: Rect,
    (right, y): (f32, f32),
    others: AlternativeOffers,
    detail: &str,
) -> (f32, Option<StartAlternative>) {
    let pen = Painter::new(ui.painter(), pass.theme);
    let cap = pass.key_cap(ActionId::Quit);
    let word = |key: &str| pass.message(key).into_owned();
    let (copy, demo, quit) = (
        word("start-copy"),
        word("start-demo"),
        pass.action_name(ActionId::Quit),
    );
    let again = word(if others.retry { "start-again" } else { "start-back" });
    let key = word("start-use-key");
    let mut ways = Vec::new();
    if !detail.is_empty() {
        ways.push((StartAlternative::Copy, Button::new(&copy).with_icon(Icon::Copy)));
    }
    if others.enter_key {
        ways.push((StartAlternative::EnterKey, Button::new(&key)));
    }
    // With cached data, the demo is unnecessary.
    if others.retry || others.show_cached {
        let kind = if others.retry {
            ButtonStyle::Primary
        } else {
            ButtonStyle::Default
        };
        ways.push((StartAlternative::Retry, Button::new(&again).with_style(kind)));
    }
    if others.retry || !others.show_cached {
        ways.push((StartAlternative::Demo, Button::new(&demo)));
    }
    ways.push((
        StartAlternative::Quit,
        Button::new(&quit)
            .with_key_cap(&cap)
            .with_style(ButtonStyle::Ghost),
    ));
    let over = |ways: &[(StartAlternative, Button<'_>)]| {
        let wide = ways.iter().map(|(_, one)| one.width(&pen) + 8.0).sum::<f32>() - 8.0;
        wide > column.right() - right
    };
    if over(&ways) {
        let (first, button) = ways.remove(0);
        let short = if first == StartAlternative::Copy {
            button.icon_only()
        } else {
            button
        };
        ways.insert(0, (first, short));
    }
    if over(&ways) {
        let quit = Button::new(&quit).with_style(ButtonStyle::Ghost);
        ways.pop();
        ways.push((StartAlternative::Quit, quit));
    }
    let y = if over(&ways) { y + ROW_GAP } else { y };
    let widths: Vec<f32> = ways.iter().map(|(_, button)| button.width(&pen)).collect();
    let places = trailing_items::rects_ending_at(pos2(column.right(), y + 14.0), 8.0, &widths);
    let mut chosen = None;
    for ((way, button), place) in ways.into_iter().zip(places) {
        let response = button.show(ui, pass.theme, ui.scope_id().with(("way-on", way)), place);
        if response.clicked() {
            chosen = Some(way);
        }
    }
    (y + 28.0, chosen)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_card_that_grows_keeps_its_fields_where_there_is_room_over_them() {
        let calm = CardHeights {
            height: 500.0,
            above_fields: 190.0,
        };
        let told = CardHeights {
            height: 540.0,
            above_fields: 230.0,
        };
        let same = |one: f32, other: f32| assert!((one - other).abs() < 0.01, "{one} {other}");
        let fields = card_top(720.0, calm, None) + calm.above_fields;
        same(card_top(720.0, told, Some(fields)) + told.above_fields, fields);
        same(card_top(720.0, calm, Some(fields)), card_top(720.0, calm, None));
        // Without enough space, the whole card is shown even if its fields move.
        same(
            card_top(520.0, told, Some(MIN_MARGIN + calm.above_fields)),
            MIN_MARGIN,
        );
    }
}
