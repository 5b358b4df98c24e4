//! The terminal front end of Encours: the full-screen interface and the command line.
//!
//! Rule of the house: what a person does and sees is decided in `encours-core` (`app`, `view`). Here it is read from
//! a terminal and drawn on one, nothing else.

pub mod cli;
pub mod screens;
pub mod terminal;
pub mod theme;
pub mod widgets;

#[cfg(test)]
mod test_support;

pub use terminal::{Ended, Error, Launch, Open, Source, Wake, run};
