//! The header of a screen: title, note and action buttons with their keys.
//!
//! Only the last button has a border, which makes the screen's main action visible. The others are plain labels until
//! hovered.

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2};
use encours_core::app::foundation::input::commands::ActionId;

use super::UiState;
use crate::frame_ctx::FrameCtx;
use crate::theme::{Icon, TextStyle};
use crate::widgets::{Button, ButtonStyle, Painter, trailing_items};

/// Minimum width of the note, which takes precedence over button labels.
const MIN_NOTE_WIDTH: f32 = 96.0;

/// Draws a note and an age. If both do not fit, only the age is drawn in full: it changes, and a truncated one would be
/// wrong.
pub(super) fn draw_note_and_age(pen: &Painter<'_>, row: Rect, note: &str, age: &str) {
    let (face, color) = (TextStyle::small(), pen.theme.colors.text_tertiary);
    let apart = format!(" · {age}");
    let taken = if age.is_empty() {
        0.0
    } else {
        pen.text_width(&apart, face)
    };
    let room = row.width() - taken;
    if taken > 0.0 && room < MIN_NOTE_WIDTH {
        pen.text(row, Align::Min, age, face, color);
        return;
    }
    let end = pen.text(row.with_max_x(row.left() + room), Align::Min, note, face, color);
    if taken > 0.0 {
        pen.text(row.with_min_x(end.right()), Align::Min, &apart, face, color);
    }
}

/// The parts of the buttons dropped for lack of space.
#[derive(Clone, Copy)]
enum DroppedParts {
    None,
    Keys,
    /// The labels of all but the highlighted button.
    OtherLabels,
    Labels,
}

/// Draws the header. If space is short, it drops first the keys, then the labels, last that of the highlighted button.
/// Icons and accessible names stay.
pub(super) fn show(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    rect: Rect,
    (title, note): (&str, &str),
    actions: &[(ActionId, Icon)],
) {
    draw_header(ui, pass, rect, (title, note), actions, |ui, _, at, spoken| {
        let response = ui.interact(at, ui.scope_id().with("title"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, spoken));
    });
}

/// Draws the header of a screen without another focus target; its title takes the keyboard focus.
pub(super) fn show_focused(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    places: &mut UiState,
    rect: Rect,
    words: (&str, &str),
    actions: &[(ActionId, Icon)],
) {
    draw_header(ui, pass, rect, words, actions, |ui, pass, at, spoken| {
        super::draw_heading(ui, pass, places, at, spoken);
    });
}

/// Draws the header; `tell` gets area and accessible text of the title, before the buttons are drawn.
fn draw_header(
    ui: &Ui,
    pass: &mut FrameCtx<'_>,
    rect: Rect,
    (title, note): (&str, &str),
    actions: &[(ActionId, Icon)],
    tell: impl FnOnce(&Ui, &FrameCtx<'_>, Rect, &str),
) {
    let (look, ink) = (pass.theme, &pass.theme.colors);
    let pen = Painter::new(ui.painter(), look);
    let labels: Vec<(String, String, Option<String>, String)> = actions
        .iter()
        .map(|(id, _)| {
            let (label, cap) = (pass.action_name(*id), pass.key_cap(*id));
            let hint = format!("{label}  {cap}").trim_end().to_owned();
            (label, cap, pass.disabled_reason(*id), hint)
        })
        .collect();
    let button = |at: usize, fallen: DroppedParts| {
        let (label, cap, reason, hint) = &labels[at];
        let last = at + 1 == actions.len();
        let kind = if last {
            ButtonStyle::Default
        } else {
            ButtonStyle::Ghost
        };
        let button = Button::new(label)
            .with_icon(actions[at].1)
            .with_style(kind)
            .with_tooltip(hint)
            .disabled_by(reason.as_deref());
        match fallen {
            DroppedParts::None => button.with_key_cap(cap),
            DroppedParts::Keys => button,
            DroppedParts::OtherLabels if last => button,
            DroppedParts::OtherLabels | DroppedParts::Labels => button.icon_only(),
        }
    };
    let fits = |fallen: DroppedParts, note: f32| {
        let wide: f32 = (0..actions.len())
            .map(|at| button(at, fallen).width(&pen) + 8.0)
            .sum();
        wide + pen.text_width(title, TextStyle::title()) + note + 48.0 <= rect.width()
    };
    let noted = if note.is_empty() {
        0.0
    } else {
        pen.text_width(note, TextStyle::small()) + 16.0
    };
    // Show the note in full if possible; otherwise labels take precedence over the end of the note.
    let fallen = if fits(DroppedParts::None, noted) {
        DroppedParts::None
    } else if fits(DroppedParts::Keys, noted) || fits(DroppedParts::Keys, MIN_NOTE_WIDTH.min(noted)) {
        DroppedParts::Keys
    } else if fits(DroppedParts::OtherLabels, MIN_NOTE_WIDTH.min(noted)) {
        DroppedParts::OtherLabels
    } else {
        DroppedParts::Labels
    };
    let end = pos2(rect.right() - 16.0, rect.center().y);
    let widths: Vec<f32> = (0..actions.len())
        .map(|at| button(at, fallen).width(&pen))
        .collect();
    let places = trailing_items::rects_ending_at(end, 8.0, &widths);
    let line = rect
        .with_min_x(rect.left() + 16.0)
        .with_max_x(trailing_items::left_edge(&places, end.x + 8.0) - 16.0);
    let at = pen.text(line, Align::Min, title, TextStyle::title(), ink.text);
    let rest = line.with_min_x(at.right() + 16.0);
    pen.text(rest, Align::Min, note, TextStyle::small(), ink.text_tertiary);
    pen.horizontal_line(rect.x_range(), rect.bottom() - 0.5, ink.border);
    tell(ui, pass, at, &format!("{title} – {note}"));
    for (at, ((id, _), place)) in actions.iter().zip(places).enumerate() {
        let pressed = button(at, fallen).show(ui, look, ui.scope_id().with(*id), place);
        if pressed.clicked() {
            pass.request_command(*id);
        }
    }
}
