//! Views and dashboards of the service.

mod dashboard_widgets;
mod detail;
pub mod library;
mod matching_operations;
mod queries;
pub mod view;
