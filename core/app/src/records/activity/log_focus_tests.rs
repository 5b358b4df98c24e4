//! The focus in the logs of the activity screen follows its entry.

use crate::contract::OperationId;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Screen;
use crate::model::history::journal_entry::{JournalEntry, WriteOutcome};
use crate::model::history::observed::ObservedHistory;
use crate::model::snapshot::{RequestLine, Snapshot};
use crate::records::activity::activity::{JOURNAL, REQUESTS};
use crate::shell::action::Action;
use crate::shell::testing::*;
use std::time::Duration;

fn request(n: i64) -> RequestLine {
    RequestLine {
        at: Timestamp::from_second(n).unwrap(),
        method: "GET",
        path: format!("/deals/{n}"),
        status: Some(200),
        fault: None,
        attempt: 1,
        request_id: format!("r-{n}"),
        took: Duration::ZERO,
    }
}

fn entry(seq: i64, key: &str) -> JournalEntry {
    JournalEntry {
        seq,
        outbox_id: 1,
        key: key.to_owned(),
        operation: OperationId::DealsUpdate,
        record: "a".to_owned(),
        label: "Le Parc, Lyon".to_owned(),
        before: None,
        after: None,
        attempts: 1,
        outcome: WriteOutcome::Applied,
        status: None,
        request_id: None,
        problem: None,
        reason: None,
        requested_at: test_now(),
        at: test_now(),
    }
}

/// Publishes a snapshot with these log entries, oldest first.
fn publish_log(app: &mut App, requests: impl IntoIterator<Item = i64>, journal: &[(i64, &str)]) {
    let mut next = Snapshot::clone(&app.cx.snapshot);
    next.revision += 1;
    next.requests = Arc::new(requests.into_iter().map(request).collect());
    next.history = Arc::new(ObservedHistory {
        journal: Arc::new(journal.iter().map(|(seq, key)| entry(*seq, key)).collect()),
        ..ObservedHistory::default()
    });
    app.on_snapshot(Arc::new(next));
}

fn app_on_pane(pane: usize) -> App {
    let mut app = app();
    app.dispatch(Action::Show(Screen::Activity), test_now());
    app.dispatch(Action::FocusPane(pane), test_now());
    app
}

fn focused_id(app: &App) -> &str {
    app.activity.focused_request(&app.cx).map_or("", |line| &line.request_id)
}

#[test]
fn request_line_shows_its_change_before_the_identifier() {
    let mut app = app_on_pane(REQUESTS);
    let id = "6f1c08d2-4b7e-4a55-9d10-000000000007";
    let line = |method: &'static str, path: String, id: &str| RequestLine {
        method,
        path,
        request_id: id.to_owned(),
        ..request(1)
    };
    let changed = |id: &str, name: &str, value: &str| JournalEntry {
        request_id: Some(id.to_owned()),
        after: Some(format!(r#"{{"{name}":"{value}"}}"#)),
        outcome: WriteOutcome::RetryLater,
        ..entry(1, id)
    };
    let mut next = Snapshot::clone(&app.cx.snapshot);
    next.revision += 1;
    next.requests = Arc::new(vec![
        line("PUT", format!("/deals/{id}"), "r-status"),
        line("PUT", format!("/deals/{id}"), "r-owner"),
        line("PUT", format!("/deals/{id}"), "r-unknown"),
        line("GET", format!("/deals/{id}/notes"), "r-notes"),
        line("GET", "/users/me/saved-views".to_owned(), "r-views"),
    ]);
    next.history = Arc::new(ObservedHistory {
        journal: Arc::new(vec![
            changed("r-status", "status", "closing"),
            changed("r-owner", "responsable", "J. Roux"),
        ]),
        ..ObservedHistory::default()
    });
    app.on_snapshot(Arc::new(next));
    let message = |at: usize| {
        crate::records::activity::view::requests::request_view(&app, &app.cx.snapshot.requests[at])
    };
    let (status, owner) = (message(0), message(1));
    let begins = "Modification d’un deal : ";
    for (view, field) in [(&status, "Statut"), (&owner, "Responsable")] {
        let rest = view.title.strip_prefix(begins);
        assert!(rest.is_some_and(|rest| rest.starts_with(field)), "{}", view.title);
    }
    assert_eq!(owner.route.as_str(), format!("PUT /deals/{id}"));
    assert_eq!(owner.short_route.as_str(), "PUT /deals/…0007");
    assert_eq!(message(2).title, "Modification d’un deal", "the change of the request is unknown");
    assert_eq!(message(3).title, "Notes d’un deal");
    assert_eq!(message(4).title, "Liste des vues enregistrées");
    assert_eq!(message(4).short_route.as_str(), "GET /users/me/saved-views");
}

#[test]
fn log_focus_stays_on_its_request_as_others_arrive() {
    let mut app = app_on_pane(REQUESTS);
    publish_log(&mut app, 1..=5, &[]);
    assert_eq!(focused_id(&app), "r-5");
    publish_log(&mut app, 1..=6, &[]);
    assert_eq!(focused_id(&app), "r-6", "without user action it stays on the newest");
    run(&mut app, &[ActionId::FocusDown, ActionId::FocusDown]);
    assert_eq!(focused_id(&app), "r-4");
    publish_log(&mut app, 1..=9, &[]);
    assert_eq!(focused_id(&app), "r-4");
    run(&mut app, &[ActionId::Open]);
    assert_eq!(app.activity.opened_request().map(|line| &*line.request_id), Some("r-4"));
    run(&mut app, &[ActionId::Back]);
    publish_log(&mut app, 3..=12, &[]);
    assert_eq!(focused_id(&app), "r-4", "entries removed below it do not matter");
    publish_log(&mut app, 7..=16, &[]);
    assert_eq!(focused_id(&app), "r-7", "after its removal the nearest has the focus");
}

#[test]
fn log_focus_follows_the_newest_only_after_focus_first() {
    let mut app = app_on_pane(REQUESTS);
    publish_log(&mut app, 1..=3, &[]);
    run(&mut app, &[ActionId::FocusDown, ActionId::FocusUp]);
    publish_log(&mut app, 1..=4, &[]);
    assert_eq!(focused_id(&app), "r-3");
    run(&mut app, &[ActionId::FocusFirst]);
    publish_log(&mut app, 1..=5, &[]);
    assert_eq!(focused_id(&app), "r-5");
    app.dispatch(Action::FocusLine { pane: REQUESTS, line: 0 }, test_now());
    publish_log(&mut app, 1..=6, &[]);
    assert_eq!(focused_id(&app), "r-5", "a click also sets the focus");
}

#[test]
fn the_focus_of_the_journal_stays_with_its_entry() {
    let mut app = app_on_pane(JOURNAL);
    let entry = |app: &App| {
        let journal = &app.cx.snapshot.history.journal;
        journal[journal.len() - 1 - app.cx.scroll()].seq
    };
    publish_log(&mut app, [], &[(1, "k1"), (2, "k2"), (3, "k3")]);
    run(&mut app, &[ActionId::FocusDown]);
    assert_eq!(entry(&app), 2);
    publish_log(&mut app, [], &[(1, "k1"), (2, "k2"), (3, "k3"), (4, "k4")]);
    assert_eq!(entry(&app), 2);
    publish_log(&mut app, [], &[(1, "k1"), (3, "k3"), (4, "k4"), (5, "k2"), (6, "k6")]);
    assert_eq!(entry(&app), 5, "the retry of the same write has the focus");
    publish_log(&mut app, [], &[(1, "k1"), (3, "k3"), (4, "k4"), (6, "k6")]);
    assert_eq!(entry(&app), 4, "after its removal the nearest has the focus");
}
