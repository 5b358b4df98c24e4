//! What a person does in the window, by mouse and by keyboard, over the real engine, store and service. A journey presses
//! what a screen reader would find. They are one program: each program of its own is a quarter of a gigabyte to link.

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
