//! The table of deals: rows, columns, cells and copying.

mod actions;
pub mod cell_range;
#[cfg(test)]
mod cell_range_tests;
pub(crate) mod column_settings;
pub mod group_lines;
pub mod groups;
pub mod layout;
pub(crate) mod numbers;
pub(crate) mod queries;
pub mod sheets;
pub mod table;
#[cfg(test)]
mod table_tests;
pub mod view;
