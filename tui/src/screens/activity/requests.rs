//! The request log: purpose, result and duration, then dimmed the request and its id for support.

use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::requests::{self, RequestView};
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::app::App;
use encours_core::text::{Arg, Clean, Words};
use ratatui::layout::Rect;

use crate::screens::scroll_in;
use crate::widgets::{Canvas, Pane, Target, columns, first_line, pane, scroll_bar};

/// Width of `09:41:07`.
const TIME: u16 = 8;
/// Width of a short request id.
const ID: u16 = 8;
/// Width of a full request id, if it is a UUID.
const WHOLE_ID: u16 = 36;
/// Width reserved for a route before other columns are shown in full.
const ROUTE: u16 = 52;
/// Minimum width of a route on a narrow screen, enough to tell routes apart.
const LEAST_ROUTE: u16 = 24;
/// Width below which the beginning of a route is not shown.
const BEGINNING: u16 = 14;
/// Rows reserved for the log under the pending writes: the heads and a line.
const LEAST_LOG: u16 = 1;

/// Draws the pending writes and requests of a deal in pane 3 of its screen.
pub fn of_deal(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView, focused: bool) {
    let title = Words::new(app.cx.lang()).get("deal-pane-requests");
    canvas.hit(area, Target::Pane(3));
    let inner = pane(canvas, area, Pane::new(&title).focused(focused));
    // Sent requests come below the pending writes.
    let waiting = (view.writes.len() as u16).min(inner.height.saturating_sub(LEAST_LOG));
    for (y, write) in (inner.y..inner.y + waiting).zip(view.writes.iter().rev()) {
        waits(
            canvas,
            Rect {
                y,
                height: 1,
                ..inner
            },
            write,
        );
    }
    let inner = Rect {
        y: inner.y + waiting,
        height: inner.height - waiting,
        ..inner
    };
    if waiting > 0 && view.requests.is_empty() {
        return;
    }
    let room = usize::from(inner.height.saturating_sub(1));
    let first = scroll_in(app, canvas, 3, view.requests.len(), room);
    log(
        app,
        canvas,
        area,
        inner,
        &Log {
            requests: &view.requests,
            first,
            chosen: None,
            empty: "deal-requests-empty",
            within: true,
            folded: !focused,
        },
    );
}

/// Draws a pending write: its change, and when it is sent or why not.
fn waits(canvas: &mut Canvas<'_>, row: Rect, write: &WriteView) {
    let (theme, mark) = (canvas.theme, canvas.theme.write(write.mark));
    let state = canvas.put_right(row.right(), row.y, row.width / 2, &write.state, mark);
    let parts = [
        (write.time.as_str(), theme.second()),
        ("  ", theme.second()),
        (write.mark.glyph(), mark),
        (" ", theme.text()),
        (&write.text, theme.text()),
    ];
    canvas.line(row.x, row.y, row.width.saturating_sub(state + 2), &parts);
}

/// Draws a one-row summary of the requests about a deal.
pub fn summary(app: &App, canvas: &mut Canvas<'_>, row: Rect, view: &DealView) {
    let (words, theme) = (Words::new(app.cx.lang()), canvas.theme);
    let (text, failed) = requests::summary(app.cx.lang(), &view.requests);
    let style = if failed { theme.alert() } else { theme.second() };
    let waiting = match view.writes.len() {
        0 => String::new(),
        n => words.with("deal-writes-summary", &[("n", Arg::from(n))]) + " · ",
    };
    canvas.hit(row, Target::Pane(3));
    canvas.line(
        row.x + 1,
        row.y,
        row.width.saturating_sub(1) * row.height,
        &[
            ("▸ ", theme.second()),
            (&waiting, theme.pending()),
            (&text, style),
        ],
    );
}

/// Requests to draw, and how.
struct Log<'a> {
    requests: &'a [RequestView],
    /// First visible line.
    first: usize,
    /// Focused line, if lines can have the focus.
    chosen: Option<usize>,
    /// Message key for an empty log.
    empty: &'static str,
    /// True if all requests are about the record on the screen.
    within: bool,
    /// True if routes and ids are hidden until the pane has the focus.
    folded: bool,
}

/// Draws log lines with column heads.
fn log(app: &App, canvas: &mut Canvas<'_>, area: Rect, inner: Rect, log: &Log<'_>) {
    let (words, theme) = (Words::new(app.cx.lang()), canvas.theme);
    let Log {
        requests,
        first,
        chosen,
        empty,
        folded,
        ..
    } = *log;
    if requests.is_empty() || inner.height < 2 {
        canvas.put(inner.x, inner.y, inner.width, &words.get(empty), theme.second());
        return;
    }
    let answers = requests
        .iter()
        .map(|line| columns(&line.outcome))
        .max()
        .unwrap_or(0);
    let answer = answers
        .max(columns(&words.get("requests-answer")))
        .min(inner.width / 4);
    let took = requests.iter().map(|line| columns(&line.took)).max().unwrap_or(0);
    let took = took.max(columns(&words.get("requests-took")));
    // The duration outranks the request id, which the details of a line show too.
    let least = TIME + LEAST_ROUTE + answer + 5;
    let with_took = inner.width >= least + took + 2;
    let with_id = !folded && with_took && inner.width >= least + took + ID + 5;
    // If possible, show the full id.
    let whole = inner.width >= TIME + answer + took + WHOLE_ID + ROUTE;
    let number = if whole { WHOLE_ID } else { ID };
    let id = inner.right().saturating_sub(if with_id {
        number.max(columns(&words.get("requests-request")))
    } else {
        0
    });
    let ends = if with_id { id - 3 } else { inner.right() };
    let status = match (with_took, with_id) {
        (true, _) => ends.saturating_sub(took + 2 + answer),
        (false, _) => ends.saturating_sub(answer),
    };
    let route = inner.x + TIME + 2;
    let route_room = status.saturating_sub(route + 3);
    let y = inner.y;
    canvas.put(inner.x, y, TIME, &words.get("requests-time"), theme.second());
    canvas.put(route, y, route_room, &words.get("requests-asked"), theme.second());
    canvas.put(status, y, answer, &words.get("requests-answer"), theme.second());
    if with_id {
        canvas.put(
            id,
            y,
            inner.right() - id,
            &words.get("requests-request"),
            theme.second(),
        );
    }
    if with_took {
        canvas.put_right(ends, y, took, &words.get("requests-took"), theme.second());
    }
    for (y, (at, line)) in (inner.top() + 1..inner.bottom()).zip(requests.iter().enumerate().skip(first)) {
        let here = chosen == Some(at);
        if here {
            canvas.put(inner.x.saturating_sub(1), y, 1, "▌", theme.accent());
            canvas.fill(Rect::new(inner.x, y, inner.width, 1), " ", theme.selection());
        }
        if chosen.is_some() {
            let row = Rect::new(inner.x.saturating_sub(1), y, inner.width + 1, 1);
            canvas.hit(row, Target::PaneLine(1, at));
        }
        let (text, second) = if here {
            (theme.selection(), theme.selection())
        } else {
            (theme.text(), theme.second())
        };
        canvas.put(inner.x, y, TIME, &line.time, second);
        let title = if log.within {
            &line.title_within
        } else {
            &line.title
        };
        let used = canvas.put(route, y, route_room, title, text) + 2;
        let left = route_room.saturating_sub(used);
        // Show the request in full or with shortened ids if it fits, else its beginning if that says enough.
        let fits = |route: &&Clean| columns(route) <= left;
        let asked = [&line.route, &line.route_briefly].into_iter().find(fits);
        let asked = asked.or_else(|| (left >= BEGINNING).then_some(&line.route_briefly));
        if let Some(asked) = asked.filter(|_| !folded) {
            canvas.put(route + used, y, left, asked, second);
        }
        let style = match (here, line.good) {
            (true, _) => theme.selection(),
            (false, true) => theme.text(),
            (false, false) => theme.alert(),
        };
        if !line.good {
            canvas.put(status.saturating_sub(2), y, 1, "▲", style);
        }
        canvas.put(status, y, answer, &line.outcome, style);
        if with_id {
            let number = if whole { &line.whole_id } else { &line.request_id };
            canvas.put(id, y, inner.right() - id, number, second);
        }
        if with_took {
            canvas.put_right(ends, y, took, &line.took, second);
        }
    }
    let bar = Rect::new(area.right().saturating_sub(1), inner.y + 1, 1, inner.height - 1);
    scroll_bar(canvas, bar, first, usize::from(inner.height - 1), requests.len());
}

/// Draws all requests, in pane 1 of the activity screen.
pub fn all(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ActivityView, focused: bool) {
    let (title, requests) = (&view.requests_title, view.requests.as_slice());
    canvas.hit(area, Target::Pane(1));
    let inner = pane(canvas, area, Pane::new(title).focused(focused));
    let room = usize::from(inner.height.saturating_sub(1));
    let last = requests.len().saturating_sub(1);
    let chosen = focused.then(|| app.cx.scroll().min(last));
    if focused {
        canvas.scroll_limit(last);
    }
    let first = first_line(chosen.unwrap_or(0), requests.len(), room);
    log(
        app,
        canvas,
        area,
        inner,
        &Log {
            requests,
            first,
            chosen,
            empty: view.requests_empty,
            within: false,
            folded: false,
        },
    );
}
