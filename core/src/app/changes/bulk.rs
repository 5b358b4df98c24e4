//! The parts of `bulk`.

pub(crate) mod bulk_change;
pub(super) mod dry_run;
pub(in crate::app) mod model;
mod outcome;
mod partial_undo;
mod run;
mod start;
pub(in crate::app) mod view;
