//! The parts of `explorer`.

pub(in crate::app) mod explorer;
mod filter_undo;
mod paging;
pub(in crate::app) mod route;
pub(in crate::app) mod rows;
mod rows_cache;
pub mod view;
