//! Opens a file or folder with the system's program, which finds the user's default application.

use std::path::Path;
use std::process::{Command, Stdio};

/// The system's program that opens files and folders.
pub(super) const PROGRAM: &str = if cfg!(target_os = "windows") {
    "explorer"
} else if cfg!(target_os = "macos") {
    "open"
} else {
    "xdg-open"
};

/// Opens `path` and waits for the opening program. Returns the reason if it fails.
pub(super) fn open(program: &str, path: &str) -> Result<(), String> {
    let told = |why: &dyn std::fmt::Display| format!("{program}: {why}");
    // A name that begins with a dash would be parsed as an option.
    let whole = std::path::absolute(Path::new(path)).map_err(|error| told(&error))?;
    let status = Command::new(program)
        .arg(whole)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| told(&error))?;
    // `explorer` exits with status 1 even if it succeeds.
    if status.success() || cfg!(target_os = "windows") {
        Ok(())
    } else {
        Err(told(&status))
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn what_opens_nothing_is_told_by_its_name() {
        assert_eq!(open("true", "/"), Ok(()));
        let told = open("false", "/").unwrap_err();
        assert!(told.starts_with("false: "), "{told}");
        let told = open("encours-opens-nothing", "-x").unwrap_err();
        assert!(told.starts_with("encours-opens-nothing: "), "{told}");
    }
}
