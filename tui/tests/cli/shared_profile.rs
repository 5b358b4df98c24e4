//! A command next to another program on the same profile, which sends the pending writes.
//!
//! The command ends as if it had sent its write itself.

use std::net::UdpSocket;
use std::path::Path;
use std::process::{Child, Stdio};
use std::sync::{Arc, OnceLock};
use std::time::Duration;

use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::{problem_text, write_problem};
use encours_core::error::Error;
use encours_core::model::history::journal_entry::WriteOutcome;
use encours_core::store::{
    EntryState, NewJournalEntry, OutboxEntry, ReceivedRecord, RecordKind, RecordOrigin, Store,
};
use jiff::Timestamp;

use super::stub_server::{self, Response};
use super::support::{CliOutput, TestEnv, test_env_today};

/// Longer than any step takes.
const TERM: Duration = Duration::from_mins(5);

/// A simulated program on the profile.
struct Peer {
    store: Store,
    socket: UdpSocket,
}

impl Peer {
    fn in_env(env: &TestEnv) -> Self {
        env.run_ok(&["sync"]);
        Self::in_dir(env.dir.path())
    }

    /// Opens the only profile in a user's directories.
    fn in_dir(dir: &Path) -> Self {
        let mut profiles = std::fs::read_dir(dir.join("data/profiles")).unwrap();
        let profile = profiles.next().unwrap().unwrap().path();
        let store = Store::open(&profile, Timestamp::now()).unwrap();
        let socket = store.outbox().peer_listener().socket().unwrap();
        socket.set_nonblocking(false).unwrap();
        // The timeout covers a lost signal.
        socket.set_read_timeout(Some(Duration::from_millis(200))).unwrap();
        Self { store, socket }
    }

    /// Waits for a signal or the timeout.
    fn is_signalled(&self) {
        // The caller checks the outbox in both cases.
        let _heard = self.socket.recv(&mut [0; 128]);
    }

    fn acquire_lease(&self) -> bool {
        let lease = self.store.outbox().lease(Timestamp::now(), TERM, true);
        lease.unwrap().is_none()
    }

    /// Claims the only write once it is in the outbox, and marks it as sent.
    fn take_entry(&self) -> OutboxEntry {
        for _ in 0..600 {
            let outbox = self.store.outbox();
            if let Some(row) = outbox.entries().unwrap().into_iter().next() {
                let row = outbox.claim(row.seq, Timestamp::now(), TERM).unwrap().unwrap();
                assert!(outbox.mark_sent(row.seq, Timestamp::now(), TERM).unwrap());
                return row;
            }
            self.is_signalled();
        }
        panic!("no write arrived");
    }

    /// Records that the service applied the write, in the engine's order: journal, record, row.
    fn applied(&self, row: &OutboxEntry, kind: Option<RecordKind>, response: Option<&Record>) {
        let now = Timestamp::now();
        let id = response.and_then(|response| response.text("id"));
        let created = id.as_deref().filter(|_| row.operation == OperationId::DealsCreate);
        let line = NewJournalEntry {
            record: created.map(Into::into),
            ..NewJournalEntry::new(row, WriteOutcome::Applied, now)
        };
        self.store.history().add_journal_entry(&line).unwrap();
        if let (Some(kind), Some(response)) = (kind, response) {
            let received = ReceivedRecord {
                id: id.as_deref().unwrap().to_owned(),
                body: response.as_str().to_owned(),
                position: 0,
                status: response.text("status").map(Into::into),
            };
            let written = Fields::parse(&row.body).unwrap_or_default();
            let source = match row.operation {
                OperationId::DealsCreate => RecordOrigin::Created { requested_at: row.created_at },
                OperationId::DealsUpdate => {
                    RecordOrigin::Response { fields: &written, requested_at: row.created_at }
                }
                _ => RecordOrigin::Fetched { request_seq: self.store.cache().write_seq().unwrap() },
            };
            let cache = self.store.cache();
            cache.confirm(kind, "", now, &received, source).unwrap();
        }
        self.store.outbox().remove_confirmed(row.seq, created).unwrap();
        self.store.outbox().yield_lease().unwrap();
    }
}

fn spawn(env: &TestEnv, line: &[&str]) -> Child {
    let mut command = env.command(line);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

fn wait_output(child: Child) -> CliOutput {
    CliOutput::from_output(child.wait_with_output().unwrap())
}

fn response(env: &TestEnv, method: &str, path: &str, body: &str) -> Record {
    let line = ["api", method, path, "--body", body];
    let line = if body.is_empty() { &line[..3] } else { &line[..] };
    Record::parse(env.run_ok(line).stdout.trim()).unwrap()
}

#[test]
fn command_reports_success_of_a_write_sent_by_peer() {
    let env = test_env_today();
    let peer = Peer::in_env(&env);

    assert!(peer.acquire_lease());
    let child = spawn(&env, &["deals", "create", "--name", "Le Parc, Lyon"]);
    let row = peer.take_entry();
    let created = response(&env, "POST", "/deals", &row.body);
    peer.applied(&row, Some(RecordKind::Deal), Some(&created));
    let output = wait_output(child);
    assert_eq!((output.status, &*output.stderr), (0, ""));
    assert_eq!(output.stdout.trim(), created.as_str());
    let id = created.text("id").unwrap().into_owned();

    assert!(peer.acquire_lease());
    let child = spawn(&env, &["deals", "update", &id, "--status", "ic"]);
    let row = peer.take_entry();
    let changed = response(&env, "PUT", &format!("/deals/{id}"), &row.body);
    peer.applied(&row, Some(RecordKind::Deal), Some(&changed));
    let output = wait_output(child);
    assert_eq!((output.status, &*output.stderr), (0, ""));
    assert_eq!(output.json()["status"], "ic");

    assert!(peer.acquire_lease());
    let notice = env.run_ok(&["notifications", "list", "--unread"]).json()[0]["id"].clone();
    let notice = notice.as_str().unwrap();
    let child = spawn(&env, &["notifications", "read", notice]);
    let row = peer.take_entry();
    let read = response(&env, "POST", &format!("/notifications/{notice}/actions/read"), "");
    peer.applied(&row, Some(RecordKind::Notification), Some(&read));
    let output = wait_output(child);
    assert_eq!((output.status, &*output.stderr), (0, ""));
    assert_eq!(output.json()["id"], notice);

    assert!(peer.acquire_lease());
    let child = spawn(&env, &["deals", "delete", "--yes", &id]);
    let row = peer.take_entry();
    env.run_ok(&["api", "DELETE", &format!("/deals/{id}"), "--yes"]);
    peer.applied(&row, None, None);
    let output = wait_output(child);
    assert_eq!((output.status, &*output.stderr), (0, ""));
    assert_eq!(output.json()["deleted"], true);
    assert!(env.outbox().is_empty());
}

#[test]
fn command_reports_rejection_of_a_write_sent_by_peer() {
    let env = test_env_today();
    let peer = Peer::in_env(&env);
    assert!(peer.acquire_lease());
    let child = spawn(&env, &["deals", "create", "--name", "Le Parc, Lyon"]);
    let row = peer.take_entry();
    let reason = Error::from_status(422, None).with_message("no such class");
    let (now, text) = (Timestamp::now(), problem_text(&write_problem(&reason)));
    let outbox = peer.store.outbox();
    outbox.block(row.seq, EntryState::Rejected, now, &text).unwrap();
    outbox.yield_lease().unwrap();
    let error = wait_output(child).failed(7, "invalid");
    assert_eq!(error["status"], 422);
    assert_eq!(error["problem"]["detail"], "no such class");
    assert!(env.outbox().is_empty(), "it can be asked for again");
}

#[test]
fn write_unfinished_by_another_window_in_time_is_queued() {
    let env = test_env_today();
    let peer = Peer::in_env(&env);
    assert!(peer.acquire_lease());
    let line = ["deals", "create", "--name", "Le Parc, Lyon", "--timeout", "2"];
    let child = spawn(&env, &line);
    let row = peer.take_entry();
    let output = wait_output(child);
    output.failed(8, "queued");
    assert_eq!(output.json()["outbox_id"], row.seq);
}

#[test]
fn signalled_peer_does_not_take_the_commands_write() {
    let env = test_env_today();
    let peer = Peer::in_env(&env);
    let mut child = spawn(&env, &["deals", "create", "--name", "Le Parc, Lyon"]);
    while child.try_wait().unwrap().is_none() {
        peer.is_signalled();
        let outbox = peer.store.outbox();
        if outbox.entries().unwrap().is_empty() {
            continue;
        }
        assert!(!peer.acquire_lease() || outbox.entries().unwrap().is_empty());
        outbox.yield_lease().unwrap();
    }
    let output = wait_output(child);
    assert_eq!((output.status, &*output.stderr), (0, ""));
}

/// Simulates the other program at the moment when the command releases the lease.
///
/// `does` is SQL on the write that was sent and is waiting again. It runs in a trigger of the database, so that
/// nothing can happen in between.
fn finish_on_release(peer: &Peer, dir: &Path, does: &str) {
    let mut profiles = std::fs::read_dir(dir.join("data/profiles")).unwrap();
    let profile = profiles.next().unwrap().unwrap().path();
    let db = rusqlite::Connection::open(profile.join("outbox.db")).unwrap();
    let name = peer.store.outbox().peer_listener().name();
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
fn rejected_then_taken(does: &str) -> (stub_server::Stub, Peer, CliOutput) {
    let created = r#"{"id":"d-1","name":"Halle","status":"sourcing"}"#;
    let stub = stub_server::start(Response::ByClosure(Arc::new(move |line| {
        let status = if line.starts_with("POST") { 429 } else { 200 };
        (status, created.to_owned())
    })));
    assert_eq!(stub.run(&["deals", "show", "d-1"]).status, 0);
    let peer = Peer::in_dir(stub.dir.path());
    finish_on_release(&peer, stub.dir.path(), does);
    let output = stub.run(&["deals", "create", "--name", "Halle", "--timeout", "2"]);
    (stub, peer, output)
}

#[test]
fn rejected_write_taken_by_a_peer_is_still_queued() {
    let takes = "UPDATE outbox SET state = 'sending', lease_owner = 'OTHER', lease_until = old.until";
    let (_stub, peer, output) = rejected_then_taken(takes);
    let rows = peer.store.outbox().entries().unwrap();
    assert_eq!((rows.len(), rows[0].state), (1, EntryState::Sending));
    // Any other status would make a script repeat the write.
    output.failed(8, "queued");
    assert_eq!(output.json()["outbox_id"], rows[0].seq);
}

#[test]
fn rejected_write_left_in_doubt_by_peer_stays_queued() {
    let (_stub, peer, output) = rejected_then_taken("UPDATE outbox SET ever_sent = 1, doubtful = 1");
    let rows = peer.store.outbox().entries().unwrap();
    assert_eq!((rows.len(), rows[0].in_doubt()), (1, true), "{}", output.stderr);
    output.failed(8, "queued");
}

#[test]
fn listed_write_finished_by_a_peer_is_not_resent() {
    let deal = |id: &str, status: &str| format!(r#"{{"id":"{id}","name":"Halle","status":"{status}"}}"#);
    let peer: Arc<OnceLock<Peer>> = Arc::default();
    let there = peer.clone();
    let stub = stub_server::start(Response::ByClosure(Arc::new(move |line| {
        let id = if line.contains("d-2") { "d-2" } else { "d-1" };
        let put = line.starts_with("PUT");
        if put && id == "d-1" {
            // Both writes are listed by now.
            let peer = there.get().unwrap();
            let rows = peer.store.outbox().entries().unwrap();
            let second = rows.iter().find(|row| row.record == "d-2").unwrap();
            let response = Record::parse(deal("d-2", "ic")).unwrap();
            peer.applied(second, Some(RecordKind::Deal), Some(&response));
        }
        (200, deal(id, if put { "ic" } else { "sourcing" }))
    })));
    for id in ["d-1", "d-2"] {
        assert_eq!(stub.run(&["deals", "show", id]).status, 0);
        let update = ["deals", "update", id, "--status", "ic", "--offline"];
        stub.run(&update).failed(8, "queued");
    }
    assert!(peer.set(Peer::in_dir(stub.dir.path())).is_ok());
    let output = stub.run(&["outbox", "retry"]);
    assert_eq!((output.status, output.warnings().len()), (0, 0), "{}", output.stderr);
    assert_eq!(output.stdout.matches("\"ic\"").count(), 2, "{}", output.stdout);
    let twice = stub.requests.try_iter().any(|line| line.starts_with("PUT") && line.contains("d-2"));
    assert!(!twice, "it was not sent again");
    assert_eq!(stub.run(&["outbox", "list"]).json(), serde_json::json!([]));
}
