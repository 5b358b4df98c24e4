//! States of the window as they are told, held and left alone: without a picture, and without the engine.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod beyond_pictures;
mod idle;
#[path = "../support/mod.rs"]
mod support;
mod tree;
