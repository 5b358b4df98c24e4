//! Views and dashboards of the service.

mod actions;
pub mod library;
mod queries;
pub mod view;
