//! Many keys or changes cause at most sixty frames per second; the last is correct.

use std::time::{Duration, Instant};

use super::pty::{Terminal, TerminalSetup, example};

/// The most frames per second.
const MAX_FRAMES: f64 = 60.0;

fn frames(terminal: &Terminal) -> usize {
    terminal.state().screen.callbacks().frames
}

/// Asserts at most sixty frames per second, plus one at each end.
fn assert_bounded(drawn: usize, took: Duration) {
    let max = took.as_secs_f64() * MAX_FRAMES + 2.0;
    assert!((drawn as f64) <= max, "{drawn} frames in {took:?}");
}

#[test]
fn key_flood_draws_sixty_frames_per_second_at_most() {
    let mut terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.assert_idle(Duration::from_millis(300));
    let (before, began) = (frames(&terminal), Instant::now());
    let keys = "jk".repeat(10_000);
    terminal.press(&(keys + "?"));
    terminal.wait_for_text("keys for screen");
    let (drawn, took) = (frames(&terminal) - before, began.elapsed());
    assert_bounded(drawn, took);
    assert!(took < Duration::from_secs(10), "20,000 keys took {took:?}");
    terminal.assert_plain();
}

#[test]
fn change_flood_draws_sixty_frames_per_second_at_most() {
    let terminal = Terminal::run(&example("rapid_changes"), &[]);
    terminal.wait_for_text("loading");
    let (before, began) = (frames(&terminal), Instant::now());
    terminal.wait_for_text("9,999");
    assert_bounded(frames(&terminal) - before, began.elapsed());
    assert!(frames(&terminal) > 3, "a flood is seen while it lasts");
}

#[test]
fn all_output_is_inside_synchronized_updates() {
    let mut terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("jjlv/parc");
    terminal.wait_for_text("shown");
    terminal.press("\r");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    let state = terminal.state();
    let written = String::from_utf8(state.bytes.clone()).unwrap();
    let mut outside = String::new();
    for part in written.split("\x1b[?2026h") {
        outside += part.split_once("\x1b[?2026l").map_or(part, |(_, after)| after);
    }
    for mode in ["1049", "2004", "1000", "1002", "1006"] {
        let (set, undone) = (format!("\x1b[?{mode}h"), format!("\x1b[?{mode}l"));
        assert!(outside.contains(&set) && outside.contains(&undone), "{outside:?}");
    }
    assert!(!outside.contains("deals"), "{outside:?}");
}
