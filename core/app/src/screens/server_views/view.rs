//! View models of the views screen.

mod dashboard;
mod service_view;
pub mod tiles;
pub mod views_screen;
