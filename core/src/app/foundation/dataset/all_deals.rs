//! Every deal by status in the board's own order, followed from one table to the next: what filters, orders and searches
//! begin with.

use std::sync::Arc;

use super::filtered::Lens;
use super::known_statuses::KnownStatuses;
use crate::model::table::DealTable;
use crate::query::Query;

/// The lens that leaves everything.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Whole {
    of: Arc<DealTable>,
    lens: Lens,
}

impl Whole {
    /// That of `deals`, in which the statuses `known` keep their columns.
    pub(in crate::app) fn of(&mut self, deals: &Arc<DealTable>, known: &KnownStatuses) -> &Lens {
        let everything = Query::default();
        if !self.lens.follow(&self.of, deals, &everything, known, 0) {
            self.lens = Lens::whole(deals, known);
        }
        self.of = deals.clone();
        &self.lens
    }

    /// As it was followed last.
    pub(in crate::app) fn lens(&self) -> &Lens {
        &self.lens
    }
}
