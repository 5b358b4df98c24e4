//! Routes that need a delegated user: preferences, dashboards, saved views.

pub(super) mod alert_preferences;
pub(super) mod dashboards;
pub(super) mod saved_views;
