//! All deals by status in board order, updated with each new table. Filters, sorting and searches start from it.

use std::sync::Arc;

use super::filtered::Lens;
use super::known_statuses::KnownStatuses;
use crate::model::table::DealTable;
use crate::query::Query;

/// The board without a filter.
#[derive(Clone, Debug, Default)]
pub struct Whole {
    of: Arc<DealTable>,
    lens: Lens,
}

impl Whole {
    /// Updates the board to `deals` and returns it. The statuses in `known` keep their columns.
    pub fn of(&mut self, deals: &Arc<DealTable>, known: &KnownStatuses) -> &Lens {
        let everything = Query::default();
        if !self.lens.follow(&self.of, deals, &everything, known, 0) {
            self.lens = Lens::whole(deals, known);
        }
        self.of = deals.clone();
        &self.lens
    }

    /// Returns the board after the last update.
    pub fn lens(&self) -> &Lens {
        &self.lens
    }
}
