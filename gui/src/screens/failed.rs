//! What a window says whose service could not be opened: what happened, what to do, and a way on.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::{Action, ActionId};
use encours_core::view::text::Clean;

use crate::pass::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen};
use crate::window::{Ask, Failure};

use super::sign_in::{self, SignInPlace};

/// Draws it into the whole of the screen.
pub fn show(ui: &mut Ui, pass: &mut Pass<'_>, place: &mut SignInPlace, failure: &Failure) {
    let (rect, ink) = (ui.max_rect(), &pass.look.ink);
    let pen = Pen::new(ui.painter(), pass.look);
    let width = 520.0_f32.min(rect.width() - 48.0);
    let high = if failure.ask == Ask::Key { 0.08 } else { 0.22 };
    let at = pos2(rect.center().x - width / 2.0, rect.top() + rect.height() * high);
    pen.icon_of(
        pos2(at.x + 10.0, at.y + 10.0),
        if failure.ask == Ask::Nothing {
            Icon::Offline
        } else {
            Icon::Lock
        },
        20.0,
        if failure.ask == Ask::Nothing {
            pass.look.bands.alert
        } else {
            ink.accent_text
        },
    );
    let title = pass
        .word(match failure.ask {
            Ask::Key => "sign-in-title",
            Ask::Passphrase => "sign-in-unlock",
            Ask::Nothing => "start-failed",
        })
        .into_owned();
    let head = Rect::from_min_size(at + vec2(32.0, 0.0), vec2(width - 32.0, 20.0));
    pen.text(head, Align::Min, &title, Face::heading(), ink.text);
    let detail = Clean::block(&failure.detail);
    let (what, todo) = match failure.key {
        Some(key) => (
            pass.word(&format!("{key}-what")).into_owned(),
            match (failure.ask, failure.refusal) {
                (Ask::Key, None) => pass.word("sign-in-do").into_owned(),
                _ => pass.word(&format!("{key}-do")).into_owned(),
            },
        ),
        None => (detail.to_string(), pass.word("start-other-do").into_owned()),
    };
    let mut y = at.y + 34.0;
    let tried = failure.refusal.is_some();
    let said = if tried { pass.look.bands.alert } else { ink.text };
    // What the service or the system said about it, in its own words, for whoever is asked for help.
    let own = if tried { detail.to_string() } else { String::new() };
    let lines = [
        (&what, said),
        (&todo, ink.text_secondary),
        (&own, ink.text_tertiary),
    ];
    for (text, color) in lines.into_iter().filter(|(text, _)| !text.is_empty()) {
        y = pen
            .block(pos2(at.x, y), width, text, Face::body(), color)
            .bottom()
            + 8.0;
    }
    let text = Rect::from_min_max(at, pos2(at.x + width, y));
    let response = ui.interact(text, ui.scope_id().with("failure"), Sense::hover());
    response.widget_info(|| {
        WidgetInfo::labeled(
            Role::Alert,
            true,
            format!("{title} – {what} {todo} {own}").trim_end().to_owned(),
        )
    });
    let y = sign_in::show(ui, pass, place, failure, pos2(at.x, y + 10.0), width);
    buttons(ui, pass, pos2(at.x, y), failure.ask == Ask::Nothing, &detail);
}

/// The demo, the words to send to whoever can help, the way out.
fn buttons(ui: &Ui, pass: &mut Pass<'_>, at: egui::Pos2, alone: bool, detail: &str) {
    let pen = Pen::new(ui.painter(), pass.look);
    let quit = pass.label(ActionId::Quit);
    let (demo, copy) = (
        pass.word("start-demo").into_owned(),
        pass.word("start-copy").into_owned(),
    );
    let cap = pass.cap(ActionId::Quit);
    let mut x = at.x;
    let buttons = [
        Button::new(&demo).kind(if alone { Kind::Primary } else { Kind::Default }),
        Button::new(&copy).icon(Icon::Copy),
        Button::new(&quit).key(&cap),
    ];
    for (n, button) in buttons.into_iter().enumerate() {
        let wide = button.width(&pen);
        let place = Rect::from_min_size(pos2(x, at.y), vec2(wide, 28.0));
        if button
            .show(ui, pass.look, ui.scope_id().with(("way-on", n)), place)
            .clicked()
        {
            match n {
                0 => pass.demo = true,
                1 => pass.act(Action::CopyText(detail.to_owned())),
                _ => pass.run(ActionId::Quit),
            }
        }
        x = place.right() + 8.0;
    }
}
