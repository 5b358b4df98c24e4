//! The board: columns side by side, each with its own scroll position.
//!
//! Only visible cards are built. All cards have the same height, so that a card's position can be computed.

mod column;
pub(super) mod drag;
pub(super) mod drop_indicator;
pub mod header;
mod layout;
pub(super) mod metrics;
mod scroll_into_view;
mod swimlanes;

use std::collections::{BTreeMap, BTreeSet};

use encours_core::app::deals::pipeline::board_state::BoardViewport;
use encours_core::app::shell::view::empty_state;
use encours_core::model::snapshot::ConnectionState;

use layout::column_width;
pub use layout::presentation_width;
pub(super) use layout::{card_height, card_layout, card_pitch, header_height, header_top};
pub(super) use scroll_into_view::CardGeometry;
use scroll_into_view::{LastArrival, LastSeenFocus, NarrowedScroll, ScrollBeforeGrab};

use super::pipeline::selection_bar;
use crate::prelude::*;
use crate::widgets::{column_header, empty_state as empty_pane, skeleton};
use drag::CardDrag;

pub(super) const MARGIN: f32 = 16.0;

/// State of the board that persists between frames.
#[derive(Debug, Default)]
pub struct BoardUiState {
    /// The card dragged by the pointer, if any.
    pub(super) drag: Option<CardDrag>,
    /// The card moved by keyboard, if any, as if it were dragged.
    pub(super) keyboard_drag: Option<CardDrag>,
    /// Scroll positions before a card was grabbed by keyboard, until the move ends.
    scroll_before_grab: Option<ScrollBeforeGrab>,
    /// The card moved last, and the scroll position of its column before it arrived.
    last_arrival: Option<LastArrival>,
    /// Width of a column.
    column_width: f32,
    /// Content of the second line of the column headers.
    pub(super) second_line: column_header::SecondLine,
    /// Scroll position of each column in points, by its index.
    pub(super) scroll_y: BTreeMap<usize, f32>,
    /// Scroll positions to apply in the next frame, by column.
    pub(super) pending_scroll_y: BTreeMap<usize, f32>,
    pub(super) scroll_x: f32,
    pub(super) max_scroll_x: f32,
    pub(super) pending_scroll_x: Option<f32>,
    /// Scroll state from before the board became narrower.
    narrowed: Option<NarrowedScroll>,
    /// Maximum scroll position of each column.
    pub(super) max_scroll_y: BTreeMap<usize, f32>,
    last_focus: Option<LastSeenFocus>,
    /// True while the result of the user's last action is still pending. The board then scrolls along with moved cards;
    /// changes by other users do not scroll it.
    pub(crate) follows_user: bool,
    /// True if the focus reached its card by the pointer; nothing scrolls then.
    pub(super) focused_by_pointer: bool,
    /// The collapsed swimlanes, by owner or class.
    pub(super) collapsed_swimlanes: BTreeSet<String>,
    /// The focus that was last scrolled into view in its swimlane.
    pub(super) swimlane_focus: Option<swimlanes::SwimlaneFocus>,
    /// The columns that determine the swimlane heights, and the positions that resulted for each swimlane.
    pub(super) swimlane_heights: (Vec<bool>, Vec<(String, f32, f32)>),
    /// Scroll position of the swimlanes before the focused card was moved.
    pub(super) swimlane_restore: swimlanes::ScrollRestore,
    /// Scroll positions at the start of the current drag.
    pub(super) scroll_at_grab: (f32, BTreeMap<usize, f32>),
    /// The visible part of the board.
    pub(crate) viewport: BoardViewport,
    /// The columns scrolled since the last frame, with their first visible card.
    pub(crate) scrolled_columns: Vec<(usize, usize)>,
}

impl BoardUiState {
    /// Returns the dragged card.
    #[must_use]
    pub fn dragged_card(&self) -> Option<&CardDrag> {
        self.drag.as_ref()
    }

    /// Returns the card being moved, by pointer or keyboard.
    pub(super) fn moved_card(&self) -> Option<&CardDrag> {
        self.drag.as_ref().or(self.keyboard_drag.as_ref())
    }

    /// Returns the distance between the left edges of consecutive columns.
    pub(super) fn column_pitches<'a>(
        &self,
        frame: &FrameCtx<'_>,
        headers: &'a [ColumnHeader],
    ) -> impl Iterator<Item = f32> + use<'a> {
        let size = &frame.theme.tokens.size;
        let (width, rail, gap) = (self.column_width, size.column_collapsed, size.column_gap);
        headers.iter().map(move |header| if header.collapsed { rail + gap } else { width + gap })
    }

    /// Returns the total width of the columns, including the outer margins.
    pub(super) fn total_width(&self, frame: &FrameCtx<'_>, headers: &[ColumnHeader]) -> f32 {
        self.column_pitches(frame, headers).sum::<f32>() + 2.0 * MARGIN
    }

    /// Cancels a drag and restores the scroll positions from its start.
    pub fn cancel_drag(&mut self, ctx: &egui::Context) {
        if self.drag.take().is_some() {
            let (scroll_x, down) = std::mem::take(&mut self.scroll_at_grab);
            self.pending_scroll_x = Some(scroll_x);
            for column in self.scroll_y.keys() {
                let was = down.get(column).copied().unwrap_or(0.0);
                self.pending_scroll_y.insert(*column, was);
            }
            // Code that reads the positions in this frame must already see the restored ones.
            self.scroll_x = scroll_x;
            self.scroll_y = down;
        }
        ctx.stop_dragging();
        ctx.request_repaint();
    }

    /// Records the scroll position of a column.
    pub(super) fn record_scroll(frame: &mut FrameCtx<'_>, column: usize, status: &str, offset: f32) {
        let first = (offset / card_pitch(frame)).round().max(0.0) as usize;
        if frame.app.pipeline.board().scroll_offset(status) != first {
            frame.state.board.scrolled_columns.push((column, first));
        }
        frame.state.board.scroll_y.insert(column, offset);
    }

    /// Returns for each column whether it is visible at the horizontal scroll position.
    pub(super) fn visible_columns(
        &self,
        frame: &FrameCtx<'_>,
        headers: &[ColumnHeader],
        width: f32,
    ) -> Vec<bool> {
        let mut x = MARGIN - self.scroll_x;
        let is_visible = self.column_pitches(frame, headers).map(|item_width| {
            let is_visible = x + item_width > 0.0 && x < width;
            x += item_width;
            is_visible
        });
        is_visible.collect()
    }
}

/// Returns the widget id of a deal's card. It gets egui's focus when the deal has the application's.
#[must_use]
pub fn card_id(deal: &str) -> Id {
    Id::unique(("card", deal))
}

/// Draws the board.
pub fn show(ui: &mut Ui, frame: &mut FrameCtx<'_>, rect: Rect) {
    let headers: Vec<ColumnHeader> = (0..frame.app.pipeline.filtered().columns.len())
        .filter_map(|at| encours_core::app::deals::board::view::header::column_header(frame.app, at))
        .collect();
    if self::draw_empty_state(ui, frame, rect, draw_placeholders) {
        return;
    }
    frame.state.board.focused_by_pointer = frame.state.focused_by_pointer;
    frame.state.board.column_width = column_width(frame, &headers, rect.width());
    frame.state.board.second_line =
        column_header::second_line(&frame.painter(ui), &headers, frame.state.board.column_width);
    frame.state.board.keyboard_drag = CardDrag::from_keyboard(frame, &headers);
    if frame.app.pipeline.board().swimlanes().is_empty() {
        let content_rect = rect.with_max_y(
            rect.bottom() - scroll_bar_height(ui, frame.state.board.total_width(frame, &headers), rect),
        );
        measure_columns(frame, content_rect);
        draw_columns(ui, frame, rect, content_rect, &headers);
    } else {
        measure_columns(frame, rect);
        swimlanes::show(ui, frame, rect, &headers);
    }
    frame.state.board.follows_user &= frame.app.cx.awaits_engine();
}

/// Returns the height of the horizontal scroll bar, which must not cover a card's name; zero if there is none.
pub(super) fn scroll_bar_height(ui: &Ui, total: f32, rect: Rect) -> f32 {
    let scroll = &ui.spacing().scroll;
    if total > rect.width() { scroll.bar_width + scroll.bar_outer_margin } else { 0.0 }
}

/// Draws the columns without swimlanes; `content_rect` is the area that scrolls horizontally.
fn draw_columns(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    content_rect: Rect,
    headers: &[ColumnHeader],
) {
    // When swimlanes reappear, they scroll the focus into view again.
    frame.state.board.swimlane_focus = None;
    frame.state.board.swimlane_restore = swimlanes::ScrollRestore::default();
    let by_key = frame.state.by_key && matches!(frame.app.cx.overlay(), Overlay::None);
    BoardUiState::restore_scroll(frame);
    BoardUiState::follow_focus(frame, headers, content_rect, by_key);
    drag::scroll_edges(ui, frame, rect);
    let scroll_x = frame.state.board.pending_scroll_x.take();
    let area = scroll_area_along([true, false], "board", [scroll_x, None]);
    let mut child = ui.part(rect, "lanes");
    let mut visible = Vec::new();
    let output = area.show_viewport(&mut child, |ui, viewport| {
        let origin = ui.max_rect().min;
        ui.set_width(frame.state.board.total_width(frame, headers));
        ui.set_height(rect.height());
        let mut x = MARGIN;
        let widths: Vec<f32> = frame.state.board.column_pitches(frame, headers).collect();
        for (at, (header, pitch)) in headers.iter().zip(widths).enumerate() {
            let width = pitch - frame.theme.tokens.size.column_gap;
            let column_rect = Rect::from_min_max(
                pos2(origin.x + x, rect.top() + header_top(frame)),
                pos2(origin.x + x + width, content_rect.bottom()),
            );
            if x + width > viewport.left() && x < viewport.right() {
                column::show(ui, frame, at, header, column_rect);
                visible.push((at, column_rect.intersect(rect)));
            } else {
                column::column_ui(ui, header, column_rect);
            }
            x += pitch;
        }
    });
    frame.state.board.scroll_x = output.state.clamped_offset().x;
    frame.state.board.max_scroll_x = (output.content_size.x - rect.width()).max(0.0);
    drag::update_drag(ui, frame, &visible, headers);
    if frame.state.board.drag.is_none() {
        selection_bar::show(ui, frame, rect);
    }
}

/// Draws the empty state unless there are deals, and returns whether it did. Before the first load it draws `outlines`.
pub(super) fn draw_empty_state(
    ui: &mut Ui,
    frame: &mut FrameCtx<'_>,
    rect: Rect,
    outlines: impl FnOnce(&Ui, &FrameCtx<'_>, Rect),
) -> bool {
    match empty_state::board_placeholder(frame.app) {
        None => return false,
        Some(_) if is_first_load(frame.app) => outlines(ui, frame, rect),
        Some(placeholder) => empty_pane::show(ui, frame, rect, &placeholder, Icon::Filter),
    }
    true
}

fn measure_columns(frame: &mut FrameCtx<'_>, rect: Rect) {
    let size = &frame.theme.tokens.size;
    let columns = ((rect.width() - MARGIN) / (frame.state.board.column_width + size.column_gap))
        .floor()
        .max(1.0) as usize;
    let body = rect.height() - header_top(frame) - header_height(frame);
    let cards = (body / card_pitch(frame)).floor().max(1.0) as usize;
    frame.state.board.viewport = BoardViewport { columns, cards, ..BoardViewport::default() };
}

/// Returns whether the first load is still in progress.
fn is_first_load(app: &App) -> bool {
    let snapshot = app.cx.snapshot();
    let reachable = matches!(
        snapshot.connection,
        ConnectionState::Starting | ConnectionState::Online | ConnectionState::Slow { .. }
    );
    reachable
        && snapshot.deals_error.is_none()
        && snapshot.coverage.complete_at.is_none()
        && app.pipeline.filtered().total == 0
}

/// Draws placeholder columns before the first load.
fn draw_placeholders(ui: &Ui, frame: &FrameCtx<'_>, rect: Rect) {
    let size = &frame.theme.tokens.size;
    let painter = frame.painter(ui).clipped(rect);
    let column_rect = rect.after(MARGIN).with_min_y(rect.top() + header_top(frame));
    skeleton::paint_columns(
        &painter,
        column_rect,
        size.column,
        (header_height(frame), size.card, card_pitch(frame)),
    );
}
