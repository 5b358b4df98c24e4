//! Jobs of support staff: triage, identifiers from mails, bulk actions, rejections, rights.

use encours_sandbox::{Config, Fault, FaultKind, ServiceProfile};

use super::super::pty::{SIZE, Terminal, TestEnv};
use super::{board, leave};

fn inbox() -> Terminal {
    let mut terminal = board(SIZE);
    terminal.press("4");
    terminal.wait_for_text("Unread 37");
    terminal
}

#[test]
fn mark_read_key_moves_on_and_focus_marks_nothing() {
    let mut terminal = inbox();
    terminal.press("jjj");
    terminal.wait_for_text("4 of 37");
    terminal.press("kkk");
    let first = terminal.wait_for_text("1 of 37");
    assert!(first.contains("Unread 37"));
    terminal.press("x");
    // The first row groups two notifications whose titles differ only in numbers.
    terminal.wait_until("the next one", |screen| screen.contains("Unread 35") && screen.contains("1 of 35"));
    terminal.press("u");
    terminal.wait_for_text("Unread 37");
    leave(terminal);
}

#[test]
fn marking_all_shows_count_and_cost_and_is_cancellable() {
    let mut terminal = inbox();
    terminal.press("X");
    terminal.wait_until("what it would do", |screen| {
        screen.contains("mark 37 as read") && screen.contains("37 requests, ")
    });
    terminal.press("X");
    terminal.wait_for_text("0 of 37 marked");
    terminal.press("\x1b");
    terminal.wait_until("nothing was marked", |screen| {
        screen.contains("Unread 37") && !screen.contains("of 37 marked")
    });
    leave(terminal);
}

#[test]
fn snooze_and_star_are_local() {
    let mut terminal = inbox();
    terminal.press("s");
    terminal.wait_for_text("snooze");
    terminal.press("\r");
    terminal.wait_for_text("Snoozed 2");
    terminal.press("*");
    terminal.wait_for_text("Starred 1");
    leave(terminal);
}

#[test]
fn local_note_and_unread_mark_stay_local_and_persist() {
    let env = TestEnv::new(Config::default());
    let open = |unread: &str| {
        let mut terminal = env.open(SIZE);
        terminal.wait_for_text("240 deals · 240 shown");
        terminal.press("4");
        terminal.wait_for_text(unread);
        terminal
    };
    let mut terminal = open("Unread 37");
    terminal.press("jc");
    terminal.wait_for_text("never sent");
    terminal.press("attend A. Martin\r");
    terminal.wait_for_text("¶ attend A. Martin");
    // A notification read at the service counts as unread on this device only.
    terminal.press("l");
    terminal.wait_for_text("▸ Read 118");
    terminal.press("U");
    terminal.wait_until("one more to handle, and why", |screen| {
        screen.contains("Unread 38") && screen.contains("1 unread on this device only")
    });
    leave(terminal);
    let listing = env.run_as_other(&["notifications", "list"]);
    let read = listing.as_array().unwrap().iter();
    let read = read.filter(|item| item["read"] == true).count();
    assert_eq!(read, 118, "the service was told nothing");
    let mut terminal = open("Unread 38");
    terminal.press("/martin\r");
    terminal.wait_until("the filter finds the note", |screen| {
        screen.contains("¶ attend A. Martin") && screen.contains("1 of 1")
    });
    leave(terminal);
}

#[test]
fn grouped_row_shows_its_count_and_expands_before_marking() {
    let mut terminal = inbox();
    terminal.wait_until("what marking marks, with the deal and the alerts below", |screen| {
        screen.contains("x marks these 2")
            && screen.contains("(76,4 %)")
            && screen.contains("(76,1 %)")
            && screen.contains("matched by name")
            && screen.contains("Échéance dans 60 jours")
    });
    terminal.press("o");
    terminal.wait_for_text("▾2");
    terminal.press("jx");
    terminal.wait_for_text("Unread 36");
    terminal.press("u");
    terminal.wait_for_text("Unread 37");
    terminal.press("ogx");
    terminal.wait_until("both, and by what they differ", |screen| {
        screen.contains("LTV au-dessus du seuil: 2 will be marked as read (76,4 · 76,1)")
    });
    terminal.press("u");
    terminal.wait_for_text("Unread 37");
    leave(terminal);
}

#[test]
fn selection_is_noted_copied_exported_and_marked() {
    let dir = tempfile::tempdir().unwrap();
    let mut terminal = inbox();
    // The third row groups two notifications.
    terminal.press("jVjj");
    terminal.wait_for_text("4 selected");
    terminal.press("c");
    terminal.wait_for_text("Private note on 4 notifications");
    terminal.press("to call back\r");
    terminal.wait_for_text("¶ to call back");
    terminal.press("y");
    terminal.wait_for_text("4 rows");
    terminal.press("Y");
    terminal.wait_for_text("Handover, as text");
    terminal.press("\x1b");
    terminal.wait_until("the list is closed", |screen| !screen.contains("as text"));
    terminal.press("E");
    terminal.wait_for_text("Export notifications");
    // The first format is a workbook, the second CSV.
    terminal.press("l\t");
    let path = dir.path().join("queue.csv");
    terminal.press(&format!("\x15{}\r", path.display()));
    terminal.wait_until("the file is written", |_| path.exists());
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.starts_with("title,severity,state,"), "{text}");
    assert_eq!(text.matches("to call back").count(), 4, "{text}");
    terminal.press("x");
    terminal.wait_until("the four are marked", |screen| {
        screen.contains("Unread 33") && !screen.contains("selected")
    });
    leave(terminal);
}

#[test]
fn recurring_kind_filters_the_notifications() {
    let mut terminal = inbox();
    terminal.press("\t\t\t");
    terminal.wait_for_text("▸ Recurring");
    terminal.press("\r");
    terminal.wait_until("only that kind is shown", |screen| {
        screen.contains("/ Reporting dû") && screen.contains("Unread 9")
    });
    leave(terminal);
}

#[test]
fn preferences_of_another_user_are_opened_from_the_list() {
    let env = TestEnv::new(Config::default());
    let mut terminal = env.open((120, 40));
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("4");
    terminal.wait_for_text("This list belongs to a user");
    terminal.press("\t\t\r");
    terminal.wait_for_text("Another user…");
    terminal.press("G\r");
    terminal.wait_for_text("User ID");
    terminal.press("u-martin\r");
    // The user is unknown so far.
    terminal.wait_for_text("No known user has this ID");
    terminal.press("\r");
    terminal.wait_until("their preferences, by their name", |screen| {
        screen.contains("u-martin, read-only") && screen.contains("Late payment")
    });
    // Switch to another user from there.
    terminal.press("\t\t\r");
    terminal.wait_for_text("Another user…");
    leave(terminal);
}

#[test]
fn repeats_and_preferences_are_shown_beside_the_list() {
    let terminal = inbox();
    terminal.wait_until("repeats and preferences", |screen| {
        screen.contains("Same title, different numbers") && screen.contains("Alert preferences")
    });
    leave(terminal);
}

#[test]
fn pasted_ids_are_watched_if_notifications_cannot_be_listed() {
    let listing = TestEnv::new(Config::default());
    let known = listing.run_as_other(&["notifications", "list"]);
    let id = |at: usize| known[at]["id"].as_str().unwrap().to_owned();
    let strict = TestEnv::new(Config { profile: ServiceProfile::Strict, ..Config::default() });
    let mut terminal = strict.open(SIZE);
    terminal.wait_for_text("240 deals");
    terminal.press("4");
    terminal.wait_for_text("The server doesn’t list notifications");
    terminal.press("a");
    terminal.press(&format!("\x1b[200~seen by a user: {}, {}\n\x1b[201~", id(0), id(1)));
    terminal.press("\r");
    terminal.wait_for_text("2 IDs watched");
    leave(terminal);
}

#[test]
fn rejection_and_permissions_show_what_is_missing() {
    let env = TestEnv::new(Config {
        scopes: Some(vec!["deals:read".into(), "portfolio:read".into()]),
        ..Config::default()
    });
    let mut terminal = env.open((120, 40));
    terminal.wait_for_text("240 deals · 240 shown");
    terminal.press("L");
    terminal.wait_until("the rejection", |screen| screen.contains("× 1"));
    terminal.press("8");
    terminal.wait_until("why, and what the key may do", |screen| {
        screen.contains("deals:write")
            && screen.contains("Permissions")
            && screen.contains("PUT /deals/{deal_id}")
            && screen.contains("Change journal")
    });
    // The details that the partner's support asks for.
    terminal.press("Y");
    terminal.wait_for_text("for support");
    terminal.press("\r");
    terminal.wait_for_text("copied via the terminal");
    leave(terminal);
}

#[test]
fn rate_limit_is_shown_and_ends_by_itself() {
    let env = TestEnv::new(Config::default());
    let mut terminal = env.open((120, 40));
    terminal.wait_for_text("240 deals · 240 shown");
    let pause = Fault::new(FaultKind::RetryAfter("4".to_owned())).times(1);
    env.service().faults().add(pause);
    terminal.press("r");
    terminal.wait_for_text("rate limited");
    // Changes are accepted during the pause and sent afterwards.
    terminal.press("L");
    terminal.wait_for_text("1 pending");
    terminal.press("8");
    terminal.wait_for_text("sending paused until");
    terminal.press("R");
    terminal.wait_until("the pause is over, and what waited has left", |screen| {
        !screen.contains("rate limited") && screen.contains("sending on") && !screen.contains("1 pending")
    });
    // Requests that were running arrived with the rejection; after that, none was sent until the pause was over.
    let requests = env.service().requests().all();
    let closed = requests.iter().find(|request| request.status == 429).unwrap().at;
    let after = |ms: i64| closed + jiff::SignedDuration::from_millis(ms);
    let early: Vec<_> =
        requests.iter().filter(|request| request.at > after(1_000) && request.at < after(3_900)).collect();
    assert!(early.is_empty(), "{early:?}");
    leave(terminal);
}
