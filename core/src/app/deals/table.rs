//! The parts of `table`.

pub(in crate::app) mod cell_range;
pub(in crate::app) mod column_settings;
pub(in crate::app) mod layout;
pub(in crate::app) mod table;
pub mod view;
