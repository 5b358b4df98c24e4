//! A keyboard on a display of the test's own (`xdotool`), and other programs on it.

#![allow(dead_code, reason = "each test file uses its own part")]

use std::process::{Command, Stdio};
use std::time::Instant;

use super::program::BOUND;

/// Runs a program of the display to its end; what it wrote, or nothing where it failed.
pub fn on(display: &str, program: &str, args: &[&str]) -> Option<String> {
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

/// Presses keys in the window: whatever it is, it is the only one of its display.
pub fn press(display: &str, keys: &[&str]) {
    let window = [
        "search",
        "--onlyvisible",
        "--name",
        "Encours",
        "windowfocus",
        "--sync",
    ];
    on(
        display,
        "xdotool",
        &[&window[..], &["key", "--delay", "60"], keys].concat(),
    );
}

/// Types a text in the window, letter by letter.
pub fn write(display: &str, text: &str) {
    on(display, "xdotool", &["type", "--delay", "15", text]);
}

/// What other programs read from the clipboard.
pub fn clipboard(display: &str) -> Option<String> {
    on(
        display,
        "timeout",
        &["5", "xclip", "-o", "-selection", "clipboard"],
    )
}

/// Presses keys until the clipboard holds what is wanted. A window may need a moment before it hears the first of them.
#[track_caller]
pub fn press_until(display: &str, keys: &[&str], wanted: impl Fn(&str) -> bool) -> String {
    let end = Instant::now() + BOUND;
    loop {
        press(display, keys);
        let held = clipboard(display);
        match held {
            Some(text) if wanted(&text) => return text,
            held => assert!(Instant::now() < end, "the clipboard holds {held:?}"),
        }
    }
}
