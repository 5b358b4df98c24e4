//! The activity screen: outbox, journal, request log, connection and permissions of the key.
//!
//! Each is a card; a narrow window has one column.

pub mod conflict;
mod connection;
mod journal;
mod log;
mod outbox;

use egui::{Align, Rect, Role, Sense, Ui, WidgetInfo, pos2, vec2};
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Screen;
use encours_core::app::foundation::presentation::tone::Tone;
use encours_core::app::records::activity::view::activity::{self, ActivityView};
use encours_core::text::number;

use super::scroll_sync::ScreenScroll;
use super::{UiState, screen_header, status};
use crate::frame_ctx::FrameCtx;
use crate::overlays::toasts;
use crate::theme::{Icon, TextStyle};
use crate::widgets::Painter;

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
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, ui_state: &mut UiState) {
    let full = ui.max_rect();
    let view = activity::activity_view(frame.app);
    let top = full.with_max_y(full.top() + frame.theme.tokens.size.topbar);
    let title = frame.message(Screen::Activity.label_key()).into_owned();
    let actions = [
        (ActionId::ShowSince, Icon::Clock),
        (ActionId::CopyAs, Icon::Copy),
        (ActionId::Refresh, Icon::Refresh),
        (ActionId::Export, Icon::Export),
    ];
    let title_and_note = (title.as_str(), view.base_url.as_str());
    if view.focused.is_some() {
        screen_header::show(ui, frame, top, title_and_note, &actions);
    } else {
        screen_header::show_focused(ui, frame, ui_state, top, title_and_note, &actions);
    }
    let remaining = status::draw_banner(ui, frame, full.with_min_y(top.bottom()));
    // The content needs `ui_state` too, so take the scroll state out meanwhile.
    let mut scrolled = std::mem::take(&mut ui_state.activity.scroll);
    scrolled.show(ui, frame, remaining, "activity", |ui, frame| {
        draw_body(ui, frame, ui_state, &view);
    });
    ui_state.activity.scroll = scrolled;
}

fn draw_body(ui: &mut Ui, frame: &mut FrameCtx<'_>, ui_state: &mut UiState, view: &ActivityView) {
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
    let mut y = draw_outbox_card(ui, frame, ui_state, view, first_column, top) + GAP;
    let mut second_width = 0.0;
    if is_wide {
        let right = column.with_min_x(first_column.right() + GAP);
        second_width = connection::draw_connection(ui, frame, view, right, top) + GAP;
        second_width = connection::draw_permissions(ui, frame, view, right, second_width);
    } else {
        y = connection::draw_connection(ui, frame, view, first_column, y) + GAP;
    }
    let ActivityUiState { expanded, selected_line: line, .. } = &mut ui_state.activity;
    y = journal::show(ui, frame, (expanded, line), view, first_column, y) + GAP;
    y = log::draw_request_log(ui, frame, expanded, view, first_column, y);
    if !is_wide {
        y = connection::draw_permissions(ui, frame, view, first_column, y + GAP);
    }
    ui.set_height(y.max(second_width) + MARGIN + toasts::list_tail(frame) - area.top());
}

fn draw_outbox_card(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    ui_state: &mut UiState,
    view: &ActivityView,
    column: Rect,
    y: f32,
) -> f32 {
    draw_card(ui, frame, column, y, (view.writes_title, &view.writes_counts), |ui, frame, inner| {
        if view.writes.is_empty() {
            draw_empty_text(ui, frame, inner, "activity-empty-outbox")
        } else {
            outbox::show(ui, frame, ui_state, view, column, inner.top())
        }
    })
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
    let colors = &frame.theme.colors;
    let painter = Painter::new(ui.painter(), frame.theme);
    // Reserve the background shape: its height is known only after the content.
    let background = painter.inner.add(egui::Shape::Noop);
    let row = Rect::from_min_size(pos2(column.left(), y), vec2(column.width(), HEADER_HEIGHT))
        .shrink2(vec2(PAD, 0.0));
    let title = frame.message(key).into_owned();
    let text = painter.text(row, Align::Min, &title, TextStyle::heading(), colors.text);
    let remaining = row.with_min_x(text.right() + 8.0);
    painter.text(remaining, Align::Min, counts, TextStyle::small(), colors.text_tertiary);
    let response = ui.interact(text, ui.scope_id().with(key), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Heading, true, &title));
    painter.horizontal_line(column.x_range(), row.bottom() - 0.5, colors.border);
    let inner = Rect::from_min_size(pos2(row.left(), row.bottom()), vec2(row.width(), 0.0));
    let bottom = draw_content(ui, frame, inner);
    let rect = Rect::from_min_max(pos2(column.left(), y), pos2(column.right(), bottom));
    let radius = egui::CornerRadius::same(frame.theme.tokens.radius.pane);
    let edge = frame.theme.hairline(colors.border);
    painter.inner.set(
        background,
        egui::epaint::RectShape::new(rect, radius, colors.surface, edge, egui::StrokeKind::Inside),
    );
    bottom
}

/// Draws the notices about local storage. Returns the top of the next content.
fn draw_storage_notices(ui: &Ui, frame: &FrameCtx<'_>, view: &ActivityView, column: Rect) -> f32 {
    let colors = &frame.theme.colors;
    let painter = Painter::new(ui.painter(), frame.theme);
    let mut y = column.top();
    for (at, notice) in view.notices.iter().enumerate() {
        let color =
            if notice.tone == Tone::Problem { frame.theme.band_colors.alert } else { colors.text_secondary };
        let at_corner = pos2(column.left(), y);
        let rect = painter.block(at_corner, column.width(), &notice.text, TextStyle::body(), color);
        let response = ui.interact(rect, ui.scope_id().with(("notice", at)), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Label, true, &notice.text));
        y = rect.bottom() + 12.0;
    }
    y
}

/// Draws the text of an empty card. Returns its bottom edge.
fn draw_empty_text(ui: &Ui, frame: &FrameCtx<'_>, inner: Rect, key: &'static str) -> f32 {
    let painter = Painter::new(ui.painter(), frame.theme);
    let at = inner.min + vec2(0.0, 12.0);
    let text = frame.message(key);
    let color = frame.theme.colors.text_tertiary;
    let rect = painter.block(at, inner.width(), &text, TextStyle::body(), color);
    let response = ui.interact(rect, ui.scope_id().with((key, "none")), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text.as_ref()));
    rect.bottom() + 14.0
}
