//! A command next to another program on the same profile, which sends the pending writes.
//!
//! The command ends as if it had sent its write itself.

use std::net::UdpSocket;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{problem, problem_text};
use encours_core::error::Error;
use encours_core::model::history::journal_entry::Outcome;
use encours_core::store::{Kind, NewJournalEntry, Received, Row, RowState, Source, Store};
use jiff::Timestamp;

use super::stub::{self, Answer};
use super::support::{Place, Ran, today};

/// Longer than any step takes.
const TERM: Duration = Duration::from_mins(5);

/// A simulated program on the profile.
struct Other {
    store: Store,
    door: UdpSocket,
}

impl Other {
    fn on(place: &Place) -> Self {
        place.good(&["sync"]);
        Self::of(place.dir.path())
    }

    /// Opens the only profile in a user's directories.
    fn of(dir: &Path) -> Self {
        let mut profiles = std::fs::read_dir(dir.join("data/profiles")).unwrap();
        let profile = profiles.next().unwrap().unwrap().path();
        let store = Store::open(&profile, Timestamp::now()).unwrap();
        let door = store.outbox().bell().socket().unwrap();
        door.set_nonblocking(false).unwrap();
        // The timeout covers a lost signal.
        door.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        Self { store, door }
    }

    /// Waits for a signal or the timeout.
    fn rung(&self) {
        // The caller checks the outbox in both cases.
        let _heard = self.door.recv(&mut [0; 128]);
    }

    fn takes_its_turn(&self) -> bool {
        let lease = self.store.outbox().lease(Timestamp::now(), TERM, true);
        lease.unwrap().is_none()
    }

    /// Claims the only write once it is in the outbox, and marks it as sent.
    fn takes(&self) -> Row {
        for _ in 0..600 {
            let outbox = self.store.outbox();
            if let Some(row) = outbox.rows().unwrap().into_iter().next() {
                let row = outbox.claim(row.seq, Timestamp::now(), TERM).unwrap().unwrap();
                assert!(outbox.leaving(row.seq, Timestamp::now(), TERM).unwrap());
                return row;
            }
            self.rung();
        }
        panic!("no write arrived");
    }

    /// Records that the service applied the write, in the engine's order: journal, record, row.
    fn applied(&self, row: &Row, kind: Option<Kind>, answer: Option<&Record>) {
        let now = Timestamp::now();
        let id = answer.and_then(|answer| answer.text("id"));
        let created = id
            .as_deref()
            .filter(|_| row.operation == OperationId::DealsCreate);
        let line = NewJournalEntry {
            record: created.map(Into::into),
            ..NewJournalEntry::of(row, Outcome::Applied, now)
        };
        self.store.history().write_down(&line).unwrap();
        if let (Some(kind), Some(answer)) = (kind, answer) {
            let received = Received {
                id: id.as_deref().unwrap().to_owned(),
                body: answer.as_str().to_owned(),
                position: 0,
                status: answer.text("status").map(Into::into),
            };
            let written = Fields::parse(&row.body).unwrap_or_default();
            let source = match row.operation {
                OperationId::DealsCreate => Source::Created {
                    asked: row.created_at,
                },
                OperationId::DealsUpdate => Source::Answer {
                    fields: &written,
                    asked: row.created_at,
                },
                _ => Source::Read {
                    asked: self.store.cache().change().unwrap(),
                },
            };
            let cache = self.store.cache();
            cache.confirm(kind, "", now, &received, source).unwrap();
        }
        self.store.outbox().confirmed(row.seq, created).unwrap();
        self.store.outbox().yield_lease().unwrap();
    }
}

fn beside(place: &Place, line: &[&str]) -> Child {
    let mut command = place.command(line);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn ended(child: Child) -> Ran {
    Ran::of(child.wait_with_output().unwrap())
}

fn answer(place: &Place, method: &str, path: &str, body: &str) -> Record {
    let line = ["api", method, path, "--body", body];
    let line = if body.is_empty() { &line[..3] } else { &line[..] };
    Record::parse(place.good(line).out.trim()).unwrap()
}

#[test]
fn what_another_window_sends_is_told_as_if_it_had_been_sent_here() {
    let place = today();
    let other = Other::on(&place);

    assert!(other.takes_its_turn());
    let child = beside(&place, &["deals", "create", "--name", "Le Parc, Lyon"]);
    let row = other.takes();
    let created = answer(&place, "POST", "/deals", &row.body);
    other.applied(&row, Some(Kind::Deal), Some(&created));
    let ran = ended(child);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(ran.out.trim(), created.as_str());
    let id = created.text("id").unwrap().into_owned();

    assert!(other.takes_its_turn());
    let child = beside(&place, &["deals", "update", &id, "--status", "ic"]);
    let row = other.takes();
    let changed = answer(&place, "PUT", &format!("/deals/{id}"), &row.body);
    other.applied(&row, Some(Kind::Deal), Some(&changed));
    let ran = ended(child);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(ran.json()["status"], "ic");

    assert!(other.takes_its_turn());
    let notice = place.good(&["notifications", "list", "--unread"]).json()[0]["id"].clone();
    let notice = notice.as_str().unwrap();
    let child = beside(&place, &["notifications", "read", notice]);
    let row = other.takes();
    let read = answer(
        &place,
        "POST",
        &format!("/notifications/{notice}/actions/read"),
        "",
    );
    other.applied(&row, Some(Kind::Notification), Some(&read));
    let ran = ended(child);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(ran.json()["id"], notice);

    assert!(other.takes_its_turn());
    let child = beside(&place, &["deals", "delete", "--yes", &id]);
    let row = other.takes();
    place.good(&["api", "DELETE", &format!("/deals/{id}"), "--yes"]);
    other.applied(&row, None, None);
    let ran = ended(child);
    assert_eq!((ran.status, &*ran.err), (0, ""));
    assert_eq!(ran.json()["deleted"], true);
    assert!(place.outbox().is_empty());
}

#[test]
fn what_another_window_was_refused_fails_here_as_if_it_had_been_sent_here() {
    let place = today();
    let other = Other::on(&place);
    assert!(other.takes_its_turn());
    let child = beside(&place, &["deals", "create", "--name", "Le Parc, Lyon"]);
    let row = other.takes();
    let why = Error::of_status(422, None).with_message("no such class");
    let (now, text) = (Timestamp::now(), problem_text(&problem(&why)));
    let outbox = other.store.outbox();
    outbox.park(row.seq, RowState::Refused, now, &text).unwrap();
    outbox.yield_lease().unwrap();
    let error = ended(child).failed(7, "invalid");
    assert_eq!(error["status"], 422);
    assert_eq!(error["problem"]["detail"], "no such class");
    assert!(place.outbox().is_empty(), "it can be asked for again");
}

#[test]
fn a_write_that_another_window_does_not_end_in_time_is_queued() {
    let place = today();
    let other = Other::on(&place);
    assert!(other.takes_its_turn());
    let line = ["deals", "create", "--name", "Le Parc, Lyon", "--timeout", "2"];
    let child = beside(&place, &line);
    let row = other.takes();
    let ran = ended(child);
    ran.failed(8, "queued");
    assert_eq!(ran.json()["outbox_id"], row.seq);
}

#[test]
fn a_write_asked_for_here_is_not_taken_by_whoever_is_rung() {
    let place = today();
    let other = Other::on(&place);
    let mut child = beside(&place, &["deals", "create", "--name", "Le Parc, Lyon"]);
    while child.try_wait().unwrap().is_none() {
        other.rung();
        let outbox = other.store.outbox();
        if outbox.rows().unwrap().is_empty() {
            continue;
        }
        assert!(!other.takes_its_turn() || outbox.rows().unwrap().is_empty());
        outbox.yield_lease().unwrap();
    }
    let ran = ended(child);
    assert_eq!((ran.status, &*ran.err), (0, ""));
}

/// Simulates the other program at the moment when the command releases the lease.
///
/// `does` is SQL on the write that was sent and is waiting again. It runs in a trigger of the database, so that
/// nothing can happen in between.
fn as_it_is_let_go(other: &Other, dir: &Path, does: &str) {
    let mut profiles = std::fs::read_dir(dir.join("data/profiles")).unwrap();
    let profile = profiles.next().unwrap().unwrap().path();
    let db = rusqlite::Connection::open(profile.join("outbox.db")).unwrap();
    let name = other.store.outbox().bell().name();
    db.execute_batch(&format!(
        "CREATE TRIGGER quicker AFTER DELETE ON lease
         WHEN EXISTS (SELECT 1 FROM outbox WHERE attempts > 0 AND state = 'waiting') BEGIN
             INSERT INTO lease (name, owner, until) VALUES ('drain', '{name}', old.until);
             {} WHERE attempts > 0 AND state = 'waiting';
         END;",
        does.replace("OTHER", &name)
    ))
    .unwrap();
}

/// Runs a command that gets a pause from the service, next to a fast program.
fn refused_and_taken(does: &str) -> (stub::Stub, Other, Ran) {
    let created = r#"{"id":"d-1","name":"Halle","status":"sourcing"}"#;
    let stub = stub::start(Answer::With(Arc::new(move |line| {
        let status = if line.starts_with("POST") { 429 } else { 200 };
        (status, created.to_owned())
    })));
    assert_eq!(stub.run(&["deals", "show", "d-1"]).status, 0);
    let other = Other::of(stub.dir.path());
    as_it_is_let_go(&other, stub.dir.path(), does);
    let ran = stub.run(&["deals", "create", "--name", "Halle", "--timeout", "2"]);
    (stub, other, ran)
}

#[test]
fn a_write_that_another_program_takes_as_soon_as_it_was_refused_is_not_called_dropped() {
    let takes = "UPDATE outbox SET state = 'sending', lease_owner = 'OTHER', lease_until = old.until";
    let (_stub, other, ran) = refused_and_taken(takes);
    let rows = other.store.outbox().rows().unwrap();
    assert_eq!((rows.len(), rows[0].state), (1, RowState::Sending));
    // Any other status would make a script repeat the write.
    ran.failed(8, "queued");
    assert_eq!(ran.json()["outbox_id"], rows[0].seq);
}

#[test]
fn a_write_that_another_program_has_left_in_doubt_since_it_was_refused_is_kept() {
    let (_stub, other, ran) = refused_and_taken("UPDATE outbox SET ever_sent = 1, doubtful = 1");
    let rows = other.store.outbox().rows().unwrap();
    assert_eq!((rows.len(), rows[0].in_doubt()), (1, true), "{}", ran.err);
    ran.failed(8, "queued");
}

#[test]
fn a_write_that_another_program_ended_since_it_was_listed_is_done() {
    let deal = |id: &str, status: &str| format!(r#"{{"id":"{id}","name":"Halle","status":"{status}"}}"#);
    let other: Arc<OnceLock<Other>> = Arc::default();
    let there = other.clone();
    let stub = stub::start(Answer::With(Arc::new(move |line| {
        let id = if line.contains("d-2") { "d-2" } else { "d-1" };
        let put = line.starts_with("PUT");
        if put && id == "d-1" {
            // Both writes are listed by now.
            let other = there.get().unwrap();
            let rows = other.store.outbox().rows().unwrap();
            let second = rows.iter().find(|row| row.record == "d-2").unwrap();
            let answer = Record::parse(deal("d-2", "ic")).unwrap();
            other.applied(second, Some(Kind::Deal), Some(&answer));
        }
        (200, deal(id, if put { "ic" } else { "sourcing" }))
    })));
    for id in ["d-1", "d-2"] {
        assert_eq!(stub.run(&["deals", "show", id]).status, 0);
        let update = ["deals", "update", id, "--status", "ic", "--offline"];
        stub.run(&update).failed(8, "queued");
    }
    assert!(other.set(Other::of(stub.dir.path())).is_ok());
    let ran = stub.run(&["outbox", "retry"]);
    assert_eq!((ran.status, ran.warned().len()), (0, 0), "{}", ran.err);
    assert_eq!(ran.out.matches("\"ic\"").count(), 2, "{}", ran.out);
    let twice = stub
        .asked
        .try_iter()
        .any(|line| line.starts_with("PUT") && line.contains("d-2"));
    assert!(!twice, "it was not sent again");
    assert_eq!(stub.run(&["outbox", "list"]).json(), serde_json::json!([]));
}
