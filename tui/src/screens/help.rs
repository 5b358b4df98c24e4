//! The keys in force, and what is not available now, with the reasons.

use encours_core::app::{App, Layer};
use encours_core::view::layers::{self, HelpGroup, HelpLine};
use encours_core::view::text::{Clean, Words};
use ratatui::layout::Rect;

use super::frame;
use crate::terminal::Editor;
use crate::widgets::{Canvas, Pane, popup, scroll_bar};

/// The widest help, with its frame.
const WIDTH: u16 = 104;
/// The place of the keys.
const KEYS: u16 = 10;

/// One row of a column.
enum Row<'a> {
    Title(&'a str),
    Line(&'a HelpLine),
    Blank,
}

/// Draws the help from its row `scroll` on.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, editor: &Editor, scroll: usize) {
    let words = Words::new(app.lang());
    let screen = canvas.area();
    let groups = layers::help(app);
    let width = WIDTH.min(screen.width.saturating_sub(if screen.width > 60 { 2 } else { 0 }));
    // Two columns where both can be read.
    let count = if width >= 72 { 2 } else { 1 };
    let columns_of_rows = balance(&groups, count);
    let rows = columns_of_rows.iter().map(Vec::len).max().unwrap_or(0);
    let looking = looking(app);
    let wanted = rows as u16 + 4 + u16::from(looking);
    let height = wanted.min(screen.height.saturating_sub(2)).max(5);
    let top = if screen.height > wanted + 8 { 3 } else { 1 };
    let title = words.get("help-title");
    let name = words.get(app.screen().label_key());
    let note = words.with("help-bindings-note", &[("screen", name.as_ref().into())]);
    let (area, inner) = popup(
        canvas,
        width,
        height,
        top,
        Pane::new(&title).note(&note).focused(true),
    );
    let top = inner.y + u16::from(looking);
    let room = inner.height.saturating_sub(2 + u16::from(looking));
    if looking {
        query(app, canvas, inner, editor);
    }
    let first = scroll.min(rows.saturating_sub(usize::from(room)));
    canvas.scroll_limit(rows.saturating_sub(usize::from(room)));
    let body = Rect {
        y: top,
        height: room,
        ..inner
    };
    if groups.is_empty() {
        let text = words.get("help-nothing-found");
        let style = canvas.theme.second();
        canvas.put(body.x, body.y, body.width, &text, style);
    }
    let each = body.width / count;
    for (at, rows) in columns_of_rows.iter().enumerate() {
        let x = body.x + each * at as u16;
        for (y, row) in (body.top()..body.bottom()).zip(rows.iter().skip(first)) {
            self::row(canvas, x, y, each.saturating_sub(1), row);
        }
    }
    scroll_bar(
        canvas,
        Rect::new(area.right().saturating_sub(1), body.y, 1, room),
        first,
        usize::from(room),
        rows,
    );
    foot(app, canvas, inner);
}

/// Whether something is looked for.
fn looking(app: &App) -> bool {
    matches!(app.layer(), Layer::Help { query, typing, .. } if *typing || !query.is_empty())
}

/// The line of what is looked for.
fn query(app: &App, canvas: &mut Canvas<'_>, inner: Rect, editor: &Editor) {
    let Layer::Help { query, typing, .. } = app.layer() else {
        return;
    };
    let theme = canvas.theme;
    let x = inner.x + canvas.put(inner.x, inner.y, inner.width, "/ ", theme.key());
    let room = inner.right().saturating_sub(x);
    if *typing {
        let (text, cursor) = editor.window(room);
        canvas.put(x, inner.y, room, &text, theme.heading());
        canvas.set_cursor(x + cursor, inner.y);
    } else {
        canvas.put(x, inner.y, room, &Clean::line(query), theme.heading());
    }
}

/// Deals the groups out to columns, in order, so that the longest is as short as can be.
fn balance(groups: &[HelpGroup], count: u16) -> Vec<Vec<Row<'_>>> {
    let heights: Vec<usize> = groups.iter().map(|group| group.lines.len() + 2).collect();
    let total: usize = heights.iter().sum();
    let split = if count < 2 {
        groups.len()
    } else {
        let taller = |at: usize| {
            let left: usize = heights[..at].iter().sum();
            left.max(total - left)
        };
        (0..=groups.len())
            .min_by_key(|at| taller(*at))
            .unwrap_or(groups.len())
    };
    vec![column(&groups[..split]), column(&groups[split..])]
}

fn column(groups: &[HelpGroup]) -> Vec<Row<'_>> {
    let mut rows = Vec::new();
    for group in groups {
        if !rows.is_empty() {
            rows.push(Row::Blank);
        }
        rows.push(Row::Title(&group.title));
        rows.extend(group.lines.iter().map(Row::Line));
    }
    rows
}

fn row(canvas: &mut Canvas<'_>, x: u16, y: u16, width: u16, row: &Row<'_>) {
    let theme = canvas.theme;
    match row {
        Row::Blank => {}
        Row::Title(title) => {
            canvas.put(x, y, width, title, theme.heading());
        }
        Row::Line(line) => {
            let (keys, label) = match &line.reason {
                Some(_) => (theme.second(), theme.second()),
                None => (theme.key(), theme.text()),
            };
            let mark = if line.reason.is_some() { "× " } else { "" };
            let used = canvas.line(x, y, width, &[(mark, keys), (&line.keys, keys)]);
            let start = used.max(KEYS - 1) + 1;
            let text = line.reason.as_deref().map_or_else(
                || line.label.clone(),
                |reason| format!("{}, {reason}", line.label),
            );
            canvas.put(x + start, y, width.saturating_sub(start), &text, label);
        }
    }
}

fn foot(app: &App, canvas: &mut Canvas<'_>, inner: Rect) {
    let x = frame::layer_hints(app, canvas, inner);
    let file = "config.toml";
    let (room, style) = (inner.right().saturating_sub(x), canvas.theme.second());
    canvas.line_right(
        inner.right(),
        inner.bottom().saturating_sub(1),
        room,
        &[(file, style)],
    );
}
