//! Building blocks of the screens. They use cells, styles and texts, and never the application.

mod ascii;
mod bar;
mod canvas;
mod highlight;
mod hit_map;
mod pane;
mod popup;
mod scroll;
mod split;

pub use bar::{draw_gauge, draw_share_bar};
pub use canvas::{Canvas, FrameOutput, text_width, wrap_lines};
pub use highlight::draw_highlighted;
pub use hit_map::{ClickTarget, HitMap};
pub use pane::{Pane, draw_pane};
pub use popup::draw_popup;
pub use scroll::{draw_card_scroll_bar, draw_frame_scroll_bar, draw_scroll_bar, first_line};
pub use split::{split_columns, split_rows};
