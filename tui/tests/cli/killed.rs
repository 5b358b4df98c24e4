//! A command that is killed between the service's response and the end of its write.

use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use encours_core::store::{RecordKind, Store};
use jiff::Timestamp;
use serde_json::Value;

use super::stub_server::{Response, Stub, start};

/// The timeout of a step.
const SOON: Duration = Duration::from_mins(1);

/// A service of one deal.
///
/// Before it answers a change of the deal, it locks the outbox, so that the write cannot finish.
struct KillableService {
    stub: Stub,
    store: Arc<OnceLock<Store>>,
    release: Sender<()>,
}

fn deal(status: &str) -> String {
    format!(r#"{{"id":"d-1","name":"Halle","status":"{status}"}}"#)
}

fn service() -> KillableService {
    let store: Arc<OnceLock<Store>> = Arc::default();
    let (let_go, waits) = channel();
    let (status, waits) = (Mutex::new("sourcing"), Mutex::new(Some(waits)));
    let shared_store = store.clone();
    let say = move |line: &str| {
        let mut status = status.lock().unwrap_or_else(PoisonError::into_inner);
        if line.starts_with("PUT") {
            *status = "ic";
            if let Some(end) = waits.lock().unwrap_or_else(PoisonError::into_inner).take() {
                hold_store_lock(shared_store.clone(), end);
            }
        }
        (200, deal(*status))
    };
    KillableService { stub: start(Response::ByClosure(Arc::new(say))), store, release: let_go }
}

/// Locks the outbox until `end`; returns once it is locked.
fn hold_store_lock(store: Arc<OnceLock<Store>>, end: Receiver<()>) {
    let (begun, begins) = channel();
    std::thread::spawn(move || {
        let result = store.get().unwrap().outbox().grouped(|| {
            begun.send(()).unwrap();
            // A dropped sender unlocks it too.
            let _ended = end.recv();
        });
        result.unwrap();
    });
    begins.recv().unwrap();
}

impl KillableService {
    fn open(&self) -> &Store {
        self.store.get_or_init(|| {
            let mut profiles = std::fs::read_dir(self.stub.dir.path().join("data/profiles")).unwrap();
            Store::open(&profiles.next().unwrap().unwrap().path(), Timestamp::now()).unwrap()
        })
    }

    fn status_here(&self) -> Value {
        let cached = self.open().cache().get(RecordKind::Deal, "", "d-1").unwrap().unwrap();
        serde_json::from_str::<Value>(&cached.body).unwrap()["status"].clone()
    }

    fn json(&self, line: &[&str]) -> Value {
        let output = self.stub.run(line);
        assert_eq!(output.status, 0, "{line:?}: {}", output.stderr);
        output.json()
    }
}

#[test]
fn killed_sender_has_cached_the_applied_write() {
    let service = service();
    service.json(&["deals", "show", "d-1"]);
    let update = ["deals", "update", "d-1", "--status", "ic", "--offline"];
    service.stub.run(&update).failed(8, "queued");
    service.open();
    let mut sender = service.stub.command(&["outbox", "retry"]).spawn().unwrap();
    let by = Instant::now() + SOON;
    while service.status_here() != "ic" && sender.try_wait().unwrap().is_none() && Instant::now() < by {
        std::thread::yield_now();
    }
    sender.kill().unwrap();
    sender.wait().unwrap();
    assert_eq!(service.status_here(), "ic", "the answer is cached before the write ends");
    service.release.send(()).unwrap();

    let waits = service.json(&["outbox", "list"]);
    assert_eq!((waits.as_array().unwrap().len(), &waits[0]["outcome_unknown"]), (1, &true.into()));
    assert_eq!(service.json(&["deals", "show", "d-1", "--offline"])["status"], "ic");
    assert_eq!(service.json(&["outbox", "retry"])[0]["status"], "ic");
    assert_eq!(service.json(&["outbox", "list"]), Value::Array(Vec::new()));
    let history = service.json(&["history", "d-1"]);
    let moves: Vec<&Value> =
        history.as_array().unwrap().iter().filter(|entry| entry["field"] == "status").collect();
    assert_eq!(moves.len(), 1, "{history}");
    assert_eq!(moves[0]["by"], "this_client", "{history}");
    let journal = service.json(&["outbox", "journal", "d-1"]);
    let outcomes: Vec<&Value> = journal.as_array().unwrap().iter().map(|line| &line["outcome"]).collect();
    assert_eq!(outcomes, ["applied"], "{journal}");
    assert_eq!(journal[0]["before"]["status"], "sourcing", "{journal}");
}
