//! The context that all features share.

mod actions;
pub(crate) mod app_cx;
pub(crate) mod bulk_row;
pub(in crate::app) mod change;
pub(in crate::app) mod change_list;
pub(crate) mod change_types;
pub(in crate::app) mod entry_rules;
pub(in crate::app) mod in_flight;
pub(in crate::app) mod options;
pub(in crate::app) mod overlay;
pub(crate) mod overlay_types;
pub(in crate::app) mod permissions;
mod queries;
mod record_changes;
pub(crate) mod sheet;
pub(in crate::app) mod toast;
pub(in crate::app) mod toast_kind;
mod toast_stack;
pub(crate) mod toast_types;
