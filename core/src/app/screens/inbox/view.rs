//! Notifications in words.

pub mod alerts;
pub mod frequency;
pub mod inbox;
mod preview;
mod rows;
mod unanswered;
