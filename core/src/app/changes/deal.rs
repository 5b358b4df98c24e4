//! The parts of `deal`.

pub(in crate::app) mod changes;
pub(in crate::app) mod delete_question;
pub(crate) mod deletion;
pub mod view;
