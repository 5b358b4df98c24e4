//! Sign-in and startup error screens.

pub mod sign_in;
pub(super) mod startup_error;
