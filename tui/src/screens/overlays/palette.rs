//! The palette: runs any action, opens any deal or screen.

use crate::screens::layout;
use crate::terminal::Editor;
use crate::theme::Theme;
use crate::widgets::{Canvas, Pane, Target, columns, first_line, marked, popup, scroll_bar};
use encours_core::app::deals::pipeline::view::selection;
use encours_core::app::foundation::cx::overlay::{Palette, PaletteGroup};
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::app::tools::palette::view::PaletteLine;
use encours_core::text::{Arg, Clean, Words};
use ratatui::layout::Rect;

/// Maximum width with the frame.
const WIDTH: u16 = 76;
/// Maximum height.
const HEIGHT: u16 = 22;
/// Minimum screen height for blank rows between groups.
const ROOMY: u16 = 16;

/// One row: a section heading, or a line with its index.
enum Row<'a> {
    Blank,
    Heading(&'a str),
    Line(usize, &'a PaletteLine),
}

/// Draws the palette.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, editor: &Editor, state: &Palette) {
    let words = Words::new(app.cx.lang());
    let screen = canvas.area();
    let (title, top) = (
        words.get("palette-title"),
        if screen.height >= 30 { 5 } else { 1 },
    );
    let note = subject(app, canvas.theme);
    let width = WIDTH.min(
        screen
            .width
            .saturating_sub(if screen.width >= 60 { 12 } else { 2 }),
    );
    let lines = encours_core::app::tools::palette::view::palette(app);
    let rows = rows(&lines, screen.height >= ROOMY);
    // Frame, input with its rule, and the foot with a blank row above.
    let wanted = (rows.len().max(1) as u16).saturating_add(6);
    let height = wanted.min(HEIGHT).min(screen.height.saturating_sub(2));
    let (area, inner) = popup(
        canvas,
        width,
        height,
        top,
        Pane::new(&title).note(&note).focused(true),
    );
    if inner.height < 3 {
        return;
    }
    query(canvas, area, inner, editor);
    let foot = u16::from(inner.height >= 5) * 2;
    let list = Rect {
        y: inner.y + 2,
        height: inner.height.saturating_sub(2 + foot),
        ..inner
    };
    if lines.is_empty() {
        let text = words.with(
            "empty-palette",
            &[("text", Arg::from(&Clean::line_of(&state.query, 40)))],
        );
        let style = canvas.theme.second();
        canvas.put(list.x, list.y, list.width, &text, style);
    }
    let focused = rows
        .iter()
        .position(|row| matches!(row, Row::Line(_, line) if line.selected))
        .unwrap_or(0);
    let room = usize::from(list.height);
    let first = first_line(focused, rows.len(), room);
    for (y, row) in (list.top()..list.bottom()).zip(&rows[first..]) {
        match row {
            Row::Blank => {}
            Row::Heading(text) => {
                let style = canvas.theme.second();
                canvas.put(list.x, y, list.width, text, style);
            }
            Row::Line(at, line) => self::line(canvas, list, y, *at, line),
        }
    }
    let bar = Rect::new(area.right().saturating_sub(1), list.y, 1, list.height);
    scroll_bar(canvas, bar, first, room, rows.len());
    if foot > 0 {
        self::foot(app, canvas, inner);
    }
}

/// Returns the subject of commands: the selection, the shown deal, or the task.
fn subject(app: &App, theme: Theme) -> String {
    match app.cx.screen() {
        _ if app.pipeline.acts_on_selection(&app.cx) => {
            selection::line(app).map_or_else(String::new, |line| line.count)
        }
        Screen::Pipeline | Screen::Deal => {
            app.pipeline.focused_row(&app.cx).map_or_else(String::new, |row| {
                let name = Clean::line_of(row.name, 40);
                format!("{} {name}", theme.ring(row.status))
            })
        }
        Screen::Tasks => app.tasks.focused_task().map_or_else(String::new, |task| {
            Clean::line_of(&task.name_or_id(), 40).to_string()
        }),
        _ => String::new(),
    }
}

/// Returns the lines below their headings; `air` adds a blank row between groups.
fn rows(lines: &[PaletteLine], air: bool) -> Vec<Row<'_>> {
    let mut rows = Vec::with_capacity(lines.len() + 8);
    for (at, line) in lines.iter().enumerate() {
        if let Some(heading) = &line.heading {
            if air && !rows.is_empty() {
                rows.push(Row::Blank);
            }
            rows.push(Row::Heading(heading));
        }
        rows.push(Row::Line(at, line));
    }
    rows
}

/// Draws the input line and the rule below it.
fn query(canvas: &mut Canvas<'_>, area: Rect, inner: Rect, editor: &Editor) {
    let theme = canvas.theme;
    let x = inner.x + canvas.put(inner.x, inner.y, inner.width, ": ", theme.key());
    let room = inner.right().saturating_sub(x);
    let (text, cursor) = editor.window(room);
    canvas.put(x, inner.y, room, &text, theme.heading());
    canvas.set_cursor(x + cursor, inner.y);
    let y = inner.y + 1;
    canvas.fill(Rect::new(area.x, y, area.width, 1), "─", theme.border_focus());
    canvas.put(area.x, y, 1, "├", theme.border_focus());
    canvas.put(area.right() - 1, y, 1, "┤", theme.border_focus());
}

fn line(canvas: &mut Canvas<'_>, list: Rect, y: u16, at: usize, line: &PaletteLine) {
    let theme = canvas.theme;
    canvas.hit(Rect::new(list.x - 1, y, list.width + 1, 1), Target::Line(at));
    let (text, note) = match (line.selected, line.enabled) {
        (true, _) => (theme.selection(), theme.selection()),
        (false, true) => (
            theme.text(),
            if line.group == PaletteGroup::Actions {
                theme.key()
            } else {
                theme.second()
            },
        ),
        (false, false) => (theme.second(), theme.second()),
    };
    if line.selected {
        canvas.put(list.x - 1, y, 1, "▌", theme.accent());
        canvas.fill(Rect::new(list.x, y, list.width, 1), " ", theme.selection());
    }
    let mark = if line.enabled { "  " } else { "× " };
    // A reason is as important as the name beside it.
    let room = list.width.saturating_sub(columns(&line.label) + 4);
    let used = canvas.put_right(list.right(), y, room.max(list.width / 2), &line.note, note);
    let end = list.right().saturating_sub(used + 2);
    let x = list.x + canvas.put(list.x, y, 2, mark, text);
    let room = Rect::new(x, y, end.saturating_sub(x), 1);
    marked(canvas, room, &line.label, &line.found, text);
}

fn foot(app: &App, canvas: &mut Canvas<'_>, inner: Rect) {
    let x = layout::layer_hints(app, canvas, inner);
    let count = encours_core::app::tools::palette::view::palette_count(app);
    let (room, style) = (inner.right().saturating_sub(x), canvas.theme.second());
    canvas.line_right(inner.right(), inner.bottom() - 1, room, &[(&count, style)]);
}
