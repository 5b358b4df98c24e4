//! What changed since the last visit.

pub(in crate::app) mod changes_list;
mod queries;
pub mod view;
pub(crate) mod visit;
#[cfg(test)]
mod visit_tests;
mod visit_undo;
