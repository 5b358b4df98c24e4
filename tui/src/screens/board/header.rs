//! The rows above the board: deal counts, filter, and the names of hidden columns.

use encours_core::app::deals::board::view::head::BoardHead;
use encours_core::app::deals::pipeline::view::selection::SelectionView;
use encours_core::app::foundation::cx::overlay::Layer;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;
use encours_core::text::{Words, wrap};
use ratatui::layout::Rect;

use super::Shown;
use super::column_names::{beyond, folded_names, hidden, names};
use crate::screens::layout::Frame;
use crate::screens::overlays::completions;
use crate::terminal::Editor;
use crate::widgets::{Canvas, Target, columns};

/// Content beside the filter.
pub enum Aside {
    /// Drawn and hidden columns of the board.
    Columns(Shown),
    /// Note about the focused table cell, if any.
    Note(Option<String>),
}

/// Draws the rows above board or table. Returns the filter message if the filter row cannot show it.
pub fn draw(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: Frame,
    editor: &Editor,
    aside: &Aside,
) -> Option<String> {
    let view = encours_core::app::deals::board::view::head::head(app);
    head(app, canvas, frame, &view, aside);
    filter(app, canvas, frame, &view, editor, aside)
}

/// Draws a filter message over the status row, with further rows above it if needed.
pub fn say_below(canvas: &mut Canvas<'_>, frame: Frame, said: &str) {
    /// Maximum number of rows, so that the filtered deals stay visible.
    const MOST: u16 = 4;
    let (alert, x) = (canvas.theme.alert(), frame.body.x + 1);
    let room = frame.body.right().saturating_sub(x + 1);
    // Continuation lines are indented to the text after the sign.
    let (sign, text) = said.split_once(' ').unwrap_or(("", said));
    let indent = columns(sign) + 1;
    let lines = wrap(text, usize::from(room.saturating_sub(indent)));
    let rows = (lines.len() as u16).clamp(1, MOST);
    let top = frame.status.saturating_sub(rows - 1);
    canvas.clear(Rect::new(frame.area.x, top, frame.area.width, rows));
    canvas.put(x, top, indent, sign, alert);
    for (y, line) in (top..top + rows).zip(&lines) {
        canvas.put(x + indent, y, room.saturating_sub(indent), line, alert);
    }
}

fn head(app: &App, canvas: &mut Canvas<'_>, frame: Frame, view: &BoardHead, aside: &Aside) {
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
    let mut used = canvas.line(x, y, end.saturating_sub(x), &parts);
    let room = end.saturating_sub(x + used + 2);
    if let Some(selection) = &view.selection {
        used += 2 + selected(canvas, x + used + 2, y, room, selection);
    }
    let room = end.saturating_sub(x + used + 2);
    if app.table.shows_table() {
        canvas.line_right(end, y, room, &[(&view.sort, theme.second())]);
    } else if frame.roomy {
        let fields = format!("{} {}", Words::new(app.cx.lang()).get("field-lines"), view.field);
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
    } else if let Aside::Columns(shown) = aside
        && !names_below(app, shown)
    {
        hidden(app, canvas, end, y, room, shown);
    }
}

/// True if the filter row must name the hidden columns.
///
/// It must if a filter leaves deals in columns beyond the edges.
fn names_below(app: &App, shown: &Shown) -> bool {
    let holds = |at: &usize| {
        encours_core::app::deals::board::view::head::column_head(app, *at).is_some_and(|head| head.cards > 0)
    };
    let beyond = shown.before.iter().chain(&shown.after).any(holds);
    app.pipeline.board().filtered() && beyond && !matches!(app.cx.layer(), Layer::Filter)
}

/// Draws the selection with as many of its parts as fit. Returns the width used.
fn selected(canvas: &mut Canvas<'_>, x: u16, y: u16, room: u16, view: &SelectionView) -> u16 {
    let (accent, second) = (canvas.theme.accent(), canvas.theme.second());
    let parts = [&view.count, &view.hidden, &view.folded, &view.sum];
    let said: Vec<&String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let wanted = |kept: usize| {
        let words: u16 = said[..kept].iter().map(|part| columns(part) + 2).sum();
        words
    };
    let Some(kept) = (1..=said.len()).rev().find(|kept| wanted(*kept) <= room) else {
        return canvas.put(x, y, room, "✓", accent);
    };
    let mut used = canvas.put(x, y, room, "✓ ", accent);
    for (place, part) in said[..kept].iter().enumerate() {
        let style = if place == 0 { accent } else { second };
        if place > 0 {
            used += canvas.put(x + used, y, room - used, ", ", second);
        }
        used += canvas.put(x + used, y, room - used, part, style);
    }
    used
}

fn filter(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: Frame,
    view: &BoardHead,
    editor: &Editor,
    aside: &Aside,
) -> Option<String> {
    let (theme, y) = (canvas.theme, frame.body.y + u16::from(!frame.tiny));
    let (start, end) = (frame.body.x + 1, frame.body.right().saturating_sub(1));
    let mut x = start + canvas.put(start, y, 2, "/ ", theme.key());
    canvas.hit(
        Rect::new(start, y, end.saturating_sub(start), 1),
        Target::Run(ActionId::Filter),
    );
    let typing = matches!(app.cx.layer(), Layer::Filter);
    // On a tiny screen, which has no head, the deal counts come before the filter help.
    let counts = view
        .selection
        .as_ref()
        .map_or(&view.counts, |selection| &selection.count);
    // Typed text gets half of the row, the names of hidden columns the rest.
    let room = if typing {
        end.saturating_sub(x) / 2
    } else {
        end.saturating_sub(x)
    };
    if typing {
        let (text, cursor) = editor.window(room);
        let used = canvas.put(x, y, room, &text, theme.text());
        underline_errors(canvas, view, x, y, room);
        canvas.set_cursor(x + cursor, y);
        x += used.max(cursor + 1);
    } else if view.filter.is_empty() {
        let hint = columns(&view.filter_hint);
        if !frame.tiny || hint + 2 + columns(counts) <= room {
            x += canvas.put(x, y, room, &view.filter_hint, theme.second());
        }
    } else {
        x += canvas.put(x, y, room, &view.filter, theme.accent());
        underline_errors(canvas, view, start + 2, y, room);
    }
    let left = end.saturating_sub(x + 2);
    let offered = view
        .filter_offer
        .as_ref()
        .map(|offer| format!("› {}", offer.note));
    let errors = view.filter_errors.iter().map(|(error, _)| error.as_str());
    // The note about the valid part of the filter follows the errors, because the counts refer to that part.
    let wrong = (!view.filter_errors.is_empty()).then(|| {
        let told: Vec<&str> = errors.chain(view.filter_note.as_deref()).collect();
        told.join(" · ")
    });
    if typing && wrong.is_none() && app.pipeline.chooses_completion(&app.cx) {
        completions::draw(app, canvas, x + 2, y, left);
    } else if let Some(why) = wrong.as_ref().or(view.filter_note.as_ref()) {
        let said = format!("▲ {why}");
        if columns(&said) > left {
            return Some(said);
        }
        canvas.put(end - columns(&said), y, left, &said, theme.alert());
    } else if let Some(said) = offered.filter(|said| columns(said) <= left) {
        canvas.put(end - columns(&said), y, left, &said, theme.text());
    } else if frame.tiny {
        let fits = columns(counts) <= left;
        let counts = if fits || view.selection.is_some() {
            counts
        } else {
            &view.counts_short
        };
        // The numbers of hidden columns follow the counts if they fit.
        let beyond = match aside {
            Aside::Columns(shown) => beyond(shown),
            Aside::Note(_) => String::new(),
        };
        let gap = if beyond.is_empty() { "" } else { "  " };
        let both = [counts, gap, &beyond].map(|part| (part, theme.second()));
        if canvas.line_right(end, y, left, &both) == 0 {
            canvas.line_right(end, y, left, &both[..1]);
        }
    } else {
        match aside {
            Aside::Note(note) => {
                canvas.line_right(
                    end,
                    y,
                    left,
                    &[(note.as_deref().unwrap_or_default(), theme.second())],
                );
            }
            Aside::Columns(shown) if frame.roomy || names_below(app, shown) => {
                names(app, canvas, end, y, left, shown);
            }
            Aside::Columns(shown) if !shown.folded.is_empty() => {
                folded_names(app, canvas, end, y, left, shown);
            }
            Aside::Columns(_) => {}
        }
    }
    None
}

/// Underlines each word that the filter cannot parse.
fn underline_errors(canvas: &mut Canvas<'_>, view: &BoardHead, x: u16, y: u16, room: u16) {
    for (_, column) in &view.filter_errors {
        let before: String = view.filter.chars().take(*column).collect();
        let at = columns(&before);
        if at >= room {
            return;
        }
        let ends = |sign: &char| sign.is_whitespace() || ":<>=,".contains(*sign);
        let mut rest = view.filter.chars().skip(*column);
        let first = rest.next().unwrap_or(' ');
        let word = rest.take_while(|sign| !ends(&first) && !ends(sign));
        let wrong: String = std::iter::once(first).chain(word).collect();
        let style = canvas.theme.alert().underlined();
        canvas.put(x + at, y, room - at, &wrong, style);
    }
}
