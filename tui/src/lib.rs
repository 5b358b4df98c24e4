//! The terminal front end of Encours: the full-screen interface and the command line.
//!
//! Behaviour and views are in `encours-core` (`app`). This crate only reads input from a terminal and
//! draws on it.

pub mod cli;
pub mod screens;
pub mod terminal;
pub mod theme;
pub mod widgets;

#[cfg(test)]
mod test_support;

pub use terminal::{DataSource, Error, ExitReason, LaunchParams, OpenSource, Wake, run};
