//! The screen for a service that could not be opened: reason, advice and alternatives.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::problem;
use encours_core::app::shell::action::Action;
use encours_core::text::{Clean, sentence};

use crate::frame_ctx::Pass;
use crate::screens::sidebar;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, trailing_items};
use crate::window::{Ask, Failure};

use super::sign_in::{self, SignInPlace, Stands};

/// Maximum width and padding of the card.
const WIDE: f32 = 504.0;
const PAD: f32 = 28.0;
/// Minimum distance of the card from the window's edge.
const EDGE: f32 = 12.0;
/// Height of the product logo above the title.
const BRAND: f32 = 40.0;
/// Distance between two rows of buttons.
const BELOW: f32 = 36.0;

/// Draws a card centred in the window; it scrolls if the window is lower.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, place: &mut SignInPlace, failure: &Failure) {
    let rect = ui.max_rect();
    let before = place.stands;
    let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect).id_salt("failed"));
    egui::ScrollArea::vertical()
        .id_salt("failed")
        .auto_shrink(false)
        .show(&mut child, |ui| {
            let area = ui.max_rect();
            let width = WIDE.min(area.width() - 32.0);
            let kept = place.kept(place.asks(failure), pass.app.cx.lang(), rect.size());
            let top = top(rect.height(), before, kept);
            let corner = pos2(
                (area.center().x - width / 2.0).round(),
                (area.top() + top).round(),
            );
            let ground = ui.painter().add(egui::Shape::Noop);
            let inner = Rect::from_min_size(
                corner + vec2(PAD, PAD - 4.0),
                vec2(width - 2.0 * PAD, f32::INFINITY),
            );
            let (fields, bottom) = body(ui, pass, place, failure, inner);
            let bottom = bottom + PAD - 4.0;
            let card = Rect::from_min_max(corner, pos2(corner.x + width, bottom));
            let pen = Pen::new(ui.painter(), pass.look);
            let ink = &pass.look.ink;
            let radius = egui::CornerRadius::same(pass.look.tokens.radius.float);
            let edge = pass.look.hairline(ink.border);
            pen.painter.set(
                ground,
                egui::epaint::RectShape::new(card, radius, ink.surface, edge, egui::StrokeKind::Outside),
            );
            place.stands = Stands {
                height: card.height(),
                above: fields - corner.y,
            };
            ui.set_min_size(vec2(area.width(), bottom + 12.0 - area.top()));
        });
    if place.stands.differs(before) {
        ui.ctx().request_repaint();
        return;
    }
    let (asked, lang) = (place.asks(failure), pass.app.cx.lang());
    let fields = top(rect.height(), place.stands, place.kept(asked, lang, rect.size())) + place.stands.above;
    place.keep(asked, lang, rect.size(), fields);
}

/// Returns the top of the card: slightly above the middle. If its fields had a position before, the card grows upwards
/// as far as possible, so that a message does not move them.
fn top(room: f32, stands: Stands, kept: Option<f32>) -> f32 {
    let middle = ((room - stands.height) * 0.42).clamp(EDGE, 160.0);
    kept.map_or(middle, |fields| (fields - stands.above).max(EDGE))
}

/// Draws the card's content. Returns the top of its fields and the bottom edge.
fn body(
    ui: &mut Ui,
    pass: &mut Pass<'_>,
    place: &mut SignInPlace,
    failure: &Failure,
    column: Rect,
) -> (f32, f32) {
    let ink = &pass.look.ink;
    let pen = Pen::new(ui.painter(), pass.look);
    let line = Rect::from_min_size(column.min, vec2(column.width(), 24.0));
    let name = sidebar::mark(&pen, line.left_center() + vec2(11.0, 0.0));
    let product = line.with_min_x(name + 9.0);
    let strong = Face::strong().weighing(crate::theme::Weight::SemiBold);
    pen.text(product, Align::Min, &pass.word("app-name"), strong, ink.text);
    let lang = pass.app.cx.lang().code().to_uppercase();
    let wide = pen.width(&lang, Face::label()).ceil() + 12.0;
    sidebar::language(ui, pass, line.with_min_x(line.right() - wide), &lang);

    let at = column.min + vec2(0.0, BRAND);
    let asked = place.asks(failure);
    let title = pass
        .word(match asked {
            Ask::Key => "sign-in-title",
            Ask::Passphrase => "sign-in-unlock",
            Ask::Nothing => "start-failed",
        })
        .into_owned();
    let head = Rect::from_min_size(at, vec2(column.width(), 26.0));
    pen.text(head, Align::Min, &title, Face::title(), ink.text);
    let why = sentence(&problem::why(pass.app.cx.lang(), &failure.why));
    let sign_in_do = if failure.known.no_keyring {
        "sign-in-do-no-keyring"
    } else {
        "sign-in-do"
    };
    let (what, todo) = match failure.key {
        Some(key) => (
            pass.word(&format!("{key}-what")).into_owned(),
            match (asked, failure.refusal) {
                (Ask::Key, None) if key != "signed-out" => pass.word(sign_in_do).into_owned(),
                _ => pass.word(&format!("{key}-do")).into_owned(),
            },
        ),
        None if asked == Ask::Key => (why.clone(), pass.word(sign_in_do).into_owned()),
        None => (why.clone(), pass.word("start-other-do").into_owned()),
    };
    let tried = failure.refusal.is_some();
    // Show the original message of the server or system, for support. For an invalid address scheme, the sentences
    // above already contain it.
    let said_above = failure.why.said.as_ref();
    let said_above = said_above.is_some_and(|said| said.key == "usage-base-url-scheme");
    let own = if tried && !said_above { why } else { String::new() };
    let mut y = head.bottom() + 8.0;
    y = if tried || failure.ask == Ask::Nothing {
        alert(ui, pass, (&what, &todo, &own), column, y)
    } else {
        let mut y = y;
        for (text, color) in [(&what, ink.text), (&todo, ink.text_secondary)] {
            y = pen
                .block(pos2(at.x, y), column.width(), text, Face::body(), color)
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
    let y = if asked == Ask::Passphrase {
        sign_in::show_kept(ui, pass, &failure.known, pos2(at.x, y), column.width())
    } else {
        y
    };
    let fields = y + 14.0;
    let (y, right) = sign_in::show(ui, pass, place, failure, pos2(at.x, fields), column.width());
    let others = Others {
        again: failure.ask == Ask::Nothing,
        read: failure.known.readable,
        key: asked == Ask::Passphrase,
    };
    // The copied diagnostic is the original text, in no particular language.
    let diagnostic = if tried || failure.ask == Ask::Nothing {
        Clean::block(&failure.why.text).to_string()
    } else {
        String::new()
    };
    let (y, chosen) = ways_on(ui, pass, column, (right, y), others, &diagnostic);
    let back = std::mem::take(&mut place.escaped);
    let chosen = match chosen {
        // Esc leaves the most recent form; from the first form it leads to the cached data.
        None if back && !place.back_to_passphrase(failure) && others.read && !others.again => {
            Some(Way::Again)
        }
        chosen => chosen,
    };
    match chosen {
        Some(Way::Again) => pass.again = true,
        Some(Way::Key) => place.give_anew(),
        Some(Way::Copy) => pass.act(Action::CopyText(diagnostic)),
        Some(Way::Demo) => pass.demo = true,
        Some(Way::Quit) => pass.run(ActionId::Quit),
        None => {}
    }
    (fields, y)
}

/// The alternatives to the requested input.
#[derive(Clone, Copy)]
struct Others {
    /// Retry after the failure.
    again: bool,
    /// Show cached data without the key.
    read: bool,
    /// Enter the key instead of its passphrase.
    key: bool,
}

/// An alternative action outside the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Way {
    Copy,
    Again,
    Key,
    Demo,
    Quit,
}

/// Draws the error box: reason, advice and original message. Returns its bottom edge.
fn alert(ui: &Ui, pass: &Pass<'_>, (what, todo, own): (&str, &str, &str), column: Rect, y: f32) -> f32 {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let ground = pen.painter.add(egui::Shape::Noop);
    let wide = column.width() - 46.0;
    let left = column.left() + 34.0;
    let mut end = y + 10.0;
    let strong = Face::body().weighing(crate::theme::Weight::Medium);
    for (text, face, color) in [
        (what, strong, ink.text),
        (todo, Face::small(), ink.text_secondary),
        (own, Face::small(), ink.text_tertiary),
    ] {
        if !text.is_empty() {
            end = pen.block(pos2(left, end), wide, text, face, color).bottom() + 3.0;
        }
    }
    let rect = Rect::from_min_max(pos2(column.left(), y), pos2(column.right(), end + 7.0));
    pen.icon_of(
        pos2(rect.left() + 18.0, y + 19.0),
        Icon::Info,
        16.0,
        look.bands.alert,
    );
    let radius = egui::CornerRadius::same(look.tokens.radius.card);
    let edge = look.hairline(if look.edges() {
        look.bands.alert
    } else {
        ink.border
    });
    let shape = egui::epaint::RectShape::new(
        rect,
        radius,
        look.bands.alert_soft,
        edge,
        egui::StrokeKind::Inside,
    );
    pen.painter.set(ground, shape);
    rect.bottom()
}

/// Draws the alternatives at the right of the row, which is free from `right`. Their labels are shortened as needed, or
/// they get their own row. Returns the bottom edge and the chosen action.
fn ways_on(
    ui: &Ui,
    pass: &Pass<'_>,
    column: Rect,
    (right, y): (f32, f32),
    others: Others,
    detail: &str,
) -> (f32, Option<Way>) {
    let pen = Pen::new(ui.painter(), pass.look);
    let cap = pass.cap(ActionId::Quit);
    let word = |key: &str| pass.word(key).into_owned();
    let (copy, demo, quit) = (word("start-copy"), word("start-demo"), pass.label(ActionId::Quit));
    let again = word(if others.again { "start-again" } else { "start-back" });
    let key = word("start-use-key");
    let mut ways = Vec::new();
    if !detail.is_empty() {
        ways.push((Way::Copy, Button::new(&copy).icon(Icon::Copy)));
    }
    if others.key {
        ways.push((Way::Key, Button::new(&key)));
    }
    // With cached data, the demo is unnecessary.
    if others.again || others.read {
        let kind = if others.again {
            Kind::Primary
        } else {
            Kind::Default
        };
        ways.push((Way::Again, Button::new(&again).kind(kind)));
    }
    if others.again || !others.read {
        ways.push((Way::Demo, Button::new(&demo)));
    }
    ways.push((Way::Quit, Button::new(&quit).key(&cap).kind(Kind::Ghost)));
    let over = |ways: &[(Way, Button<'_>)]| {
        let wide = ways.iter().map(|(_, one)| one.width(&pen) + 8.0).sum::<f32>() - 8.0;
        wide > column.right() - right
    };
    if over(&ways) {
        let (first, button) = ways.remove(0);
        let short = if first == Way::Copy {
            button.short()
        } else {
            button
        };
        ways.insert(0, (first, short));
    }
    if over(&ways) {
        let quit = Button::new(&quit).kind(Kind::Ghost);
        ways.pop();
        ways.push((Way::Quit, quit));
    }
    let y = if over(&ways) { y + BELOW } else { y };
    let widths: Vec<f32> = ways.iter().map(|(_, button)| button.width(&pen)).collect();
    let places = trailing_items::ending_at(pos2(column.right(), y + 14.0), 8.0, &widths);
    let mut chosen = None;
    for ((way, button), place) in ways.into_iter().zip(places) {
        let response = button.show(ui, pass.look, ui.scope_id().with(("way-on", way)), place);
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
        let calm = Stands {
            height: 500.0,
            above: 190.0,
        };
        let told = Stands {
            height: 540.0,
            above: 230.0,
        };
        let same = |one: f32, other: f32| assert!((one - other).abs() < 0.01, "{one} {other}");
        let fields = top(720.0, calm, None) + calm.above;
        same(top(720.0, told, Some(fields)) + told.above, fields);
        same(top(720.0, calm, Some(fields)), top(720.0, calm, None));
        // Without enough space, the whole card is shown even if its fields move.
        same(top(520.0, told, Some(EDGE + calm.above)), EDGE);
    }
}
