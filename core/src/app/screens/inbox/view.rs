//! Notifications in words.

pub mod row_title;
pub mod alerts;
pub mod frequency;
pub mod inbox;
mod preview;
mod rows;
mod unanswered;
