//! Deterministic simulation of engine, store and service in one thread. Two programs share one profile; network, disk,
//! users and the order of everything come from one seed. The same seed gives the same record, so every failure repeats.

mod checks;
mod disk;
mod ledger;
mod program;
mod search;
mod simulation;
mod sqlite_files;
mod users;
mod world;

pub use search::{Canary, find_canary, stored_seeds};
pub use simulation::{Options, Outcome, simulate};
