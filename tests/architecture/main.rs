//! Checks of dependencies, file types and documentation that the compiler does not make.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot read its subject must fail"
)]

mod arrows;
mod kinds;
mod layers;
mod papers;
mod sources;
mod words;

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
