//! The parts of the window, painted over plain view structs. Rule of the room: a widget knows how it looks, never what
//! it means; it answers with egui's response and decides nothing.

pub mod button;
pub mod card;
pub mod field;
pub mod gauge;
pub mod keycap;
pub mod lane_head;
mod marks;
pub mod notice;
mod pen;
pub mod problem;
pub mod skeleton;

pub use button::{Button, Kind};
pub use pen::{Pen, format};
