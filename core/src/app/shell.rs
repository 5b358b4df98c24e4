//! The parts of `shell`.

mod absorb;
pub(in crate::app) mod action;
pub mod app;
mod apply;
mod apply_aimed;
pub(in crate::app) mod enabled;
mod features;
mod menu_search;
pub(in crate::app) mod navigate;
mod queries;
mod queued_keys;
mod routing;
pub(super) mod sheet_dispatch;
pub(in crate::app) mod tick;
pub mod view;
mod wrong_screen;
