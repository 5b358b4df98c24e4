//! The newest toast, a short message shown once.
//!
//! It starts on the blank row above the status line, or else on the status line beside the freshness. A longer
//! text takes whole rows above. It never covers the key hints or the focused row; if it would, the text is cut
//! before the key that shows all of it. Data freshness and connection state stay visible, in the status line or
//! as a short text at its end.

mod in_overlay;
mod with_countdown;

use encours_core::app::foundation::input::context::Screen;
use encours_core::app::shell::app::App;
use encours_core::app::tools::toasts::view::{self, ToastView};
use encours_core::text::{SafeText, truncate, wrap};
use ratatui::layout::Rect;
use ratatui::style::Style;

use crate::screens::layout::{self, ScreenFrame};
use crate::screens::undo_countdown::{UndoCountdown, UndoTail};
use crate::widgets::{Canvas, ClickTarget, text_width};

/// Minimum width of a name, enough to identify the record.
const MIN_NAME_WIDTH: u16 = 6;
/// Name width above which a name is shortened before the text takes another row.
const LONG_NAME_WIDTH: u16 = 28;
/// Minimum name width beside the freshness; with less, the toast takes another row.
const MIN_NAME_BESIDE: u16 = 12;
/// Gap between toast and freshness.
const GAP: u16 = 3;
/// Maximum number of rows above the status line.
const MAX_ROWS_ABOVE: u16 = 3;
/// Minimum width beside the freshness for the start of a sentence.
const MIN_WIDTH_BESIDE: u16 = 24;

/// A row for a toast, with its width.
#[derive(Clone, Copy)]
struct ToastRow {
    y: u16,
    width: u16,
}

pub use in_overlay::draw as draw_over;

/// Draws the newest toast, unless an overlay shows it itself.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame) {
    let Some(newest) = in_overlay::screen_toast(app) else {
        return;
    };
    let mut view = view::toast_view(app, newest);
    if frame.tiny && !view.undoable {
        // The cause of a failure matters more than the end of a name.
        view.subject = shorten_name(&view.subject, MIN_NAME_BESIDE);
    }
    // The deal screen shows its pending write beside the deal's name.
    let is_named_there = app.cx.screen() == Screen::Deal
        && !frame.tiny
        && app.pipeline.opened_deal().is_some_and(|deal| {
            app.cx.undo_concerns_only(deal.as_str())
                || newest.content.is_scheduled_by_peer() && newest.content.concerns(deal.as_str())
        });
    if is_named_there && view.undoable && view.is_pending {
        return;
    }
    let x = frame.area.x + 1;
    let scheduled =
        view::other_scheduled(app, newest).filter(|scheduled| !(is_named_there && scheduled.undo_cancels));
    // A tiny screen has space for one countdown only, that of the change which undo reverts.
    let scheduled = scheduled.filter(|scheduled| !frame.tiny || scheduled.undo_cancels);
    if let Some(scheduled) = scheduled {
        with_countdown::draw(app, canvas, frame, view, &UndoCountdown::new(app, scheduled));
        return;
    }
    let parts = toast_parts(app, canvas, &view);
    let freshness = Freshness::new(app, canvas);
    let full_width = frame.area.right().saturating_sub(x + 1);
    let alone = match blank_row(app, frame) {
        Some(_) => full_width,
        None => full_width.saturating_sub(freshness.width),
    };
    view.subject = parts.name_for_width(&view, alone);
    let rows = rows(app, canvas, frame, &view, &parts, freshness.width);
    close_panes_above(canvas, frame, &rows);
    for row in &rows {
        clear_row(app, canvas, frame, row.y);
        if row.width < full_width {
            freshness.draw(canvas, x + full_width, row.y);
        }
    }
    match rows.as_slice() {
        [single] if view.undoable || parts.width(&view, u16::MAX - 1) <= single.width => {
            let mut parts = parts;
            parts.add_undo_name(app, &view, single.width);
            draw_line(canvas, x, *single, &view, &parts);
        }
        [above, below] if view.undoable => {
            draw_start(canvas, x, *above, &view, &parts);
            parts.tail.draw(canvas, x, below.y, below.width);
        }
        _ => draw_rows(canvas, x, &rows, &view),
    }
}

/// Freshness of the data, for the end of a row.
struct Freshness {
    spans: [(String, Style); 2],
    /// Width with the gap before it.
    width: u16,
}

impl Freshness {
    fn new(app: &App, canvas: &Canvas<'_>) -> Self {
        let spans = layout::freshness(app, canvas);
        let width = spans.iter().map(|(text, _)| text_width(text)).sum::<u16>() + GAP;
        Self { spans, width }
    }

    fn draw(&self, canvas: &mut Canvas<'_>, right: u16, y: u16) {
        let [(mark, mark_style), (text, style)] = &self.spans;
        canvas.draw_spans_right(right, y, self.width, &[(mark, *mark_style), (text, *style)]);
    }
}

/// Empties a row for a toast. Clicks on covered content must have no effect.
fn clear_row(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame, y: u16) {
    let area = Rect::new(frame.area.x, y, frame.area.width, 1);
    canvas.clear(area);
    if y < frame.status && Some(y) != blank_row(app, frame) {
        canvas.add_target(area, ClickTarget::Overlay);
    }
}

/// Returns the rows of a toast, the upper one first. `fresh` columns of the status line stay free.
fn rows(
    app: &App,
    canvas: &Canvas<'_>,
    frame: ScreenFrame,
    view: &ToastView,
    parts: &ToastParts,
    fresh: u16,
) -> Vec<ToastRow> {
    let full_width = frame.area.width.saturating_sub(2);
    let row = |y: u16| ToastRow { y, width: full_width };
    let status = ToastRow { y: frame.status, width: full_width.saturating_sub(fresh) };
    // If a change can be undone, shorten its name rather than take another row. Other toasts are shown in full.
    let fits = |row: &ToastRow, name: u16| {
        let name = if view.undoable { name } else { u16::MAX - 1 };
        parts.width(view, name) <= row.width
    };
    let blank = blank_row(app, frame).map(row);
    let alone = blank.unwrap_or(status);
    let min_name = if blank.is_some() { MIN_NAME_WIDTH } else { MIN_NAME_BESIDE };
    if fits(&alone, min_name) {
        return vec![alone];
    }
    // The rest of the status row may be too narrow for text.
    let narrow = status.width < MIN_WIDTH_BESIDE;
    let above = rows_above(canvas, frame, blank);
    if view.undoable {
        let is_single_row = (frame.tiny || narrow) && fits(&row(0), MIN_NAME_WIDTH);
        return undoable_rows(parts, status, full_width, &above, is_single_row);
    }
    // A toast from the previous screen is known already, so it must not cover more of this one.
    if view.from_other_screen && !narrow {
        return vec![alone];
    }
    // On a tiny screen, a short text takes the row above the status line, and a longer one ends on the status
    // line.
    let own_row = above.first().filter(|_| frame.tiny).map(|y| row(*y));
    if let Some(own_row) = own_row.filter(|own_row| fits(own_row, MIN_NAME_WIDTH)) {
        return vec![own_row];
    }
    let fits_beside = !narrow || (frame.tiny && status.width >= MIN_NAME_BESIDE);
    let (mut taken, mut free) = (Vec::from_iter(fits_beside.then_some(status)), above.iter());
    while !shows_all(view, parts.mark, &taken)
        && let Some(next) = free.next()
    {
        taken.insert(0, row(*next));
    }
    if taken.is_empty() {
        return vec![row(frame.status)];
    }
    let needed = text_rows(view, parts.mark, &taken).len();
    taken.truncate(needed);
    taken
}

/// Returns the rows above the status line that a toast may use, the lowest first.
///
/// These are the blank row and the rows of the screen up to the focused one. On a tiny screen it is exactly one
/// row.
fn rows_above(canvas: &Canvas<'_>, frame: ScreenFrame, blank: Option<ToastRow>) -> Vec<u16> {
    if frame.tiny {
        return vec![frame.status.saturating_sub(1)];
    }
    let lowest = frame.status.saturating_sub(1);
    let free = |y: &u16| blank.is_some_and(|blank| blank.y == *y) || !canvas.shows_focus(*y);
    (frame.body.y..=lowest).rev().take(usize::from(MAX_ROWS_ABOVE)).take_while(free).collect()
}

/// Returns the rows for a change that can be undone; countdown and undo key are never cut.
///
/// `single_row` is true if one row is enough.
fn undoable_rows(
    parts: &ToastParts,
    status: ToastRow,
    full_width: u16,
    above: &[u16],
    single_row: bool,
) -> Vec<ToastRow> {
    let row = |y: u16| ToastRow { y, width: full_width };
    let reserved = parts.tail.width();
    match above {
        [] => vec![row(status.y)],
        [first, ..] if single_row => vec![row(*first)],
        [first, ..] if reserved <= status.width => vec![row(*first), status],
        [first, second, ..] => vec![row(*second), row(*first)],
        [first] => vec![row(*first), row(status.y)],
    }
}

/// Shortens a name to `max` columns and keeps a colon after it.
fn shorten_name(subject: &SafeText, max: u16) -> SafeText {
    let name = subject.trim_end_matches([':', '\u{a0}', '\u{202f}']);
    let colon = subject.get(name.len()..).unwrap_or_default();
    if text_width(name) <= max {
        return subject.clone();
    }
    SafeText::line(&format!("{}{colon}", truncate(name, usize::from(max))))
}

/// Draws the lower frame of the panes above a toast.
///
/// It does nothing if the focus is there or the screen is tiny.
fn close_panes_above(canvas: &mut Canvas<'_>, frame: ScreenFrame, rows: &[ToastRow]) {
    if frame.tiny {
        return;
    }
    let last = frame.body.bottom().saturating_sub(1);
    let Some(above) = rows.first().and_then(|row| row.y.checked_sub(1)) else {
        return;
    };
    if (frame.body.y + 1..last).contains(&above) && !canvas.shows_focus(above) {
        canvas.close_panes(last, above);
    }
}

/// Returns the blank row above the status line, if the screen has one.
fn blank_row(app: &App, frame: ScreenFrame) -> Option<u16> {
    if frame.roomy {
        return Some(frame.body.bottom());
    }
    // The board has a blank row below its last card; the other screens use theirs.
    let board = app.cx.screen() == Screen::Pipeline && !app.table.shows_table();
    (board && !frame.tiny).then(|| frame.body.bottom() - 1)
}

/// Returns the toast text by rows. The last row is cut before the key that shows all of it.
fn text_rows(view: &ToastView, mark: &str, rows: &[ToastRow]) -> Vec<String> {
    let text = format!("{} {}", view.subject, view.text);
    let mut remaining = text.trim_start().to_owned();
    let mut lines = Vec::new();
    for (at, row) in rows.iter().enumerate() {
        let max_width = usize::from(row.width.saturating_sub(text_width(mark)));
        let mut wrapped = wrap(&remaining, max_width);
        if wrapped.len() < 2 {
            lines.push(remaining);
            return lines;
        }
        if at + 1 == rows.len() {
            let message = remaining.strip_suffix(&view.key_hint).unwrap_or(&remaining);
            let available = max_width.saturating_sub(usize::from(text_width(&view.key_hint)));
            lines.push(truncate(message, available).into_owned() + &view.key_hint);
            return lines;
        }
        let overflow = wrapped.split_off(1);
        lines.append(&mut wrapped);
        remaining = overflow.join(" ");
    }
    lines
}

/// True if these rows show the whole text.
fn shows_all(view: &ToastView, mark: &str, rows: &[ToastRow]) -> bool {
    let bare = |text: &str| -> String { text.split_whitespace().collect() };
    bare(&text_rows(view, mark, rows).concat()) == bare(&format!("{}{}", view.subject, view.text))
}

/// Draws a long toast on several rows.
fn draw_rows(canvas: &mut Canvas<'_>, x: u16, rows: &[ToastRow], view: &ToastView) {
    let (mark, style) = mark(canvas, view);
    let (taken, text) = (text_width(mark), canvas.theme.text());
    for (at, (row, line)) in rows.iter().zip(text_rows(view, mark, rows)).enumerate() {
        if at == 0 {
            canvas.draw_text(x, row.y, taken, mark, style);
        }
        canvas.draw_text(x + taken, row.y, row.width.saturating_sub(taken), &line, text);
    }
}

/// Returns the mark of a toast.
fn mark(canvas: &Canvas<'_>, view: &ToastView) -> (&'static str, Style) {
    let theme = canvas.theme;
    match (view.is_problem, view.is_pending) {
        _ if view.is_disabled_reason => ("× ", theme.second()),
        (true, _) => ("▲ ", theme.alert()),
        (false, true) => ("↑ ", theme.pending()),
        (false, false) => ("✓ ", theme.ok()),
    }
}

/// Parts of a toast besides name and text.
struct ToastParts {
    mark: &'static str,
    style: Style,
    tail: UndoTail,
}

fn toast_parts(app: &App, canvas: &Canvas<'_>, view: &ToastView) -> ToastParts {
    let countdown = view.countdown.clone().unwrap_or_default();
    let (mark, style) = mark(canvas, view);
    ToastParts { mark, style, tail: UndoTail::new(app, countdown, view.undoable, view.deletes) }
}

impl ToastParts {
    /// Names the change that undo reverts, if it is not the toast's own.
    ///
    /// The name must fit into `max_width`.
    fn add_undo_name(&mut self, app: &App, view: &ToastView, max_width: u16) {
        let Some(hint) = layout::undo_hint(app).filter(|_| view.undo_affects_other) else {
            return;
        };
        // Two blanks before the key, one after it.
        let available = max_width.saturating_sub(self.width(view, u16::MAX - 1) + text_width(&hint.keys) + 3);
        if let Some(label) = view::undo_label(app, usize::from(available)) {
            (self.tail.key, self.tail.label) = (hint.keys, label);
        }
    }

    /// Returns the name for a row of this width: in full if it fits, else shortened, but still recognisable.
    fn name_for_width(&self, view: &ToastView, max_width: u16) -> SafeText {
        let others = self.width(view, u16::MAX - 1).saturating_sub(text_width(&view.subject));
        if text_width(&view.subject) + others <= max_width {
            return view.subject.clone();
        }
        // Two for the colon.
        shorten_name(&view.subject, max_width.saturating_sub(others + 2).max(LONG_NAME_WIDTH))
    }

    /// Returns the width of the toast with at most `name` columns for the name.
    fn width(&self, view: &ToastView, name: u16) -> u16 {
        let subject = if view.subject.is_empty() { 0 } else { text_width(&view.subject) + 1 };
        text_width(self.mark) + subject.min(name + 1) + text_width(&view.text) + self.tail.width()
    }
}

/// Draws a toast on one row from `x`. Only the name may be cut.
fn draw_line(canvas: &mut Canvas<'_>, x: u16, row: ToastRow, view: &ToastView, parts: &ToastParts) {
    let reserved = parts.tail.width();
    let max_width = row.width.saturating_sub(reserved);
    let used = draw_start(canvas, x, ToastRow { width: max_width, ..row }, view, parts);
    parts.tail.draw(canvas, x + used, row.y, row.width.saturating_sub(used));
}

/// Draws name and text. Returns the width used.
fn draw_start(canvas: &mut Canvas<'_>, x: u16, row: ToastRow, view: &ToastView, parts: &ToastParts) -> u16 {
    let theme = canvas.theme;
    let verb = text_width(parts.mark) + 1 + text_width(&view.text);
    let name_room = row.width.saturating_sub(verb).max(MIN_NAME_WIDTH);
    let subject = SafeText::line_within(&view.subject, usize::from(name_room));
    let spans = [
        (parts.mark, parts.style),
        (subject.as_str(), theme.heading()),
        (if view.subject.is_empty() { "" } else { " " }, theme.text()),
        (&view.text, theme.text()),
    ];
    canvas.draw_spans(x, row.y, row.width, &spans)
}
