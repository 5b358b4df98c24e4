//! What a person gave as a deal entered a status: why, and the fields that the house asks for and the contract lets nobody
//! write. It is kept here, a setting each, and sent nowhere; the journal of the write that moved the deal tells the reason.

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
