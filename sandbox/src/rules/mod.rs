//! The contract's rules, one file each. A rule reads a request and lets it pass or says which problem it is.

pub(crate) mod auth;
pub(crate) mod bearer;
pub(crate) mod codes;
pub(crate) mod deal_fields;
pub(crate) mod delegation;
pub(crate) mod idempotency;
pub(crate) mod key;
pub(crate) mod kpi_fields;
pub(crate) mod paging;
pub(crate) mod problem;
pub(crate) mod query;
pub(crate) mod rate;
pub(crate) mod saved_view;
