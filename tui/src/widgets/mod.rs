//! Building blocks of the screens. They use cells, styles and texts, and never the application.

mod ascii;
mod bar;
mod canvas;
mod highlight;
mod hit_map;
mod pane;
mod popup;
mod scroll;

pub use bar::{gauge, share_bar};
pub use canvas::{Canvas, Drawn, columns};
pub use highlight::marked;
pub use hit_map::{Hits, Target};
pub use pane::{Pane, pane};
pub use popup::popup;
pub use scroll::{first_line, scroll_bar, scroll_bar_of_cards};
