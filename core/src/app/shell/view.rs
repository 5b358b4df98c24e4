//! The parts of `view`.

pub mod empty_state;
pub mod footer_keys;
pub mod screen_reader;
pub mod sheet;
pub mod status_line;
