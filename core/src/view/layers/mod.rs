//! What lies over a screen, in words: help, palette, menu, form.

pub use crate::app::changes::deal::view::status_menu::{MenuLine, menu, menu_typed};
pub use crate::app::changes::forms::view::{FormLine, FormView, form};
pub use crate::app::tools::help::view::help::{HelpGroup, HelpLine, help, marked, terminal_key};
pub use crate::app::tools::palette::view::{PaletteGroup, PaletteLine, palette, palette_count};
