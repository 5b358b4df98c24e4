//! Copying inside tmux: through its own command, which its stock settings let through where they drop what a program
//! writes (OSC 52, unless `set-clipboard on`).

use std::io::Write;
use std::process::{Command, Stdio};

/// Puts `text` on top of tmux's buffers and lets it hand it to the terminal outside (`-w`, tmux 3.2). Whether tmux did: an
/// older one does not know the option, and there may be none here behind an ssh.
pub(super) fn load(text: &str) -> bool {
    let child = Command::new("tmux")
        .args(["load-buffer", "-w", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    let Ok(mut child) = child else { return false };
    // Closed once it is written: there the text ends.
    let written = child
        .stdin
        .take()
        .is_some_and(|mut stdin| stdin.write_all(text.as_bytes()).is_ok());
    child.wait().is_ok_and(|status| status.success()) && written
}
