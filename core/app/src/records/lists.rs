//! Lists of records without a screen of their own, and watched identifiers.

pub mod lists;
#[cfg(test)]
pub(crate) mod lists_tests;
pub(crate) mod record_viewer;
pub mod resource_items;
pub mod view;
pub(crate) mod watched_ids;
#[cfg(test)]
mod watched_ids_tests;
