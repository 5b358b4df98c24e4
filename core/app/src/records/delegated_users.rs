//! Delegated users: the current one, and switching to another.

pub(crate) mod user_switch;
pub mod view;
