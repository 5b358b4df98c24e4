//! Overlays of the screens: forms, help, the palette, pickers, toasts.

pub(super) mod completions;
pub(super) mod form;
pub(super) mod help;
pub(super) mod palette;
pub(super) mod picker;
pub(super) mod sheet;
pub(super) mod toast;
