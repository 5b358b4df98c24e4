//! Tools available on all screens: palette, help, undo, toasts, export, clipboard, session, transfer of settings.

pub(super) mod clipboard;
pub mod export;
pub mod help;
pub mod pack;
pub mod palette;
pub mod session;
pub mod settings;
pub mod time_travel;
pub mod toasts;
pub mod transfer;
pub(super) mod undo;
