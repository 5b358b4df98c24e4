//! What lies over a screen, in words: help, palette, menu, form.

mod entering;
mod form;
mod help;
mod help_lines;
mod menu;
mod palette;

pub(in crate::view) use form::stranger;
pub use form::{FormLine, FormView, form, offers_values};
pub use help::{HelpGroup, HelpLine, help, terminal_key};
pub use menu::{MenuLine, menu, menu_typed};
pub use palette::{PaletteGroup, PaletteLine, palette, palette_count};
