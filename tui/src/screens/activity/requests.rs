//! The request log: purpose, result and duration, then dimmed the request and its id for support.

use encours_core::app::changes::deal::view::deal::DealView;
use encours_core::app::records::activity::view::activity::ActivityView;
use encours_core::app::records::activity::view::requests::{self, RequestView};
use encours_core::app::records::activity::view::writes::WriteView;
use encours_core::app::shell::app::App;
use encours_core::text::{MessageArg, Messages, SafeText};
use ratatui::layout::Rect;

use crate::screens::scroll_offset;
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_frame_scroll_bar, draw_pane, first_line, split_rows, text_width,
};

/// Width of `09:41:07`.
const TIME_WIDTH: u16 = 8;
/// Width of a short request id.
const ID_WIDTH: u16 = 8;
/// Width of a full request id, if it is a UUID.
const FULL_ID_WIDTH: u16 = 36;
/// Width reserved for a route before other columns are shown in full.
const ROUTE_WIDTH: u16 = 52;
/// Minimum width of a route on a narrow screen, enough to tell routes apart.
const MIN_ROUTE_WIDTH: u16 = 24;
/// Width below which the beginning of a route is not shown.
const MIN_BEGINNING: u16 = 14;
/// Rows reserved for the log under the pending writes: the headers and a line.
const MIN_LOG_ROWS: u16 = 1;

/// Draws the pending writes and requests of a deal in pane 3 of its screen.
pub fn draw_for_deal(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &DealView, focused: bool) {
    let title = Messages::new(app.cx.lang()).get("deal-pane-requests");
    let inner = draw_pane(canvas, area, Pane::new(&title).number(3).focused(focused));
    // Sent requests come below the pending writes.
    let waiting = (view.writes.len() as u16).min(inner.height.saturating_sub(MIN_LOG_ROWS));
    for (y, write) in (inner.y..inner.y + waiting).zip(view.writes.iter().rev()) {
        draw_pending(canvas, Rect { y, height: 1, ..inner }, write);
    }
    let (_, inner) = split_rows(inner, waiting);
    if waiting > 0 && view.requests.is_empty() {
        return;
    }
    let available_rows = usize::from(inner.height.saturating_sub(1));
    let first = scroll_offset(app, canvas, 3, view.requests.len(), available_rows);
    let log = Log {
        requests: &view.requests,
        first,
        focused: None,
        empty_key: "deal-requests-empty",
        is_single_record: true,
        is_collapsed: !focused,
    };
    draw_log(app, canvas, inner, &log);
}

/// Draws a pending write: its change, and when it is sent or why not.
fn draw_pending(canvas: &mut Canvas<'_>, row: Rect, write: &WriteView) {
    let (theme, mark) = (canvas.theme, canvas.theme.write_mark(write.mark));
    let state = canvas.draw_text_right(row.right(), row.y, row.width / 2, &write.state, mark);
    let parts = [
        (write.time.as_str(), theme.second()),
        ("  ", theme.second()),
        (write.mark.glyph(), mark),
        (" ", theme.text()),
        (&write.text, theme.text()),
    ];
    canvas.draw_spans(row.x, row.y, row.width.saturating_sub(state + 2), &parts);
}

/// Draws a one-row summary of the requests about a deal.
pub fn draw_summary(app: &App, canvas: &mut Canvas<'_>, row: Rect, view: &DealView) {
    let (messages, theme) = (Messages::new(app.cx.lang()), canvas.theme);
    let (text, failed) = requests::requests_summary(app.cx.lang(), &view.requests);
    let style = if failed { theme.alert() } else { theme.second() };
    let waiting = match view.writes.len() {
        0 => String::new(),
        n => messages.with("deal-writes-summary", &[("n", MessageArg::from(n))]) + " · ",
    };
    canvas.add_target(row, ClickTarget::Pane(3));
    let parts = [("▸ ", theme.second()), (&waiting, theme.pending()), (&text, style)];
    canvas.draw_spans(row.x + 1, row.y, row.width.saturating_sub(1) * row.height, &parts);
}

/// Requests to draw, and how.
struct Log<'a> {
    requests: &'a [RequestView],
    /// First visible line.
    first: usize,
    /// Focused line, if lines can have the focus.
    focused: Option<usize>,
    /// Message key for an empty log.
    empty_key: &'static str,
    /// True if all requests are about the record on the screen.
    is_single_record: bool,
    /// True if routes and ids are hidden until the pane has the focus.
    is_collapsed: bool,
}

/// Draws log lines with column headers.
fn draw_log(app: &App, canvas: &mut Canvas<'_>, inner: Rect, log: &Log<'_>) {
    let (messages, theme) = (Messages::new(app.cx.lang()), canvas.theme);
    let Log { requests, first, focused: focused_line, empty_key: empty, is_collapsed: collapsed, .. } = *log;
    if requests.is_empty() || inner.height < 2 {
        canvas.draw_text(inner.x, inner.y, inner.width, &messages.get(empty), theme.second());
        return;
    }
    let responses = requests.iter().map(|line| text_width(&line.outcome)).max().unwrap_or(0);
    let response = responses.max(text_width(&messages.get("requests-answer"))).min(inner.width / 4);
    let took = requests.iter().map(|line| text_width(&line.duration)).max().unwrap_or(0);
    let took = took.max(text_width(&messages.get("requests-took")));
    // The duration outranks the request id, which the details of a line show too.
    let min_width = TIME_WIDTH + MIN_ROUTE_WIDTH + response + 5;
    let with_took = inner.width >= min_width + took + 2;
    let with_id = !collapsed && with_took && inner.width >= min_width + took + ID_WIDTH + 5;
    // If possible, show the full id.
    let full_ids = inner.width >= TIME_WIDTH + response + took + FULL_ID_WIDTH + ROUTE_WIDTH;
    let number = if full_ids { FULL_ID_WIDTH } else { ID_WIDTH };
    let id = inner.right().saturating_sub(if with_id {
        number.max(text_width(&messages.get("requests-request")))
    } else {
        0
    });
    let ends = if with_id { id - 3 } else { inner.right() };
    let status = match (with_took, with_id) {
        (true, _) => ends.saturating_sub(took + 2 + response),
        (false, _) => ends.saturating_sub(response),
    };
    let route = inner.x + TIME_WIDTH + 2;
    let route_room = status.saturating_sub(route + 3);
    let y = inner.y;
    canvas.draw_text(inner.x, y, TIME_WIDTH, &messages.get("requests-time"), theme.second());
    canvas.draw_text(route, y, route_room, &messages.get("requests-asked"), theme.second());
    canvas.draw_text(status, y, response, &messages.get("requests-answer"), theme.second());
    if with_id {
        canvas.draw_text(id, y, inner.right() - id, &messages.get("requests-request"), theme.second());
    }
    if with_took {
        canvas.draw_text_right(ends, y, took, &messages.get("requests-took"), theme.second());
    }
    for (y, (at, line)) in (inner.top() + 1..inner.bottom()).zip(requests.iter().enumerate().skip(first)) {
        let here = focused_line == Some(at);
        let target = focused_line.map(|_| ClickTarget::PaneLine(1, at));
        let (text, second) = canvas.begin_row(Rect { y, height: 1, ..inner }, target, here);
        canvas.draw_text(inner.x, y, TIME_WIDTH, &line.time, second);
        let title = if log.is_single_record { &line.short_title } else { &line.title };
        let used = canvas.draw_text(route, y, route_room, title, text) + 2;
        let available = route_room.saturating_sub(used);
        // Show the request in full or with shortened ids if it fits, else its beginning if that says enough.
        let fits = |route: &&SafeText| text_width(route) <= available;
        let route_text = [&line.route, &line.short_route].into_iter().find(fits);
        let route_text = route_text.or_else(|| (available >= MIN_BEGINNING).then_some(&line.short_route));
        if let Some(route_text) = route_text.filter(|_| !collapsed) {
            canvas.draw_text(route + used, y, available, route_text, second);
        }
        let style = match (here, line.is_success) {
            (true, _) => theme.selection(),
            (false, true) => theme.text(),
            (false, false) => theme.alert(),
        };
        if !line.is_success {
            canvas.draw_text(status.saturating_sub(2), y, 1, "▲", style);
        }
        canvas.draw_text(status, y, response, &line.outcome, style);
        if with_id {
            let number = if full_ids { &line.full_id } else { &line.request_id };
            canvas.draw_text(id, y, inner.right() - id, number, second);
        }
        if with_took {
            canvas.draw_text_right(ends, y, took, &line.duration, second);
        }
    }
    draw_frame_scroll_bar(canvas, split_rows(inner, 1).1, first, requests.len());
}

/// Draws all requests, in pane 1 of the activity screen.
pub fn draw_all(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &ActivityView, focused: bool) {
    let (title, requests) = (&view.requests_title, view.requests.as_slice());
    let inner = draw_pane(canvas, area, Pane::new(title).number(1).focused(focused));
    let available_rows = usize::from(inner.height.saturating_sub(1));
    let last = requests.len().saturating_sub(1);
    let focused_index = focused.then(|| app.cx.scroll().min(last));
    if focused {
        canvas.set_scroll_limit(last);
    }
    let first = first_line(focused_index.unwrap_or(0), requests.len(), available_rows);
    let log = Log {
        requests,
        first,
        focused: focused_index,
        empty_key: view.requests_empty,
        is_single_record: false,
        is_collapsed: false,
    };
    draw_log(app, canvas, inner, &log);
}
