//! Support: the triage loop, identifiers from a mail, many at once, what is told of a refusal, what the key may do.

use encours_sandbox::{Config, Fault, FaultKind, Profile};

use super::super::pty::{Place, SIZE, Terminal};
use super::{board, leave};

fn inbox() -> Terminal {
    let mut terminal = board(SIZE);
    terminal.press("4");
    terminal.shows("Unread 37");
    terminal
}

#[test]
fn looking_marks_nothing_and_one_key_marks_and_goes_on() {
    let mut terminal = inbox();
    terminal.press("jjj");
    terminal.shows("4 of 37");
    terminal.press("kkk");
    let first = terminal.shows("1 of 37");
    assert!(first.contains("Unread 37"));
    terminal.press("x");
    // The first stands for two of the same title but for its figures.
    terminal.until("the next one", |screen| {
        screen.contains("Unread 35") && screen.contains("1 of 35")
    });
    terminal.press("u");
    terminal.shows("Unread 37");
    leave(terminal);
}

#[test]
fn many_are_marked_only_after_their_number_and_cost_were_said_and_can_be_stopped() {
    let mut terminal = inbox();
    terminal.press("X");
    terminal.until("what it would do", |screen| {
        screen.contains("mark 37 read") && screen.contains("37 requests, ")
    });
    terminal.press("X");
    terminal.shows("0 of 37 marked");
    terminal.press("\x1b");
    terminal.until("nothing was marked", |screen| {
        screen.contains("Unread 37") && !screen.contains("of 37 marked")
    });
    leave(terminal);
}

#[test]
fn one_sleeps_and_one_gets_a_star_here_alone() {
    let mut terminal = inbox();
    terminal.press("s");
    terminal.shows("snooze");
    terminal.press("\r");
    terminal.shows("Snoozed 2");
    terminal.press("*");
    terminal.shows("Starred 1");
    leave(terminal);
}

#[test]
fn repeats_and_preferences_stand_beside_the_list() {
    let terminal = inbox();
    terminal.until("repeats and preferences", |screen| {
        screen.contains("Same title but for figures") && screen.contains("Alert preferences")
    });
    leave(terminal);
}

#[test]
fn identifiers_from_a_mail_are_watched_where_there_is_no_list() {
    let listing = Place::new(Config::default());
    let known = listing.somebody_else(&["notifications", "list"]);
    let id = |at: usize| known[at]["id"].as_str().unwrap().to_owned();
    let strict = Place::new(Config {
        profile: Profile::Strict,
        ..Config::default()
    });
    let mut terminal = strict.open(SIZE);
    terminal.shows("240 deals");
    terminal.press("4");
    terminal.shows("The service lists no notifications");
    terminal.press("a");
    terminal.press(&format!(
        "\x1b[200~seen by a user: {}, {}\n\x1b[201~",
        id(0),
        id(1)
    ));
    terminal.press("\r");
    terminal.shows("2 ids watched");
    leave(terminal);
}

#[test]
fn a_refusal_says_what_is_missing_and_the_rights_say_what_was_seen() {
    let place = Place::new(Config {
        scopes: Some(vec!["deals:read".into(), "portfolio:read".into()]),
        ..Config::default()
    });
    let mut terminal = place.open((120, 40));
    terminal.shows("240 deals · 240 shown");
    terminal.press("L");
    terminal.until("the refusal", |screen| screen.contains("× 1"));
    terminal.press("8");
    terminal.until("why, and what the key may do", |screen| {
        screen.contains("deals:write")
            && screen.contains("Rights observed")
            && screen.contains("PUT /deals/{deal_id}")
            && screen.contains("Journal of writes")
    });
    // The block of facts that the partner's support asks for.
    terminal.press("Y");
    terminal.shows("for support");
    terminal.press("\r");
    terminal.shows("through the terminal");
    leave(terminal);
}

#[test]
fn a_pause_that_the_service_asks_for_is_counted_down_and_over_by_itself() {
    let place = Place::new(Config::default());
    let mut terminal = place.open((120, 40));
    terminal.shows("240 deals · 240 shown");
    let pause = Fault::new(FaultKind::RetryAfter("4".to_owned())).times(1);
    place.service().faults().add(pause);
    terminal.press("r");
    terminal.shows("wait asked for");
    // What is decided meanwhile is taken, and waits for the gate.
    terminal.press("L");
    terminal.shows("1 waiting");
    terminal.press("8");
    terminal.shows("sending paused until");
    terminal.press("s");
    terminal.until("the pause is over, and what waited has left", |screen| {
        !screen.contains("wait asked for") && screen.contains("sending open") && !screen.contains("1 waiting")
    });
    // What was under way came in with the refusal; from then on nothing was asked until the pause was over.
    let asked = place.service().requests().all();
    let closed = asked.iter().find(|request| request.status == 429).unwrap().at;
    let after = |ms: i64| closed + jiff::SignedDuration::from_millis(ms);
    let early: Vec<_> = asked
        .iter()
        .filter(|request| request.at > after(1_000) && request.at < after(3_900))
        .collect();
    assert!(early.is_empty(), "{early:?}");
    leave(terminal);
}
