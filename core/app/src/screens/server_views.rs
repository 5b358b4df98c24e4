//! Views and dashboards of the service.

mod dashboard_widgets;
mod detail;
mod matching_operations;
mod queries;
pub mod server_views;
pub mod view;
