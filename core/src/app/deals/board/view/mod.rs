//! The board: columns, heads and cards as texts. Only what is asked for is built, so that a frame costs what is
//! visible.

pub mod card;
pub mod lane_head;
pub mod drag;
pub mod head;
pub mod metric;
pub mod metrics;

