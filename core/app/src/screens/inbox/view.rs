//! View models of the notifications screen.

pub mod alerts;
pub mod frequency;
pub mod inbox;
mod preview;
pub mod row_title;
mod rows;
mod unresolved_ids;
