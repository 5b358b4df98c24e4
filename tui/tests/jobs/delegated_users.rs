//! Delegated users: selected on the screen, shown on every screen, with their own queues.
//!
//! Each queue is sent only for its user.

use std::time::Instant;

use encours_sandbox::Config;

use super::super::pty::{SIZE, TIMEOUT, Terminal, TestEnv};
use super::leave;

/// Opens the board of a key that acts for itself.
fn open(env: &TestEnv) -> Terminal {
    let terminal = env.open(SIZE);
    terminal.wait_for_text("240 deals · 240 shown");
    terminal
}

/// Opens the list of users from the palette.
fn list(terminal: &mut Terminal) -> String {
    terminal.press(":switch user");
    terminal.wait_for_text("Switch user…");
    terminal.press("\r");
    terminal.wait_for_text("Another user…")
}

/// Enters a user who is not in the list.
fn type_user(terminal: &mut Terminal, user: &str) {
    list(terminal);
    terminal.press("G\r");
    terminal.wait_for_text("User ID");
    terminal.press(user);
    terminal.press("\r");
    // An unknown user needs a confirmation; a user who was selected before does not.
    let asked = terminal.wait_until("taken, or asked about", |screen| {
        !screen.contains("User ID") || screen.contains("No known user has this ID")
    });
    if asked.contains("No known user has this ID") {
        terminal.press("\r");
    }
}

/// Returns the first row, which contains the tabs.
fn head(screen: &str) -> &str {
    screen.lines().next().unwrap_or_default()
}

#[test]
fn missing_user_opens_picker_and_headers_name_the_user() {
    let env = TestEnv::new(Config::default());
    let mut terminal = open(&env);
    terminal.press("6");
    terminal.wait_for_text("This list belongs to a user. No user is selected.");
    // The second list comes from the service.
    terminal.press("\t\r");
    let offered = terminal.wait_for_text("Another user…");
    assert!(offered.contains("the key itself"), "{offered}");
    terminal.press("G\r");
    terminal.wait_for_text("User ID");
    terminal.press(" u-martin\r");
    terminal.wait_for_text("starts or ends with a space");
    // No request is sent for an invalid identifier.
    assert_eq!(env.answers_for_users(), [] as [u16; 0]);
    terminal.press("\x1b");
    terminal.wait_until("no form", |screen| !screen.contains("User ID"));
    type_user(&mut terminal, "u-martin");
    let theirs = env.run_as_other(&["views", "list", "--as-user", "u-martin"]);
    let name = theirs[0]["name"].as_str().unwrap();
    let views = terminal.wait_until("the views of u-martin", |screen| {
        head(screen).contains("as u-martin") && screen.contains(name)
    });
    assert!(views.contains("Now acting as u-martin"), "{views}");
    for (key, shown) in [("4", "Alert preferences"), ("1", "240 shown"), ("8", "Connection")] {
        terminal.press(key);
        terminal.wait_until(shown, |screen| screen.contains(shown) && head(screen).contains("u-martin"));
    }
    let responses = env.answers_for_users();
    assert!(!responses.is_empty() && responses.iter().all(|status| *status == 200), "{responses:?}");
    leave(terminal);
}

#[test]
fn outbox_of_the_previous_user_stays_until_switching_back() {
    let env = TestEnv::new(Config::default());
    let waiting = |user: &str| {
        let mut line = vec!["outbox", "list", "--offline"];
        if !user.is_empty() {
            line.extend(["--as-user", user]);
        }
        env.run_beside(&line).as_array().unwrap().len()
    };
    let mut terminal = open(&env);
    terminal.press("L");
    terminal.wait_for_text("1 pending");
    type_user(&mut terminal, "u-nguyen");
    let question = terminal.wait_for_text("Switch user with 1 unsent change?");
    assert!(question.contains("It stays unsent until you act as the key itself again."), "{question}");
    // Enter on an unread question changes nothing.
    terminal.press("\r");
    terminal.wait_until("the key's own board", |screen| {
        !screen.contains("unsent change?")
            && !head(screen).contains("u-nguyen")
            && screen.contains("1 pending")
    });
    type_user(&mut terminal, "u-nguyen");
    terminal.wait_for_text("Switch user with 1 unsent change?");
    terminal.press("k\r");
    terminal.wait_until("the other's board, and what stayed", |screen| {
        head(screen).contains("as u-nguyen")
            && screen.contains("1 unsent change stays")
            && screen.contains("240 deals · 240 shown")
            && !screen.contains("1 pending")
    });
    terminal.press("8");
    terminal.wait_for_text("1 change is pending on this device under another identity");
    assert_eq!((waiting(""), waiting("u-nguyen")), (1, 0));
    // Another write goes into the other queue and is sent only from there.
    terminal.press("1");
    terminal.press("L");
    terminal.wait_for_text("1 pending");
    assert_eq!((waiting(""), waiting("u-nguyen")), (1, 1));
    terminal.press("8R");
    terminal.wait_until("it has left", |screen| !screen.contains("1 pending"));
    assert_eq!((waiting(""), waiting("u-nguyen")), (1, 0));
    let back = list(&mut terminal);
    assert!(back.contains("1 pending change"), "{back}");
    terminal.press("g\r");
    terminal.wait_until("the key's own queue", |screen| {
        !head(screen).contains("u-nguyen") && screen.contains("Now acting as the key itself")
    });
    // Its undo window continues; afterwards the write is sent.
    let end = Instant::now() + TIMEOUT;
    while waiting("") > 0 {
        assert!(Instant::now() < end, "the pending write stays in its store");
    }
    terminal.wait_until("nothing waits anywhere", |screen| {
        !screen.contains("1 pending") && !screen.contains("on this device under another identity")
    });
    leave(terminal);
}

#[test]
fn failed_user_switch_keeps_the_current_session() {
    let env = TestEnv::new(Config::default());
    let mut terminal = open(&env);
    // A file occupies the path of the directory.
    std::fs::write(env.store_of("u-roux"), "").unwrap();
    type_user(&mut terminal, "u-roux");
    let output = terminal.wait_for_text("Can’t act as u-roux");
    assert!(!head(&output).contains("u-roux") && output.contains("240 shown"), "{output}");
    // The key's session continues: it accepts writes, and another user can be selected.
    terminal.press("L");
    terminal.wait_for_text("1 pending");
    terminal.press("u");
    terminal.wait_until("nothing waits", |screen| !screen.contains("1 pending"));
    type_user(&mut terminal, "u-martin");
    terminal.wait_until("somebody else", |screen| head(screen).contains("as u-martin"));
    leave(terminal);
}

#[test]
fn the_demo_lists_its_sample_users() {
    let mut terminal = super::board(SIZE);
    let users = list(&mut terminal);
    for user in ["u-martin", "u-nguyen", "u-petit"] {
        assert!(users.contains(user), "{user} in {users}");
    }
    assert!(users.contains("current"), "{users}");
    leave(terminal);
}
