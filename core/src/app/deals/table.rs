//! The parts of `table`.

mod actions;
pub(in crate::app) mod cell_range;
pub(in crate::app) mod column_settings;
pub(in crate::app) mod layout;
mod queries;
pub(in crate::app) mod table;
pub mod view;
