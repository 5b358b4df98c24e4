//! The parts of `lists`.

pub(in crate::app) mod family_items;
pub(crate) mod lists;
pub(in crate::app) mod record_viewer;
pub mod view;
pub(in crate::app) mod watched_ids;
