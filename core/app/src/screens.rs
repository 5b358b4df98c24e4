//! The screens other than the deal screens.

pub mod agenda;
pub mod checks;
pub mod compare;
pub mod explorer;
pub mod flow;
pub mod inbox;
pub mod portfolio;
pub mod server_views;
pub mod tasks;
pub mod views;
