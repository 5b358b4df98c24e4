//! Counts the deals of an entry form by target status and names the first.

use crate::foundation::cx::bulk_row::BulkRow;
use crate::foundation::cx::overlay_types::Entrants;

impl Entrants {
    /// Number of deals that are named.
    const NAMED: usize = 3;

    /// Returns the number of deals.
    #[must_use]
    pub fn count(&self) -> usize {
        self.to.iter().map(|(_, count)| count).sum()
    }

    /// Adds a deal.
    pub(crate) fn add(&mut self, row: &BulkRow) {
        match self.to.iter_mut().find(|(status, _)| *status == row.to) {
            Some((_, count)) => *count += 1,
            None => self.to.push((row.to.clone(), 1)),
        }
        if self.first.len() < Self::NAMED {
            self.first.push(row.label.clone());
        }
    }
}
