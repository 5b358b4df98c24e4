//! Focus of the board, and scrolling to it.
//!
//! The focus belongs to a deal, not to a position, so it follows the deal through refreshes and moves. If the deal
//! disappears or is collapsed, its neighbour gets the focus. If another user moved it, or the user's own write to it
//! failed, its column is expanded instead.

use crate::deals::pipeline::board_state::BoardViewport;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::context::Screen;
use crate::model::pending_write::PendingWrite;
use crate::model::table::{DealRow, DealTable};

impl Pipeline {
    /// Limits every scroll position to its column's length.
    pub(crate) fn clamp_scroll(&mut self) {
        let cards = self.board.viewport.cards.max(1);
        for column in &self.filtered.columns {
            if let Some(scroll) = self.board.scroll.get_mut(&column.status) {
                *scroll = (*scroll).min(column.rows.len().saturating_sub(cards));
            }
        }
    }

    /// Expands the column that others moved the focused deal to. The next key is meant for that deal. `before` holds
    /// the deals before the change. If the user moved it, the focus goes to its neighbour instead.
    pub(crate) fn expand_for_moved(&mut self, before: &DealTable, cx: &mut AppCx) {
        let Some(deal) = &self.board.cursor.deal else {
            return;
        };
        let status = |table: &DealTable| {
            let row = table.find(deal.as_str()).and_then(|ix| table.row(ix));
            row.map(|row| row.status.to_owned())
        };
        let (old_status, new_status) = (status(before), status(&cx.snapshot.deals));
        let is_own_write = |write: &PendingWrite| write.record == deal.as_str();
        if let (Some(old_status), Some(new_status)) = (old_status, new_status)
            && old_status != new_status
            && !self.board.collapsed.contains(&old_status)
            && !cx.snapshot.writes.iter().any(is_own_write)
        {
            self.board.collapsed.remove(&new_status);
        }
    }

    /// Records or restores scroll positions as the focus follows a card to another column. When the card leaves again,
    /// by an undo or a rejection, the column returns to its earlier position.
    pub(crate) fn track_column_change(&mut self, to: usize) {
        let status = |at: usize| self.filtered.columns.get(at).map(|column| column.status.clone());
        let (from_status, to_status) = (status(self.board.cursor.column), status(to));
        if from_status != to_status {
            from_status.inspect(|from_status| self.restore_scroll(from_status));
            if let Some(to) = to_status {
                self.board.prev_scroll = Some((to.clone(), self.board.scroll_offset(&to)));
            }
        }
    }

    /// Returns the first column from `start` on that satisfies `is_match`, else the last before it.
    pub(crate) fn nearest_column(&self, start: usize, is_match: impl Fn(&usize) -> bool) -> Option<usize> {
        (start..self.filtered.columns.len()).find(&is_match).or_else(|| (0..start).rev().find(&is_match))
    }

    /// Sets the visible size; front ends call it after each resize.
    pub fn set_viewport(&mut self, viewport: BoardViewport, cx: &mut AppCx) {
        if self.board.viewport != viewport {
            self.board.viewport = viewport;
            self.clamp_scroll();
            self.scroll_into_view(cx);
        }
    }

    pub(crate) fn scroll_into_view(&mut self, cx: &mut AppCx) {
        self.scroll_lanes_into_view(cx);
        let BoardViewport { columns, cards, .. } = self.board.viewport;
        let cursor = &self.board.cursor;
        let Some(column) = self.filtered.columns.get(cursor.column) else {
            return;
        };
        let first = self.board.scroll.entry(column.status.clone()).or_default();
        let max_scroll = column.rows.len().saturating_sub(cards.max(1));
        *first =
            (*first).clamp((cursor.index + 1).saturating_sub(cards.max(1)), cursor.index).min(max_scroll);
        let is_open = |at: usize| !self.is_collapsed_or_empty(at, cx);
        let visible: Vec<usize> = (0..self.filtered.columns.len()).filter(|at| is_open(*at)).collect();
        // A collapsed column after the last open one may have the focus; keep the end of the board visible.
        let position = visible.iter().position(|at| *at >= cursor.column);
        let position = position.unwrap_or(visible.len().saturating_sub(1));
        let max_first = visible.len().saturating_sub(columns.max(1));
        self.board.first_column = self
            .board
            .first_column
            .clamp((position + 1).saturating_sub(columns.max(1)), position)
            .min(max_first);
    }

    /// Restores the scroll position that the column had before the card came.
    pub(crate) fn restore_scroll(&mut self, status: &str) {
        if let Some((status, first)) =
            self.board.prev_scroll.take_if(|(saved_status, _)| saved_status == status)
        {
            self.board.scroll.insert(status, first);
        }
    }

    pub(in crate::deals) fn column_scroll(&self, column: usize) -> usize {
        self.filtered.columns.get(column).map_or(0, |c| self.board.scroll_offset(&c.status))
    }

    /// Sets a column's first visible card, for front ends that scroll by points. The focus does not move, even out of
    /// view.
    pub fn set_scroll(&mut self, column: usize, first: usize) {
        if let Some(target) = self.filtered.columns.get(column) {
            self.board.scroll.insert(target.status.clone(), first);
        }
    }

    /// Returns the focused row: the open deal on its screen, the focused card on the board.
    pub fn focused_row<'a>(&'a self, cx: &'a AppCx) -> Option<DealRow<'a>> {
        if cx.screen == Screen::Deal {
            return self.opened_row(cx);
        }
        let table = &cx.snapshot.deals;
        table.row(table.find(self.board.cursor.deal.as_ref()?.as_str())?)
    }
}
