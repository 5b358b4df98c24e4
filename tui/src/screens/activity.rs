//! What waits, what was refused and why, what was asked.
//!
//! ```text
//!  http://127.0.0.1:4010/v1
//! ╭─ ▸ Waiting writes ─────────────────────────────── 2 ─╮
//! │▌09:41  ↑ Le Parc, Lyon  Status Sourcing → Closing    │
//! ╰──────────────────────────────────────────────────────╯
//! ╭─ Requests ───────────────╮ ╭─ Journal ──────────────╮
//! ╰──────────────────────────╯ ╭─ Rights ───────────────╮
//! ```

use encours_core::app::{App, JOURNAL, RIGHTS};
use encours_core::engine::Connection;
use encours_core::view::activity::{self, ActivityView};
use encours_core::view::status::status_line;
use encours_core::view::text::{Words, wrap};
use encours_core::view::writes::{ConflictView, WriteView};
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::frame::Frame;
use super::{kept, lists, notice, requests};
use crate::widgets::{Canvas, Pane, Target, columns, first_line, pane, scroll_bar};

/// From this width on journal and rights stand beside the requests.
const WIDE: u16 = 110;
/// The rows that stay for the pane below while the outbox says why a write stands.
const LEAST_BELOW: u16 = 5;

/// Draws the activity.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: Frame) {
    let view = activity::activity(app);
    let (theme, body) = (canvas.theme, frame.body);
    let mut top = body.y;
    if !frame.tiny {
        let title = Words::new(app.lang()).get("activity-connection");
        let parts = [
            (&*title, theme.second()),
            ("  ", theme.second()),
            (&*view.base_url, theme.text()),
        ];
        let room = body.width.saturating_sub(2);
        let used = canvas.line(body.x + 1, top, room, &parts) + 2;
        let status = status_line(app);
        // Whether writes may leave, where there is a way at all.
        let connection = &app.snapshot().connection;
        let leaves = matches!(connection, Connection::Online | Connection::RateLimited { .. });
        if status.works.is_none() || leaves {
            let gate = [(view.gate.as_str(), theme.second())];
            canvas.line_right(body.right() - 1, top, room.saturating_sub(used), &gate);
        }
        top += 1;
        // While the service can't be used its head tells that, and what can still be done.
        if let Some(works) = &status.works {
            let told = [
                (&status.freshness.long, theme.tone(status.freshness.tone)),
                (&works.long, theme.second()),
            ];
            for (text, style) in told {
                for line in wrap(text, usize::from(room)) {
                    canvas.put(body.x + 1, top, room, &line, style);
                    top += 1;
                }
            }
        }
        top += u16::from(frame.roomy);
    }
    top += kept::draw(app, canvas, Rect { y: top, ..body }, &view);
    let rest = Rect {
        y: top,
        height: body.bottom().saturating_sub(top),
        ..body
    };
    if frame.tiny {
        match app.pane() {
            0 => outbox(app, canvas, rest, &view, &[]),
            _ => one(app, canvas, rest, &view),
        }
        super::pane_place(app, canvas, rest);
        return;
    }
    let said = standing(
        app,
        canvas,
        rest.width,
        view.focused.and_then(|at| view.writes.get(at)),
    );
    let wanted = (view.writes.len().max(1) + 2 + said.len()) as u16;
    // Why a write was refused is told whole where that leaves a few rows for what stands below.
    let most = if said.is_empty() {
        rest.height / 2
    } else {
        (said.len() as u16 + 3).min(rest.height.saturating_sub(LEAST_BELOW))
    };
    let height = wanted.clamp(4, most.max(rest.height / 2).max(4)).min(rest.height);
    outbox(app, canvas, Rect { height, ..rest }, &view, &said);
    let below = Rect {
        y: rest.y + height,
        height: rest.height - height,
        ..rest
    };
    if below.width < WIDE {
        one(app, canvas, below, &view);
        return;
    }
    // Routes and scopes are longer than what a request needs.
    let left = (below.width - 1) * 46 / 100;
    requests::all(app, canvas, Rect { width: left, ..below }, &view, app.pane() == 1);
    let right = Rect {
        x: below.x + left + 1,
        width: below.width - left - 1,
        ..below
    };
    let upper = right.height / 2;
    lists::draw(
        app,
        canvas,
        Rect {
            height: upper,
            ..right
        },
        JOURNAL,
        &view.outcomes,
    );
    let lower = Rect {
        y: right.y + upper,
        height: right.height - upper,
        ..right
    };
    lists::draw(app, canvas, lower, RIGHTS, &view.observed);
}

/// The one of requests, journal and rights that has the focus, where there is no room for all; the requests while the
/// outbox has it.
fn one(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ActivityView) {
    match app.pane() {
        JOURNAL => lists::draw(app, canvas, area, JOURNAL, &view.outcomes),
        RIGHTS => lists::draw(app, canvas, area, RIGHTS, &view.observed),
        pane => requests::all(app, canvas, area, view, pane == 1),
    }
}

/// Why the focused write stands, in lines: what was refused and why, or both sides of the conflict.
fn standing(app: &App, canvas: &Canvas<'_>, width: u16, write: Option<&WriteView>) -> Vec<(String, Style)> {
    let said = match write {
        Some(WriteView {
            problem: Some(problem),
            text,
            ..
        }) => {
            // Its own row may have had to cut it.
            let mut lines = vec![(text.clone(), canvas.theme.heading())];
            lines.extend(notice::problem_lines(app, canvas, problem));
            lines
        }
        Some(WriteView {
            conflict: Some(conflict),
            ..
        }) => sides(canvas, conflict),
        _ => Vec::new(),
    };
    let room = usize::from(width.saturating_sub(6));
    said.iter()
        .flat_map(|(text, style)| wrap(text, room).into_iter().map(|line| (line, *style)))
        .collect()
}

/// One line a field: what was seen, what was written, what the service holds; the side chosen stands in brackets.
fn sides(canvas: &Canvas<'_>, conflict: &ConflictView) -> Vec<(String, Style)> {
    let theme = canvas.theme;
    let choice = |label: &str, value: &str, chosen: bool| {
        if chosen {
            format!("[{label} {value}]")
        } else {
            format!(" {label} {value} ")
        }
    };
    conflict
        .fields
        .iter()
        .map(|field| {
            let seen = field
                .seen
                .as_ref()
                .map(|seen| format!("{} {seen}  ", conflict.seen_label))
                .unwrap_or_default();
            let line = format!(
                "{} {}  {seen}{}  {}",
                if field.focused { "▸" } else { " " },
                field.label,
                choice(&conflict.mine_label, &field.mine, field.is_mine),
                choice(&conflict.theirs_label, &field.theirs, !field.is_mine),
            );
            let style = if field.focused {
                theme.text()
            } else {
                theme.second()
            };
            (line, style)
        })
        .collect()
}

fn outbox(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ActivityView, said: &[(String, Style)]) {
    let words = Words::new(app.lang());
    let (title, count) = (words.get("activity-outbox"), view.writes.len().to_string());
    let note = if view.writes.is_empty() { "" } else { &count };
    canvas.hit(area, Target::Pane(0));
    let inner = pane(
        canvas,
        area,
        Pane::new(&title).note(note).focused(app.pane() == 0),
    );
    let theme = canvas.theme;
    if view.writes.is_empty() {
        canvas.put(
            inner.x,
            inner.y,
            inner.width,
            &words.get("activity-empty-outbox"),
            theme.second(),
        );
        return;
    }
    let detail = (said.len() as u16).min(inner.height.saturating_sub(1));
    let room = usize::from(inner.height - detail);
    let first = first_line(view.focused.unwrap_or(0), view.writes.len(), room);
    let subjects = view
        .writes
        .iter()
        .map(|write| columns(&write.subject))
        .max()
        .unwrap_or(0)
        .min(inner.width / 3);
    let mut y = inner.top();
    for (at, write) in view.writes.iter().enumerate().skip(first).take(room) {
        let focused = view.focused == Some(at) && app.pane() == 0;
        line(canvas, inner, y, subjects, write, focused);
        y += 1;
        if view.focused == Some(at) {
            for (text, style) in said.iter().take(usize::from(detail)) {
                canvas.put(inner.x + 2, y, inner.width.saturating_sub(2), text, *style);
                y += 1;
            }
        }
    }
    let bar = Rect::new(area.right().saturating_sub(1), inner.y, 1, inner.height);
    scroll_bar(canvas, bar, first, room, view.writes.len());
}

fn line(canvas: &mut Canvas<'_>, inner: Rect, y: u16, subjects: u16, write: &WriteView, focused: bool) {
    let theme = canvas.theme;
    let (plain, second) = if focused {
        (theme.selection(), theme.selection())
    } else {
        (theme.text(), theme.second())
    };
    let mark = if focused {
        theme.selection()
    } else {
        theme.write(write.mark)
    };
    if focused {
        canvas.put(inner.x - 1, y, 1, "▌", theme.accent());
        canvas.fill(Rect::new(inner.x, y, inner.width, 1), " ", theme.selection());
    }
    canvas.hit(
        Rect::new(inner.x - 1, y, inner.width + 1, 1),
        Target::Write(write.id),
    );
    let used = canvas.put_right(inner.right(), y, inner.width / 2, &write.state, mark);
    let end = inner.right().saturating_sub(used + 2);
    let parts = [
        (write.time.as_str(), second),
        ("  ", second),
        (write.mark.glyph(), mark),
        (" ", plain),
    ];
    let mut x = inner.x + canvas.line(inner.x, y, end.saturating_sub(inner.x), &parts);
    canvas.put(x, y, subjects.min(end.saturating_sub(x)), &write.subject, plain);
    x += subjects + 2;
    canvas.put(x, y, end.saturating_sub(x), &write.text, second);
}
