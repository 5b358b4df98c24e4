//! Every size is drawn within its limits; after many resizes the last size is drawn.

use std::time::Duration;

use super::pty::{Terminal, TerminalSetup, TerminalState};

/// From one cell to more than any screen has.
const SIZES: [(u16, u16); 16] = [
    (1, 1),
    (2, 1),
    (1, 2),
    (3, 3),
    (1, 200),
    (500, 1),
    (500, 2),
    (23, 7),
    (24, 8),
    (40, 12),
    (80, 24),
    (81, 9),
    (120, 40),
    (200, 60),
    (500, 200),
    (132, 43),
];

/// Returns the largest row and column of a cursor position in the output.
fn farthest_cell(bytes: &[u8]) -> (u16, u16) {
    let text = String::from_utf8_lossy(bytes);
    let mut max = (0, 0);
    for sequence in text.split("\x1b[").skip(1) {
        let Some((env, _)) = sequence.split_once('H') else {
            continue;
        };
        if let Some((row, column)) = env.split_once(';')
            && let (Ok(row), Ok(column)) = (row.parse::<u16>(), column.parse::<u16>())
        {
            max = (max.0.max(row), max.1.max(column));
        }
    }
    max
}

/// Returns the output since the screen was last cleared.
fn last_full_frame(state: &TerminalState) -> &[u8] {
    let empty = b"\x1b[2J";
    let from = state.bytes.windows(empty.len()).rposition(|part| part == empty);
    &state.bytes[from.unwrap_or_default()..]
}

#[test]
fn each_screen_stays_within_each_size() {
    let mut terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    for screen in ["1", "v", "v", "2", "3", "4", "8", "?", "\x1b", ":"] {
        terminal.press(screen);
        for size in SIZES {
            terminal.resize(size);
            terminal.wait("a frame of this size", |state| {
                let log = state.screen.callbacks();
                let (row, column) = farthest_cell(last_full_frame(state));
                let within = row <= size.1 && column <= size.0;
                (log.frames > 0 && log.open_updates == 0 && within).then_some(())
            });
        }
    }
    terminal.resize((120, 36));
    terminal.wait_for_text("Commands");
    // An escape immediately followed by a key would be read as that key with Alt.
    terminal.press("\x1b");
    terminal.wait_until("no palette", |screen| !screen.contains("Commands"));
    terminal.press("1");
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_plain();
}

#[test]
fn rapid_resizing_ends_with_the_last_size() {
    let mut terminal = Terminal::start(&TerminalSetup::default());
    terminal.wait_for_text("240 deals · 240 shown");
    // A fixed pseudo-random sequence of sizes, with keys in between.
    let mut number = 1_u32;
    for round in 0..400 {
        number = number.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        let size = (1 + (number >> 8) as u16 % 500, 1 + (number >> 20) as u16 % 200);
        terminal.resize(size);
        if round % 5 == 0 {
            terminal.press("jl");
        }
    }
    terminal.resize((100, 30));
    terminal.wait_until("a board of the last size", |screen| screen.contains("240 deals · 240 shown"));
    terminal.assert_idle(Duration::from_millis(300));
    let (row, column) = farthest_cell(last_full_frame(&terminal.state()));
    assert!(row <= 30 && column <= 100, "{row}, {column}");
    // The writer may reach the last row in any way; it must contain the keys in full.
    let last = terminal.state().screen.screen().rows(0, 100).nth(29);
    let last = last.unwrap_or_default();
    assert!(last.contains("? help"), "{last}");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}

#[test]
fn unreported_size_uses_environment_or_default() {
    for (columns, lines, size) in [("", "", (80, 24)), ("70", "20", (70, 20))] {
        let mut terminal = Terminal::start(&TerminalSetup {
            vars: &[("COLUMNS", columns), ("LINES", lines)],
            size: (0, 0),
            ..TerminalSetup::default()
        });
        terminal.wait("a board of this size alone", |state| {
            let screen = state.screen.screen();
            let last = screen.rows(0, 80).nth(size.1 - 1)?;
            let below = screen.rows(0, 80).skip(size.1);
            let beyond = below.chain(screen.rows(size.0, 80 - size.0)).collect::<String>();
            let full = state.screen.callbacks().open_updates == 0 && screen.contents().contains("240 deals");
            (full && last.contains("? help") && beyond.trim().is_empty()).then_some(())
        });
        terminal.press("q");
        assert_eq!(terminal.wait_exit(), 0);
    }
}
