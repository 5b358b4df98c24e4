//! Views and dashboards of the service.

mod actions;
pub(in crate::app) mod library;
mod queries;
pub mod view;
