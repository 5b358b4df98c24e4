//! Quitting with a scheduled write.
//!
//! It is never sent without the user's consent, however the program ends. The next start reports it.

use encours_sandbox::Config;
use rustix::process::Signal;

use super::super::pty::{SIZE, Terminal, TerminalSetup, TestEnv};

fn test_env() -> TestEnv {
    TestEnv::new(Config { deals: 24, ..Config::default() })
}

fn total(env: &TestEnv) -> usize {
    env.run_as_other(&["deals", "list", "--all"]).as_array().unwrap().len()
}

/// Opens a board with a scheduled deletion.
fn deleting(env: &TestEnv) -> Terminal {
    let mut terminal = env.open(SIZE);
    terminal.wait_for_text("24 deals · 24 shown");
    terminal.press("d");
    terminal.wait_for_text("Delete this deal?");
    terminal.press("d");
    terminal.wait_for_text("will be deleted");
    terminal
}

#[test]
fn signal_sends_no_scheduled_deletion_and_restart_asks_again() {
    for signal in [Signal::HUP, Signal::TERM, Signal::INT, Signal::QUIT] {
        let env = test_env();
        let mut terminal = deleting(&env);
        terminal.signal(signal);
        assert_ne!(terminal.wait_exit(), 0);
        assert_eq!(total(&env), 24, "{signal:?}");
        let listing = env.run_beside(&["outbox", "list"]);
        assert_eq!(listing.as_array().unwrap().len(), 1, "{signal:?}: {listing}");
        let mut terminal = env.open(SIZE);
        terminal.wait_for_text("Go ahead with 1 deletion from last session?");
        // Enter on an unread question keeps the deal.
        terminal.press("\r");
        terminal.wait_for_text("undone");
        terminal.press("q");
        assert_eq!(terminal.wait_exit(), 0);
        assert_eq!(total(&env), 24, "{signal:?}");
    }
}

#[test]
fn quit_prompt_asks_once_and_each_answer_works() {
    let env = test_env();
    let mut terminal = deleting(&env);
    terminal.press("q");
    terminal.wait_for_text("Quit with 1 unsent change?");
    terminal.press("\r");
    terminal.wait_until("the board again", |screen| !screen.contains("Quit with 1 unsent change?"));
    terminal.press("q");
    terminal.wait_for_text("Quit with 1 unsent change?");
    terminal.press("k\r");
    assert_eq!(terminal.wait_exit(), 0);
    let message = terminal.state().screen.screen().contents();
    assert!(message.contains("encours outbox list"), "{message}");
    assert_eq!(total(&env), 24);
    let mut terminal = env.open(SIZE);
    terminal.wait_for_text("Go ahead with 1 deletion from last session?");
    terminal.press("k\r");
    terminal.wait_for_text("deletion pending from last session");
    terminal.press("q");
    terminal.wait_for_text("Quit with 1 unsent change?");
    terminal.press("kk\r");
    assert_eq!(terminal.wait_exit(), 0);
    assert_eq!(total(&env), 23);
}

#[test]
fn exit_message_names_conflicts_on_the_shell() {
    let env = TestEnv::new(Config { deals: 1, ..Config::default() });
    let listing = env.run_as_other(&["deals", "list", "--all"]);
    let id = listing[0]["id"].as_str().unwrap().to_owned();
    let at = listing[0]["status"].as_str().unwrap().to_owned();
    let other_status = if at == "lost" { "on_hold" } else { "lost" };
    let mut terminal = env.open(SIZE);
    terminal.wait_for_text("1 deal · 1 shown");
    terminal.press("L");
    terminal.wait_for_text("sends in");
    env.run_as_other(&["deals", "update", &id, "--status", other_status]);
    terminal.press("q");
    terminal.wait_for_text("Quit with 1 unsent change?");
    terminal.press("kk\r");
    assert_eq!(terminal.wait_exit(), 0);
    let message = terminal.state().screen.screen().contents();
    assert!(message.contains("1 conflict to resolve"), "{message}");
    assert!(message.contains("encours outbox list"), "{message}");
}

#[test]
fn questions_are_readable_on_a_small_terminal() {
    let mut terminal = Terminal::start(&TerminalSetup { size: (40, 12), ..TerminalSetup::default() });
    // The count is shown before the cards; wait for a card.
    terminal.wait_for_text("LTV");
    terminal.press("d");
    let asked = terminal.wait_for_text("Delete this deal?");
    assert!(asked.contains("Keep"), "{asked}");
    terminal.press("d");
    terminal.wait_until("the board again", |screen| !screen.contains("Delete this deal?"));
    terminal.press("\x03");
    terminal.wait_for_text("Quit with 1 unsent change?");
    terminal.press("\x03");
    assert_eq!(terminal.wait_exit(), 0);
}
