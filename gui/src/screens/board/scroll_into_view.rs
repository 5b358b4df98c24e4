//! Scrolls the board to keep the focus or the drop target in view.
//!
//! The focus belongs to a deal and follows it. The board scrolls no further than needed and back when the card leaves.
//! Changes by other users do not scroll it.

use std::collections::BTreeMap;

use crate::prelude::*;
use encours_core::app::deals::pipeline::board_state::BoardCursor;
use encours_core::app::foundation::cx::overlay_types::Swimlanes;
use encours_core::contract::ids::DealId;

use super::{BoardUiState, MARGIN, card_pitch, header_height, header_top};

/// Scroll positions of the columns before a card was moved by keyboard.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct ScrollBeforeGrab {
    deal: DealId,
    /// The column that the card was taken from.
    source_column: usize,
    scroll_y: BTreeMap<usize, f32>,
    /// The column in which the card was dropped, if it was.
    drop_column: Option<usize>,
}

/// The card moved last: its new column, and that column's scroll position before.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LastArrival {
    deal: DealId,
    column: usize,
    prior_scroll: f32,
}

/// Layout of the cards; after a change, earlier positions are meaningless.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct CardGeometry {
    swimlanes: Swimlanes,
    pitch: f32,
}

impl CardGeometry {
    pub(crate) fn new(frame: &FrameCtx<'_>) -> Self {
        Self { swimlanes: frame.app.pipeline.board_layout().swimlanes, pitch: card_pitch(frame) }
    }

    /// Returns whether the board has the same kind of swimlanes.
    pub(crate) fn has_same_swimlanes(self, other: Self) -> bool {
        self.swimlanes == other.swimlanes
    }
}

/// The focus and the available area when last checked.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LastSeenFocus {
    cursor: BoardCursor,
    geometry: CardGeometry,
    width: f32,
    height: f32,
    /// Left and right edge of the focused column, from the left margin.
    column_edges: (f32, f32),
}

/// Scroll state from before the board became narrower.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct NarrowedScroll {
    width: f32,
    /// Horizontal scroll position at that time.
    scroll_x: f32,
    /// Horizontal position scrolled to since; if the actual one differs, the user has scrolled.
    later_scroll_x: f32,
}

impl LastSeenFocus {
    /// Returns whether the same card is in the same column.
    fn is_same_card(&self, other: &Self) -> bool {
        self.cursor.deal == other.cursor.deal
            && self.cursor.column == other.cursor.column
            && self.geometry == other.geometry
    }

    /// Returns whether the card was visible at the scroll positions.
    fn was_visible(&self, scroll_x: f32, down: f32) -> bool {
        let row = (self.cursor.index as f32 + 0.5) * self.geometry.pitch;
        let column = f32::midpoint(self.column_edges.0, self.column_edges.1);
        (down..down + self.height).contains(&row) && (scroll_x..scroll_x + self.width).contains(&column)
    }
}

impl BoardUiState {
    /// Restores the scroll positions of columns that a moved card has left. While a card moves, each column scrolls to
    /// its drop position.
    pub(super) fn restore_scroll(frame: &mut FrameCtx<'_>) {
        let cursor = &frame.app.pipeline.board().cursor;
        if let Some(keyboard_drag) = frame.app.card_move.dragged() {
            let saved =
                frame.state.board.scroll_before_grab.take().filter(|before| before.drop_column.is_none());
            frame.state.board.scroll_before_grab = saved.or_else(|| {
                Some(ScrollBeforeGrab {
                    deal: keyboard_drag.deal.clone(),
                    source_column: cursor.column,
                    scroll_y: frame.state.board.scroll_y.clone(),
                    drop_column: None,
                })
            });
            return;
        }
        let Some(mut before) = frame.state.board.scroll_before_grab.take() else {
            return;
        };
        let same = cursor.deal.as_ref() == Some(&before.deal);
        match before.drop_column {
            None => {
                let passed: Vec<usize> = frame.state.board.scroll_y.keys().copied().collect();
                for at in passed.into_iter().filter(|at| *at != cursor.column) {
                    frame.state.board.restore_column_scroll(&before, at);
                }
            }
            Some(landed) if same && cursor.column == before.source_column => {
                if landed != before.source_column {
                    frame.state.board.restore_column_scroll(&before, landed);
                }
                return;
            }
            Some(_) if same => {}
            Some(_) => return,
        }
        before.drop_column = Some(cursor.column);
        frame.state.board.scroll_before_grab = Some(before);
    }

    fn restore_column_scroll(&mut self, saved: &ScrollBeforeGrab, column: usize) {
        let was = saved.scroll_y.get(&column).copied().unwrap_or(0.0);
        let now = self.scroll_y.get(&column).copied().unwrap_or(0.0);
        if (now - was).abs() > 0.5 {
            self.pending_scroll_y.insert(column, was);
        }
    }

    /// Scrolls the focus into view after a key, a move, or a loss of space. If another user's change moves the focus,
    /// or if the user scrolled away from it, the board stays. Toasts cover the bottom, so that part does not count.
    pub(super) fn follow_focus(frame: &mut FrameCtx<'_>, headers: &[ColumnHeader], area: Rect, by_key: bool) {
        let cursor = frame.app.pipeline.board().cursor.clone();
        let now = LastSeenFocus {
            column_edges: frame.state.board.column_edges(frame, headers, cursor.column),
            cursor,
            geometry: CardGeometry::new(frame),
            width: area.width(),
            height: area.height() - header_top(frame) - header_height(frame) - toasts::covered_height(frame),
        };
        let previous = frame.state.board.last_focus.replace(now.clone());
        Self::follow_moved(frame, previous.as_ref(), &now);
        let offset = |column: usize| frame.state.board.scroll_y.get(&column).copied().unwrap_or(0.0);
        let is_unchanged = previous.as_ref().is_some_and(|previous_focus| {
            let at = offset(now.cursor.column);
            let roomier = previous_focus.width <= now.width && previous_focus.height <= now.height;
            let stays = (previous_focus.cursor.index == now.cursor.index || !frame.state.board.follows_user)
                && roomier;
            (previous_focus.is_same_card(&now)
                || !frame.state.board.follows_user && previous_focus.geometry == now.geometry)
                && (stays || !previous_focus.was_visible(frame.state.board.scroll_x, at))
        });
        let is_unchanged = is_unchanged
            || frame.state.board.focused_by_pointer
                && previous.as_ref().is_some_and(|previous_focus| previous_focus.width <= now.width);
        // Boards with and without swimlanes have separate scroll positions, which persist while the other is shown.
        let is_other_layout = previous
            .as_ref()
            .is_some_and(|previous_focus| !previous_focus.geometry.has_same_swimlanes(now.geometry));
        let wider = previous.as_ref().is_some_and(|previous_focus| previous_focus.width < now.width);
        if let Some(wide) = previous.filter(|previous_focus| previous_focus.width > now.width) {
            let scroll_x = frame.state.board.scroll_x;
            let narrowed = NarrowedScroll { width: wide.width, scroll_x, later_scroll_x: scroll_x };
            frame.state.board.narrowed.get_or_insert(narrowed);
        }
        if is_unchanged && !by_key && !wider {
            return;
        }
        let (column, index) = Self::focus_target(frame);
        let (left_x, right_x) = frame.state.board.column_edges(frame, headers, column);
        let board = &mut frame.state.board;
        let from = board.start_scroll_x(area.width(), wider);
        let target = from.min(left_x - MARGIN).max((right_x + MARGIN - area.width()).max(0.0));
        if let Some(narrowed) = &mut board.narrowed {
            narrowed.later_scroll_x = target;
        }
        if (target - board.scroll_x).abs() > 0.5 {
            board.pending_scroll_x = Some(target.max(0.0));
        }
        if is_other_layout {
            frame.state.board.pending_scroll_x.get_or_insert(frame.state.board.scroll_x);
        }
        if is_unchanged && !by_key {
            return;
        }
        let (top, pitch) = (index as f32 * now.geometry.pitch, now.geometry.pitch);
        let offset = frame.state.board.scroll_y.get(&column).copied().unwrap_or(0.0);
        let target = offset.min(top).max(top + pitch - now.height.max(pitch));
        if (target - offset).abs() > 0.5 {
            frame.state.board.pending_scroll_y.insert(column, target);
        }
    }

    /// Returns the left edges of a column and of the next one.
    fn column_edges(&self, frame: &FrameCtx<'_>, headers: &[ColumnHeader], column: usize) -> (f32, f32) {
        let left_x = MARGIN + self.column_pitches(frame, headers).take(column).sum::<f32>();
        (left_x, left_x + self.column_pitches(frame, headers).nth(column).unwrap_or(0.0))
    }

    /// Returns the horizontal position to scroll from. When the board becomes wide again, the saved position returns,
    /// unless the user has scrolled since.
    fn start_scroll_x(&mut self, width: f32, wider: bool) -> f32 {
        let Some(narrowed) = self.narrowed else {
            return self.scroll_x;
        };
        let user_scrolled = (self.scroll_x - narrowed.later_scroll_x).abs() > 1.0;
        if user_scrolled || (wider && width + 0.5 >= narrowed.width) {
            self.narrowed = None;
        }
        if wider && !user_scrolled { narrowed.scroll_x } else { self.scroll_x }
    }

    /// Scrolls a column back when the card that it was scrolled for leaves it. If the focus is in the column, it stays.
    fn follow_moved(frame: &mut FrameCtx<'_>, previous: Option<&LastSeenFocus>, now: &LastSeenFocus) {
        let offset = |board: &Self, column: usize| board.scroll_y.get(&column).copied().unwrap_or(0.0);
        let table = &frame.app.cx.snapshot().deals;
        if let Some(arrival) = frame.state.board.last_arrival.take() {
            let row = table.find(arrival.deal.as_str());
            let new_position = row.and_then(|ix| frame.app.pipeline.filtered().position_of(table, ix));
            if new_position.is_some_and(|(column, _)| column == arrival.column) {
                frame.state.board.last_arrival = Some(arrival);
            } else if now.cursor.column != arrival.column
                && (offset(&frame.state.board, arrival.column) - arrival.prior_scroll).abs() > 0.5
            {
                frame.state.board.pending_scroll_y.insert(arrival.column, arrival.prior_scroll);
            }
        }
        let has_moved = previous.is_some_and(|previous_focus| {
            previous_focus.cursor.deal == now.cursor.deal && previous_focus.cursor.column != now.cursor.column
        });
        // For a card moved by keyboard, `restore_scroll` restores the columns.
        if let (true, Some(deal), None) = (has_moved, &now.cursor.deal, &frame.state.board.scroll_before_grab)
        {
            frame.state.board.last_arrival = Some(LastArrival {
                deal: deal.clone(),
                column: now.cursor.column,
                prior_scroll: offset(&frame.state.board, now.cursor.column),
            });
        }
    }

    /// Returns column and index to keep in view: of the focus, or of the drop position of a moved card.
    pub(crate) fn focus_target(frame: &FrameCtx<'_>) -> (usize, usize) {
        let cursor = &frame.app.pipeline.board().cursor;
        match frame.app.card_move.dragged() {
            // With swimlanes, a card may move to another swimlane of the same column.
            Some(keyboard_drag)
                if keyboard_drag.column != cursor.column || keyboard_drag.swimlane.is_some() =>
            {
                let drop_place = frame.app.pipeline.drop_index(
                    &keyboard_drag.deal,
                    keyboard_drag.column,
                    keyboard_drag.swimlane.as_deref(),
                    &frame.app.cx,
                );
                (keyboard_drag.column, drop_place.unwrap_or(0))
            }
            _ => (cursor.column, cursor.index),
        }
    }
}
