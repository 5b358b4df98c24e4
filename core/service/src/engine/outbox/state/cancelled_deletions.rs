//! Deletions that were cancelled before they were sent.

use crate::contract::ids::DealId;
use std::collections::BTreeMap;

/// Cancelled deletions whose outcome is unknown.
#[derive(Debug, Default)]
pub(crate) struct CancelledDeletions {
    /// Deletions in flight, by sequence number.
    pub(crate) in_flight: BTreeMap<i64, DealId>,
    /// Names of the deals to fetch.
    pub(crate) to_fetch: BTreeMap<DealId, String>,
}

impl CancelledDeletions {
    /// Forgets a cancellation, because the user wants the deletion after all.
    pub(in crate::engine) fn forget(&mut self, deal: &DealId) {
        self.in_flight.retain(|_, cancelled| cancelled != deal);
        self.to_fetch.remove(deal);
    }

    /// Takes the name of a deal whose fetch was answered, if it was awaited.
    pub(in crate::engine) fn take_fetched(&mut self, deal: &DealId) -> Option<String> {
        self.to_fetch.remove(deal)
    }

    /// Returns the deals to fetch.
    pub(in crate::engine) fn to_fetch(&self) -> Vec<DealId> {
        self.to_fetch.keys().cloned().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn wanted_deletion_is_no_longer_cancelled() {
        let id = |text| DealId::new(text).unwrap();
        let mut cancelled = CancelledDeletions::default();
        cancelled.in_flight.extend([(1, id("a")), (2, id("b"))]);
        cancelled.to_fetch.extend([(id("a"), "A".to_owned()), (id("b"), "B".to_owned())]);
        cancelled.forget(&id("a"));
        assert_eq!(cancelled.in_flight, BTreeMap::from([(2, id("b"))]));
        assert_eq!(cancelled.to_fetch(), [id("b")]);
        assert_eq!(cancelled.take_fetched(&id("b")).as_deref(), Some("B"));
        assert_eq!(cancelled.take_fetched(&id("b")), None);
    }
}
