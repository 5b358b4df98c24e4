//! Flow of deals through the statuses, from the observed moves: funnel, time in status, throughput.
//!
//! Pure: history entries, an order of statuses and the time are the input. Every figure counts what it excludes.

pub mod cycles;
pub mod forecast;
pub mod log;
pub mod report;
pub mod survival;
pub mod weeks;

#[cfg(test)]
#[path = "flow/flow_tests.rs"]
mod tests;
