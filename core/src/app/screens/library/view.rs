//! Views and dashboards in words.

mod dashboard;
pub mod library;
mod service_view;
pub mod tiles;
