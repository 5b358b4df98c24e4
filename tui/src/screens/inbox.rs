//! The notifications: a list by day, and a preview that marks nothing as read.
//!
//! ```text
//!  ▸ Unread 37   Read 112   All 155                                    155 known
//!   X once more: mark 37 read                        Esc cancel   disarms in 6 s
//! ╭─ ▸ 37 notifications ─────────────────────╮ ╭─ Preview ────────────── 1 of 37 ─╮
//! │ Today                                 14 │ │ LTV above the limit              │
//! │▌● LTV above the limit              09:38 │ │                                  │
//! ```

mod frequency;
mod preview;
mod rows;

use super::layout::{self, ScreenFrame};
use super::lists;
use crate::terminal::LineEditor;
use crate::widgets::{
    Canvas, ClickTarget, Pane, draw_pane, draw_share_bar, split_columns, split_rows, text_width,
};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::presentation::send_countdown;
use encours_core::app::records::lists::view::ListView;
use encours_core::app::screens::inbox::inbox::{ALERTS, KINDS, LIST, PREFERENCES};
use encours_core::app::screens::inbox::view::inbox::{self, InboxTabView, InboxView, MarkRunView};
use encours_core::app::shell::app::App;
use encours_core::text::{MessageArg, Messages};
use ratatui::layout::Rect;
use ratatui::style::Style;

/// Rows reserved for the preview before alerts and preferences get any.
const PREVIEW_ROWS: u16 = 14;
/// Rows for a preview with a deal, if both lists below remain visible.
const PREVIEW_AND_DEAL: u16 = 16;
/// Rows for a preview with two similar notifications.
///
/// That is the usual number, so the lists below rarely move.
const PREVIEW_WITH_TWO: u16 = 18;
/// Minimum rows of a list with its frame.
const MIN_LIST_ROWS: u16 = 3;
/// Rows of an empty-state sentence with its frame.
const SENTENCE_ROWS: u16 = 5;
/// Minimum height to show repeated notifications, and their number of rows.
const REPEATS_HEIGHT: u16 = 27;
const REPEATS_ROWS: usize = 4;
/// Height for more rows of repeated notifications, and that number.
const MORE_REPEATS_HEIGHT: u16 = 38;
const MORE_REPEATS_ROWS: usize = 8;

/// Draws the notifications.
pub fn draw(app: &App, canvas: &mut Canvas<'_>, frame: ScreenFrame, editor: &LineEditor) {
    let view = inbox::inbox_view(app);
    let body = frame.body;
    draw_tabs(canvas, body, &view);
    let mut top = body.y + 1;
    let typing = matches!(app.cx.overlay(), Overlay::Filter);
    let noted = !view.selected.is_empty() || !view.kept_unread.is_empty();
    let has_second_row =
        view.armed.is_some() || view.run.is_some() || typing || !view.filter.is_empty() || noted;
    let filtered = typing || (!view.filter.is_empty() && view.armed.is_none());
    let row = Rect { y: top, height: 1, ..body };
    if filtered {
        draw_filter(canvas, row, &view, editor, typing);
        // The progress of a marking run stays visible below the filter.
        if let Some(run) = &view.run {
            top += 1;
            draw_progress(canvas, Rect { y: top, ..row }, run);
        }
    } else if let Some(run) = view.run.as_ref().filter(|_| view.armed.is_none()) {
        draw_progress(canvas, row, run);
    } else if view.armed.is_none() && noted {
        draw_counts(canvas, row, &view);
    }
    if view.armed.is_some() && !typing {
        draw_armed(app, canvas, Rect { y: top, height: 1, ..body }, &view);
    }
    if frame.roomy || has_second_row {
        top += 1;
    }
    let (_, rest_area) = split_rows(body, top - body.y);
    let wide = body.width >= WIDE;
    if app.cx.pane() != LIST && (!wide || frame.tiny) {
        draw_side_pane(app, canvas, rest_area, &view);
    } else if wide {
        draw_columns(app, canvas, rest_area, &view);
    } else {
        let preview_rows = if frame.tiny { 0 } else { 6.min(rest_area.height / 2) };
        let (above, below) = split_rows(rest_area, rest_area.height - preview_rows);
        let list = Rect { x: above.x + 1, width: above.width.saturating_sub(2), ..above };
        rows::draw(app, canvas, list, &view);
        if preview_rows > 0 {
            preview::draw_short(app, canvas, below, &view);
        }
    }
}

/// Draws the list and what repeats at the left; preview, alerts and preferences at the right.
fn draw_columns(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let (left, right) = split_columns(area, ((area.width - 1) * 4).div_ceil(7));
    let kinds = repeats_rows(area.height, view);
    let (above, below) = split_rows(left, area.height - kinds);
    draw_framed_list(app, canvas, above, view);
    if kinds > 0 {
        frequency::draw(canvas, below, &view.frequencies);
    }
    let [above, alerts, _] = side_heights(app, canvas, right, view);
    let is_empty_pane = app.cx.pane() == KINDS && kinds == 0;
    if is_empty_pane || (alerts == 0 && !matches!(app.cx.pane(), LIST | KINDS)) {
        draw_side_pane(app, canvas, right, view);
        return;
    }
    let (above, below) = split_rows(right, above);
    preview::draw(app, canvas, above, view);
    if alerts > 0 {
        let (above, below) = split_rows(below, alerts);
        lists::draw(app, canvas, above, ALERTS, &view.alerts);
        lists::draw(app, canvas, below, PREFERENCES, &view.preferences);
    }
}

/// Returns the heights of preview, alerts and preferences; both lists have none if they do not fit.
fn side_heights(app: &App, canvas: &Canvas<'_>, area: Rect, view: &InboxView) -> [u16; 3] {
    // Alerts and preferences get the rows they need below the preview. An empty list needs the rows of its
    // sentence.
    let preferred_height = |list: &ListView| match list.lines.len() {
        0 => SENTENCE_ROWS,
        lines => lines as u16 + 2,
    };
    // A sentence cannot be scrolled, so it needs all its rows.
    let min_rows = |list: &ListView| {
        if list.lines.is_empty() { SENTENCE_ROWS } else { MIN_LIST_ROWS }
    };
    let (least_alerts, least_preferences) = (min_rows(&view.alerts), min_rows(&view.preferences));
    let wanted_above =
        view.preview.as_ref().map_or(0, |shown| preview::wanted_height(app, canvas, area.width, shown));
    let reserved = if area.height >= PREVIEW_AND_DEAL + 2 * MIN_LIST_ROWS {
        let max_rows = area.height.saturating_sub(least_alerts + least_preferences);
        wanted_above.max(PREVIEW_WITH_TWO).min(max_rows).max(PREVIEW_AND_DEAL)
    } else {
        PREVIEW_ROWS
    };
    let spare = area.height.saturating_sub(reserved);
    let preferences = preferred_height(&view.preferences)
        .min(least_preferences.max(spare / 2))
        .min(MIN_LIST_ROWS.max(spare.saturating_sub(least_alerts)));
    let alerts = preferred_height(&view.alerts).min(spare.saturating_sub(preferences));
    let (alerts, preferences) =
        if alerts < MIN_LIST_ROWS || preferences < MIN_LIST_ROWS { (0, 0) } else { (alerts, preferences) };
    let mut heights = [area.height - alerts - preferences, alerts, preferences];
    if alerts > 0 {
        let (pane, list) = match app.cx.pane() {
            ALERTS => (1, Some(&view.alerts)),
            PREFERENCES => (2, Some(&view.preferences)),
            _ => (0, None),
        };
        let preferred_height = list.map_or(0, |list| lists::wanted_rows(app, canvas, area.width, list));
        lists::grow_focused(&mut heights, pane, preferred_height, MIN_LIST_ROWS);
    }
    heights
}

/// Returns the rows for repeated notifications with frame, or 0 if the list needs them.
fn repeats_rows(height: u16, view: &InboxView) -> u16 {
    let max_rows = match height {
        MORE_REPEATS_HEIGHT.. => MORE_REPEATS_ROWS,
        REPEATS_HEIGHT.. => REPEATS_ROWS,
        _ => return 0,
    };
    match view.frequencies.lines.len().min(max_rows) {
        0 => 0,
        lines => lines as u16 + 2,
    }
}

/// Draws alerts, preferences or repeated notifications alone, if they do not fit beside the list.
fn draw_side_pane(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    match app.cx.pane() {
        ALERTS => lists::draw(app, canvas, area, ALERTS, &view.alerts),
        KINDS => frequency::draw(canvas, area, &view.frequencies),
        _ => lists::draw(app, canvas, area, PREFERENCES, &view.preferences),
    }
}

/// Draws text at the start of a row. Returns the end of the text and of the row.
fn draw_start(canvas: &mut Canvas<'_>, row: Rect, text: &str, style: Style) -> (u16, u16) {
    let (x, end) = (row.x + 1, row.right().saturating_sub(1));
    let used = canvas.draw_text(x, row.y, end.saturating_sub(x), text, style);
    (x + used, end)
}

/// Draws the number of selected rows and of those kept unread on this device only.
fn draw_counts(canvas: &mut Canvas<'_>, row: Rect, view: &InboxView) {
    let theme = canvas.theme;
    let (x, end) = draw_start(canvas, row, &view.selected, theme.selected());
    let max_width = end.saturating_sub(x + 2);
    canvas.draw_spans_right(end, row.y, max_width, &[(&view.kept_unread, theme.second())]);
}

/// Draws the filter, in the editor or as applied.
fn draw_filter(canvas: &mut Canvas<'_>, row: Rect, view: &InboxView, editor: &LineEditor, typing: bool) {
    let theme = canvas.theme;
    let end = row.right().saturating_sub(1);
    let x = row.x + 1 + canvas.draw_text(row.x + 1, row.y, 2, "/ ", theme.key());
    canvas.add_target(row, ClickTarget::Run(ActionId::Filter));
    if typing {
        super::draw_editor(canvas, editor, (x, row.y), end.saturating_sub(x), theme.text());
    } else {
        let used = canvas.draw_text(x, row.y, end.saturating_sub(x), &view.filter, theme.accent());
        let max_width = end.saturating_sub(x + used + 2);
        canvas.draw_spans_right(end, row.y, max_width, &[(&view.selected, theme.selected())]);
    }
}

/// Draws the progress of a marking run and the key that stops it.
fn draw_progress(canvas: &mut Canvas<'_>, row: Rect, run: &MarkRunView) {
    let theme = canvas.theme;
    let (x, end) = draw_start(canvas, row, &run.text, theme.pending());
    let x = x + 2;
    let stop = canvas.draw_spans_right(end, row.y, end.saturating_sub(x), &[(&run.stop, theme.text())]);
    canvas.add_target(row, ClickTarget::StopMarks);
    let max_width = end.saturating_sub(x + stop + 2);
    if max_width >= 8 {
        draw_share_bar(canvas, x, row.y, max_width, run.progress, theme.accent(), Some(theme.border()));
    }
}

/// Minimum width for a preview beside the list and a tab row with source.
pub(super) const WIDE: u16 = 100;
/// Gap between two tabs.
const TAB_GAP: u16 = 3;

fn draw_tabs(canvas: &mut Canvas<'_>, body: Rect, view: &InboxView) {
    let theme = canvas.theme;
    let (mut x, y, end) = (body.x + 1, body.y, body.right().saturating_sub(1));
    let current = view.tabs.iter().position(|tab| tab.current).unwrap_or(0);
    let width = |tab: &InboxTabView| text_width(&tab.label) + text_width(&tab.count_text()) + 1 + TAB_GAP;
    // One tab has the mark of the current tab.
    let total_width = |tabs: &[InboxTabView]| tabs.iter().map(width).sum::<u16>() + 2;
    // If not all tabs fit, show those around the current one, and its position.
    let (mut first, mut last) = (0, end);
    if total_width(&view.tabs) > end.saturating_sub(x) + TAB_GAP {
        let position = format!("{}/{}", current + 1, view.tabs.len());
        let used = canvas.draw_text_right(end, y, end.saturating_sub(x), &position, theme.second());
        last = end.saturating_sub(used + 1);
        let max_width = last.saturating_sub(x) + TAB_GAP;
        let reaches = |from: &usize| {
            let tabs = view.tabs.get(*from..=current);
            tabs.is_none_or(|tabs| total_width(tabs) <= max_width)
        };
        first = (0..=current).find(reaches).unwrap_or(current);
    }
    for (at, tab) in view.tabs.iter().enumerate().skip(first) {
        if at != current && width(tab) > last.saturating_sub(x) + TAB_GAP {
            break;
        }
        let style = if tab.current { theme.accent() } else { theme.second() };
        let mark = if tab.current { "▸ " } else { "" };
        let count = format!(" {}", tab.count_text());
        let parts = [(mark, style), (&tab.label, style), (&count, style)];
        let used = canvas.draw_spans(x, y, last.saturating_sub(x), &parts);
        canvas.add_target(Rect::new(x, y, used, 1), ClickTarget::InboxTab(tab.tab));
        x += used + TAB_GAP;
    }
    if last < end || body.width < WIDE {
        // The status line shows it instead.
        return;
    }
    // A gap of two columns is enough here.
    let max_width = (end + 1).saturating_sub(x);
    if canvas.draw_spans_right(end, y, max_width, &[(&view.mode, theme.second())]) == 0 {
        canvas.draw_spans_right(end, y, max_width, &[(&view.mode_short, theme.second())]);
    }
}

fn draw_armed(app: &App, canvas: &mut Canvas<'_>, row: Rect, view: &InboxView) {
    let Some((action, left)) = &view.armed else {
        return;
    };
    let (messages, style) = (Messages::new(app.cx.lang()), canvas.theme.armed());
    canvas.fill(row, " ", style);
    canvas.add_target(row, ClickTarget::Run(ActionId::MarkAllRead));
    let args = [
        ("key", MessageArg::from(layout::action_key(app, ActionId::MarkAllRead))),
        ("action", MessageArg::from(layout::lower_first(action))),
    ];
    let mut again = messages.with("armed-again", &args);
    if text_width(&again) + 20 > row.width {
        // The count and the cancel key matter more than the full text.
        let args = [
            ("key", MessageArg::from(layout::action_key(app, ActionId::MarkAllRead))),
            ("n", MessageArg::from(view.unread)),
        ];
        again = messages.with("armed-brief", &args);
    }
    let used = canvas.draw_text(row.x + 2, row.y, row.width.saturating_sub(4), &again, style);
    let give_up =
        messages.with("armed-give-up", &[("key", MessageArg::from(layout::action_key(app, ActionId::Back)))]);
    let until = app.inbox.armed_until.unwrap_or(app.cx.now());
    let disarms = send_countdown::disarm_text(&app.cx, until);
    let max_width = row.width.saturating_sub(used + 6);
    let end = row.right().saturating_sub(2);
    let forms = [(give_up.as_str(), style), ("   ", style), (disarms.as_str(), style)];
    // With reduced motion, show a fixed time if it fits, and no countdown.
    let left = if app.cx.options().reduced_motion {
        String::new()
    } else {
        format!("   {left} {}", messages.get("unit-second"))
    };
    let short = [(give_up.as_str(), style), (left.as_str(), style)];
    let fits = canvas.draw_spans_right(end, row.y, max_width, &forms) > 0
        || canvas.draw_spans_right(end, row.y, max_width, &short) > 0
        || canvas.draw_spans_right(end, row.y, max_width, &short[..1]) > 0;
    if !fits {
        canvas.draw_spans_right(end, row.y, max_width, &[(&disarms, style)]);
    }
}

fn draw_framed_list(app: &App, canvas: &mut Canvas<'_>, area: Rect, view: &InboxView) {
    let messages = Messages::new(app.cx.lang());
    // A list that was never loaded has no count.
    let unread = view.count == 0 && app.cx.snapshot().inbox.fetched_at.is_none();
    let title = if unread {
        messages.get("screen-notifications").into_owned()
    } else {
        messages.with("inbox-count", &[("n", MessageArg::from(view.count))])
    };
    let inner = draw_pane(canvas, area, Pane::new(&title).focused(app.cx.pane() == LIST));
    rows::draw(app, canvas, inner, view);
}
