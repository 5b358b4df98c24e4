//! Permissions that the API key is known to lack. The client learns them only from refusals, because no route lists
//! them. An accepted write or a manual refresh clears the list.

/// Scope required for writing deals (contract, "Endpoints").
pub(crate) const DEALS_WRITE: &str = "deals:write";
