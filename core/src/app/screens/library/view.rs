//! The parts of `view`.

mod dashboard;
pub mod library;
mod service_view;
pub mod tiles;
