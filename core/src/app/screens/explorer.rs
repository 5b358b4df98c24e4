//! The parts of `explorer`.

pub(in crate::app) mod explorer;
mod filter_undo;
mod paging;
mod queries;
pub(in crate::app) mod route;
pub(in crate::app) mod rows;
pub(in crate::app) mod rows_cache;
pub mod view;
