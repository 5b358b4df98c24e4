//! Converts a received deal into a cache row.

use crate::contract::models::deal::Deal;
use crate::store::ReceivedRecord;

/// Converts a deal for the store.
pub(crate) fn to_received(deal: &Deal, position: i64) -> ReceivedRecord {
    ReceivedRecord {
        id: deal.id().as_str().to_owned(),
        body: deal.record().as_str().to_owned(),
        position,
        status: deal.status().map(str::to_owned),
    }
}
