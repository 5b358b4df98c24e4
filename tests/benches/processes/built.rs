//! What is measured: the program that the bench's script has built beside the bench.

use std::path::{Path, PathBuf};

/// The program to measure: `ENCOURS`, or the one built beside this. `script` is what builds it.
///
/// # Panics
/// There is none: nothing can be measured.
pub fn encours(script: &str) -> PathBuf {
    if let Some(path) = std::env::var_os("ENCOURS") {
        return path.into();
    }
    let own = std::env::current_exe().expect("this program has a path");
    let dir = own
        .parent()
        .and_then(Path::parent)
        .expect("it lies in target/release/deps");
    let program = dir.join("encours");
    assert!(program.exists(), "{} is missing: run {script}", program.display());
    program
}
