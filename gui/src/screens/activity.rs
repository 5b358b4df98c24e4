//! The activity screen: outbox, journal, request log, connection and permissions of the key.
//!
//! Each is a card; a narrow window has one column.

pub mod conflict;
mod connection;
mod journal;
mod log;
mod outbox;

use crate::prelude::*;
use encours_core::app::records::activity::view::activity::{self, ActivityView};

use super::screen_header;
use super::scroll_sync::{self, ScreenScroll};

/// Margin around the cards, and gap between them.
const MARGIN: f32 = 16.0;
const GAP: f32 = 16.0;
/// Padding inside a card.
const PAD: f32 = 16.0;
/// Height of a card's header.
const HEADER_HEIGHT: f32 = 44.0;
/// Minimum width for two columns.
const TWO_COLUMNS_WIDTH: f32 = 980.0;
/// Width of the second column: a minimum and a share of a large window.
const MIN_SECOND_COLUMN: f32 = 380.0;
const SECOND_COLUMN_SHARE: f32 = 0.3;

/// State of the lists that persists between frames.
#[derive(Debug, Default)]
pub struct ActivityUiState {
    /// Scroll position of the screen.
    scroll: ScreenScroll,
    /// The write that had the focus.
    focused_write: Option<i64>,
    /// The selected journal entry, by its sequence number.
    selected_line: Option<i64>,
    /// Expanded entries of journal and log. A log group is identified by its oldest request, because newer ones may
    /// join it.
    expanded: Vec<String>,
}

/// Draws the activity screen.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>) {
    let view = activity::activity_view(frame.app);
    let actions = [
        (ActionId::ShowSince, Icon::Clock),
        (ActionId::CopyAs, Icon::Copy),
        (ActionId::Refresh, Icon::Refresh),
        (ActionId::Export, Icon::Export),
    ];
    let takes_focus = view.focused.is_none();
    let remaining = screen_header::show(ui, frame, (&view.base_url, takes_focus), &actions);
    let child = &mut ui.part(remaining, "scrolled");
    scroll_sync::show(
        child,
        frame,
        remaining,
        ("activity", |state| &mut state.activity.scroll),
        |ui, frame| {
            draw_body(ui, frame, &view);
        },
    );
}

fn draw_body(ui: &mut Ui, frame: &mut FrameCtx<'_>, view: &ActivityView) {
    let area = ui.max_rect();
    ui.set_width(area.width());
    let column = Rect::from_min_size(area.min + vec2(MARGIN, MARGIN), vec2(area.width() - 2.0 * MARGIN, 0.0));
    let top = draw_storage_notices(ui, frame, view, column);
    let is_wide = column.width() >= TWO_COLUMNS_WIDTH;
    let first_column = if is_wide {
        let second_width = (column.width() * SECOND_COLUMN_SHARE).round().max(MIN_SECOND_COLUMN);
        column.with_max_x(column.right() - second_width - GAP)
    } else {
        column
    };
    let title = (view.writes_title, view.writes_counts.as_str());
    let mut y = GAP
        + draw_card(ui, frame, first_column, top, title, |ui, frame, inner| match view.writes[..] {
            [] => draw_empty_text(ui, frame, inner, "activity-empty-outbox"),
            _ => outbox::show(ui, frame, view, first_column, inner.top()),
        });
    let mut second_width = 0.0;
    if is_wide {
        let right = column.with_min_x(first_column.right() + GAP);
        second_width = connection::show(ui, frame, view, right, top) + GAP;
        second_width = connection::draw_permissions(ui, frame, view, right, second_width);
    } else {
        y = connection::show(ui, frame, view, first_column, y) + GAP;
    }
    y = journal::show(ui, frame, view, first_column, y) + GAP;
    y = log::show(ui, frame, view, first_column, y);
    if !is_wide {
        y = connection::draw_permissions(ui, frame, view, first_column, y + GAP);
    }
    ui.set_height(y.max(second_width) + MARGIN + toasts::covered_height(frame) - area.top());
}

/// Draws the subject of a write, and its change.
fn draw_subject(painter: &Painter<'_>, rect: Rect, subject: &str, change: &str) {
    let (style, colors) = (TextStyle::body(), &painter.theme.colors);
    let strong = style.with_weight(FontWeight::Medium);
    let runs = [(subject, strong, colors.text), ("  ", strong, colors.text)];
    painter.text_runs(rect, &[runs[0], runs[1], (change, style, colors.text_secondary)]);
}

/// Adds an item to the expanded ones, or removes it.
fn toggle(ui: &Ui, frame: &mut FrameCtx<'_>, key: &str) {
    let expanded = &mut frame.state.activity.expanded;
    if expanded.iter().any(|open| open == key) {
        expanded.retain(|open| open != key);
    } else {
        expanded.push(key.to_owned());
    }
    ui.ctx().request_repaint();
}

/// Returns whether an item is expanded.
fn is_expanded(frame: &FrameCtx<'_>, key: &str) -> bool {
    frame.state.activity.expanded.iter().any(|open| open == key)
}

/// Returns the number of items beside a card's title; empty for zero.
fn count_text(frame: &FrameCtx<'_>, count: usize) -> String {
    if count > 0 { number::integer(frame.app.cx.lang(), count as u64) } else { String::new() }
}

/// Draws a card with a title and a count. `draw_content` draws from the top of the given area and returns its bottom. Returns
/// the bottom of the card.
fn draw_card(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    column: Rect,
    y: f32,
    (key, counts): (&'static str, &str),
    draw_content: impl FnOnce(&mut Ui, &mut FrameCtx<'_>, Rect) -> f32,
) -> f32 {
    let (painter, colors) = frame.painter_and_colors(ui);
    // Reserve the background shape: its height is known only after the content.
    let background = painter.reserve_box();
    let row = column.row(y, HEADER_HEIGHT).narrowed(PAD);
    let title = frame.message(key).into_owned();
    let text = painter.left(row, &title, TextStyle::heading(), colors.text);
    let remaining = row.with_min_x(text.right() + 8.0);
    painter.left(remaining, counts, TextStyle::small(), colors.text_tertiary);
    ui.describe(text, key, Role::Heading, &title);
    painter.horizontal_line(column.x_range(), row.bottom() - 0.5, colors.border);
    let inner = row.row(row.bottom(), 0.0);
    let bottom = draw_content(ui, frame, inner);
    let rect = Rect::from_min_max(pos2(column.left(), y), pos2(column.right(), bottom));
    let edge = frame.theme.hairline(colors.border);
    painter.set_box(background, rect, frame.theme.tokens.radius.pane, colors.surface, edge);
    bottom
}

/// Draws the notices about local storage. Returns the top of the next content.
fn draw_storage_notices(ui: &Ui, frame: &FrameCtx<'_>, view: &ActivityView, column: Rect) -> f32 {
    let (painter, colors) = frame.painter_and_colors(ui);
    let mut y = column.top();
    for (at, notice) in view.notices.iter().enumerate() {
        let color =
            if notice.tone == Tone::Problem { frame.theme.band_colors.alert } else { colors.text_secondary };
        let at_corner = pos2(column.left(), y);
        let rect = painter.block(at_corner, column.width(), &notice.text, TextStyle::body(), color);
        ui.describe(rect, ("notice", at), Role::Label, &notice.text);
        y = rect.bottom() + 12.0;
    }
    y
}

/// Draws the text of an empty card. Returns its bottom edge.
fn draw_empty_text(ui: &Ui, frame: &FrameCtx<'_>, inner: Rect, key: &'static str) -> f32 {
    let painter = frame.painter(ui);
    let at = inner.min + vec2(0.0, 12.0);
    let text = frame.message(key);
    let color = frame.theme.colors.text_tertiary;
    let rect = painter.block(at, inner.width(), &text, TextStyle::body(), color);
    ui.describe(rect, (key, "none"), Role::Label, text.as_ref());
    rect.bottom() + 14.0
}
