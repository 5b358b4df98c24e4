//! All deals by status in board order, updated with each new table. Filters, sorting and searches start from it.

use std::sync::Arc;

use super::filtered::FilteredBoard;
use super::known_statuses::KnownStatuses;
use crate::model::table::DealTable;
use crate::query::{AgeClock, Query};

/// The board without a filter.
#[derive(Clone, Debug, Default)]
pub struct AllDeals {
    table: Arc<DealTable>,
    known: KnownStatuses,
    board: FilteredBoard,
}

impl AllDeals {
    /// Updates the board to `deals` and returns it. The statuses in `known` keep their columns.
    pub fn update(&mut self, deals: &Arc<DealTable>, known: &KnownStatuses) -> &FilteredBoard {
        // A typed character changes neither.
        if Arc::ptr_eq(&self.table, deals) && self.known == *known {
            return &self.board;
        }
        let match_all = Query::default();
        if !self.board.update(&self.table, deals, &match_all, known, AgeClock::default()) {
            self.board = FilteredBoard::all(deals, known);
        }
        (self.table, self.known) = (deals.clone(), known.clone());
        &self.board
    }

    /// Returns the board after the last update.
    pub fn board(&self) -> &FilteredBoard {
        &self.board
    }
}
