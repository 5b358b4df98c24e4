//! The bar over a screen: its title, what is known of it, and what can be done there, each with its key.
//!
//! Rule of all bars: one thing to do stands out by an edge, the one at the end of the line; the others are words until the
//! pointer comes. A row of boxes of one weight says nothing about what a screen is for.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2};
use encours_core::app::foundation::input::commands::ActionId;

use super::Places;
use crate::frame_ctx::Pass;
use crate::theme::{Face, Icon};
use crate::widgets::{Button, Kind, Pen, trailing_items};

/// What is said of a screen in so many points is worth more than the words of its buttons.
const LEAST: f32 = 96.0;

/// What is known of a screen, and how old it is. Where both have no room the age is said whole: it alone changes, and half of
/// it would be another age.
pub(super) fn aged(pen: &Pen<'_>, row: Rect, note: &str, age: &str) {
    let (face, color) = (Face::small(), pen.look.ink.text_tertiary);
    let apart = format!(" · {age}");
    let taken = if age.is_empty() {
        0.0
    } else {
        pen.width(&apart, face)
    };
    let room = row.width() - taken;
    if taken > 0.0 && room < LEAST {
        pen.text(row, Align::Min, age, face, color);
        return;
    }
    let end = pen.text(row.with_max_x(row.left() + room), Align::Min, note, face, color);
    if taken > 0.0 {
        pen.text(row.with_min_x(end.right()), Align::Min, &apart, face, color);
    }
}

/// What the buttons have given up for want of room.
#[derive(Clone, Copy)]
enum Fallen {
    Nothing,
    Keys,
    /// The words of all but the one that stands out.
    Others,
    Words,
}

/// Draws the bar. Where room is short first their keys, then the words of the buttons go, last of the one that stands out;
/// icons and names stay.
pub(super) fn show(
    ui: &Ui,
    pass: &mut Pass<'_>,
    rect: Rect,
    (title, note): (&str, &str),
    actions: &[(ActionId, Icon)],
) {
    draw(ui, pass, rect, (title, note), actions, |ui, _, at, spoken| {
        let response = ui.interact(at, ui.scope_id().with("title"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, spoken));
    });
}

/// The same over a screen that may hold nothing with a focus of its own: its title then takes it.
pub(super) fn focused(
    ui: &Ui,
    pass: &mut Pass<'_>,
    places: &mut Places,
    rect: Rect,
    words: (&str, &str),
    actions: &[(ActionId, Icon)],
) {
    draw(ui, pass, rect, words, actions, |ui, pass, at, spoken| {
        super::heading(ui, pass, places, at, spoken);
    });
}

/// Draws it; `tell` is handed where the title stands and what is said of it, before the buttons.
fn draw(
    ui: &Ui,
    pass: &mut Pass<'_>,
    rect: Rect,
    (title, note): (&str, &str),
    actions: &[(ActionId, Icon)],
    tell: impl FnOnce(&Ui, &Pass<'_>, Rect, &str),
) {
    let (look, ink) = (pass.look, &pass.look.ink);
    let pen = Pen::new(ui.painter(), look);
    let labels: Vec<(String, String, Option<String>, String)> = actions
        .iter()
        .map(|(id, _)| {
            let (label, cap) = (pass.label(*id), pass.cap(*id));
            let hint = format!("{label}  {cap}").trim_end().to_owned();
            (label, cap, pass.reason(*id), hint)
        })
        .collect();
    let button = |at: usize, fallen: Fallen| {
        let (label, cap, reason, hint) = &labels[at];
        let last = at + 1 == actions.len();
        let kind = if last { Kind::Default } else { Kind::Ghost };
        let button = Button::new(label)
            .icon(actions[at].1)
            .kind(kind)
            .hint(hint)
            .disabled(reason.as_deref());
        match fallen {
            Fallen::Nothing => button.key(cap),
            Fallen::Keys => button,
            Fallen::Others if last => button,
            Fallen::Others | Fallen::Words => button.short(),
        }
    };
    let fits = |fallen: Fallen, note: f32| {
        let wide: f32 = (0..actions.len())
            .map(|at| button(at, fallen).width(&pen) + 8.0)
            .sum();
        wide + pen.width(title, Face::title()) + note + 48.0 <= rect.width()
    };
    let noted = if note.is_empty() {
        0.0
    } else {
        pen.width(note, Face::small()) + 16.0
    };
    // What is known is said whole; where nothing helps, the words say more than the end of it.
    let fallen = if fits(Fallen::Nothing, noted) {
        Fallen::Nothing
    } else if fits(Fallen::Keys, noted) || fits(Fallen::Keys, LEAST.min(noted)) {
        Fallen::Keys
    } else if fits(Fallen::Others, LEAST.min(noted)) {
        Fallen::Others
    } else {
        Fallen::Words
    };
    let end = pos2(rect.right() - 16.0, rect.center().y);
    let widths: Vec<f32> = (0..actions.len())
        .map(|at| button(at, fallen).width(&pen))
        .collect();
    let places = trailing_items::ending_at(end, 8.0, &widths);
    let line = rect
        .with_min_x(rect.left() + 16.0)
        .with_max_x(trailing_items::begins(&places, end.x + 8.0) - 16.0);
    let at = pen.text(line, Align::Min, title, Face::title(), ink.text);
    let rest = line.with_min_x(at.right() + 16.0);
    pen.text(rest, Align::Min, note, Face::small(), ink.text_tertiary);
    pen.rule(rect.x_range(), rect.bottom() - 0.5, ink.border);
    tell(ui, pass, at, &format!("{title} – {note}"));
    for (at, ((id, _), place)) in actions.iter().zip(places).enumerate() {
        let pressed = button(at, fallen).show(ui, look, ui.scope_id().with(*id), place);
        if pressed.clicked() {
            pass.run(*id);
        }
    }
}
