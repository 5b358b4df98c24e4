//! The parts of `session`.

pub mod sign_in;
pub(super) mod startup_error;
