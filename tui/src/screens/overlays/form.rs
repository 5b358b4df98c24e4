//! A form: one row per field, with a text cursor or a ← → choice.

use encours_core::app::changes::forms::view::FormLine;
use encours_core::app::foundation::cx::overlay::Form;
use encours_core::app::shell::app::App;
use encours_core::text::{SafeText, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screens::layout;
use crate::terminal::LineEditor;
use crate::widgets::{Canvas, ClickTarget, Pane, draw_popup, split_rows, text_width};

/// Maximum width with the frame.
const WIDTH: u16 = 68;

/// Draws the form.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, editor: &LineEditor, state: &Form) {
    let view = encours_core::app::changes::forms::view::form_view(app, state);
    let screen = canvas.area();
    let width = WIDTH.min(screen.width);
    let text_room = usize::from(width.saturating_sub(4));
    let known = view.lines.iter().find(|line| line.focused && !line.suggestions.is_empty()).map(known_line);
    let lines: Vec<(String, Style)> = {
        let theme = canvas.theme;
        // If several fields are invalid, each message names its field.
        let wrong: Vec<_> = view.lines.iter().filter(|line| line.error.is_some()).collect();
        let several = wrong.len() > 1;
        let problems = wrong.iter().filter(|_| several).filter_map(|line| {
            let text = line.error.as_ref()?;
            Some(format!("▲ {}: {text}", line.label))
        });
        let alone = view.error.iter().filter(|_| !several).map(|text| format!("▲ {text}"));
        let error = problems.chain(alone).map(|text| (text, theme.alert()));
        let warning = view.warning.iter().map(|text| (text.clone(), theme.watch()));
        let known = known.map(|text| (text, theme.second()));
        let note = Some(view.note.clone()).filter(|note| !note.is_empty()).map(|note| (note, theme.second()));
        error
            .chain(warning)
            .chain(known)
            .chain(note)
            .flat_map(|(text, style)| wrap(&text, text_room).into_iter().map(move |line| (line, style)))
            .collect()
    };
    let about = if view.subject.is_empty() { 0 } else { wrap(&view.subject, text_room).len() };
    let needed_height = about + view.lines.len() + 1 + lines.len() + usize::from(!lines.is_empty()) + 3;
    let height = (needed_height as u16).min(screen.height);
    let top = screen.height.saturating_sub(height) / 3;
    let inner = draw_popup(canvas, width, height, top, Pane::new(&view.title).focused(true));
    let style = canvas.theme.second();
    let (_, fields) =
        split_rows(inner, if about > 0 { canvas.draw_wrapped(inner, &view.subject, style) } else { 0 });
    let label = view.lines.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
    for (at, (y, line)) in (fields.top()..fields.bottom()).zip(&view.lines).enumerate() {
        draw_field(canvas, editor, Rect { y, height: 1, ..inner }, label, at, line);
    }
    let (_, below) = split_rows(fields, view.lines.len() as u16 + 1);
    canvas.draw_lines(Rect { height: below.height.saturating_sub(2), ..below }, &lines);
    layout::draw_overlay_hints(app, canvas, inner);
}

fn known_line(line: &FormLine) -> String {
    let name = |(at, name): (usize, &SafeText)| {
        let symbol = if line.highlighted == Some(at) { "▸ " } else { "" };
        format!("{symbol}{name}")
    };
    let names: Vec<String> = line.suggestions.iter().enumerate().map(name).collect();
    names.join(" · ")
}

/// Draws one field: its label, then the value.
pub(super) fn draw_field(
    canvas: &mut Canvas<'_>,
    editor: &LineEditor,
    row: Rect,
    label: u16,
    at: usize,
    line: &FormLine,
) {
    let theme = canvas.theme;
    canvas.add_target(Rect::new(row.x - 1, row.y, row.width + 1, 1), ClickTarget::Line(at));
    let style = if line.focused { theme.accent() } else { theme.second() };
    if line.focused {
        canvas.draw_text(row.x - 1, row.y, 1, "▌", theme.accent());
    }
    canvas.draw_text(row.x, row.y, label, &line.label, style);
    let x = row.x + label + 2;
    let max_width = row.right().saturating_sub(x);
    if line.is_choice {
        let (left, right) = if line.focused { ("◂ ", " ▸") } else { ("  ", "") };
        let value = if line.focused { theme.heading() } else { theme.text() };
        let parts = [(left, theme.key()), (&line.value, value), (right, theme.key())];
        canvas.draw_spans(x, row.y, max_width, &parts);
    } else if line.focused {
        // Reserve three columns for the marks of text beyond either end.
        let full_width = max_width;
        let max_width = full_width.saturating_sub(3);
        let (text, cursor) = editor.window(max_width);
        let (before, after) = editor.overflow(max_width);
        let style = theme.text().underlined();
        canvas.fill(Rect::new(x, row.y, full_width, 1), " ", style);
        if before {
            canvas.draw_text(x, row.y, 1, "◂", theme.key());
        }
        canvas.draw_text(x + 2, row.y, max_width, &text, style);
        if after {
            canvas.draw_text(x + 2 + max_width, row.y, 1, "▸", theme.key());
        }
        canvas.set_cursor(x + 2 + cursor, row.y);
    } else {
        canvas.draw_text(x + 2, row.y, max_width.saturating_sub(2), &line.value, theme.text());
    }
}
