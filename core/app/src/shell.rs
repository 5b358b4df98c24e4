//! `App`: combines the features and dispatches actions that concern several of them.

pub mod action;
#[cfg(test)]
mod any_key_tests;
pub mod app;
mod dispatch;
mod dispatch_targeted;
pub(crate) mod enabled;
mod features;
#[cfg(test)]
mod footer_keys_tests;
mod keys;
mod menu_search;
#[cfg(test)]
mod menu_search_tests;
pub(crate) mod navigate;
mod on_snapshot;
pub(super) mod picker_dispatch;
pub mod picker_focus;
mod queued_keys;
#[cfg(test)]
mod queued_keys_tests;
mod routing;
pub mod run_action;
#[cfg(test)]
pub(crate) mod testing;
pub mod text_input;
pub(crate) mod tick;
pub mod view;
mod wrong_screen;
