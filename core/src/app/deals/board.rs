//! The parts of `board`.

pub(crate) mod card_move;
pub(in crate::app) mod column_stats;
mod drop;
pub(in crate::app) mod drop_position;
pub(in crate::app) mod focus_after_move;
pub(super) mod focus_sideways;
pub(in crate::app) mod header_metric;
pub(in crate::app) mod keyboard_drag;
pub(in crate::app) mod metrics;
pub(in crate::app) mod swimlane_stats;
pub(in crate::app) mod swimlanes;
pub mod view;
