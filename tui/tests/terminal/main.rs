//! What a terminal, and the person before it, may count on: the modes come back however the program ends, nothing is
//! sent while nothing changes, a flood is a few frames, and no text steers anything. All of it on the binary itself in
//! a real pseudo-terminal, byte by byte. Nothing sleeps.

#![allow(
    clippy::unwrap_used,
    reason = "this is a test target: its helpers may fail a test too"
)]
#![cfg(unix)]

#[path = "../pty/mod.rs"]
mod pty;

mod asked;
mod ends;
mod floods;
mod idle;
mod kinds;
mod login;
mod process;
mod sizes;
mod stops;
mod text;
mod typed;
mod within;
