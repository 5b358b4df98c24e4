//! Deterministic simulation of engine, store and service in one thread. Two programs share one profile; network, disk,
//! users and the order of everything come from one seed. The same seed gives the same record, so every failure repeats.

mod checks;
mod disk;
mod ledger;
mod program;
mod simulation;
mod users;
mod world;

pub use simulation::{Canary, Options, Outcome, find_canary, simulate, stored_seeds};
