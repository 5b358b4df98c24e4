//! What a person gave as a deal entered a status: why, and the fields that the house asks for and the contract lets nobody
//! write. It is kept here, a setting each, and sent nowhere; the journal of the write that moved the deal tells the reason.

use crate::contract::OperationId;
use crate::contract::patch::Fields;
use crate::store::{Row, Store, StoreError};

/// Where the reason of a deal for its status is kept. The status comes first, so that those of one status stand together.
#[must_use]
pub fn reason_setting(status: &str, deal: &str) -> String {
    format!("entry/reason/{status}/{deal}")
}

/// Where a field of a deal is kept that is the house's own.
#[must_use]
pub fn own_field_setting(field: &str, deal: &str) -> String {
    format!("entry/field/{field}/{deal}")
}

/// The reason given for the move that a write makes, if it makes one.
pub(crate) fn reason_of(store: &Store, row: &Row) -> Result<Option<String>, StoreError> {
    if row.operation != OperationId::DealsUpdate {
        return Ok(None);
    }
    let sent = Fields::parse(&row.body).map_err(|error| StoreError::Unreadable(error.to_string()))?;
    match sent.text("status") {
        Some(status) => store.kept_setting(&reason_setting(&status, &row.record)),
        None => Ok(None),
    }
}
