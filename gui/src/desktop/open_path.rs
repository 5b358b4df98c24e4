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
    let failure_text = |reason: &dyn std::fmt::Display| format!("{program}: {reason}");
    // A name that begins with a dash would be parsed as an option.
    let absolute = std::path::absolute(Path::new(path)).map_err(|error| failure_text(&error))?;
    let status = Command::new(program)
        .arg(absolute)
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .map_err(|error| failure_text(&error))?;
    // `explorer` exits with status 1 even if it succeeds.
    if status.success() || cfg!(target_os = "windows") { Ok(()) } else { Err(failure_text(&status)) }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn failing_open_command_is_named_in_the_error() {
        assert_eq!(open("true", "/"), Ok(()));
        let error = open("false", "/").unwrap_err();
        assert!(error.starts_with("false: "), "{error}");
        let error = open("encours-opens-nothing", "-x").unwrap_err();
        assert!(error.starts_with("encours-opens-nothing: "), "{error}");
    }
}
