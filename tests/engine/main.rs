//! The engine against the real sandbox over real HTTP.
//!
//! The tests do not sleep: they wait for a snapshot. Undo windows are either zero or longer than any test.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod bench;
mod beneath;
mod between;
mod clocks;
mod coming_and_going;
mod connection;
mod decisions;
mod deleting;
mod discarding;
mod disk;
mod entering;
mod exactly_once;
mod failing;
mod families;
mod guarantees;
mod guarded_deletions;
mod identity;
mod inbox;
mod killed;
mod leaving;
mod line;
mod lost_answers;
mod many;
mod meeting;
mod model;
mod nearly_full;
mod observing;
mod offline;
mod opened;
mod other_window;
mod overtaken;
mod racing;
mod reading;
mod secrecy;
mod storms;
mod taken_back;
mod taking_up;
mod time;
mod together;
mod turns;
mod undoing;
mod wire;
mod writing;
