//! The engine's main loop, which alone owns the state. Requests and long reads run in the background and report by
//! message. It sleeps until a message arrives or the next task is due.

mod cache_repair;
pub(super) mod clock;
pub(super) mod clock_change;
mod column_snapshot;
pub(super) mod config;
pub(super) mod effect_handlers;
pub(super) mod handle;
pub(super) mod initial_load;
pub(super) mod jitter;
mod shutdown;
mod storage_recovery;
mod trim_memory;

use super::column_snapshot::Preload;
use super::connection::state::Link;
use super::outbox::outbox_replica::OutboxReplica;
use crate::client::Client;
use crate::contract::ids::DealId;
use crate::engine::connection::latency_monitor::LatencyMonitor;
use crate::engine::filter_collection::FilterDataState;
use crate::engine::flow_figures::FlowState;
use crate::engine::messages::Msg;
use crate::engine::outbox::state::cancelled_deletions::CancelledDeletions;
use crate::engine::outbox::state::deferred_commands::BulkInProgress;
use crate::engine::outbox::state::dispatcher::DispatchState;
use crate::engine::outbox::state::pending_journal::PendingJournal;
use crate::engine::outbox::state::resolved::ResolvedConflict;
use crate::engine::pack_data::pack_data;
use crate::engine::publish::past_state::PastState;
use crate::engine::publish::published::PublishState;
use crate::engine::rule_state::RuleState;
use crate::engine::sync::state::cache_position::CachePosition;
use crate::engine::sync::state::history::HistoryState;
use crate::engine::sync::state::inbox::InboxCache;
use crate::engine::sync::state::records::Details;
use crate::engine::sync::state::refresh::SyncSchedule;
use crate::engine::sync::state::resource_lists::ResourceLists;
use crate::engine::sync::state::routes::RouteCache;
use crate::host;
use crate::model::snapshot::EventKind;
use crate::model::table::DealTable;
use crate::store::{PeerSignal, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::Instant;

use cache_repair::CacheRepair;
use clock::{earlier, saturating_add, time_until, to_server_clock};
use config::Settings;
use handle::EngineShared;
use jitter::Jitter;
use shutdown::Shutdown;
use trim_memory::MemoryTrim;

/// The state of an engine.
pub(super) struct Actor {
    pub(super) settings: Settings,
    pub(super) client: Client,
    pub(super) store: Arc<Store>,
    pub(super) sender: UnboundedSender<Msg>,
    pub(super) shared: Arc<EngineShared>,
    pub(super) jitter: Jitter,
    pub(super) link: Link,
    pub(super) latency: LatencyMonitor,
    /// The deals as the server confirmed them.
    pub(super) confirmed: DealTable,
    /// Deals confirmed by single reads since the running sync pass began.
    pub(super) confirmed_since_pass: BTreeSet<String>,
    /// Deals that could not be read from the cache, to be read again after the next pass.
    pub(super) unread_deals: BTreeSet<String>,
    pub(super) outbox: OutboxReplica,
    /// Position up to which changes by other processes have been followed.
    pub(super) cache_position: Option<CachePosition>,
    /// The same position in the settings.
    pub(super) settings_position: Option<(i64, Option<i64>)>,
    /// Set while a bulk operation is using the outbox.
    pub(super) bulk_write: Option<BulkInProgress>,
    pub(super) refresh: SyncSchedule,
    pub(super) dispatcher: DispatchState,
    /// Server ids of the deals created since the start, by temporary id.
    pub(super) temp_ids: BTreeMap<String, DealId>,
    /// Conflicts resolved since the start, by sequence number of the write.
    pub(super) resolved: BTreeMap<i64, ResolvedConflict>,
    pub(super) cancelled_deletions: CancelledDeletions,
    pub(super) inbox: InboxCache,
    pub(super) resource_lists: ResourceLists,
    pub(super) routes: RouteCache,
    pub(super) details: Details,
    pub(super) history: HistoryState,
    pub(super) past: PastState,
    pub(super) flow: FlowState,
    pub(super) filter_data: FilterDataState,
    /// Time of the last "server answers" signal to the peers.
    pub(super) signalled_up_at: Option<Timestamp>,
    /// Number of requests written to the log.
    pub(super) logged_requests: u64,
    pub(super) view: PublishState,
    /// Time of the next storage recovery attempt; `None` if there is nothing to recover.
    pub(super) recovery_at: Option<Timestamp>,
    pub(super) cache_repair: CacheRepair,
    /// Outcomes of writes that are not yet on disk.
    pub(super) pending_journal: PendingJournal,
    /// Last reading of the clock, to detect that it was set back.
    pub(super) last_now: Timestamp,
    pub(super) memory_trim: MemoryTrim,
    pub(super) rules: RuleState,
    pub(super) shutdown: Option<Shutdown>,
}

impl Actor {
    pub(super) fn new(
        settings: Settings,
        client: Client,
        store: Store,
        shared: Arc<EngineShared>,
        sender: UnboundedSender<Msg>,
    ) -> Self {
        let now = (settings.clock)();
        let jitter = Jitter::new(settings.seed);
        let mut link = Link::new(jitter.clone(), settings.retry_base, settings.retry_cap);
        if settings.client.is_offline {
            link = link.never_sending();
        }
        Self {
            client,
            store: Arc::new(store),
            sender,
            shared,
            jitter,
            link,
            latency: LatencyMonitor::new(settings.slow_after),
            confirmed: DealTable::default(),
            confirmed_since_pass: BTreeSet::new(),
            unread_deals: BTreeSet::new(),
            outbox: OutboxReplica::default(),
            cache_position: None,
            settings_position: None,
            bulk_write: None,
            refresh: SyncSchedule::new(now, settings.page_size),
            dispatcher: DispatchState::new(now),
            temp_ids: BTreeMap::new(),
            resolved: BTreeMap::new(),
            cancelled_deletions: CancelledDeletions::default(),
            inbox: InboxCache::default(),
            resource_lists: ResourceLists::default(),
            routes: RouteCache::default(),
            details: Details::default(),
            history: HistoryState::default(),
            past: PastState::default(),
            flow: FlowState::default(),
            filter_data: FilterDataState::default(),
            signalled_up_at: None,
            logged_requests: 0,
            view: PublishState::new(
                settings.client.base_url.to_string().into(),
                settings.identity().user.into(),
            ),
            recovery_at: None,
            cache_repair: CacheRepair::default(),
            pending_journal: PendingJournal::default(),
            last_now: now,
            memory_trim: MemoryTrim::default(),
            rules: RuleState::default(),
            shutdown: None,
            settings,
        }
    }

    /// Runs the loop until it receives a stop message.
    pub(super) async fn run(mut self, mut messages: UnboundedReceiver<Msg>, preload: Option<Preload>) {
        self.note_storage_failure();
        self.limit_stored_waits();
        self.report_damaged();
        self.load(preload);
        self.watch_client();
        self.listen();
        self.publish();
        loop {
            self.start_due_work();
            self.publish_if_due();
            if self.finish_shutdown() {
                return;
            }
            let wake = self.next_wake();
            let message = tokio::select! {
                biased;
                message = messages.recv() => match message {
                    None | Some(Msg::Stop) => return,
                    some => some,
                },
                () = sleep_until(wake) => None,
            };
            self.detect_suspension(wake);
            if let Some(message) = message {
                self.handle_message(message);
            }
            // Messages that have arrived meanwhile belong to the same snapshot.
            while let Ok(message) = messages.try_recv() {
                if matches!(message, Msg::Stop) {
                    return;
                }
                self.handle_message(message);
            }
        }
    }

    pub(super) fn handle_message(&mut self, message: Msg) {
        self.follow_clock();
        let Some(message) = self.defer(message) else {
            return;
        };
        match message {
            Msg::Effects(effects) => {
                self.on_user_active(self.now());
                self.handle_all(effects);
                self.view.changed();
            }
            Msg::FirstCount => self.on_first_count(),
            Msg::Totals(round) => self.on_totals(round),
            Msg::Pass(report) => self.on_pass_report(report),
            Msg::Sent(seq, outcome) => self.on_send_outcome(seq, *outcome),
            Msg::Detail(report) => self.on_detail(*report),
            Msg::Past(as_of, rebuilt) => self.on_past(as_of, rebuilt),
            Msg::Requests => {
                self.observe_requests();
                self.publish_clock_skew();
                self.log_requests_if_many();
                self.view.requests_changed();
                self.update_latency();
            }
            Msg::Flow(computed) => self.on_flow(*computed),
            Msg::FilterData(collected) => self.on_filter_data(*collected),
            Msg::Pruned(Ok(_)) => self.follow_history(),
            Msg::Pruned(Err(error)) => self.push_event(EventKind::StoreFailed { error }),
            Msg::BulkStored(result) => self.finish_bulk_write(result),
            Msg::Journaled(journal_result) => self.on_journaled(journal_result),
            Msg::PeerSignal(PeerSignal::FilesChanged) => {
                self.repair_if_alone();
                self.follow_outbox();
                self.follow_cache();
                self.follow_settings();
            }
            Msg::PeerSignal(PeerSignal::ServerUp) => self.on_peer_up(),
            Msg::PeerSignal(PeerSignal::ServerDown) => self.on_peer_down(),
            Msg::Pack(ids, reply) => {
                let (store, zone) = (self.store.clone(), self.settings.zone.clone());
                // A front end that has ended awaits no reply.
                tokio::task::spawn_blocking(move || reply.send(pack_data(&store, &ids, &zone)).ok());
            }
            Msg::SnapshotDamaged(table) => self.on_snapshot_damage(&table),
            Msg::Entity(slug) => self.on_entity(slug),
            Msg::RateLimit(until) => self.on_rate_limit(until),
            Msg::Close { patience, mode, reply } => self.begin_shutdown(patience, mode, reply),
            Msg::Stop => {}
        }
    }

    /// Starts every task that is due and permitted.
    fn start_due_work(&mut self) {
        self.follow_clock();
        let now = self.now();
        self.check_silence();
        self.trim_memory_if_due();
        self.check_rules_hourly();
        // While the server is unreachable, the engine alone chooses the retry delays.
        self.client.set_retries(!self.link.is_failing());
        if self.shutdown.is_none() {
            self.recover_storage_if_due(now);
            self.refresh_due(now);
        }
        if self.still_sends() && self.bulk_write.is_none() {
            self.dispatch_due(now);
        }
    }

    fn next_wake(&self) -> Option<Instant> {
        let now = self.now();
        // During a shutdown neither starts, see `start_due_work`: a wake for them would repeat without end.
        let upkeep =
            if self.shutdown.is_none() { earlier(self.refresh.next_at, self.recovery_at) } else { None };
        let drain = self.dispatcher.next_at.filter(|_| self.still_sends() && self.bulk_write.is_none());
        let due = earlier(upkeep, drain).map(|at| Instant::now() + time_until(at, now));
        [
            due,
            self.view.publish_at(),
            self.next_silence_check(),
            self.next_clock_check(),
            self.memory_trim.due_at(),
            self.until_rule_hour().map(|wait| Instant::now() + wait),
            self.shutdown.as_ref().map(|closing| closing.deadline),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    pub(super) fn now(&self) -> Timestamp {
        (self.settings.clock)()
    }

    /// Returns the present time by the server's clock, as far as its skew is known.
    pub(super) fn server_now(&self) -> Timestamp {
        let now = self.now();
        to_server_clock(now, self.client.clock_skew(now))
    }

    /// Publishes a change of this device's clock skew, in whole minutes.
    pub(super) fn publish_clock_skew(&mut self) {
        let off = self.client.clock_skew(self.now());
        let minutes = |off: Option<SignedDuration>| off.map(|off| off.as_mins());
        if minutes(self.view.storage_health.clock_skew) != minutes(off) {
            self.view.storage_health.clock_skew = off;
            self.view.changed();
        }
    }

    /// Runs `work` in the background and sends its message to the loop.
    pub(super) fn spawn(&mut self, work: impl Future<Output = Msg> + Send + 'static) {
        let (sender, beat) = (self.sender.clone(), self.latency.begin());
        tokio::spawn(async move {
            let message = work.await;
            drop(beat);
            // If the loop has ended, a late result is in the store or is requested again later.
            let _ended = sender.send(message);
        });
    }

    fn watch_client(&self) {
        let (sender, mut log) = (self.sender.clone(), self.client.request_log().watch_count());
        tokio::spawn(
            async move { while log.changed().await.is_ok() && sender.send(Msg::Requests).is_ok() {} },
        );
        let (sender, mut rate_limit, clock) =
            (self.sender.clone(), self.client.watch_rate_limit(), self.settings.clock.clone());
        tokio::spawn(async move {
            while rate_limit.changed().await.is_ok() {
                let limited_until = *rate_limit.borrow_and_update();
                // The client uses the system clock; the engine's clock may differ.
                let wait = limited_until.and_then(|until| until.duration_since(host::now()).ok());
                if sender.send(Msg::RateLimit(wait.map(|wait| saturating_add(clock(), wait)))).is_err() {
                    break;
                }
            }
        });
    }
}

async fn sleep_until(wake: Option<Instant>) {
    match wake {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
