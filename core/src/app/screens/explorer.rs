//! Explorer screen: raw records and answers of the service.

pub mod explorer;
#[cfg(test)]
mod explorer_tests;
mod filter_undo;
pub mod named_routes;
mod paging;
mod queries;
pub(in crate::app) mod route;
pub(in crate::app) mod rows;
pub(in crate::app) mod rows_cache;
pub mod view;
