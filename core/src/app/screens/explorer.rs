//! The Explorer: what the service has, as it is.

pub mod named_routes;
pub mod explorer;
#[cfg(test)]
mod explorer_tests;
mod filter_undo;
mod paging;
mod queries;
pub(in crate::app) mod route;
pub(in crate::app) mod rows;
pub(in crate::app) mod rows_cache;
pub mod view;
