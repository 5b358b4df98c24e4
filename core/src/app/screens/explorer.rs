//! The parts of `explorer`.

pub(in crate::app) mod explorer;
mod paging;
pub(in crate::app) mod route;
pub(in crate::app) mod rows;
mod rows_cache;
pub mod view;
