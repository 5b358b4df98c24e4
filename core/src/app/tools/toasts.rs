//! The parts of `toasts`.

mod changes;
mod copied;
mod held;
mod inbox;
mod text;
mod undo;
pub mod view;
