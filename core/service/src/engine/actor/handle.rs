//! The front end's handle to the engine. Effects go in, snapshots come out, and no call blocks.

use super::Actor;
use super::config::Settings;
use crate::client::Client;
use crate::engine::column_snapshot::Preload;
use crate::engine::messages::Msg;
use crate::engine::pack_data::PackReader;
use crate::engine::publish::visual_diff::{LastSyncQuery, looks_alike};
use crate::error::Error;
use crate::model::effect::Effect;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::shutdown::{ShutdownMode, UnsentSummary};
use crate::model::snapshot::Snapshot;
use crate::store::{PeerSignal, Store};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, mpsc as std_mpsc};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use tokio::sync::mpsc::{UnboundedSender, unbounded_channel};

/// Callback after each publication that may look different ([`Engine::set_wake_on_any_change`]). It runs on the
/// engine's thread; a front end wakes its loop with it and returns at once.
pub type WakeCallback = Arc<dyn Fn() + Send + Sync>;

/// The engine, which keeps store and server in sync on its own thread. Dropping it stops at once, like a crash.
/// Accepted changes are not lost, because they are on disk before they are shown. [`Engine::close`] shuts down in
/// order.
#[derive(Debug)]
pub struct Engine {
    shared: Arc<EngineShared>,
    sender: UnboundedSender<Msg>,
    thread: Option<JoinHandle<()>>,
}

/// State shared by the engine's thread and its handles.
pub(in crate::engine) struct EngineShared {
    newest_snapshot: Mutex<Arc<Snapshot>>,
    published: Condvar,
    waker: WakeCallback,
    /// True while the front end shows single requests.
    wake_on_any_change: AtomicBool,
}

impl std::fmt::Debug for EngineShared {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Shared").field("revision", &self.lock_newest().revision).finish_non_exhaustive()
    }
}

impl EngineShared {
    fn lock_newest(&self) -> MutexGuard<'_, Arc<Snapshot>> {
        // A snapshot is only replaced as a whole, so a panic cannot leave half of it.
        self.newest_snapshot.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(in crate::engine) fn publish(&self, snapshot: Snapshot) {
        let previous = std::mem::replace(&mut *self.lock_newest(), Arc::new(snapshot));
        self.published.notify_all();
        if self.wake_on_any_change.load(Ordering::Relaxed)
            || !looks_alike(&previous, &self.lock_newest().clone())
        {
            (self.waker)();
        }
    }
}

impl Engine {
    /// Opens the store and starts the engine. The cached data is published as soon as it is loaded; then the server is
    /// asked.
    ///
    /// # Errors
    /// The store cannot be opened, the configuration is invalid, or the system cannot create a thread.
    pub fn start(settings: Settings, waker: WakeCallback) -> Result<Self, Error> {
        let (mut engine, actor_loop) = Self::open(settings, waker)?;
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .thread_name("encours-net")
            .enable_all()
            .build()
            .map_err(|error| Error::unexpected(format!("no thread for the network: {error}")))?;
        let thread = std::thread::Builder::new()
            .name("encours-engine".into())
            .spawn(move || {
                runtime.block_on(actor_loop);
                // Tasks that still use the store end before the thread does.
                runtime.shutdown_timeout(Duration::from_secs(5));
            })
            .map_err(|error| Error::unexpected(format!("no thread for the engine: {error}")))?;
        engine.thread = Some(thread);
        Ok(engine)
    }

    /// Opens the store and returns the engine with its loop, which the caller runs on a runtime of its own.
    ///
    /// # Errors
    /// The store cannot be opened, or the configuration is invalid.
    pub fn open(
        settings: Settings,
        waker: WakeCallback,
    ) -> Result<(Self, impl Future<Output = ()> + Send), Error> {
        let preload = Preload::new(&settings.dir);
        let mut store = Store::open_or_read(&settings.dir, (settings.clock)())?;
        if let Some(user_dir) = &settings.user_dir {
            store.share_settings(user_dir, (settings.clock)())?;
        }
        store.outbox().set_identity(&settings.identity())?;
        store.share_watched(&ResourceKind::owned_by_key(), (settings.clock)())?;
        let client = Client::new(settings.client.clone())?;
        client.fail_writes_if_rate_limited();
        let first = Snapshot {
            base_url: settings.client.base_url.to_string().into(),
            user: settings.identity().user.into(),
            ..Snapshot::default()
        };
        let shared = Arc::new(EngineShared {
            newest_snapshot: Mutex::new(Arc::new(first)),
            published: Condvar::new(),
            waker,
            wake_on_any_change: AtomicBool::new(true),
        });
        let (sender, receiver) = unbounded_channel();
        let actor = Actor::new(settings, client, store, shared.clone(), sender.clone());
        Ok((Self { shared, sender, thread: None }, actor.run(receiver, preload)))
    }

    /// Returns the newest snapshot without copying it.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.shared.lock_newest().clone()
    }

    /// Sets whether every publication wakes the front end (the default). Otherwise only those wake it that look
    /// different on a screen without single requests.
    pub fn set_wake_on_any_change(&self, on: bool) {
        self.shared.wake_on_any_change.store(on, Ordering::Relaxed);
    }

    /// Returns a query for the end of the newest full sync. It does not keep the engine running.
    pub fn last_sync_query(&self) -> LastSyncQuery {
        let shared = self.shared.clone();
        Arc::new(move || shared.lock_newest().coverage.complete_at)
    }

    /// Returns the reader of the data of a committee pack, for another thread. It does not keep the engine running.
    pub fn pack_reader(&self) -> PackReader {
        let sender = self.sender.clone();
        Arc::new(move |deals| {
            let (reply, response) = std_mpsc::channel();
            let _stopped = sender.send(Msg::Pack(deals, reply));
            response.recv().unwrap_or_else(|_| Err(Error::unexpected("the engine has stopped")))
        })
    }

    /// Submits effects in order, without blocking. Each adds one to [`Snapshot::handled`] once a snapshot reflects it.
    pub fn submit(&self, effects: Vec<Effect>) {
        // If the channel is closed, the engine's thread has ended and snapshots stop; front ends show that.
        let _stopped = self.sender.send(Msg::Effects(effects));
    }

    /// Waits until a snapshot satisfies `condition`, at most for `timeout`. It is for the command line and tests; a
    /// front end never waits.
    ///
    /// # Errors
    /// The last snapshot seen, if none satisfied `condition` in time.
    pub fn wait_until(
        &self,
        timeout: Duration,
        condition: impl Fn(&Snapshot) -> bool,
    ) -> Result<Arc<Snapshot>, Arc<Snapshot>> {
        let end = Instant::now() + timeout;
        let mut newest = self.shared.lock_newest();
        loop {
            let snapshot = newest.clone();
            if condition(&snapshot) {
                return Ok(snapshot);
            }
            let remaining = end.saturating_duration_since(Instant::now());
            if remaining.is_zero() {
                return Err(snapshot);
            }
            newest = self
                .shared
                .published
                .wait_timeout(newest, remaining)
                .unwrap_or_else(PoisonError::into_inner)
                .0;
        }
    }

    /// Shuts down in order. Undo windows end, and what can be sent within `patience` is sent. The rest stays in the
    /// outbox for the next engine.
    pub fn close(self, patience: Duration) -> UnsentSummary {
        self.shut_down(patience, ShutdownMode::SendAll)
    }

    /// Shuts down in order to switch the delegated user; nothing more is sent. Waiting and scheduled entries stay in
    /// the outbox. Requests in flight are awaited within `patience`.
    pub fn close_for_switch(self, patience: Duration) -> UnsentSummary {
        self.shut_down(patience, ShutdownMode::SendNothing)
    }

    /// Shuts down in order, within `patience`.
    pub fn shut_down(mut self, patience: Duration, mode: ShutdownMode) -> UnsentSummary {
        let leftover = self.begin_shut_down(patience, mode).recv().unwrap_or_default();
        self.stop();
        leftover
    }

    /// Begins to shut down in order, within `patience`. The report comes when the loop ends.
    pub fn begin_shut_down(
        &self,
        patience: Duration,
        mode: ShutdownMode,
    ) -> std_mpsc::Receiver<UnsentSummary> {
        let (reply, response) = std_mpsc::channel();
        // If the loop has ended, the sender is dropped, and so is the receiver's wait.
        let _ended = self.sender.send(Msg::Close { patience, mode, reply });
        response
    }

    /// Handles a signal as if it came from a peer.
    pub fn receive_signal(&self, signal: PeerSignal) {
        // If the loop has ended, the next start reads the files.
        let _ended = self.sender.send(Msg::PeerSignal(signal));
    }

    fn stop(&mut self) {
        let _stopped = self.sender.send(Msg::Stop);
        if let Some(thread) = self.thread.take() {
            // The panic hook has already reported a panic of the engine's thread.
            let _reported = thread.join();
        }
    }
}

impl Drop for Engine {
    fn drop(&mut self) {
        self.stop();
    }
}
