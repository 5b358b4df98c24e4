//! The palette: runs any action, opens any deal or screen.

use crate::screens::{draw_editor, layout};
use crate::terminal::LineEditor;
use crate::theme::Theme;
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_highlighted, draw_popup, first_line, text_width,
};
use encours_core::app::deals::table::view::selection;
use encours_core::app::foundation::cx::overlay::{PaletteGroup, PaletteState};
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::app::tools::palette::view::PaletteLine;
use encours_core::text::{MessageArg, Messages, SafeText};
use ratatui::layout::Rect;

/// Maximum width with the frame.
const WIDTH: u16 = 76;
/// Maximum height.
const HEIGHT: u16 = 22;
/// Minimum screen height for blank rows between groups.
const ROOMY: u16 = 16;

/// One row: a section heading, or a line with its index.
enum PaletteRow<'a> {
    Blank,
    Heading(&'a str),
    Line(usize, &'a PaletteLine),
}

/// Draws the palette.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, editor: &LineEditor, state: &PaletteState) {
    let messages = Messages::new(app.cx.lang());
    let screen = canvas.area();
    let (title, top) = (messages.get("palette-title"), if screen.height >= 30 { 5 } else { 1 });
    let note = subject(app, canvas.theme);
    let width = WIDTH.min(screen.width.saturating_sub(if screen.width >= 60 { 12 } else { 2 }));
    let lines = encours_core::app::tools::palette::view::palette_lines(app);
    let rows = rows(&lines, screen.height >= ROOMY);
    // Frame, input with its rule, and the foot with a blank row above.
    let needed_height = (rows.len().max(1) as u16).saturating_add(6);
    let height = needed_height.min(HEIGHT).min(screen.height.saturating_sub(2));
    let inner = draw_popup(canvas, width, height, top, Pane::new(&title).note(&note).focused(true));
    if inner.height < 3 {
        return;
    }
    draw_query(canvas, inner, editor);
    let footer_rows = u16::from(inner.height >= 5) * 2;
    let list = Rect { y: inner.y + 2, height: inner.height.saturating_sub(2 + footer_rows), ..inner };
    if lines.is_empty() {
        let text = messages
            .with("empty-palette", &[("text", MessageArg::from(&SafeText::line_within(&state.query, 40)))]);
        let style = canvas.theme.second();
        canvas.draw_text(list.x, list.y, list.width, &text, style);
    }
    let focused =
        rows.iter().position(|row| matches!(row, PaletteRow::Line(_, line) if line.selected)).unwrap_or(0);
    let available_rows = usize::from(list.height);
    let first = first_line(focused, rows.len(), available_rows);
    for (y, row) in (list.top()..list.bottom()).zip(&rows[first..]) {
        match row {
            PaletteRow::Blank => {}
            PaletteRow::Heading(text) => {
                let style = canvas.theme.second();
                canvas.draw_text(list.x, y, list.width, text, style);
            }
            PaletteRow::Line(at, line) => self::draw_line(canvas, list, y, *at, line),
        }
    }
    draw_frame_scroll_bar(canvas, list, first, rows.len());
    if footer_rows > 0 {
        self::draw_footer(app, canvas, inner);
    }
}

/// Returns the subject of commands: the selection, the shown deal, or the task.
fn subject(app: &App, theme: Theme) -> String {
    match app.cx.screen() {
        _ if app.pipeline.acts_on_selection(&app.cx) => {
            selection::selection_text(app).map_or_else(String::new, |line| line.count)
        }
        Screen::Pipeline | Screen::Deal => {
            app.pipeline.focused_row(&app.cx).map_or_else(String::new, |row| {
                let name = SafeText::line_within(row.name, 40);
                format!("{} {name}", theme.status_glyph(row.status))
            })
        }
        Screen::Tasks => app
            .tasks
            .focused_task()
            .map_or_else(String::new, |task| SafeText::line_within(&task.name_or_id(), 40).to_string()),
        _ => String::new(),
    }
}

/// Returns the lines below their headings; `air` adds a blank row between groups.
fn rows(lines: &[PaletteLine], air: bool) -> Vec<PaletteRow<'_>> {
    let mut rows = Vec::with_capacity(lines.len() + 8);
    for (at, line) in lines.iter().enumerate() {
        if let Some(heading) = &line.heading {
            if air && !rows.is_empty() {
                rows.push(PaletteRow::Blank);
            }
            rows.push(PaletteRow::Heading(heading));
        }
        rows.push(PaletteRow::Line(at, line));
    }
    rows
}

/// Draws the input line and the rule below it.
fn draw_query(canvas: &mut Canvas<'_>, inner: Rect, editor: &LineEditor) {
    let theme = canvas.theme;
    let x = inner.x + canvas.draw_text(inner.x, inner.y, inner.width, ": ", theme.key());
    draw_editor(canvas, editor, (x, inner.y), inner.right().saturating_sub(x), theme.heading());
    let rule = Rect::new(inner.x - 2, inner.y + 1, inner.width + 4, 1);
    canvas.fill(rule, "─", theme.border_focus());
    canvas.draw_text(rule.x, rule.y, 1, "├", theme.border_focus());
    canvas.draw_text(rule.right() - 1, rule.y, 1, "┤", theme.border_focus());
}

fn draw_line(canvas: &mut Canvas<'_>, list: Rect, y: u16, at: usize, line: &PaletteLine) {
    let row = Rect { y, height: 1, ..list };
    let (text, second) = canvas.begin_row(row, Some(ClickTarget::Line(at)), line.selected);
    let (text, note) = match (line.selected, line.enabled) {
        (false, true) if line.group == PaletteGroup::Actions => (text, canvas.theme.key()),
        (false, false) => (second, second),
        _ => (text, second),
    };
    let mark = if line.enabled { "  " } else { "× " };
    // A reason is as important as the name beside it.
    let label_area = list.width.saturating_sub(text_width(&line.label) + 4);
    let used = canvas.draw_text_right(list.right(), y, label_area.max(list.width / 2), &line.note, note);
    let end = list.right().saturating_sub(used + 2);
    let x = list.x + canvas.draw_text(list.x, y, 2, mark, text);
    let label_area = Rect::new(x, y, end.saturating_sub(x), 1);
    draw_highlighted(canvas, label_area, &line.label, &line.matches, text);
}

fn draw_footer(app: &App, canvas: &mut Canvas<'_>, inner: Rect) {
    let x = layout::draw_overlay_hints(app, canvas, inner);
    let count = encours_core::app::tools::palette::view::count_text(app);
    let (max_width, style) = (inner.right().saturating_sub(x), canvas.theme.second());
    canvas.draw_spans_right(inner.right(), inner.bottom() - 1, max_width, &[(&count, style)]);
}
