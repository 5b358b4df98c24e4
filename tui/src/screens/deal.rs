//! The deal screen.
//!
//! ```text
//!  Le Parc, Lyon  Committee, 2 of 14          ↑ Owner J. Roux → A. Martin sends in 6 s  u undo
//! ╭─ Fields ──────────────────────╮ ╭─ Notes ────────── 3 ─╮
//! ├─ Ratios ──────────────────────┤ │                      │
//! ├─ Writes and requests ─────────┤ │                      │
//! ```
//!
//! On a large screen the other deals of its status are at the left.

mod history;
mod kpis;
mod pending_write;
mod sibling_deals;
pub(super) mod status_menu;

use encours_core::app::changes::deal::view::deal::{self, DealView, FieldLine};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::empty_state;
use encours_core::text::{MessageArg, Messages};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::activity::requests;
use super::layout::{self, ScreenFrame};
use super::{draw_scrolled, empty_state as empty_pane, scroll_offset};
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_pane, split_columns, split_rows, text_width, wrap_lines,
};
use pending_write::PendingWriteLine;

/// Pane numbers, in Tab order.
const FIELDS: usize = 0;
const NOTES: usize = 2;
const REQUESTS: usize = 3;
/// Minimum size for three panes side by side, if the deal has no ratios.
const WIDE: u16 = 140;
const MIN_HEIGHT: u16 = 30;

/// Draws the deal that was opened last.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let Some(view) = deal::deal_view(app) else {
        empty_pane::draw(canvas, frame.body, &empty_state::no_deal(app));
        return;
    };
    let header_rows = draw_header(app, canvas, frame, &view);
    let (_, body) = split_rows(frame.body, header_rows);
    let body = sibling_deals::draw(app, canvas, body);
    if frame.body.width < 70 {
        draw_one_column(app, canvas, body, &view);
    } else {
        draw_two_columns(app, canvas, body, &view);
    }
}

/// Draws the name and the pending write, beside it or on a separate row. Returns the number of rows.
fn draw_header(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame, view: &DealView) -> u16 {
    let (theme, x, y) = (canvas.theme, frame.body.x + 1, frame.body.y);
    let end = frame.body.right().saturating_sub(1);
    // Position among the shown deals, or a note that the filter hides the deal.
    let position = match &view.outside_filter {
        Some(outside) => format!("{}, {outside}", view.status),
        None if view.position.is_empty() => view.status.clone(),
        None => format!("{}, {}", view.status, view.position),
    };
    let parts = [(&*view.name, theme.heading()), ("  ", theme.second()), (position.as_str(), theme.second())];
    let used = canvas.draw_spans(x, y, end.saturating_sub(x), &parts);
    let waits = view.writes.iter().rev().find(|write| write.is_scheduled).or_else(|| view.writes.last());
    let Some(write) = waits else {
        return if frame.roomy { 2 } else { 1 };
    };
    let waiting = PendingWriteLine::new(app, canvas, write);
    let waiting_width = waiting.width();
    let (start, row, rows) = if waiting_width + 2 <= end.saturating_sub(x + used) {
        (end - waiting_width, y, if frame.roomy { 2 } else { 1 })
    } else if frame.tiny {
        return 1;
    } else {
        (x, y + 1, if frame.roomy { 3 } else { 2 })
    };
    let used = waiting.draw(canvas, start, row, end.saturating_sub(start));
    let action = if write.is_scheduled { ActionId::Undo } else { ActionId::ScreenActivity };
    canvas.add_target(Rect::new(start, row, used, 1), ClickTarget::Run(action));
    rows
}

/// Draws a wide screen without ratios: fields, notes and history side by side, full requests below.
fn draw_three_columns(app: &App, canvas: &mut Canvas<'_>, body: Rect, view: &DealView) {
    /// Height of a pane that says "no ratios".
    const NO_RATIO_ROWS: u16 = 3;
    /// Width for a full id with its label and key.
    const FIELDS_WIDTH: u16 = 64;
    let remaining = body.width - FIELDS_WIDTH - 2;
    let (left_area, rest) = split_columns(body, FIELDS_WIDTH);
    let (middle, right) = split_columns(rest, remaining / 2);
    let field_rows = view.fields.len() as u16 + 2;
    let notes_text = note_lines(app, canvas, middle.width.saturating_sub(4), view).len() as u16 + 2;
    let history_rows = history::rows(app, canvas, right.width, view);
    let upper = (field_rows + NO_RATIO_ROWS).max(notes_text).max(history_rows).min(body.height / 2);
    let (fields, ratios) = split_rows(Rect { height: upper, ..left_area }, field_rows);
    draw_fields(app, canvas, fields, view);
    kpis::draw(app, canvas, ratios, view);
    draw_notes(app, canvas, Rect { height: upper, ..middle }, view);
    history::draw(app, canvas, Rect { height: upper, ..right }, view);
    let (_, below) = split_rows(body, upper);
    requests::draw_for_deal(app, canvas, below, view, app.cx.pane() == REQUESTS);
}

fn draw_two_columns(app: &App, canvas: &mut Canvas<'_>, body: Rect, view: &DealView) {
    if body.width >= WIDE && body.height >= MIN_HEIGHT && view.kpis.is_empty() {
        draw_three_columns(app, canvas, body, view);
        return;
    }
    let left_width = ((body.width - 1) * 4).div_ceil(7);
    let heights = pane_heights(body.height, left_width, view, app.cx.pane());
    let mut y = body.y;
    let [fields_area, kpis_area, requests_area] = heights.map(|height| {
        let area = Rect::new(body.x, y, left_width, height);
        y += height;
        area
    });
    draw_fields(app, canvas, fields_area, view);
    kpis::draw(app, canvas, kpis_area, view);
    if requests_area.height > 1 {
        requests::draw_for_deal(app, canvas, requests_area, view, app.cx.pane() == REQUESTS);
    } else {
        requests::draw_summary(app, canvas, requests_area, view);
    }
    let (_, right) = split_columns(body, left_width);
    // Notes get the rows they need, at most half; the history gets the rest.
    let needed_height = note_lines(app, canvas, right.width.saturating_sub(4), view).len() as u16 + 2;
    let (above, below) = split_rows(right, needed_height.clamp(4, (right.height / 2).max(4)));
    draw_notes(app, canvas, above, view);
    history::draw(app, canvas, below, view);
}

/// Divides the left side: fields, then ratios if they fit, the rest for requests.
///
/// If space is short, requests shrink to a summary row, unless they have the focus.
fn pane_heights(height: u16, width: u16, view: &DealView, pane: usize) -> [u16; 3] {
    /// Minimum useful height of the requests pane.
    const MIN_LOG_ROWS: u16 = 4;
    /// Maximum number of pending writes that may reduce the height of the ratios.
    const MAX_PENDING_ROWS: usize = 3;
    let min_rows = MIN_LOG_ROWS + view.writes.len().min(MAX_PENDING_ROWS) as u16;
    let fields = (view.fields.len() as u16 + 2).min(height);
    let remaining = height - fields;
    // Frame, column headers, and a blank row before the check results.
    let check_rows = kpis::checks(view, width.saturating_sub(4), true).len() as u16;
    let check_rows = if view.kpis.is_empty() || check_rows == 0 { 0 } else { check_rows + 1 };
    let needed_height = (view.kpis.len() as u16).max(1) + 3 + check_rows;
    let shocks = view.stress.len() as u16 + 1;
    // With the focus on the ratios, stress results outrank requests.
    let others = if pane == kpis::PANE { 1 } else { min_rows };
    let needed_height = if shocks > 1 && needed_height + shocks + others <= remaining {
        needed_height + shocks
    } else {
        needed_height
    };
    let requests = if needed_height + min_rows <= remaining {
        remaining - needed_height
    } else if pane == REQUESTS {
        remaining / 2
    } else {
        remaining.min(1)
    };
    [fields, remaining - requests, requests]
}

fn draw_one_column(app: &App, canvas: &mut Canvas<'_>, body: Rect, view: &DealView) {
    match app.cx.pane() {
        FIELDS => draw_fields(app, canvas, body, view),
        kpis::PANE => kpis::draw(app, canvas, body, view),
        NOTES => draw_notes(app, canvas, body, view),
        history::PANE => history::draw(app, canvas, body, view),
        _ => requests::draw_for_deal(app, canvas, body, view, true),
    }
}

fn draw_fields(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView) {
    let title = Messages::new(app.cx.lang()).get("deal-pane-fields");
    let pane = Pane::new(&title).number(FIELDS).focused(app.cx.pane() == FIELDS);
    let inner = draw_pane(canvas, area, pane);
    let label = view.fields.iter().map(|line| text_width(&line.label)).max().unwrap_or(0);
    let first = scroll_offset(app, canvas, FIELDS, view.fields.len(), usize::from(inner.height));
    for (y, line) in (inner.top()..inner.bottom()).zip(view.fields.iter().skip(first)) {
        draw_field(app, canvas, inner, y, label + 3, line);
    }
}

fn draw_field(app: &App, canvas: &mut Canvas<'_>, inner: Rect, y: u16, indent: u16, line: &FieldLine) {
    let theme = canvas.theme;
    canvas.draw_text(inner.x, y, indent.min(inner.width), &line.label, theme.second());
    let mut x = inner.x + indent;
    let width_from = |x: u16| inner.right().saturating_sub(x);
    if let Some(mark) = line.write {
        let parts = [(mark.glyph(), theme.write_mark(mark)), (" ", theme.text())];
        x += canvas.draw_spans(x, y, width_from(x), &parts);
    }
    if let Some(band) = line.band {
        let parts = [(theme.band_glyph(band), theme.band(band)), (" ", theme.text())];
        x += canvas.draw_spans(x, y, width_from(x), &parts);
    }
    if let Some(status) = line.status.as_deref().filter(|status| !status.is_empty()) {
        let glyph = format!("{} ", theme.status_glyph(status));
        x += canvas.draw_text(x, y, width_from(x), &glyph, theme.text());
    }
    let emphasis = line.status.is_some() || line.write.is_some();
    let style = if !line.is_known {
        theme.second()
    } else if emphasis {
        theme.heading()
    } else {
        theme.text()
    };
    x += canvas.draw_text(x, y, width_from(x), &line.value, style);
    // While a ratio has the focus, the copy key copies that ratio and not the field.
    let offered = line
        .action
        .filter(|action| *action != ActionId::Copy || app.pipeline.focused_ratio(&app.cx).is_none());
    let hint = offered.and_then(|action| layout::action_hint(app, action));
    if let Some(hint) = hint.filter(|hint| 2 + layout::hint_width(hint) <= width_from(x)) {
        x += 2 + layout::draw_hint(canvas, x + 2, y, width_from(x + 2), &hint);
    }
    if !line.note.is_empty() && width_from(x) > 6 {
        let fits = |note: &&String| text_width(note) <= width_from(x + 2);
        let note = std::iter::once(&line.note).chain(&line.short_notes).find(fits);
        canvas.draw_text(x + 2, y, width_from(x + 2), note.unwrap_or(&line.note), theme.second());
    }
}

fn draw_notes(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView) {
    let messages = Messages::new(app.cx.lang());
    let (title, count) = (messages.get("deal-notes"), view.notes.len().to_string());
    let note = if view.notes.is_empty() { "" } else { &count };
    let pane = Pane::new(&title).note(note).number(NOTES).focused(app.cx.pane() == NOTES);
    let inner = draw_pane(canvas, area, pane);
    let lines = note_lines(app, canvas, inner.width, view);
    let end = draw_scrolled(app, canvas, inner, NOTES, &lines) + usize::from(inner.height);
    if lines.len() > end && area.height > 1 {
        let below = messages.with("more-below", &[("n", MessageArg::from(lines.len() - end))]);
        let (right, style) = (area.right().saturating_sub(2), canvas.theme.second());
        canvas.draw_text_right(right, area.bottom() - 1, inner.width, &format!(" {below} "), style);
    }
}

/// Returns the notes as lines of `width` columns, after the error that prevented loading them.
fn note_lines(app: &App, canvas: &Canvas<'_>, width: u16, view: &DealView) -> Vec<(String, Style)> {
    let theme = canvas.theme;
    let mut lines: Vec<(String, Style)> = Vec::new();
    if let Some(problem) = &view.problem {
        lines = wrap_lines(&empty_pane::problem_lines(app, canvas, problem), width);
        lines.push((String::new(), theme.text()));
    }
    for note in &view.notes {
        lines.extend(wrap_lines(&[(&note.content, theme.text())], width));
        lines.push((note.origin.clone(), theme.second()));
        lines.push((String::new(), theme.text()));
    }
    if view.notes.is_empty() && view.problem.is_none() {
        lines.push((view.notes_empty.to_string(), theme.second()));
    }
    while lines.last().is_some_and(|(text, _)| text.is_empty()) {
        lines.pop();
    }
    lines
}
