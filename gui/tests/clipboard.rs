//! The clipboard of a real display, shared with other programs in both directions.
//!
//! The keyboard is simulated by `xdotool`; the other program is `xclip`.

#![cfg(target_os = "linux")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "this is a test target: its helpers may fail a test too"
)]

#[path = "support/program.rs"]
mod program;
#[path = "support/typist.rs"]
mod typist;

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::time::Instant;

use program::{
    OwnedProcess, TIMEOUT, await_line, demo_command, read_lines, start_display, unconfigured_command,
};
use typist::{clipboard_text, press_until};

/// Copies a text in another program, which stays its owner.
fn copy_in_other_program(display: &str, text: &str) -> OwnedProcess {
    let mut xclip = OwnedProcess(
        Command::new("xclip")
            .args(["-i", "-selection", "clipboard", "-quiet"])
            .env("DISPLAY", display)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .unwrap(),
    );
    xclip.0.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let end = Instant::now() + TIMEOUT;
    while clipboard_text(display).as_deref() != Some(text) {
        assert!(Instant::now() < end, "xclip does not hold {text:?}");
    }
    xclip
}

#[test]
fn copied_text_can_be_pasted_in_other_programs() {
    let (_server, display) = start_display();
    let dir = tempfile::tempdir().unwrap();
    let mut program = OwnedProcess(demo_command(&display, dir.path()).spawn().unwrap());
    let output = read_lines(program.0.stderr.take().unwrap());
    await_line(&output, "/v1/deals?");
    let id = press_until(&display, &["Down", "ctrl+c"], |text| text.len() == 36);
    assert!(uuid::Uuid::parse_str(&id).is_ok(), "a deal's identifier: {id:?}");
    // The rows of the table in spreadsheet format: tabs between the cells, one line per row.
    let rows_text = press_until(&display, &["v", "ctrl+a", "ctrl+c"], |text| text.lines().count() > 20);
    let widths: Vec<usize> = rows_text.lines().map(|line| line.matches('\t').count()).collect();
    assert!(widths[0] > 3 && widths.iter().all(|width| *width == widths[0]), "{rows_text}");
}

#[test]
fn sign_in_form_pastes_text_from_other_programs() {
    let (_server, display) = start_display();
    let dir = tempfile::tempdir().unwrap();
    let mut program = OwnedProcess(unconfigured_command(&display, dir.path()).spawn().unwrap());
    let output = read_lines(program.0.stderr.take().unwrap());
    await_line(&output, "first frame drawn");
    let _other = copy_in_other_program(&display, "https://partner.example/v1");
    // The keys first clear the field. The letter "z" distinguishes the window's copy from the other program's.
    let keys = ["ctrl+a", "ctrl+v", "z", "ctrl+a", "ctrl+c"];
    press_until(&display, &keys, |text| text.starts_with("https://partner.example/v1z"));
}
