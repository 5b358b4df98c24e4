//! The parts of `overlays`.

pub(super) mod completions;
pub(super) mod form;
pub(super) mod help;
pub(super) mod palette;
pub(super) mod picker;
pub(super) mod toast;
