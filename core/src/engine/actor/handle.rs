//! The engine as a front end holds it: effects go in, snapshots come out, nothing waits.

use crate::model::shutdown::{Leave, Leftover};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc as std_mpsc;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

use crate::client::Client;
use crate::engine::column_snapshot::Begun;
use crate::engine::publish::visual_diff::ReadAt;
use crate::error::Error;
use crate::model::effect::Effect;
use crate::model::resource_kind::Family;
use crate::model::snapshot::Snapshot;
use crate::store::Store;

use super::config::Settings;
use super::{Actor, Msg};

/// Called after each publication that may look different ([`Engine::look_closely`]), from the engine's thread: a front end
/// wakes its loop with it and returns at once.
pub type Waker = Arc<dyn Fn() + Send + Sync>;

/// Keeps store and service in step on a thread of its own. Dropping it stops at once, as a crash would: nothing that
/// was accepted is lost, because it was on disk before it was shown. [`Engine::close`] stops in good order.
#[derive(Debug)]
pub struct Engine {
    shared: Arc<Shared>,
    to: UnboundedSender<Msg>,
    thread: Option<JoinHandle<()>>,
}

/// What the engine's thread and its holders share.
pub(in crate::engine) struct Shared {
    newest: Mutex<Arc<Snapshot>>,
    published: Condvar,
    waker: Waker,
    /// Whether the front end shows single requests.
    closely: AtomicBool,
}

impl std::fmt::Debug for Shared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared")
            .field("revision", &self.newest().revision)
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn newest(&self) -> MutexGuard<'_, Arc<Snapshot>> {
        // Only ever replaced whole, so a panic elsewhere can't have left half a snapshot.
        self.newest.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(in crate::engine) fn publish(&self, snapshot: Snapshot) {
        let before = std::mem::replace(&mut *self.newest(), Arc::new(snapshot));
        self.published.notify_all();
        if self.closely.load(Ordering::Relaxed) || !before.looks_like(&self.newest().clone()) {
            (self.waker)();
        }
    }
}

impl Engine {
    /// Opens the store and starts. What the store holds is published as soon as it is read; then the service is asked.
    ///
    /// # Errors
    /// The store can't be opened, the configuration can't work, or the system gives no thread.
    pub fn start(settings: Settings, waker: Waker) -> Result<Self, Error> {
        let image = Begun::new(&settings.dir);
        let mut store = Store::open_or_read(&settings.dir, (settings.clock)())?;
        if let Some(person) = &settings.person {
            store.share_settings(person, (settings.clock)())?;
        }
        store.outbox().write_as(&settings.identity())?;
        store.share_watched(&Family::of_the_key(), (settings.clock)())?;
        let client = Client::new(settings.client.clone())?;
        client.keeps_writes();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("encours-net")
            .enable_all()
            .build()
            .map_err(|error| Error::unexpected(format!("no thread for the network: {error}")))?;
        let first = Snapshot {
            base_url: settings.client.base_url.to_string().into(),
            user: settings.identity().user.into(),
            ..Snapshot::default()
        };
        let shared = Arc::new(Shared {
            newest: Mutex::new(Arc::new(first)),
            published: Condvar::new(),
            waker,
            closely: AtomicBool::new(true),
        });
        let (to, from) = unbounded_channel();
        let actor = Actor::new(settings, client, store, shared.clone(), to.clone());
        let thread = std::thread::Builder::new()
            .name("encours-engine".into())
            .spawn(move || {
                runtime.block_on(actor.run(from, image));
                // Whatever still reads or writes the store ends before the thread does.
                runtime.shutdown_timeout(Duration::from_secs(5));
            })
            .map_err(|error| Error::unexpected(format!("no thread for the engine: {error}")))?;
        Ok(Self {
            shared,
            to,
            thread: Some(thread),
        })
    }

    /// The newest snapshot. Cheap: nothing is copied.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.shared.newest().clone()
    }

    /// Whether to wake the front end for every publication, as from the start, or only for those that look different on
    /// a screen that does not show single requests.
    pub fn look_closely(&self, closely: bool) {
        self.shared.closely.store(closely, Ordering::Relaxed);
    }

    /// A way to ask when the newest complete reading ended, which does not keep the engine going.
    pub fn read_at(&self) -> ReadAt {
        let shared = self.shared.clone();
        Arc::new(move || shared.newest().coverage.complete_at)
    }

    /// Hands effects in, in order. Never waits; each counts one in [`Snapshot::handled`] once it is reflected.
    pub fn submit(&self, effects: Vec<Effect>) {
        // A closed channel means the engine's thread is gone; then the snapshot stands still, which front ends show.
        let _stopped = self.to.send(Msg::Effects(effects));
    }

    /// Waits until a snapshot answers to `what`, at most for `bound`. For the command line and tests; a front end never
    /// waits.
    ///
    /// # Errors
    /// The last snapshot seen, if none did in time.
    pub fn wait_until(
        &self,
        bound: Duration,
        what: impl Fn(&Snapshot) -> bool,
    ) -> Result<Arc<Snapshot>, Arc<Snapshot>> {
        let end = Instant::now() + bound;
        let mut newest = self.shared.newest();
        loop {
            let snapshot = newest.clone();
            if what(&snapshot) {
                return Ok(snapshot);
            }
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(snapshot);
            }
            newest = self
                .shared
                .published
                .wait_timeout(newest, left)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// Stops in good order: holds are released, what can be sent is sent within `patience`, the rest stays in the
    /// outbox for the next engine.
    pub fn close(self, patience: Duration) -> Leftover {
        self.end(patience, Leave::Send)
    }

    /// Stops in good order because somebody else is acted for from now on: nothing more is sent. What waits and what is
    /// held stays in the outbox as it is, what is being sent is waited for within `patience`.
    pub fn leave(self, patience: Duration) -> Leftover {
        self.end(patience, Leave::Keep)
    }

    /// Stops in good order, within `patience`.
    pub fn end(mut self, patience: Duration, how: Leave) -> Leftover {
        let (reply, answer) = std_mpsc::channel();
        let left = match self.to.send(Msg::Close { patience, how, reply }) {
            Ok(()) => answer.recv().unwrap_or_default(),
            Err(_) => Leftover::default(),
        };
        self.stop();
        left
    }

    fn stop(&mut self) {
        let _stopped = self.to.send(Msg::Stop);
        if let Some(thread) = self.thread.take() {
            // A panic of the engine's thread has been reported by the panic hook.
            let _reported = thread.join();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}
