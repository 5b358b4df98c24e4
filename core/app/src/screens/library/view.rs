//! View models of the views screen.

mod dashboard;
pub mod library;
mod service_view;
pub mod tiles;
