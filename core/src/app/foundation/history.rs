//! The parts of `history`.

pub(in crate::app) mod changes_list;
pub mod view;
mod visit_undo;
