//! The activity screen: pending and blocked writes, requests, journal and permissions.
//!
//! ```text
//!  http://127.0.0.1:4010/v1
//! ╭─ ▸ Waiting writes ─────────────────────────────── 2 ─╮
//! │▌09:41  ↑ Le Parc, Lyon  Status Sourcing → Closing    │
//! ╰──────────────────────────────────────────────────────╯
//! ╭─ Requests ───────────────╮ ╭─ Journal ──────────────╮
//! ╰──────────────────────────╯ ╭─ Rights ───────────────╮
//! ```

mod conflict;
pub(super) mod requests;

use super::layout::{self, ScreenFrame};
use super::{empty_state, lists, storage_notices};
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_pane, draw_scroll_bar, first_line, split_columns, split_rows, text_width,
};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::records::activity::activity::{JOURNAL, PERMISSIONS};
use encours_core::app::records::activity::view::activity::{self, ActivityView};
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::app::App;
use encours_core::app::shell::view::status_line::status_line;
use encours_core::model::snapshot::ConnectionState;
use encours_core::text::{Messages, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use conflict::WriteDetails;

/// Minimum width to show journal and rights beside the requests.
const WIDE: u16 = 110;
/// Pane number of the requests.
const REQUESTS: usize = 1;
/// Width of a list position, with the frame around it.
const POSITION_WIDTH: u16 = 20;
/// Pane width below which a reason does not fit beside a name.
const NARROW: u16 = 60;
/// Minimum width for full request lines.
const VERY_WIDE: u16 = 180;
/// Minimum rows for the pane below while the outbox shows a reason.
const MIN_ROWS_BELOW: u16 = 5;

/// Draws the activity screen.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let view = activity::activity_view(app);
    let (theme, body) = (canvas.theme, frame.body);
    let mut top = body.y;
    if !frame.tiny {
        let title = Messages::new(app.cx.lang()).get("activity-connection");
        let parts = [(&*title, theme.second()), ("  ", theme.second()), (&*view.base_url, theme.text())];
        let max_width = body.width.saturating_sub(2);
        let used = canvas.draw_spans(body.x + 1, top, max_width, &parts) + 2;
        let status = status_line(app);
        // Show whether writes can be sent, if the service can be used at all.
        let connection = &app.cx.snapshot().connection;
        let leaves = matches!(connection, ConnectionState::Online | ConnectionState::RateLimited { .. });
        if status.available.is_none() || leaves {
            let rate_limit = [(view.rate_limit.as_str(), theme.second())];
            canvas.draw_spans_right(body.right() - 1, top, max_width.saturating_sub(used), &rate_limit);
        }
        top += 1;
        // While the service cannot be used, show the reason and what still works.
        if let Some(works) = &status.available {
            let lines =
                [(&status.freshness.long, theme.tone(status.freshness.tone)), (&works.long, theme.second())];
            for (text, style) in lines {
                let area = Rect { x: body.x + 1, y: top, width: max_width, ..body };
                top += canvas.draw_wrapped(area, text, style);
            }
        }
        top += u16::from(frame.roomy);
    }
    top += storage_notices::draw(app, canvas, Rect { y: top, ..body }, &view);
    let rest_area = Rect { y: top, height: body.bottom().saturating_sub(top), ..body };
    let details = write_details(app, canvas, rest_area, view.focused.and_then(|at| view.writes.get(at)));
    if frame.tiny {
        match app.cx.pane() {
            0 => draw_outbox(app, canvas, rest_area, &view, &details),
            _ => draw_focused_pane(app, canvas, rest_area, &view),
        }
        super::draw_pane_position(app, canvas, rest_area);
        return;
    }
    let preferred_height = (view.writes.len().max(1) + 2 + details.lines.len()) as u16;
    // Show the whole reason of a blocked write if a few rows remain for the panes below.
    let max_rows = if details.lines.is_empty() {
        rest_area.height / 2
    } else {
        (details.lines.len() as u16 + 3).min(rest_area.height.saturating_sub(MIN_ROWS_BELOW))
    };
    let height = preferred_height.clamp(4, max_rows.max(rest_area.height / 2).max(4)).min(rest_area.height);
    draw_outbox(app, canvas, Rect { height, ..rest_area }, &view, &details);
    let (_, below) = split_rows(rest_area, height);
    if below.width < WIDE {
        draw_focused_pane(app, canvas, below, &view);
        draw_hidden_names(app, canvas, below, &view);
        return;
    }
    // Requests need less width than routes and scopes, unless the full request id fits.
    let share = if below.width >= VERY_WIDE { 60 } else { 54 };
    let left_width = (below.width - 1) * share / 100;
    let (left, right) = split_columns(below, left_width);
    requests::draw_all(app, canvas, left, &view, app.cx.pane() == 1);
    // The rights list is short, so the journal gets the remaining rows.
    let rights = (view.permissions.len().max(1) as u16 + 2).min(right.height / 2);
    let (upper, lower) = split_rows(right, right.height - rights);
    lists::draw(app, canvas, upper, JOURNAL, &view.outcomes);
    lists::draw(app, canvas, lower, PERMISSIONS, &view.permission_list);
}

/// Draws the focused pane of requests, journal and rights on a small screen; requests while the outbox has the
/// focus.
fn draw_focused_pane(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ActivityView) {
    match app.cx.pane() {
        JOURNAL => lists::draw(app, canvas, area, JOURNAL, &view.outcomes),
        PERMISSIONS => lists::draw(app, canvas, area, PERMISSIONS, &view.permission_list),
        pane => requests::draw_all(app, canvas, area, view, pane == 1),
    }
}

/// Draws the names of the two hidden panes and their key in the lower frame.
fn draw_hidden_names(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ActivityView) {
    let visible = app.cx.pane().max(REQUESTS);
    let titles = [
        (REQUESTS, view.requests_title.as_str()),
        (JOURNAL, &view.outcomes.title),
        (PERMISSIONS, &view.permission_list.title),
    ];
    let hidden_names: Vec<&str> =
        titles.iter().filter(|(pane, _)| *pane != visible).map(|(_, title)| *title).collect();
    let (key, theme) = (layout::action_key(app, ActionId::NextPane), canvas.theme);
    let message = format!(" {} ", hidden_names.join(" · "));
    let parts = [(" ", theme.second()), (key.as_str(), theme.key()), (&message, theme.second())];
    let used_width: u16 = parts.iter().map(|(text, _)| text_width(text)).sum();
    // The list position is drawn at the right of this line.
    if !key.is_empty() && area.height > 2 && used_width + POSITION_WIDTH <= area.width {
        canvas.draw_spans(area.x + 2, area.bottom() - 1, used_width, &parts);
    }
}

/// Returns the reason of the focused blocked write, or both sides of its conflict.
fn write_details(app: &App, canvas: &Canvas<'_>, area: Rect, write: Option<&WriteView>) -> WriteDetails {
    let width = area.width.saturating_sub(6);
    let max_width = usize::from(width);
    match write {
        Some(WriteView { problem: Some(problem), text, .. }) => {
            // The write's own row may have cut the text.
            let change = wrap(text, max_width).into_iter();
            let mut lines: Vec<_> = change.map(|line| (line, canvas.theme.heading())).collect();
            // On few rows the service's own text comes first.
            lines.extend(empty_state::pane_lines(app, canvas, width, problem));
            WriteDetails::plain(lines)
        }
        Some(WriteView { conflict: Some(conflict), .. }) => conflict::lines(canvas, conflict, max_width),
        Some(write) => WriteDetails::plain(cut_change(canvas, area, write)),
        None => WriteDetails::default(),
    }
}

/// Returns the change of a write as lines, if its own row cuts it.
fn cut_change(canvas: &Canvas<'_>, area: Rect, write: &WriteView) -> Vec<(String, Style)> {
    let row = area.width.saturating_sub(4);
    let max_width = if row < NARROW { row / 2 } else { row / 3 };
    let around = text_width(&write.time)
        + text_width(&write.subject).min(max_width)
        + text_width(&write.state).min(row / 2);
    // Blanks and the mark of the write take eight columns.
    if around + text_width(&write.text) + 8 <= row {
        return Vec::new();
    }
    let lines = wrap(&write.text, usize::from(area.width.saturating_sub(6)));
    lines.into_iter().map(|line| (line, canvas.theme.second())).collect()
}

fn draw_outbox(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ActivityView, details: &WriteDetails) {
    let messages = Messages::new(app.cx.lang());
    let title = messages.get(view.writes_title);
    let pane = Pane::new(&title).note(&view.writes_counts).number(0).focused(app.cx.pane() == 0);
    let inner = draw_pane(canvas, area, pane);
    let theme = canvas.theme;
    if view.writes.is_empty() {
        let text = messages.get("activity-empty-outbox");
        canvas.draw_text(inner.x, inner.y, inner.width, &text, theme.second());
        return;
    }
    let detail = (details.lines.len() as u16).min(inner.height.saturating_sub(1));
    let available_rows = usize::from(inner.height - detail);
    let first = first_line(view.focused.unwrap_or(0), view.writes.len(), available_rows);
    let narrow = inner.width < NARROW;
    let subjects =
        view.writes.iter().map(|write| text_width(&write.subject)).max().unwrap_or(0).min(if narrow {
            inner.width / 2
        } else {
            inner.width / 3
        });
    let mut y = inner.top();
    for (at, write) in view.writes.iter().enumerate().skip(first).take(available_rows) {
        let focused = view.focused == Some(at) && app.cx.pane() == 0;
        // Instead of a cut reason, show a short state; the whole reason is below the focused row. In a conflict
        // the two values matter more.
        let long = text_width(&write.state) > inner.width / 2;
        let label = messages.get(write.mark.label_key());
        let brief = narrow || write.conflict.is_some();
        let state = if brief && long { &*label } else { &*write.state };
        draw_line(canvas, WriteRow { inner, y, subjects }, write, state, focused);
        y += 1;
        if view.focused == Some(at) {
            for (text, style) in details.visible_lines(usize::from(detail)) {
                canvas.draw_text(inner.x + 2, y, inner.width.saturating_sub(2), text, *style);
                y += 1;
            }
        }
    }
    let bar = Rect { x: inner.right() + 1, width: 1, ..inner };
    draw_scroll_bar(canvas, bar, first, available_rows, view.writes.len());
}

/// Position of a write, and the width of all names.
#[derive(Clone, Copy)]
struct WriteRow {
    inner: Rect,
    y: u16,
    subjects: u16,
}

fn draw_line(canvas: &mut Canvas<'_>, row: WriteRow, write: &WriteView, state: &str, focused: bool) {
    let WriteRow { inner, y, subjects } = row;
    let target = ClickTarget::Write(write.id);
    let (plain, second) = canvas.begin_row(Rect { y, height: 1, ..inner }, Some(target), focused);
    let mark = if focused { plain } else { canvas.theme.write_mark(write.mark) };
    let used = canvas.draw_text_right(inner.right(), y, inner.width / 2, state, mark);
    let end = inner.right().saturating_sub(used + 2);
    let parts = [(write.time.as_str(), second), ("  ", second), (write.mark.glyph(), mark), (" ", plain)];
    let mut x = inner.x + canvas.draw_spans(inner.x, y, end.saturating_sub(inner.x), &parts);
    canvas.draw_text(x, y, subjects.min(end.saturating_sub(x)), &write.subject, plain);
    x += subjects + 2;
    canvas.draw_text(x, y, end.saturating_sub(x), &write.text, second);
}
