//! The measured program, built by the bench's script.

use std::path::{Path, PathBuf};

/// Returns the program to measure: `ENCOURS`, or the one built beside this; `script` builds it.
///
/// # Panics
/// Panics if the program does not exist.
pub fn encours(script: &str) -> PathBuf {
    if let Some(path) = std::env::var_os("ENCOURS") {
        return path.into();
    }
    let exe_path = std::env::current_exe().expect("failed to find this program's path");
    let dir = exe_path.parent().and_then(Path::parent).expect("the bench is in target/release/deps");
    let program = dir.join("encours");
    assert!(program.exists(), "{} is missing: run {script}", program.display());
    program
}
