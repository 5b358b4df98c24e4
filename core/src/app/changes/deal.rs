//! Changes to one deal, and its panel.

pub(in crate::app) mod changes;
#[cfg(test)]
mod creation_tests;
pub(in crate::app) mod delete_question;
pub(crate) mod deletion;
pub mod view;
