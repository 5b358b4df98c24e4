//! Checks of dependencies, file types and documentation that the compiler does not make.

#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    reason = "a test that cannot read its subject must fail"
)]

mod dependency_rules;
mod documentation;
mod kinds;
mod layers;
mod packages;
mod plain_language;
mod sources;

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}
