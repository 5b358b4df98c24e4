//! The service's state: what it holds, how it is made from a seed, and where it is kept.

mod alerts;
mod areas;
mod bookmarks;
mod calendar;
mod deals;
pub(crate) mod fields;
mod kpi;
pub(crate) mod names;
mod notes;
pub(crate) mod notifications;
pub(crate) mod portfolio;
pub(crate) mod random;
pub(crate) mod records;
mod schema;
mod showcase;
mod state;
mod tasks;
pub(crate) mod users;
mod views;
pub(crate) mod vocabulary;

pub(crate) use bookmarks::Bookmarks;
pub(crate) use state::Data;
