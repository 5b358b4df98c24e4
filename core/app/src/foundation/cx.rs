//! The context that all features share.

mod actions;
pub(crate) mod app_cx;
pub mod bulk_row;
pub(crate) mod change;
pub(crate) mod change_list;
pub(crate) mod change_types;
pub(crate) mod in_flight;
pub mod options;
pub mod output;
pub mod overlay;
pub mod overlay_types;
pub(crate) mod queries;
mod record_changes;
pub mod toast;
pub mod toast_content;
mod toast_stack;
pub(crate) mod toast_traits;
pub mod toast_types;
pub mod trail;
