//! Follow-ups: a date and a line of text on a deal, stored on this device.

pub mod actions;
#[cfg(test)]
mod actions_tests;
pub mod calendar;
pub mod view;
