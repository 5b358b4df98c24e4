//! Counts the deals of an entry form by target status and names the first.

use crate::foundation::cx::bulk_row::BulkRow;
use crate::foundation::cx::overlay_types::EntrySummary;

impl EntrySummary {
    /// Number of deals that are named.
    const MAX_NAMES: usize = 3;

    /// Returns the number of deals.
    #[must_use]
    pub fn count(&self) -> usize {
        self.targets.iter().map(|(_, count)| count).sum()
    }

    /// Adds a deal.
    pub(crate) fn add(&mut self, row: &BulkRow) {
        match self.targets.iter_mut().find(|(status, _)| *status == row.to) {
            Some((_, count)) => *count += 1,
            None => self.targets.push((row.to.clone(), 1)),
        }
        if self.first_names.len() < Self::MAX_NAMES {
            self.first_names.push(row.label.clone());
        }
    }
}
