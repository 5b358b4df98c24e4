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
pub(super) fn draw_note_and_age(painter: &Painter<'_>, row: Rect, note: &str, age: &str) {
    let (style, color) = (TextStyle::small(), painter.theme.colors.text_tertiary);
    let separator = format!(" · {age}");
    let age_width = if age.is_empty() { 0.0 } else { painter.text_width(&separator, style) };
    let available = row.width() - age_width;
    if age_width > 0.0 && available < MIN_NOTE_WIDTH {
        painter.text(row, Align::Min, age, style, color);
        return;
    }
    let end = painter.text(row.with_max_x(row.left() + available), Align::Min, note, style, color);
    if age_width > 0.0 {
        painter.text(row.with_min_x(end.right()), Align::Min, &separator, style, color);
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
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    (title, note): (&str, &str),
    actions: &[(ActionId, Icon)],
) {
    draw_header(ui, frame, rect, (title, note), actions, |ui, _, at, a11y_text| {
        let response = ui.interact(at, ui.scope_id().with("title"), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, a11y_text));
    });
}

/// Draws the header of a screen without another focus target; its title takes the keyboard focus.
pub(super) fn show_focused(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    ui_state: &mut UiState,
    rect: Rect,
    title_and_note: (&str, &str),
    actions: &[(ActionId, Icon)],
) {
    draw_header(ui, frame, rect, title_and_note, actions, |ui, frame, at, a11y_text| {
        super::draw_heading(ui, frame, ui_state, at, a11y_text);
    });
}

/// Draws the header; `tell` gets area and accessible text of the title, before the buttons are drawn.
fn draw_header(
    ui: &Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    (title, note): (&str, &str),
    actions: &[(ActionId, Icon)],
    tell: impl FnOnce(&Ui, &FrameCtx<'_>, Rect, &str),
) {
    let (theme, colors) = (frame.theme, &frame.theme.colors);
    let painter = Painter::new(ui.painter(), theme);
    let labels: Vec<(String, String, Option<String>, String)> = actions
        .iter()
        .map(|(id, _)| {
            let (label, key_cap) = (frame.action_name(*id), frame.key_cap(*id));
            let hint = format!("{label}  {key_cap}").trim_end().to_owned();
            (label, key_cap, frame.disabled_reason(*id), hint)
        })
        .collect();
    let button = |at: usize, dropped: DroppedParts| {
        let (label, key_cap, reason, hint) = &labels[at];
        let last = at + 1 == actions.len();
        let kind = if last { ButtonStyle::Default } else { ButtonStyle::Ghost };
        let button = Button::new(label)
            .with_icon(actions[at].1)
            .with_style(kind)
            .with_tooltip(hint)
            .disabled_by(reason.as_deref());
        match dropped {
            DroppedParts::None => button.with_key_cap(key_cap),
            DroppedParts::Keys => button,
            DroppedParts::OtherLabels if last => button,
            DroppedParts::OtherLabels | DroppedParts::Labels => button.icon_only(),
        }
    };
    let fits = |dropped: DroppedParts, note: f32| {
        let width: f32 = (0..actions.len()).map(|at| button(at, dropped).width(&painter) + 8.0).sum();
        width + painter.text_width(title, TextStyle::title()) + note + 48.0 <= rect.width()
    };
    let note_width = if note.is_empty() { 0.0 } else { painter.text_width(note, TextStyle::small()) + 16.0 };
    // Show the note in full if possible; otherwise labels take precedence over the end of the note.
    let dropped = if fits(DroppedParts::None, note_width) {
        DroppedParts::None
    } else if fits(DroppedParts::Keys, note_width) || fits(DroppedParts::Keys, MIN_NOTE_WIDTH.min(note_width))
    {
        DroppedParts::Keys
    } else if fits(DroppedParts::OtherLabels, MIN_NOTE_WIDTH.min(note_width)) {
        DroppedParts::OtherLabels
    } else {
        DroppedParts::Labels
    };
    let end = pos2(rect.right() - 16.0, rect.center().y);
    let widths: Vec<f32> = (0..actions.len()).map(|at| button(at, dropped).width(&painter)).collect();
    let rects = trailing_items::rects_ending_at(end, 8.0, &widths);
    let line =
        rect.with_min_x(rect.left() + 16.0).with_max_x(trailing_items::left_edge(&rects, end.x + 8.0) - 16.0);
    let at = painter.text(line, Align::Min, title, TextStyle::title(), colors.text);
    let remaining = line.with_min_x(at.right() + 16.0);
    painter.text(remaining, Align::Min, note, TextStyle::small(), colors.text_tertiary);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    tell(ui, frame, at, &format!("{title} – {note}"));
    for (at, ((id, _), button_rect)) in actions.iter().zip(rects).enumerate() {
        let pressed = button(at, dropped).show(ui, theme, ui.scope_id().with(*id), button_rect);
        if pressed.clicked() {
            frame.request_command(*id);
        }
    }
}
