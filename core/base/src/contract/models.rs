//! Typed records of the contract.

pub mod alert;
pub mod alert_preference;
pub mod dashboard;
pub mod deal;
pub mod delegation;
pub mod entity;
pub mod field_definition;
pub mod kpi;
pub mod note;
pub mod notification;
pub mod portfolio;
pub mod saved_view;
pub mod task;
pub mod token;
