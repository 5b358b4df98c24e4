//! Simulated typing on a private display (`xdotool`), and other programs on it.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::process::{Command, Stdio};
use std::time::Instant;

use super::program::TIMEOUT;

/// Runs a program on the display to its end; returns its output, `None` if it failed.
pub fn run_on_display(display: &str, program: &str, args: &[&str]) -> Option<String> {
    let output = Command::new(program)
        .args(args)
        .env("DISPLAY", display)
        .stdin(Stdio::null())
        .output()
        .unwrap_or_else(|error| {
            panic!("{program}: {error}. Debian has it in {program}; tests/run installs it")
        });
    let text = String::from_utf8(output.stdout).unwrap();
    output.status.success().then_some(text)
}

/// Presses keys in the window, which is the only one on its display.
pub fn press_keys(display: &str, keys: &[&str]) {
    let window = ["search", "--onlyvisible", "--name", "Encours", "windowfocus", "--sync"];
    run_on_display(display, "xdotool", &[&window[..], &["key", "--delay", "60"], keys].concat());
}

/// Types a text in the window, letter by letter.
pub fn type_text(display: &str, text: &str) {
    run_on_display(display, "xdotool", &["type", "--delay", "15", text]);
}

/// Returns the clipboard as other programs read it.
pub fn clipboard_text(display: &str) -> Option<String> {
    run_on_display(display, "timeout", &["5", "xclip", "-o", "-selection", "clipboard"])
}

/// Presses keys until the clipboard contains the wanted text.
///
/// A window may need some time before it accepts the first key.
#[track_caller]
pub fn press_until(display: &str, keys: &[&str], is_expected: impl Fn(&str) -> bool) -> String {
    let end = Instant::now() + TIMEOUT;
    loop {
        press_keys(display, keys);
        let copied = clipboard_text(display);
        match copied {
            Some(text) if is_expected(&text) => return text,
            copied => assert!(Instant::now() < end, "the clipboard holds {copied:?}"),
        }
    }
}
