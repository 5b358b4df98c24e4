//! The board: columns, swimlanes, cards and their moves.

#[cfg(test)]
mod board_tests;
pub(crate) mod card_move;
pub(in crate::app) mod column_stats;
mod drop;
pub(in crate::app) mod drop_position;
pub(in crate::app) mod focus_after_move;
pub(super) mod focus_sideways;
#[cfg(test)]
mod focus_sideways_tests;
pub mod focus_trail;
pub mod grabbed_cards;
pub mod header_metric;
#[cfg(test)]
mod header_metric_tests;
pub(in crate::app) mod keyboard_drag;
pub(in crate::app) mod metrics;
pub(in crate::app) mod swimlane_stats;
pub mod swimlanes;
pub mod view;
