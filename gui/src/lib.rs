//! The desktop window of Encours: the terminal's actions and views, drawn with egui.
//!
//! - `window`: the state and the two functions that drive it; `eframe_app` connects it to eframe.
//! - `startup`: opens the service; `launch_options` determines the initial options.
//! - `desktop`: integration with the desktop.
//! - `report`: exported reports; `chart` is shared by report and screens.
//! - `screens` and `overlays`: layout of the view models of `encours_core`; `widgets` paint them.
//! - `theme`: the only module that knows colours.

pub mod args;
mod chart;
mod credentials;
pub mod desktop;
pub mod eframe_app;
pub mod frame_ctx;
mod input;
pub mod launch_options;
pub mod overlays;
mod prelude;
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

/// Identifier of the window for the desktop; the desktop entry of the packages has the same name.
const APP_ID: &str = "fr.encours.Encours";
