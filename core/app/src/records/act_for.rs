//! Acting for another user.

pub(crate) mod act_for;
pub mod view;
