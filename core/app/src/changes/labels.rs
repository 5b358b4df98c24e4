//! Stars and labels of deals, stored on this device.

pub mod actions;
#[cfg(test)]
mod actions_tests;
