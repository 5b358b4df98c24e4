//! The engine against the real sandbox over real HTTP: what it promises about writes, about reading, and about failing.
//! Nothing here sleeps: a test waits for a snapshot that answers, and holds are either nothing or longer than any test.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod bench;
mod failing;
mod families;
mod inbox;
mod lost_answers;
mod observing;
mod offline;
mod reading;
mod storms;
mod time;
mod together;
mod writing;
