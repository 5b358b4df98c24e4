//! The deals that a form stands before: how many go where, and which are the first of them.

use crate::app::foundation::cx::bulk_row::BulkRow;
use crate::app::foundation::cx::overlay_types::Entrants;

impl Entrants {
    /// So many are named.
    const NAMED: usize = 3;

    /// How many there are.
    #[must_use]
    pub fn count(&self) -> usize {
        self.to.iter().map(|(_, count)| count).sum()
    }

    /// Counts one more.
    pub(in crate::app) fn add(&mut self, row: &BulkRow) {
        match self.to.iter_mut().find(|(status, _)| *status == row.to) {
            Some((_, count)) => *count += 1,
            None => self.to.push((row.to.clone(), 1)),
        }
        if self.first.len() < Self::NAMED {
            self.first.push(row.label.clone());
        }
    }
}
