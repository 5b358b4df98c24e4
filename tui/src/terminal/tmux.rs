//! Copies text inside tmux through its own command.
//!
//! With stock settings, tmux accepts this command but drops OSC 52 from programs (unless `set-clipboard on`).

use std::io::Write;
use std::process::{Command, Stdio};

/// Loads `text` into a tmux buffer and passes it to the outer terminal (`-w`).
///
/// Returns whether tmux accepted the text. Versions before 3.2 lack the option, and over ssh tmux may not be
/// installed here.
pub(super) fn load_buffer(text: &str) -> bool {
    let child = Command::new("tmux")
        .args(["load-buffer", "-w", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return false };
    // Dropping the pipe ends the text.
    let written = child.stdin.take().is_some_and(|mut stdin| stdin.write_all(text.as_bytes()).is_ok());
    child.wait().is_ok_and(|status| status.success()) && written
}
