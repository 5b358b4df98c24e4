//! Acting for another user.

pub(in crate::app) mod act_for;
pub mod view;
