//! Acting for another user.

pub(crate) mod user_switch;
pub mod view;
