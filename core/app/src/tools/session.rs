//! Start and end of a session: restored state and possible losses.

pub(crate) mod actions;
pub mod idle_lock;
#[cfg(test)]
mod link_tests;
mod pending_deletions;
pub(crate) mod quit;
#[cfg(test)]
pub(crate) mod quit_tests;
pub(crate) mod restore;
#[cfg(test)]
mod restore_tests;
pub mod session;
pub mod view;
