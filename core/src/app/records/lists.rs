//! Lists of records without a screen of their own, and watched identifiers.

pub(in crate::app) mod family_items;
pub mod given_ids;
pub(crate) mod lists;
#[cfg(test)]
pub(in crate::app) mod lists_tests;
pub(in crate::app) mod record_viewer;
pub mod shown_record;
pub mod view;
pub(in crate::app) mod watched_ids;
#[cfg(test)]
mod watched_ids_tests;
