//! `App`: composes the features, and carries out what reaches into several of them.

mod absorb;
pub mod key_queue;
pub mod action;
#[cfg(test)]
mod any_key_tests;
pub mod app;
mod apply;
mod apply_aimed;
pub(in crate::app) mod enabled;
mod features;
#[cfg(test)]
mod footer_keys_tests;
mod menu_search;
#[cfg(test)]
mod menu_search_tests;
pub(in crate::app) mod navigate;
mod queries;
mod queued_keys;
#[cfg(test)]
mod queued_keys_tests;
mod routing;
pub(super) mod sheet_dispatch;
#[cfg(test)]
pub(in crate::app) mod testing;
pub(in crate::app) mod tick;
pub mod view;
mod wrong_screen;
