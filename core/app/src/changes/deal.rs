//! Changes to one deal, and its panel.

pub(crate) mod changes;
#[cfg(test)]
mod creation_tests;
pub(crate) mod delete_question;
pub mod view;
