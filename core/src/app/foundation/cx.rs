//! The context that all features share.

mod actions;
pub(crate) mod app_cx;
pub(in crate::app) mod change;
pub(in crate::app) mod change_list;
pub(in crate::app) mod in_flight;
pub(in crate::app) mod options;
pub(in crate::app) mod overlay;
pub(in crate::app) mod permissions;
mod queries;
mod record_changes;
pub(in crate::app) mod toast;
pub(in crate::app) mod toast_kind;
mod toast_stack;
