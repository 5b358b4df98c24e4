//! The parts of `shell`.

mod absorb;
mod action;
pub mod app;
mod apply;
mod apply_aimed;
mod enabled;
mod menu_search;
mod navigate;
mod queries;
mod queued_keys;
mod routing;
pub(super) mod sheet_dispatch;
mod tick;
pub mod view;
mod wrong_screen;
