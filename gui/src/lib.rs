//! The window of Encours: the same actions and views as the terminal, drawn with egui.
//!
//! `window` holds the state and the two functions that drive it; `shell` is what eframe needs; `start` opens the
//! service behind it; `settled` says what it is begun with; `desktop` is what surrounds it; `report` draws what leaves it, with
//! `chart` as the screens do; `screens` and `layers` place what `encours_core::view` says; `widgets` paint it; `theme` alone
//! knows colours.

pub mod args;
mod chart;
mod credentials;
pub mod desktop;
pub mod eframe_app;
pub mod frame_ctx;
mod input;
pub mod launch_options;
pub mod overlays;
mod repaint_timer;
pub mod report;
pub mod screens;
mod scroll_bar_labels;
mod session;
pub mod startup;
mod startup_error;
pub mod theme;
mod user_switch;
pub mod widgets;
pub mod window;
mod window_events;

pub use window::{Service, WindowState};
