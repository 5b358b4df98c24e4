//! Actions, keys and the contexts in which they apply.

pub mod commands;
pub mod context;
mod custom_keys;
pub mod disabled_reason;
pub mod key;
pub mod keymap;
pub mod keymap_error;
pub(in crate::app) mod step;
pub(in crate::app) mod zoom;
