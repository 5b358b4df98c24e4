//! States of the window without images and without the engine: texts, confirmations, idling.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

mod accessibility_tree;
mod hidden_states;
mod idle;
#[path = "../support/mod.rs"]
mod support;
