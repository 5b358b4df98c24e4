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
    pub mod blocking_proxy;
    pub mod test_harness;
    pub mod test_proxy;
}

/// Changes on their way to the service: sent, undone, discarded, restored, in conflict.
mod outbox {
    mod bulk_writes;
    mod cancelled_deletions;
    mod decisions;
    mod deleting;
    pub mod discarding;
    mod entering;
    mod exactly_once;
    mod guarded_deletions;
    mod lost_responses;
    mod model;
    mod quitting;
    pub mod random_faults;
    pub mod restore_discarded;
    mod undoing;
    mod writing;
}

/// Several programs, machines or users.
mod peers {
    mod concurrent_writes;
    mod identity;
    mod other_window;
    mod racing;
    mod send_lease;
    mod stale_forms;
    mod two_processes;
}

/// Disks, killed processes and stored secrets.
mod storage {
    mod deleted_files;
    mod disk;
    mod killed;
    mod nearly_full;
    mod secrecy;
}

/// Reading from the service, and the connection to it.
mod sync {
    mod clocks;
    mod connection;
    mod edits_during_sync;
    mod failing;
    mod full_sync;
    mod inbox;
    mod late_responses;
    mod observing;
    mod offline;
    mod resource_lists;
    mod rules;
    mod timers;
    mod unreliable_network;
}
