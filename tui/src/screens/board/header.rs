//! The rows above the board: deal counts, filter, and the names of hidden columns.

use encours_core::app::deals::board::view::header::{BoardHeader, board_header, column_header};
use encours_core::app::deals::board::view::metric_tiles::{
    MetricTile, TileMetric, metric_tiles, retain_fitting,
};
use encours_core::app::deals::table::view::selection::SelectionView;
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;
use encours_core::text::{Messages, wrap};
use ratatui::layout::Rect;

use super::VisibleColumns;
use super::column_names::{beyond_text, draw_collapsed_names, draw_column_names, draw_hidden_counts};
use crate::screens::draw_editor;
use crate::screens::layout::ScreenFrame;
use crate::screens::overlays::completions;
use crate::terminal::LineEditor;
use crate::widgets::{Canvas, ClickTarget, text_width};

/// Content beside the filter.
pub enum FilterTrailing {
    /// Drawn and hidden columns of the board.
    Columns(VisibleColumns),
    /// Note about the focused table cell, if any.
    Note(Option<String>),
}

/// Draws the rows above board or table. Returns the filter message if the filter row cannot show it.
pub fn draw(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    editor: &LineEditor,
    trailing: &FilterTrailing,
) -> Option<String> {
    let view = board_header(app);
    draw_header(app, canvas, frame, &view, trailing);
    draw_metrics(app, canvas, frame);
    draw_filter(app, canvas, frame, &view, editor, trailing)
}

/// Draws the metrics of the filtered deals in the row above the columns, as many as fit in full.
fn draw_metrics(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    /// Gap between two metrics.
    const GAP: u16 = 3;
    if !frame.roomy || !app.pipeline.shows_metrics() {
        return;
    }
    let theme = canvas.theme;
    let (mut x, y, end) = (frame.body.x + 1, frame.body.y + 2, frame.body.right().saturating_sub(1));
    let width = |tile: &MetricTile| {
        [&tile.label, &tile.value, &tile.note].map(|text| text_width(text)).iter().sum::<u16>() + 2 + GAP
    };
    let mut tiles = metric_tiles(app);
    // The row above has the number of deals.
    tiles.retain(|tile| tile.metric != TileMetric::Deals);
    retain_fitting(&mut tiles, end.saturating_sub(x) + GAP, width);
    for MetricTile { label, value, note, action, is_active, .. } in &tiles {
        let value_style = if *is_active { theme.accent() } else { theme.heading() };
        let parts = [
            (label.as_str(), theme.second()),
            (" ", theme.second()),
            (value, value_style),
            (" ", theme.second()),
            (note, theme.second()),
        ];
        let used = canvas.draw_spans(x, y, end.saturating_sub(x), &parts);
        if let Some(action) = action {
            canvas.add_target(Rect::new(x, y, used, 1), ClickTarget::Run(*action));
        }
        x += used + GAP;
    }
}

/// Draws a filter message over the status row, with further rows above it if needed.
pub fn draw_message(canvas: &mut Canvas<'_>, frame: ScreenFrame, message: &str) {
    /// Maximum number of rows, so that the filtered deals stay visible.
    const MAX_ROWS: u16 = 4;
    let (alert, x) = (canvas.theme.alert(), frame.body.x + 1);
    let max_width = frame.body.right().saturating_sub(x + 1);
    // Continuation lines are indented to the text after the sign.
    let (symbol, text) = message.split_once(' ').unwrap_or(("", message));
    let indent = text_width(symbol) + 1;
    let lines = wrap(text, usize::from(max_width.saturating_sub(indent)));
    let rows = (lines.len() as u16).clamp(1, MAX_ROWS);
    let top = frame.status.saturating_sub(rows - 1);
    canvas.clear(Rect::new(frame.area.x, top, frame.area.width, rows));
    canvas.draw_text(x, top, indent, symbol, alert);
    for (y, line) in (top..top + rows).zip(&lines) {
        canvas.draw_text(x + indent, y, max_width.saturating_sub(indent), line, alert);
    }
}

fn draw_header(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    view: &BoardHeader,
    trailing: &FilterTrailing,
) {
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
    let mut used = canvas.draw_spans(x, y, end.saturating_sub(x), &parts);
    let max_width = end.saturating_sub(x + used + 2);
    if let Some(selection) = &view.selection {
        used += 2 + draw_selection(canvas, x + used + 2, y, max_width, selection);
    }
    let max_width = end.saturating_sub(x + used + 2);
    if app.table.shows_table() {
        canvas.draw_spans_right(end, y, max_width, &[(&view.sort, theme.second())]);
    } else if frame.roomy {
        let fields = Messages::new(app.cx.lang()).get("field-lines");
        let text = format!("{}   {fields} {}", view.sort, view.field);
        canvas.draw_spans_right(end, y, max_width, &[(&text, theme.second())]);
    } else if let FilterTrailing::Columns(columns) = trailing
        && !needs_hidden_names(app, columns)
    {
        draw_hidden_counts(app, canvas, Rect::new(end - max_width, y, max_width, 1), columns);
    }
}

/// True if the filter row must name the hidden columns.
///
/// It must if a filter leaves deals in columns beyond the edges.
fn needs_hidden_names(app: &App, columns: &VisibleColumns) -> bool {
    let holds = |at: &usize| column_header(app, *at).is_some_and(|header| header.cards > 0);
    let beyond = columns.before.iter().chain(&columns.after).any(holds);
    app.pipeline.board().is_filtered() && beyond && !matches!(app.cx.overlay(), Overlay::Filter)
}

/// Draws the selection with as many of its parts as fit. Returns the width used.
fn draw_selection(canvas: &mut Canvas<'_>, x: u16, y: u16, max_width: u16, view: &SelectionView) -> u16 {
    let (accent, second) = (canvas.theme.accent(), canvas.theme.second());
    let parts = [&view.count, &view.hidden, &view.collapsed, &view.sum];
    let texts: Vec<&String> = parts.into_iter().filter(|part| !part.is_empty()).collect();
    let needed_width = |count: usize| {
        let parts_width: u16 = texts[..count].iter().map(|part| text_width(part) + 2).sum();
        parts_width
    };
    let Some(count) = (1..=texts.len()).rev().find(|count| needed_width(*count) <= max_width) else {
        return canvas.draw_text(x, y, max_width, "✓", accent);
    };
    let mut used = canvas.draw_text(x, y, max_width, "✓ ", accent);
    for (index, part) in texts[..count].iter().enumerate() {
        let style = if index == 0 { accent } else { second };
        if index > 0 {
            used += canvas.draw_text(x + used, y, max_width - used, ", ", second);
        }
        used += canvas.draw_text(x + used, y, max_width - used, part, style);
    }
    used
}

fn draw_filter(
    app: &App,
    canvas: &mut Canvas<'_>,
    frame: ScreenFrame,
    view: &BoardHeader,
    editor: &LineEditor,
    trailing: &FilterTrailing,
) -> Option<String> {
    let (theme, y) = (canvas.theme, frame.body.y + u16::from(!frame.tiny));
    let (start, end) = (frame.body.x + 1, frame.body.right().saturating_sub(1));
    let mut x = start + canvas.draw_text(start, y, 2, "/ ", theme.key());
    canvas.add_target(Rect::new(start, y, end.saturating_sub(start), 1), ClickTarget::Run(ActionId::Filter));
    let typing = matches!(app.cx.overlay(), Overlay::Filter);
    // On a tiny screen, which has no head, the deal counts come before the filter help.
    let counts = view.selection.as_ref().map_or(&view.counts, |selection| &selection.count);
    // Typed text gets half of the row, the names of hidden columns the rest.
    let max_width = if typing { end.saturating_sub(x) / 2 } else { end.saturating_sub(x) };
    if typing {
        let (used, cursor) = draw_editor(canvas, editor, (x, y), max_width, theme.text());
        underline_errors(canvas, view, x, y, max_width);
        x += used.max(cursor + 1);
    } else if view.filter.is_empty() {
        let hint = text_width(&view.filter_hint);
        if !frame.tiny || hint + 2 + text_width(counts) <= max_width {
            x += canvas.draw_text(x, y, max_width, &view.filter_hint, theme.second());
        }
    } else {
        x += canvas.draw_text(x, y, max_width, &view.filter, theme.accent());
        underline_errors(canvas, view, start + 2, y, max_width);
    }
    let available = end.saturating_sub(x + 2);
    let offered = view.filter_suggestion.as_ref().map(|offer| format!("› {}", offer.note));
    let errors = view.filter_errors.iter().map(|(error, _)| error.as_str());
    // The note about the valid part of the filter follows the errors, because the counts refer to that part.
    let wrong = (!view.filter_errors.is_empty()).then(|| {
        let problems: Vec<&str> = errors.chain(view.filter_note.as_deref()).collect();
        problems.join(" · ")
    });
    if typing && wrong.is_none() && app.pipeline.has_completions(&app.cx) {
        completions::draw(app, canvas, x + 2, y, available);
    } else if let Some(reason) = wrong.as_ref().or(view.filter_note.as_ref()) {
        let message = format!("▲ {reason}");
        if text_width(&message) > available {
            return Some(message);
        }
        canvas.draw_text(end - text_width(&message), y, available, &message, theme.alert());
    } else if let Some(message) = offered.filter(|message| text_width(message) <= available) {
        canvas.draw_text(end - text_width(&message), y, available, &message, theme.text());
    } else if frame.tiny {
        let fits = text_width(counts) <= available;
        let counts = if fits || view.selection.is_some() { counts } else { &view.counts_short };
        // The numbers of hidden columns follow the counts if they fit.
        let beyond = match trailing {
            FilterTrailing::Columns(visible) => beyond_text(visible),
            FilterTrailing::Note(_) => String::new(),
        };
        let gap = if beyond.is_empty() { "" } else { "  " };
        let both = [counts, gap, &beyond].map(|part| (part, theme.second()));
        if canvas.draw_spans_right(end, y, available, &both) == 0 {
            canvas.draw_spans_right(end, y, available, &both[..1]);
        }
    } else {
        let rest = Rect::new(end - available, y, available, 1);
        match trailing {
            FilterTrailing::Note(note) => {
                let note = [(note.as_deref().unwrap_or_default(), theme.second())];
                canvas.draw_spans_right(end, y, available, &note);
            }
            FilterTrailing::Columns(visible) if frame.roomy || needs_hidden_names(app, visible) => {
                draw_column_names(app, canvas, rest, visible);
            }
            FilterTrailing::Columns(visible) if !visible.collapsed.is_empty() => {
                draw_collapsed_names(app, canvas, rest, visible);
            }
            FilterTrailing::Columns(_) => {}
        }
    }
    None
}

/// Underlines each word that the filter cannot parse.
fn underline_errors(canvas: &mut Canvas<'_>, view: &BoardHeader, x: u16, y: u16, max_width: u16) {
    for (_, column) in &view.filter_errors {
        let before: String = view.filter.chars().take(*column).collect();
        let at = text_width(&before);
        if at >= max_width {
            return;
        }
        let ends = |symbol: &char| symbol.is_whitespace() || ":<>=,".contains(*symbol);
        let mut remaining = view.filter.chars().skip(*column);
        let first = remaining.next().unwrap_or(' ');
        let word = remaining.take_while(|symbol| !ends(&first) && !ends(symbol));
        let wrong: String = std::iter::once(first).chain(word).collect();
        let style = canvas.theme.alert().underlined();
        canvas.draw_text(x + at, y, max_width - at, &wrong, style);
    }
}
