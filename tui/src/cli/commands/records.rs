//! Commands for notifications, tasks, saved views, watched records, lists and single records.

pub(super) mod find;
pub(super) mod notifications;
pub(super) mod resource_lists;
pub(super) mod routes;
pub(super) mod show_record;
pub(super) mod singletons;
pub(super) mod tasks;
pub(super) mod views;
pub(super) mod watch;
