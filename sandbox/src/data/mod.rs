//! The service's state: its contents, their generation from a seed, and their storage.

mod alerts;
mod dates;
mod db;
mod deals;
mod featured_deals;
pub(crate) mod fields;
mod kpi;
mod misc_records;
pub(crate) mod names;
mod notes;
pub(crate) mod notifications;
mod page_cursors;
pub(crate) mod portfolio;
pub(crate) mod records;
pub(crate) mod rng;
mod schema;
mod tasks;
pub(crate) mod users;
mod views;
pub(crate) mod vocabulary;

pub(crate) use db::StateDb;
pub(crate) use page_cursors::PageCursors;
