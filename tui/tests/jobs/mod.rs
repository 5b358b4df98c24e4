//! Each job of a person who lives in the terminal, done by keyboard alone with the keys that the help names.

mod acting;
mod analyst;
mod leaving;
mod support;

use super::pty::Terminal;

/// The demo's board, in English.
fn board(size: (u16, u16)) -> Terminal {
    let terminal = Terminal::start(&super::pty::Start {
        size,
        ..super::pty::Start::default()
    });
    terminal.shows("240 deals · 240 shown");
    terminal
}

/// Leaves, in good order.
fn leave(mut terminal: Terminal) {
    terminal.press("\x1b\x1b");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
}
