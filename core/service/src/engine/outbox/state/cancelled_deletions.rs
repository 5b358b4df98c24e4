//! Deletions that were cancelled before they were sent.

use crate::contract::ids::DealId;
use std::collections::BTreeMap;

/// Cancelled deletions whose outcome is unknown.
#[derive(Debug, Default)]
pub(crate) struct TakenBack {
    /// Deletions in flight, by sequence number.
    pub(crate) leaving: BTreeMap<i64, DealId>,
    /// Names of the deals to fetch.
    pub(crate) unread: BTreeMap<DealId, String>,
}

impl TakenBack {
    /// Forgets a cancellation, because the user wants the deletion after all.
    pub(in crate::engine) fn wanted_again(&mut self, deal: &DealId) {
        self.leaving.retain(|_, of| of != deal);
        self.unread.remove(deal);
    }

    /// Takes the name of a deal whose fetch was answered, if it was awaited.
    pub(in crate::engine) fn read(&mut self, deal: &DealId) -> Option<String> {
        self.unread.remove(deal)
    }

    /// Returns the deals to fetch.
    pub(in crate::engine) fn unread(&self) -> Vec<DealId> {
        self.unread.keys().cloned().collect()
    }
}
