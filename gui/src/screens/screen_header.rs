//! The header of a screen: title, note and action buttons with their keys.
//!
//! Only the last button has a border, which makes the screen's main action visible. The others are plain labels until
//! hovered.

use crate::prelude::*;

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
        painter.left(row, age, style, color);
        return;
    }
    let end = painter.left(row.with_max_x(row.left() + available), note, style, color);
    if age_width > 0.0 {
        painter.left(row.with_min_x(end.right()), &separator, style, color);
    }
}

/// Draws the header. If space is short, it drops first the keys, then the labels, last that of the highlighted button.
/// Icons and accessible names stay. The title takes the keyboard focus if the screen has no other target for it.
/// Returns the area below, without the banner.
pub(super) fn show(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    (note, takes_focus): (&str, bool),
    actions: &[(ActionId, Icon)],
) -> Rect {
    let (painter, theme, colors) = frame.painter_and_theme(ui);
    let full = ui.max_rect();
    let rect = full.top_part(theme.tokens.size.topbar);
    let title = &*frame.message(frame.app.cx.screen().label_key()).into_owned();
    let buttons = actions.iter().enumerate().map(|(at, (id, icon))| {
        let kind = if at + 1 == actions.len() { ButtonStyle::Default } else { ButtonStyle::Ghost };
        let hint = frame.action_hint(*id).trim_end().to_owned();
        frame.button(*id).with_icon(*icon).with_style(kind).with_tooltip(hint)
    });
    let buttons: Vec<Button<'_>> = buttons.collect();
    // The levels drop the keys, then all labels but the last one, then that too.
    let reduced = |level: usize| {
        let last = buttons.len().saturating_sub(1);
        let level_of = move |at: usize| if level == 2 && at == last { 1 } else { level };
        buttons.iter().cloned().enumerate().map(move |(at, button)| button.reduced(level_of(at)))
    };
    let fits = |level: usize, note: f32| {
        let width: f32 = reduced(level).map(|button| button.width(&painter) + 8.0).sum();
        width + painter.text_width(title, TextStyle::title()) + note + 48.0 <= rect.width()
    };
    let note_width = if note.is_empty() { 0.0 } else { painter.text_width(note, TextStyle::small()) + 16.0 };
    // Show the note in full if possible; otherwise labels take precedence over the end of the note.
    let min_note = MIN_NOTE_WIDTH.min(note_width);
    let fitting = [(0, note_width), (1, note_width), (1, min_note), (2, min_note)];
    let level = fitting.into_iter().find(|(level, note)| fits(*level, *note)).map_or(3, |(level, _)| level);
    let end = rect.near_right(16.0);
    let buttons = actions.iter().map(|(id, _)| *id).zip(reduced(level));
    let buttons = ButtonRow::ending_at(ui, &painter, (end, 8.0), buttons);
    let line = rect.after(16.0).with_max_x(buttons.left_edge(end.x + 8.0) - 16.0);
    let at = painter.left(line, title, TextStyle::title(), colors.text);
    let remaining = line.with_min_x(at.right() + 16.0);
    painter.left(remaining, note, TextStyle::small(), colors.text_tertiary);
    painter.horizontal_line(rect.x_range(), rect.bottom() - 0.5, colors.border);
    let a11y_text = format!("{title} – {note}");
    if takes_focus {
        super::draw_heading(ui, frame, at, &a11y_text);
    } else {
        ui.describe(at, "title", Role::Heading, &a11y_text);
    }
    buttons.show(ui, frame);
    super::status::draw_banner(ui, frame, full.with_min_y(rect.bottom()))
}
