//! Signing in, and what is shown where the start fails.

pub mod sign_in;
pub(super) mod startup_error;
