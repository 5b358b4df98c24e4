//! The parts of `entry`.

pub(in crate::app) mod deals_entering;
pub(in crate::app) mod entry_form;
pub(in crate::app) mod entry_values;
pub(in crate::app) mod rules;
pub(super) mod view;
