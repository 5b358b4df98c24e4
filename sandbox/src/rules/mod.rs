//! The contract's rules, one per file. A rule inspects a request and either passes it or returns a problem.

pub(crate) mod api_key;
pub(crate) mod auth;
pub(crate) mod bearer;
pub(crate) mod deal_fields;
pub(crate) mod delegation;
pub(crate) mod enum_values;
pub(crate) mod idempotency;
pub(crate) mod kpi_fields;
pub(crate) mod paging;
pub(crate) mod problem;
pub(crate) mod query;
pub(crate) mod rate_limit;
pub(crate) mod saved_view;
