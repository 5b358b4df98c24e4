//! Actions, keys and the contexts in which they apply.

pub mod commands;
pub mod context;
mod custom_keys;
pub mod disabled_reason;
pub mod key;
pub mod keymap;
pub mod keymap_error;
pub(crate) mod step;
pub(crate) mod zoom;
