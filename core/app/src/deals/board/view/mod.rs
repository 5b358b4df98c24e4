//! Text of the board: columns, headers and cards.
//!
//! Only the requested parts are built, so a frame costs only what is visible.

pub mod card;
pub mod drag;
pub mod header;
pub mod header_metric_text;
pub mod metric_tiles;
