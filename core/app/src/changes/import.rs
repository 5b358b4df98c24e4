//! Import of spreadsheets: choice of the file, mapping of its columns, texts of the plan.

pub(crate) mod forms;
pub mod view;

#[cfg(test)]
mod import_tests;
