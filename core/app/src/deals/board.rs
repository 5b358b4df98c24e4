//! The board: columns, swimlanes, cards and their moves.

#[cfg(test)]
mod board_tests;
pub mod card_move;
pub mod column_stats;
pub(crate) mod drop_position;
pub(crate) mod focus_after_move;
pub(super) mod focus_sideways;
#[cfg(test)]
mod focus_sideways_tests;
pub mod header_metric;
#[cfg(test)]
mod header_metric_tests;
pub(crate) mod keyboard_drag;
pub(crate) mod metrics;
pub mod view;
