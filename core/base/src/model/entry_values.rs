//! Values given when a deal enters a status: the reason and your organisation's own fields.
//!
//! The contract does not allow writing these fields. Each is stored as a local setting and never sent. The journal
//! entry of the move also has the reason.

/// Returns the setting name of a deal's reason. The status comes first, so names sort by status.
#[must_use]
pub fn reason_setting(status: &str, deal: &str) -> String {
    format!("entry/reason/{status}/{deal}")
}

/// Prefix of the setting names of custom fields of deals.
pub const CUSTOM_FIELD_PREFIX: &str = "entry/field/";

/// Returns the setting name of a deal's custom field.
#[must_use]
pub fn custom_field_setting(field: &str, deal: &str) -> String {
    format!("{CUSTOM_FIELD_PREFIX}{field}/{deal}")
}
