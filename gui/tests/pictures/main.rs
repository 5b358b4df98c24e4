//! Snapshot images of the window, drawn by a software Vulkan device for identical results everywhere.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod fonts;
mod gallery;
mod large;
mod matrix;
#[path = "../support/mod.rs"]
mod support;
