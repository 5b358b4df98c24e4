//! Jobs of an analyst: news, own deals, thresholds, checks, bulk moves, spreadsheets, offline use.

use encours_sandbox::Config;

use super::super::pty::{SIZE, TestEnv};
use super::{board, leave, leave_and_keep};

#[test]
fn moves_since_last_visit_are_listed_and_marked_seen() {
    let env = TestEnv::new(Config::default());
    let mut terminal = env.open(SIZE);
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("\x05");
    leave(terminal);
    let deals = env.run_as_other(&["deals", "list", "--status", "sourcing", "--limit", "1"]);
    let (id, name) = (deals[0]["id"].as_str().unwrap(), deals[0]["name"].as_str().unwrap());
    env.run_as_other(&["deals", "update", id, "--status", "closing"]);
    let mut terminal = env.open(SIZE);
    terminal.wait_for_text("1 change since ");
    terminal.press("i");
    terminal.wait_until("the deal that moved", |screen| {
        screen.contains(name) && screen.contains("Closing") && screen.contains("1 moved")
    });
    terminal.press("\x05");
    terminal.press("\x1b");
    terminal.wait_until("nothing left", |screen| !screen.contains("change since "));
    leave(terminal);
}

#[test]
fn saved_view_opens_at_the_start() {
    let env = TestEnv::new(Config::default());
    let mut terminal = env.open(SIZE);
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("/owner:\"A. Martin\"\r");
    terminal.wait_until("fewer deals", |screen| !screen.contains("240 shown"));
    terminal.press("W");
    terminal.wait_for_text("Name");
    terminal.press("Mine\r");
    terminal.wait_until("the view's name", |screen| {
        screen.contains("Mine  240 deals") || screen.contains(" Mine ")
    });
    terminal.press("w");
    terminal.wait_for_text("All deals");
    terminal.press("j*");
    terminal.wait_for_text("at start");
    leave(terminal);
    let terminal = env.open(SIZE);
    terminal.wait_until("the view at the start", |screen| {
        screen.contains(" Mine") && screen.contains("240 deals ·") && !screen.contains("240 shown")
    });
    leave(terminal);
}

#[test]
fn table_filter_finds_deals_over_a_threshold() {
    let mut terminal = board(SIZE);
    terminal.press("v");
    terminal.press("/ltv>0.75\r");
    let table = terminal
        .wait_until("deals over the limit", |screen| !screen.contains("240 shown") && screen.contains("▲ 7"));
    // A value that is not provided does not exceed any threshold.
    let rows: Vec<&str> = table.lines().filter(|line| line.contains('○') && line.contains("n/a")).collect();
    assert!(rows.iter().all(|row| row.contains("alert")), "{rows:?}");
    leave(terminal);
}

#[test]
fn filter_error_is_located_and_words_are_completed() {
    let mut terminal = board(SIZE);
    terminal.press("/stat");
    terminal.press("\t");
    terminal.wait_for_text("/ status:");
    terminal.press("\x15ltv>abc");
    terminal.wait_until("where it is wrong", |screen| screen.contains('^') || screen.contains('▲'));
    terminal.press("\x15\r");
    terminal.wait_for_text("240 deals · 240 shown");
    leave(terminal);
}

#[test]
fn the_arithmetic_of_a_snapshot_is_checked() {
    let mut terminal = board((120, 50));
    terminal.press("/parc lyon\r");
    terminal.wait_for_text("1 shown");
    terminal.press("\r");
    terminal.wait_until("the checks", |screen| screen.contains("Binding constraint:"));
    leave(terminal);
}

#[test]
fn bulk_move_shows_a_plan_before_sending() {
    let mut terminal = board(SIZE);
    terminal.press(&" j".repeat(12));
    terminal.wait_for_text("12 selected");
    terminal.press(":move ic");
    terminal.wait_for_text("Move 12 deals to Investment committee");
    terminal.press("\r");
    terminal.wait_until("the plan", |screen| {
        screen.contains("12 to change") && screen.contains("Nothing is sent until you press Enter")
    });
    terminal.press("\r");
    // Each row shows its outcome.
    terminal.wait_until("the outcome of all", |screen| {
        screen.contains("12 done") && screen.matches("✓").count() >= 12
    });
    leave(terminal);
}

#[test]
fn selected_rows_are_copied_through_the_terminal() {
    let mut terminal = board(SIZE);
    terminal.press(" j ");
    terminal.wait_for_text("2 selected");
    terminal.press("Y");
    terminal.wait_for_text("2 selected rows, for a spreadsheet");
    terminal.press("jj\r");
    terminal.wait_for_text("2 rows copied via the terminal");
    assert_eq!(terminal.state().screen.callbacks().copied.len(), 1);
    leave(terminal);
}

#[test]
fn offline_start_shows_cached_deals_and_queues_a_move() {
    let mut env = TestEnv::new(Config::default());
    let terminal = env.open(SIZE);
    terminal.wait_until("all of it", |screen| screen.contains("up to date"));
    leave(terminal);
    env.stop_server();
    let mut terminal = env.open(SIZE);
    terminal.wait_until("what was read, and that nobody answers", |screen| {
        screen.contains("240 deals · 240 shown") && screen.contains("offline")
    });
    terminal.press("L");
    terminal.wait_until("a move that waits", |screen| screen.contains("pending"));
    leave_and_keep(terminal);
    // It is also pending in the next run.
    let terminal = env.open(SIZE);
    terminal.wait_until("the same move", |screen| screen.contains("offline") && screen.contains("1 pending"));
    leave_and_keep(terminal);
}

#[test]
fn operator_is_found_by_part_of_its_name() {
    let mut terminal = board(SIZE);
    terminal.press("7");
    terminal.wait_for_text("Operators");
    terminal.press("jjj\r");
    terminal.wait_for_text("57 records");
    terminal.press("/");
    terminal.press("lyon");
    terminal.wait_until("fewer of them", |screen| {
        screen.contains("57 records · ") && !screen.contains("· 57 shown")
    });
    leave(terminal);
}

#[test]
fn help_search_finds_a_key_by_its_action() {
    let mut terminal = board((80, 24));
    terminal.press("?");
    terminal.wait_for_text("Move around");
    terminal.press("/note");
    terminal.wait_until("the key of the note alone", |screen| {
        screen.contains("Private note · local-note") && !screen.contains("Move around")
    });
    // Esc closes one thing at a time: first the search, then the help.
    terminal.press("\x1b");
    terminal.wait_for_text("Move around");
    terminal.press("\x1b");
    terminal.wait_until("the board", |screen| !screen.contains("Move around"));
    leave(terminal);
}
