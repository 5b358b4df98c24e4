//! The engine against the real sandbox over real HTTP.
//!
//! The tests do not sleep: they wait for a snapshot. Undo windows are either zero or longer than any test.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod guarantees;

/// The test setup, and proxies between engine and service.
mod harness {
    pub mod bench;
    pub mod between;
    pub mod line;
}

/// Changes on their way to the service: sent, undone, discarded, restored, in conflict.
mod outbox {
    mod decisions;
    mod deleting;
    pub mod discarding;
    mod entering;
    mod exactly_once;
    mod guarded_deletions;
    mod leaving;
    mod lost_answers;
    mod many;
    mod model;
    pub mod storms;
    mod taken_back;
    pub mod taking_up;
    mod undoing;
    mod writing;
}

/// Several programs, machines or users.
mod peers {
    mod identity;
    mod meeting;
    mod opened;
    mod other_window;
    mod racing;
    mod together;
    mod turns;
}

/// Disks, killed processes and stored secrets.
mod storage {
    mod beneath;
    mod disk;
    mod killed;
    mod nearly_full;
    mod secrecy;
}

/// Reading from the service, and the connection to it.
mod sync {
    mod clocks;
    mod coming_and_going;
    mod connection;
    mod failing;
    mod families;
    mod inbox;
    mod observing;
    mod offline;
    mod overtaken;
    mod reading;
    mod time;
    mod wire;
}
