//! The parts of `toasts`.

pub mod view;
