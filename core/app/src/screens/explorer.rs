//! Explorer screen: raw records and responses of the service.

pub mod explorer;
#[cfg(test)]
mod explorer_tests;
pub mod named_routes;
mod paging;
pub(crate) mod route;
pub(crate) mod rows;
pub(crate) mod rows_cache;
pub mod view;
