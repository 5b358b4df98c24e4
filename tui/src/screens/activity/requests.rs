//! The log of requests: what was asked in words, what came of it and how long it took, then, quieter, the request itself and
//! the number that support will ask for.

use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::requests::{self, RequestView};
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::app::App;
use encours_core::text::{Arg, Clean, Words};
use ratatui::layout::Rect;

use crate::screens::scroll_in;
use crate::widgets::{Canvas, Pane, Target, columns, first_line, pane, scroll_bar};

/// `09:41:07`
const TIME: u16 = 8;
/// The beginning of a request id.
const ID: u16 = 8;
/// A whole one, where it is a UUID.
const WHOLE_ID: u16 = 36;
/// So much is kept for a route before anything is told at length.
const ROUTE: u16 = 52;
/// So much of a route tells one from its neighbours: what else a narrow log tells leaves it that.
const LEAST_ROUTE: u16 = 24;
/// With less of it the beginning of a route tells nothing.
const BEGINNING: u16 = 14;
/// The rows that stay for the log under the writes that wait: its heads and a line.
const LEAST_LOG: u16 = 1;

/// Draws the writes of one deal that wait and the requests about it, in pane 3 of its screen.
pub fn of_deal(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView, focused: bool) {
    let title = Words::new(app.cx.lang()).get("deal-pane-requests");
    canvas.hit(area, Target::Pane(3));
    let inner = pane(canvas, area, Pane::new(&title).focused(focused));
    // What has left is told under what has not.
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

/// A write that waits: what it changes, and when it leaves or why it does not.
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

/// Says in one row what the requests about one deal came to.
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

/// What of the log is drawn.
struct Log<'a> {
    requests: &'a [RequestView],
    /// The first line in sight.
    first: usize,
    /// The line that has the focus, where lines have it.
    chosen: Option<usize>,
    /// The key of what to say where there is none.
    empty: &'static str,
    /// Whether all of them are about the record whose name stands over them.
    within: bool,
    /// Whether routes and numbers, which support asks for, are left out until the pane has the focus.
    folded: bool,
}

/// Draws lines of the log with the heads of their columns.
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
    // How long the service took comes before what only support asks for, which a line that is opened tells too.
    let least = TIME + LEAST_ROUTE + answer + 5;
    let with_took = inner.width >= least + took + 2;
    let with_id = !folded && with_took && inner.width >= least + took + ID + 5;
    // Where there is room, that stands there whole.
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
        // The request itself stands whole, or with the ends of its identifiers, where the words leave it room; else its
        // beginning, where that tells more than a method.
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

/// Draws all requests, in pane 1 of the activity.
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
