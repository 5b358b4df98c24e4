//! Jobs of terminal users, done by keyboard alone with the documented keys.

mod analyst;
mod delegated_users;
mod followups;
mod labels;
mod quitting;
mod support;

use super::pty::Terminal;

/// Opens the demo's board, in English.
fn board(size: (u16, u16)) -> Terminal {
    let terminal =
        Terminal::start(&super::pty::TerminalSetup { size, ..super::pty::TerminalSetup::default() });
    terminal.wait_for_text("240 deals · 240 shown");
    terminal
}

/// Quits; a scheduled write, if any, is preserved.
fn leave_and_keep(mut terminal: Terminal) {
    terminal.press("q");
    let is_asked = terminal.wait("the question, or the end", |state| {
        let screen = state.screen.screen();
        let is_asked = screen.contents().contains("Quit with");
        (is_asked || !screen.alternate_screen()).then_some(is_asked)
    });
    if is_asked {
        terminal.press("\x03");
    }
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}

/// Quits normally.
fn leave(mut terminal: Terminal) {
    terminal.press("\x1b\x1b");
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}
