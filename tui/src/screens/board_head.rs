//! The rows over the board: what is shown, the filter, and the names of the columns that are not drawn.

use encours_core::app::{ActionId, App, Layer};
use encours_core::view::board::{self, BoardHead, ColumnHead};
use encours_core::view::text::Words;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::board::Shown;
use super::frame::Frame;
use crate::terminal::Editor;
use crate::widgets::{Canvas, Target, columns};

/// Draws the rows over the board.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame, editor: &Editor, shown: &Shown) {
    let view = board::head(app);
    head(app, canvas, frame, &view, shown);
    filter(app, canvas, frame, &view, editor, shown);
}

fn head(app: &App, canvas: &mut Canvas<'_>, frame: Frame, view: &BoardHead, shown: &Shown) {
    if frame.tiny {
        return;
    }
    let (theme, y, x) = (canvas.theme, frame.body.y, frame.body.x + 1);
    let end = frame.body.right().saturating_sub(1);
    let parts = [
        (view.title.as_str(), theme.heading()),
        ("  ", theme.second()),
        (view.counts.as_str(), theme.second()),
    ];
    let used = canvas.line(x, y, end.saturating_sub(x), &parts);
    let room = end.saturating_sub(x + used + 2);
    if frame.roomy {
        let fields = format!("{} {}", Words::new(app.lang()).get("field-lines"), view.field);
        canvas.line_right(
            end,
            y,
            room,
            &[
                (&view.sort, theme.second()),
                ("   ", theme.second()),
                (&fields, theme.second()),
            ],
        );
    } else {
        hidden(canvas, end, y, room, shown);
    }
}

/// `◂ 2  4 ▸`: how many columns lie beyond either side.
fn hidden(canvas: &mut Canvas<'_>, end: u16, y: u16, room: u16, shown: &Shown) {
    let style = canvas.theme.second();
    let before = if shown.before.is_empty() {
        String::new()
    } else {
        format!("◂ {}", shown.before.len())
    };
    let after = if shown.after.is_empty() {
        String::new()
    } else {
        format!("{} ▸", shown.after.len())
    };
    let gap = if before.is_empty() || after.is_empty() {
        ""
    } else {
        "  "
    };
    canvas.line_right(end, y, room, &[(&before, style), (gap, style), (&after, style)]);
}

fn filter(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: Frame,
    view: &BoardHead,
    editor: &Editor,
    shown: &Shown,
) {
    let (theme, y) = (canvas.theme, frame.body.y + u16::from(!frame.tiny));
    let (start, end) = (frame.body.x + 1, frame.body.right().saturating_sub(1));
    let mut x = start + canvas.put(start, y, 2, "/ ", theme.key());
    canvas.hit(
        Rect::new(start, y, end.saturating_sub(start), 1),
        Target::Run(ActionId::Filter),
    );
    let typing = matches!(app.layer(), Layer::Filter);
    // What is typed keeps half of the row; the names of the columns beyond the edge take what is left.
    let room = if typing {
        end.saturating_sub(x) / 2
    } else {
        end.saturating_sub(x)
    };
    if typing {
        let (text, cursor) = editor.window(room);
        let used = canvas.put(x, y, room, &text, theme.text());
        underline_error(canvas, view, x, y, room);
        canvas.set_cursor(x + cursor, y);
        x += used.max(cursor + 1);
    } else if view.filter.is_empty() {
        x += canvas.put(x, y, room, &view.filter_hint, theme.second());
    } else {
        x += canvas.put(x, y, room, &view.filter, theme.accent());
        underline_error(canvas, view, start + 2, y, room);
    }
    let left = end.saturating_sub(x + 2);
    if let Some((error, _)) = &view.filter_error {
        let room = columns(error).saturating_add(2).min(left);
        canvas.put(end - room, y, room, &format!("▲ {error}"), theme.alert());
    } else if frame.tiny {
        canvas.line_right(end, y, left, &[(&view.counts, theme.second())]);
    } else if frame.roomy {
        names(app, canvas, end, y, left, shown);
    } else if !shown.folded.is_empty() {
        folded_names(app, canvas, end, y, left, shown);
    }
}

fn underline_error(canvas: &mut Canvas<'_>, view: &BoardHead, x: u16, y: u16, room: u16) {
    let Some((_, column)) = &view.filter_error else {
        return;
    };
    let before: String = view.filter.chars().take(*column).collect();
    let at = columns(&before);
    if at < room {
        let wrong: String = view
            .filter
            .chars()
            .nth(*column)
            .map_or_else(|| " ".to_owned(), String::from);
        let style = canvas.theme.alert().underlined();
        canvas.put(x + at, y, room - at, &wrong, style);
    }
}

/// The folded columns and those beyond the edges, by name and count; only how many where the names do not fit.
fn names(app: &App, canvas: &mut Canvas<'_>, end: u16, y: u16, room: u16, shown: &Shown) {
    let style = canvas.theme.second();
    let (back, on) = (shown.before.is_empty(), shown.after.is_empty());
    let lists = [
        (&shown.folded, "", ""),
        (&shown.before, if back { "" } else { "◂ " }, ""),
        (&shown.after, "", if on { "" } else { " ▸" }),
    ];
    let mut parts: Vec<(Option<Target>, String, Style)> = Vec::new();
    for (places, lead, trail) in lists {
        parts.push((None, lead.to_owned(), style));
        for (place, at) in places.iter().enumerate() {
            let Some(head) = board::column_head(app, *at) else {
                continue;
            };
            if place > 0 {
                parts.push((None, "   ".to_owned(), style));
            }
            let focused = app.board().cursor.column == *at;
            let target = if head.folded {
                Target::Folded(*at)
            } else {
                Target::Offscreen(*at)
            };
            parts.push((
                Some(target),
                name(&head),
                if focused { canvas.theme.accent() } else { style },
            ));
        }
        parts.push((None, trail.to_owned(), style));
        if !places.is_empty() {
            parts.push((None, "   ".to_owned(), style));
        }
    }
    parts.pop_if(|(_, text, _)| text.trim().is_empty());
    let wanted: u16 = parts.iter().map(|(_, text, _)| columns(text)).sum();
    if wanted > room {
        hidden(canvas, end, y, room, shown);
        return;
    }
    let mut x = end - wanted;
    for (target, text, style) in parts {
        let used = canvas.put(x, y, end - x, &text, style);
        if let Some(target) = target {
            canvas.hit(Rect::new(x, y, used, 1), target);
        }
        x += used;
    }
}

/// On a small screen only what the person folded away is named: it can't be reached by scrolling.
fn folded_names(app: &App, canvas: &mut Canvas<'_>, end: u16, y: u16, room: u16, shown: &Shown) {
    let only = Shown {
        columns: Vec::new(),
        before: Vec::new(),
        after: Vec::new(),
        folded: shown.folded.clone(),
    };
    names(app, canvas, end, y, room, &only);
}

fn name(head: &ColumnHead) -> String {
    /// A longer name is written short.
    const LONG: u16 = 13;
    let label = if columns(&head.label) > LONG {
        &head.short
    } else {
        &head.label
    };
    let mark = if head.folded { "▪ " } else { "" };
    format!("{mark}{label} {}", head.count)
}
