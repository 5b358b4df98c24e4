//! Guarantees to a terminal and its user, checked on the binary in a pseudo-terminal.
//!
//! Modes are restored however the program ends. Nothing is sent without changes, floods cause few frames, and no text
//! controls the terminal. Every byte of output is checked. The tests do not sleep.

#![allow(clippy::unwrap_used, reason = "this is a test target: its helpers may fail a test too")]
#![cfg(unix)]

#[path = "../pty/mod.rs"]
mod pty;

mod exits;
mod frame_rate;
mod idle;
mod input;
mod login;
mod multiplexers;
mod process;
mod prompts;
mod sizes;
mod suspension;
mod terminal_types;
mod untrusted_text;
