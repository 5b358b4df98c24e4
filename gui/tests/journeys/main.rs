//! User journeys in the window, by mouse and by keyboard, on the real engine.
//!
//! A journey presses what a screen reader would find. All journeys form one test binary, because linking each binary
//! needs a quarter of a gigabyte.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod acting;
mod by_mouse;
mod cells;
mod changes;
mod completing;
mod day;
mod dragging;
mod entry;
mod exports;
mod figures;
mod heard;
mod journal;
mod keys;
mod lanes;
mod leaving;
mod legends;
mod lists;
mod meeting;
mod narrow;
mod panel;
mod portfolio;
mod refused;
mod ringed;
mod session;
mod sight;
mod signing_in;
mod strip;
#[path = "../support/mod.rs"]
mod support;
mod table;
mod triage;
mod undone;
