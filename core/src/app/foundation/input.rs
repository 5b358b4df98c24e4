//! Actions, keys and where each of them holds.

pub(in crate::app) mod commands;
pub(in crate::app) mod context;
mod custom_keys;
pub(in crate::app) mod disabled_reason;
pub(in crate::app) mod key;
pub(in crate::app) mod keymap;
pub(in crate::app) mod keymap_error;
pub(in crate::app) mod step;
pub(in crate::app) mod zoom;
