//! Focus of the board, and scrolling to it.
//!
//! The focus belongs to a deal, not to a position, so it follows the deal through refreshes and moves. If the deal
//! disappears or is folded away, its neighbour gets the focus. If another user moved it, or the user's own write to it
//! failed, its column is unfolded instead.

use crate::deals::pipeline::board_focus::BoardViewport;
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
            if let Some(first) = self.board.scroll.get_mut(&column.status) {
                *first = (*first).min(column.rows.len().saturating_sub(cards));
            }
        }
    }

    /// Unfolds the column that others moved the focused deal to. The next key is meant for that deal. `before` holds
    /// the deals before the change. If the user moved it, the focus goes to its neighbour instead.
    pub(crate) fn unfold_for_moved(&mut self, before: &DealTable, cx: &mut AppCx) {
        let Some(deal) = &self.board.cursor.deal else {
            return;
        };
        let status = |table: &DealTable| {
            let row = table.find(deal.as_str()).and_then(|ix| table.row(ix));
            row.map(|row| row.status.to_owned())
        };
        let (was, is) = (status(before), status(&cx.snapshot.deals));
        let own = |write: &PendingWrite| write.record == deal.as_str();
        if let (Some(was), Some(is)) = (was, is)
            && was != is
            && !self.board.folded.contains(&was)
            && !cx.snapshot.writes.iter().any(own)
        {
            self.board.folded.remove(&is);
        }
    }

    /// Records or restores scroll positions as the focus follows a card to another column. When the card leaves again,
    /// by an undo or a refusal, the column returns to its earlier position.
    pub(crate) fn track_column_change(&mut self, to: usize) {
        let status = |at: usize| self.filtered.columns.get(at).map(|column| column.status.clone());
        let (left, reached) = (status(self.board.cursor.column), status(to));
        if left != reached {
            left.inspect(|left| self.restore_scroll(left));
            reached.inspect(|reached| self.save_scroll(reached));
        }
    }

    /// Returns the first column from `here` on that satisfies `what`, else the last before it.
    pub(crate) fn nearest_column(&self, here: usize, what: impl Fn(&usize) -> bool) -> Option<usize> {
        (here..self.filtered.columns.len())
            .find(&what)
            .or_else(|| (0..here).rev().find(&what))
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
        let BoardViewport { columns, cards } = self.board.viewport;
        let cursor = &self.board.cursor;
        let Some(column) = self.filtered.columns.get(cursor.column) else {
            return;
        };
        let first = self.board.scroll.entry(column.status.clone()).or_default();
        let last_first = column.rows.len().saturating_sub(cards.max(1));
        *first = (*first)
            .clamp((cursor.index + 1).saturating_sub(cards.max(1)), cursor.index)
            .min(last_first);
        let open = |at: usize| !self.is_collapsed(at, cx);
        let shown: Vec<usize> = (0..self.filtered.columns.len()).filter(|at| open(*at)).collect();
        // A folded column after the last open one may have the focus; keep the end of the board visible.
        let place = shown.iter().position(|at| *at >= cursor.column);
        let place = place.unwrap_or(shown.len().saturating_sub(1));
        let most = shown.len().saturating_sub(columns.max(1));
        self.board.first_column = self
            .board
            .first_column
            .clamp((place + 1).saturating_sub(columns.max(1)), place)
            .min(most);
    }

    /// Records the scroll position of a status's column before a card moves there.
    fn save_scroll(&mut self, status: &str) {
        self.board.prev_scroll = Some((status.to_owned(), self.board.scroll_offset(status)));
    }

    /// Restores the scroll position that the column had before the card came.
    pub(crate) fn restore_scroll(&mut self, status: &str) {
        if let Some((status, first)) = self.board.prev_scroll.take_if(|(of, _)| of == status) {
            self.board.scroll.insert(status, first);
        }
    }

    pub(in crate::deals) fn column_scroll(&self, column: usize) -> usize {
        self.filtered
            .columns
            .get(column)
            .map_or(0, |c| self.board.scroll_offset(&c.status))
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
