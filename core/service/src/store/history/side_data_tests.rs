//! Tests of the data beside the entries: visits, series, the journal, the request log.

use crate::model::history::series::Point;
use std::collections::BTreeMap;
use std::time::Duration;

use super::world::{World, at, in_status};

#[test]
fn visit_ends_at_the_last_entry_seen() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    assert_eq!(world.store.history().visit().unwrap(), None);
    let end = world.store.history().end_visit(None, at(11)).unwrap();
    world.sync(&[in_status("a", "closing"), in_status("b", "ic")], true);
    let mut world = world.reopen();
    let history = world.store.history().clone();
    assert_eq!(history.visit().unwrap(), Some(end));
    let since = history.changes_since(end.seq).unwrap();
    assert_eq!(since.len(), 2, "a moved and b is new: {since:?}");
    assert_eq!(history.changes_since(history.seq_before(at(20)).unwrap()).unwrap(), since);
    world.sync(&[in_status("a", "lost"), in_status("b", "ic")], true);
    // The user had not seen the last one.
    let end = history.end_visit(Some(since[1].seq), at(99)).unwrap();
    assert_eq!(history.changes_since(end.seq).unwrap().len(), 1);
}

#[test]
fn ended_visit_resumes_unless_a_peer_saw_more() {
    let mut world = World::new();
    world.sync(&[in_status("a", "ic")], true);
    let history = world.store.history().clone();
    let first = history.end_visit(None, at(11)).unwrap();
    history.resume_visit(None, first.seq).unwrap();
    assert_eq!(history.visit().unwrap(), None, "it was the first one");
    let first = history.end_visit(None, at(12)).unwrap();
    world.sync(&[in_status("a", "closing")], true);
    let second = history.end_visit(None, at(20)).unwrap();
    history.resume_visit(Some(first), second.seq).unwrap();
    assert_eq!(history.visit().unwrap(), Some(first));
    assert_eq!(history.changes_since(first.seq).unwrap().len(), 1);
    // Another process has meanwhile marked later entries as seen.
    history.end_visit(None, at(21)).unwrap();
    world.sync(&[in_status("a", "lost")], true);
    let peer_visit = history.end_visit(None, at(30)).unwrap();
    history.resume_visit(Some(first), second.seq).unwrap();
    assert_eq!(history.visit().unwrap(), Some(peer_visit));
}

/// Records the number of deals, with steps of a minute.
fn record_point(history: &super::History, second: i64, value: &str) -> bool {
    let values = BTreeMap::from([("deals".to_owned(), value.to_owned())]);
    history.record_series(&values, at(second), Duration::from_mins(1)).unwrap()
}

fn points(history: &super::History) -> Vec<(i64, String)> {
    let all = &history.series().unwrap()["deals"];
    let point = |point: &Point| (point.at.as_second(), point.value.clone());
    all.iter().map(point).collect()
}

fn owned_points(points: &[(i64, &str)]) -> Vec<(i64, String)> {
    points.iter().map(|(at, value)| (*at, (*value).to_owned())).collect()
}

#[test]
fn a_series_has_a_point_wherever_something_changed() {
    let world = World::new();
    let history = world.store.history();
    assert!(record_point(history, 5, "240"));
    assert!(!record_point(history, 8, "240"), "nothing changed");
    for (second, value) in [(10, "239"), (11, "238"), (12, "239"), (130, "12.50")] {
        assert!(record_point(history, second, value));
    }
    let all = [(5, "240"), (10, "239"), (11, "238"), (12, "239"), (130, "12.50")];
    assert_eq!(points(history), owned_points(&all));
    // After the clock is set back, points are replaced one at a time.
    assert!(record_point(history, 100, "12"));
    assert_eq!(points(history)[4..], owned_points(&[(100, "12")]));
}

#[test]
fn thinning_keeps_first_and_last_change_of_old_steps() {
    const DAY: i64 = 86_400;
    let world = World::new();
    let history = world.store.history();
    let changes = [(5, "240"), (10, "239"), (11, "238"), (50, "237"), (70, "236")];
    for (second, value) in changes {
        record_point(history, second, value);
    }
    // The step with second 70 is not completely older than a day.
    record_point(history, DAY + 70, "235");
    let remaining = [(5, "240"), (50, "237"), (70, "236"), (DAY + 70, "235")];
    assert_eq!(points(history), owned_points(&remaining));
    record_point(history, DAY + 80, "234");
    record_point(history, 2 * DAY, "233");
    assert_eq!(points(history).len(), 6, "a pair of a step is never thinned");
}

#[test]
fn journal_and_request_log_round_trip_until_pruned() {
    use crate::model::history::journal_entry::WriteOutcome;
    use crate::model::snapshot::RequestLine;
    use crate::store::{NewJournalEntry, NewOutboxEntry};
    let world = World::new();
    let row = NewOutboxEntry {
        operation: crate::contract::OperationId::DealsUpdate,
        record: "d-1".into(),
        body: r#"{"status":"ic"}"#.into(),
        key: "key-1".parse().unwrap(),
        base: "{}".into(),
        label: "Le Parc".into(),
        created_at: at(1),
        not_before: at(1),
        scheduled: false,
    };
    let row = world.store.outbox().enqueue(&[row]).unwrap().remove(0);
    let history = world.store.history();
    for (outcome, second) in [(WriteOutcome::RetryLater, 2), (WriteOutcome::Applied, 3)] {
        let line = NewJournalEntry {
            before: Some(r#"{"status":"sourcing"}"#.into()),
            attempts: 2,
            request_id: Some("r-1".into()),
            ..NewJournalEntry::new(&row, outcome, at(second))
        };
        history.add_journal_entry(&line).unwrap();
    }
    let lines = history.journal(10).unwrap();
    assert_eq!(lines, history.journal_of("d-1").unwrap());
    assert_eq!(history.journal(1).unwrap(), lines[1..]);
    assert_eq!((lines[0].outcome, lines[1].outcome), (WriteOutcome::RetryLater, WriteOutcome::Applied));
    assert_eq!(lines[1].after.as_deref(), Some(r#"{"status":"ic"}"#));
    assert_eq!((lines[1].requested_at, lines[1].at), (at(1), at(3)));
    let request = RequestLine {
        at: at(2),
        method: "PUT",
        path: "/deals/d-1".into(),
        status: Some(200),
        fault: None,
        request_id: "r-1".into(),
        attempt: 1,
        took: Duration::from_micros(1_500),
    };
    let read = RequestLine { method: "GET", path: "/deals".into(), ..request.clone() };
    history.log_requests(&[read.clone(), request]).unwrap();
    history.log_requests(&vec![read; 5_010]).unwrap();
    let requests = history.requests().unwrap();
    assert_eq!(requests.len(), 5_001, "the oldest reads go");
    assert_eq!(requests[0].method, "PUT", "a write outlives the readings after it");
    assert_eq!(requests[0].took, Duration::from_micros(1_500));
    let day = Duration::from_hours(24);
    assert_eq!(world.store.prune_history_daily(day, at(86_400)).unwrap(), Some(0));
    assert_eq!(history.journal(10).unwrap().len(), 2, "a day old, and kept a day");
    assert_eq!(world.store.prune_history_daily(day, at(2 * 86_400 - 1)).unwrap(), None, "once a day");
    assert_eq!(world.store.prune_history_daily(day, at(2 * 86_400)).unwrap(), Some(0));
    assert!(history.journal(10).unwrap().is_empty() && history.requests().unwrap().is_empty());
}

#[test]
fn temporarily_wrong_clock_hides_no_changes_of_other_days() {
    let mut world = World::new();
    world.now = 1_000;
    world.write(&in_status("a", "sourcing"), "{}");
    for (now, status) in [(2_000, "ic"), (90_000, "closing"), (3_000, "lost")] {
        world.now = now;
        world.write(&in_status("a", status), &format!(r#"{{"status":"{status}"}}"#));
    }
    let history = world.store.history();
    let since = |second: i64| {
        let from = history.seq_before(at(second)).unwrap();
        let mut entries = history.changes_since(from).unwrap();
        entries.retain(|entry| entry.at >= at(second));
        entries.iter().map(|entry| entry.at.as_second()).collect::<Vec<_>>()
    };
    assert_eq!(since(2_500), [90_010, 3_010]);
    assert_eq!(since(80_000), [90_010], "what came after it does not hide it");
    assert_eq!(since(100_000), [] as [i64; 0]);
}
