//! The binary in a real pseudo-terminal, including every kind of exit.
//!
//! The tests do not sleep: each step waits for the screen, within a time limit.

#![allow(clippy::unwrap_used, reason = "this is a test target: its helpers may fail a test too")]

mod jobs;
mod pty;

use pty::Terminal;
use rustix::process::Signal;

#[test]
fn user_filters_moves_undoes_opens_and_quits() {
    let mut terminal = Terminal::encours(&["--demo", "--lang", "fr"]);
    terminal.wait_for_text("240 deals · 240 affichés");
    terminal.press("/parc lyon");
    let filtered = terminal.wait_until("one deal", |screen| screen.contains("240 deals · 1 affiché"));
    assert!(filtered.contains("Le Parc, Lyon"));
    terminal.press("\r");
    terminal.press("L");
    terminal.wait_for_text("→ Lettre d’intention");
    terminal.wait_for_text("en attente");
    terminal.press("u");
    terminal.wait_for_text("déplacement annulé");
    terminal.wait_until("no write that waits", |screen| !screen.contains("en attente"));
    terminal.press("\r");
    let deal = terminal.wait_until("the deal with its notes", |screen| {
        screen.contains("Identifiant")
            && screen.contains("Notes")
            && screen.contains("serveur, lecture seule")
    });
    assert!(deal.contains("Le Parc, Lyon"), "{deal}");
    terminal.press("\x1b");
    terminal.wait_until("the board again", |screen| {
        screen.contains("1 affiché") && !screen.contains("Identifiant")
    });
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}

#[test]
fn sigterm_restores_the_terminal() {
    let mut terminal = Terminal::encours(&["--demo", "--lang", "en"]);
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.signal(Signal::TERM);
    assert_eq!(terminal.wait_exit(), 143);
    terminal.assert_restored();
}

#[test]
fn ctrl_c_quits_like_q() {
    let mut terminal = Terminal::encours(&["--demo", "--lang", "en"]);
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("\x03");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}

#[test]
fn panic_on_any_thread_restores_the_terminal() {
    let program = pty::example("panics");
    for (env, message) in [("opening", "broken while opening"), ("drawing", "broken while drawing")] {
        let mut terminal = Terminal::run(&program, &[env]);
        assert_ne!(terminal.wait_exit(), 0, "{env}");
        terminal.assert_restored();
        let screen = terminal.state().screen.screen().contents();
        assert!(screen.contains(message), "the reason stands on the ordinary screen:\n{screen}");
    }
}

#[test]
fn hang_up_restores_the_terminal() {
    let mut terminal = Terminal::encours(&["--demo", "--lang", "en"]);
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.signal(Signal::HUP);
    assert_eq!(terminal.wait_exit(), 129);
    terminal.assert_restored();
}

#[test]
fn external_editor_writes_a_note_and_the_screen_returns() {
    let dir = tempfile::tempdir().unwrap();
    let script = dir.path().join("editor.sh");
    std::fs::write(&script, "printf 'IN THE EDITOR '\nread line\nprintf '%s' \"$line\" > \"$1\"\n").unwrap();
    let editor = format!("/bin/sh {}", script.display());
    let mut terminal =
        Terminal::run_with(pty::encours(), &["--demo", "--lang", "fr"], &[("EDITOR", &editor)]);
    terminal.wait_for_text("240 deals · 240 affichés");
    terminal.press("c");
    terminal.wait_for_text("IN THE EDITOR");
    // Keys typed now go to the editor: none of them moves, selects or quits anything here.
    terminal.press("q Rappeler mardi\r");
    terminal.wait_for_text("note enregistrée");
    terminal.press("\r");
    terminal.wait_for_text("q Rappeler mardi");
    // The list of notes: its second line edits the note.
    terminal.press("c");
    terminal.wait_for_text("Nouvelle note");
    terminal.press("j\r");
    // The text of the first run is still on the ordinary screen.
    terminal.wait_until("the editor again", |screen| screen.matches("IN THE EDITOR").count() == 2);
    // An interrupt goes to the editor too: it aborts, and this program continues.
    terminal.press("\x03");
    terminal.wait_until("the deal again", |screen| {
        screen.contains("Identifiant") && screen.contains("q Rappeler mardi")
    });
    terminal.press("q");
    assert_eq!(terminal.wait_exit(), 0);
    terminal.assert_restored();
}
