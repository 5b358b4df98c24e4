//! The state of loading in the engine, by part.

pub mod cache_position;
pub mod counts_round;
pub mod history;
pub mod inbox;
pub mod next_page;
pub mod pass_report;
pub mod records;
pub mod refresh;
pub mod resource_lists;
pub mod routes;
