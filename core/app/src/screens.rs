//! The screens other than the deal screens.

pub mod explorer;
pub mod inbox;
pub mod library;
pub mod portfolio;
pub mod tasks;
pub mod views;
