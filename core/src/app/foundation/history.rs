//! The parts of `history`.

pub mod view;
mod visit_undo;
