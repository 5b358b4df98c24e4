//! View models around every screen: footer keys, status line, empty states, screen reader.

pub mod empty_state;
pub mod footer_keys;
pub mod hint;
pub mod overlay_keys;
pub mod picker;
pub mod screen_reader;
pub mod status_items;
pub mod status_line;
pub mod tabs;
