//! The parts of `history`.

pub(in crate::app) mod changes_list;
mod queries;
pub mod view;
pub(crate) mod visit;
mod visit_undo;
