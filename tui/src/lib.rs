//! The terminal front end of Encours: its command line, and the full-screen interface.

pub mod cli;
