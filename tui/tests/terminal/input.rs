//! Input: key presses, repeats and releases, pastes as one piece, and the terminal's own reports.
//!
//! Reports are never taken for keys.

use std::time::{Duration, Instant};

use super::pty::{Terminal, TerminalSetup};

fn board() -> Terminal {
    let terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.assert_idle(Duration::from_millis(300));
    terminal
}

/// Encodes a key in the kitty protocol: 1 is press, 2 repeat, 3 release.
fn kitty(letter: char, kind: u8) -> String {
    format!("\x1b[{};1:{kind}u", u32::from(letter))
}

#[test]
fn key_release_does_nothing_and_repeat_acts_like_press() {
    let mut terminal = board();
    terminal.press("/");
    for (letter, kind) in [('p', 1), ('p', 3), ('a', 2), ('a', 3), ('r', 1), ('r', 3), ('c', 2), ('c', 3)] {
        terminal.press(&kitty(letter, kind));
    }
    // The rest is typed normally; each letter must appear once.
    terminal.press(" lyon");
    terminal.wait_until("the filter", |screen| {
        screen.contains("/ parc lyon") && screen.contains("240 deals · 1 shown")
    });
    terminal.press("\r");
    terminal.assert_idle(Duration::from_millis(300));
    // Releases alone, of keys that would quit, stop or move.
    terminal.press(&format!("{}{}{}", kitty('q', 3), "\x1b[99;5:3u", kitty('L', 3)));
    assert_eq!(terminal.bytes_within(Duration::from_millis(500)), 0);
    terminal.press(&kitty('q', 1));
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}

#[test]
fn modifier_alone_is_not_a_key() {
    let mut terminal = board();
    terminal.press("/ab");
    terminal.wait_for_text("/ ab");
    // Modifier keys pressed alone, as reported in the most detailed kitty mode.
    for code in 57_441..=57_454 {
        terminal.press(&format!("\x1b[{code};2u"));
    }
    terminal.press("c");
    terminal.wait_for_text("/ abc");
}

#[test]
fn late_split_terminal_replies_are_not_keys() {
    let mut terminal = board();
    let replies = [
        "\x1b]11;rgb:1e1e/1e1e/2e2e\x1b\\",
        "\x1b]52;c;cTpxdWl0Cg==\x07",
        "\x1bP>|XTerm(370)\x1b\\",
        "\x1b_Gi=31;OK\x1b\\",
        "\x1b[?62;22c\x1b[>0;276;0c",
        "\x1b[0;0R\x1b[?2026;2$y",
        "\x1b[I\x1b[O",
    ];
    for reply in replies {
        for piece in reply.as_bytes().chunks(3) {
            terminal.press(std::str::from_utf8(piece).unwrap());
        }
    }
    assert_eq!(terminal.bytes_within(Duration::from_millis(800)), 0);
    terminal.press("/");
    terminal.press("\x1b]10;rgb:0000/");
    terminal.press("0000/0000\x07lyon");
    terminal.wait_for_text("/ lyon");
    // An escape alone is still a key.
    terminal.press("\x1b");
    terminal.wait_until("no filter", |screen| !screen.contains("/ lyon"));
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_plain();
}

#[test]
fn paste_stays_on_one_line_and_triggers_no_action() {
    let mut terminal = board();
    // Without a text input a paste does nothing, although it contains active keys.
    terminal.press("\x1b[200~qLx\r\x03\x1b[201~");
    assert_eq!(terminal.bytes_within(Duration::from_millis(500)), 0);
    terminal.press("/\x1b[200~parc\r\nlyon\x07\n\x1b[201~");
    terminal.wait_until("the filter", |screen| {
        screen.contains("/ parc lyon") && screen.contains("240 deals · 1 shown")
    });
    terminal.press("\r");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_plain();
}

#[test]
fn megabyte_paste_does_not_delay_later_keys() {
    let mut terminal = board();
    terminal.press("/");
    let began = Instant::now();
    let paste = "îlot Sainte-Croix ".repeat(1_048_576 / 19);
    terminal.press(&format!("\x1b[200~{paste}\x1b[201~"));
    terminal.wait_for_text("0 shown");
    let took = began.elapsed();
    assert!(took < Duration::from_secs(20), "the paste took {took:?}");
    // One key clears the whole input, and the next filter is fast.
    let began = Instant::now();
    terminal.press("\x15parc lyon");
    terminal.wait_for_text("240 deals · 1 shown");
    let took = began.elapsed();
    assert!(took < Duration::from_secs(5), "the keys after it took {took:?}");
    terminal.press("\r");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
    terminal.assert_plain();
}

#[test]
fn call_timeout_does_not_limit_the_session() {
    let mut terminal = Terminal::start(&TerminalSetup {
        args: &["--demo", "--lang", "en", "--timeout", "1"],
        ..TerminalSetup::default()
    });
    terminal.wait_for_text("240 deals · 240 shown");
    // Longer than the timeout of one call.
    let _bytes = terminal.bytes_within(Duration::from_millis(1_200));
    // Opening a deal loads its notes.
    terminal.press("\r");
    let shown = terminal.wait_until("the notes", |screen| {
        screen.contains("server, read-only") || screen.contains("can’t be reached")
    });
    assert!(!shown.contains("can’t be reached"), "{shown}");
    terminal.press("q");
}
