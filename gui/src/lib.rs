//! The window of Encours: the same actions and views as the terminal, drawn with egui.
//!
//! `window` holds the state and the two functions that drive it; `shell` is what eframe needs; `start` opens the
//! service behind it; `settled` says what it is begun with; `desktop` is what surrounds it; `report` draws what leaves it, with
//! `chart` as the screens do; `screens` and `layers` place what `encours_core::view` says; `widgets` paint it; `theme` alone
//! knows colours.

pub mod args;
mod around;
mod bars_named;
mod chart;
mod deal_out;
pub mod desktop;
mod failure;
mod key;
pub mod keyboard;
pub mod keys;
pub mod layers;
mod opened;
pub mod pass;
mod presses;
mod reminder;
pub mod report;
pub mod screens;
pub mod settled;
pub mod shell;
pub mod start;
pub mod theme;
mod turning;
pub mod widgets;
pub mod window;

pub use window::{Service, WindowState};
