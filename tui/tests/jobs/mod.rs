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

/// Leaves where something may be held, which is kept.
fn leave_and_keep(mut terminal: Terminal) {
    terminal.press("q");
    let asked = terminal.wait("the question, or the end", |seen| {
        let screen = seen.screen.screen();
        let asked = screen.contents().contains("leave?");
        (asked || !screen.alternate_screen()).then_some(asked)
    });
    if asked {
        terminal.press("\x03");
    }
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
}

/// Leaves, in good order.
fn leave(mut terminal: Terminal) {
    terminal.press("\x1b\x1b");
    terminal.press("q");
    assert_eq!(terminal.ends(), 0);
    terminal.is_restored();
}
