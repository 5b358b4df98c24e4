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

use super::column_snapshot::Begun;
use super::link::state::Link;
use super::outbox::outbox_replica::Mirror;
use crate::client::Client;
use crate::contract::ids::DealId;
use crate::engine::link::pulse::Pulse;
use crate::engine::messages::Msg;
use crate::engine::outbox::state::cancelled_deletions::TakenBack;
use crate::engine::outbox::state::deferred_commands::Away;
use crate::engine::outbox::state::dispatcher::Drain;
use crate::engine::outbox::state::pending_journal::Unwritten;
use crate::engine::outbox::state::resolved::Decided;
use crate::engine::publish::published::View;
use crate::engine::sync::state::cache_position::Followed;
use crate::engine::sync::state::history::History;
use crate::engine::sync::state::inbox::InboxState;
use crate::engine::sync::state::records::Details;
use crate::engine::sync::state::refresh::Refresh;
use crate::engine::sync::state::resource_lists::Families;
use crate::engine::sync::state::routes::Explored;
use crate::model::snapshot::EventKind;
use crate::model::table::DealTable;
use crate::store::{Ring, Store};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::Instant;

use cache_repair::Mending;
use clock::{after, earlier, set_right, until};
use clock_change::SetClock;
use config::Settings;
use handle::Shared;
use jitter::Jitter;
use shutdown::Closing;
use trim_memory::Tidy;

/// The state of an engine.
pub(super) struct Actor {
    pub(super) settings: Settings,
    pub(super) client: Client,
    pub(super) store: Arc<Store>,
    pub(super) me: UnboundedSender<Msg>,
    pub(super) shared: Arc<Shared>,
    pub(super) jitter: Jitter,
    pub(super) link: Link,
    pub(super) pulse: Pulse,
    /// The deals as the server confirmed them.
    pub(super) confirmed: DealTable,
    /// Deals confirmed by single reads since the running sync pass began.
    pub(super) touched: BTreeSet<String>,
    pub(super) outbox: Mirror,
    /// Position up to which changes by other processes have been followed.
    pub(super) followed: Option<Followed>,
    /// The same position in the settings.
    pub(super) settings_followed: Option<(i64, Option<i64>)>,
    /// Set while a bulk operation is using the outbox.
    pub(super) away: Option<Away>,
    pub(super) refresh: Refresh,
    pub(super) drain: Drain,
    /// Server ids of the deals created since the start, by temporary id.
    pub(super) born: BTreeMap<String, DealId>,
    /// Conflicts resolved since the start, by sequence number of the write.
    pub(super) decided: BTreeMap<i64, Decided>,
    pub(super) taken_back: TakenBack,
    pub(super) inbox: InboxState,
    pub(super) families: Families,
    pub(super) explored: Explored,
    pub(super) details: Details,
    pub(super) history: History,
    /// Time of the last "server answers" signal to the peers.
    pub(super) told_answers: Option<Timestamp>,
    /// Number of requests written to the log.
    pub(super) logged: u64,
    pub(super) view: View,
    /// Time of the next storage recovery attempt; `None` if there is nothing to recover.
    pub(super) room_at: Option<Timestamp>,
    pub(super) mending: Mending,
    /// Outcomes of writes that are not yet on disk.
    pub(super) unwritten: Unwritten,
    /// Detects changes of the system clock.
    pub(super) set_clock: SetClock,
    pub(super) tidy: Tidy,
    pub(super) closing: Option<Closing>,
}

impl Actor {
    pub(super) fn new(
        settings: Settings,
        client: Client,
        store: Store,
        shared: Arc<Shared>,
        me: UnboundedSender<Msg>,
    ) -> Self {
        let now = (settings.clock)();
        let jitter = Jitter::new(settings.seed);
        let mut link = Link::new(jitter.clone(), settings.retry_base, settings.retry_cap);
        if settings.client.withheld {
            link = link.withheld();
        }
        Self {
            client,
            store: Arc::new(store),
            me,
            shared,
            jitter,
            link,
            pulse: Pulse::new(settings.slow),
            confirmed: DealTable::default(),
            touched: BTreeSet::new(),
            outbox: Mirror::default(),
            followed: None,
            settings_followed: None,
            away: None,
            refresh: Refresh::new(now, settings.page),
            drain: Drain::new(now),
            born: BTreeMap::new(),
            decided: BTreeMap::new(),
            taken_back: TakenBack::default(),
            inbox: InboxState::default(),
            families: Families::default(),
            explored: Explored::default(),
            details: Details::default(),
            history: History::default(),
            told_answers: None,
            logged: 0,
            view: View::new(
                settings.client.base_url.to_string().into(),
                settings.identity().user.into(),
            ),
            room_at: None,
            mending: Mending::default(),
            unwritten: Unwritten::default(),
            set_clock: SetClock::new(settings.anchoring()),
            tidy: Tidy::default(),
            closing: None,
            settings,
        }
    }

    /// Runs the loop until it receives a stop message.
    pub(super) async fn run(mut self, mut from: UnboundedReceiver<Msg>, image: Option<Begun>) {
        self.look_for_room();
        self.measure_store();
        self.tell_damaged();
        self.load(image);
        self.watch_client();
        self.listen();
        self.publish();
        loop {
            self.turn();
            self.publish_if_due();
            if self.finish_closing() {
                return;
            }
            let wake = self.next_wake();
            let message = tokio::select! {
                message = from.recv() => match message {
                    None | Some(Msg::Stop) => return,
                    some => some,
                },
                () = asleep(wake) => None,
            };
            self.notice_stop(wake);
            if let Some(message) = message {
                self.take(message);
            }
            // Messages that have arrived meanwhile belong to the same snapshot.
            while let Ok(message) = from.try_recv() {
                if matches!(message, Msg::Stop) {
                    return;
                }
                self.take(message);
            }
        }
    }

    pub(super) fn take(&mut self, message: Msg) {
        self.follow_clock();
        let Some(message) = self.put_off(message) else {
            return;
        };
        match message {
            Msg::Effects(effects) => {
                self.wake(self.now());
                self.handle_all(effects);
                self.view.changed();
            }
            Msg::Probed => self.probed(),
            Msg::Totals(round) => self.take_totals(round),
            Msg::Pass(report) => self.take_pass(report),
            Msg::Sent(seq, outcome) => self.take_outcome(seq, *outcome),
            Msg::Detail(report) => self.take_detail(*report),
            Msg::Requests => {
                self.observe_requests();
                self.look_at_the_clock();
                self.log_requests_if_many();
                self.view.requests_changed();
                self.felt();
            }
            Msg::Pruned(Ok(_)) => self.follow_history(),
            Msg::Pruned(Err(error)) => self.tell(EventKind::StoreFailed { error }),
            Msg::ManyKept(kept) => self.take_many(kept),
            Msg::Journaled(written) => self.take_journaled(written),
            Msg::Rung(Ring::Look) => {
                self.mend_if_alone();
                self.follow_outbox();
                self.follow_cache();
                self.follow_settings();
            }
            Msg::Rung(Ring::Answers) => self.try_as_others_do(),
            Msg::Rung(Ring::Silent) => self.see_whether_it_answers(),
            Msg::Unsound(table) => self.take_unsound(&table),
            Msg::Entity(slug) => self.take_entity(slug),
            Msg::Gate(until) => self.take_gate(until),
            Msg::Close { patience, how, reply } => self.begin_closing(patience, how, reply),
            Msg::Stop => {}
        }
    }

    /// Starts every task that is due and permitted.
    fn turn(&mut self) {
        self.follow_clock();
        let now = self.now();
        self.feel();
        self.tidy_due();
        // While the server is unreachable, the engine alone chooses the retry delays.
        self.client.insist(!self.link.is_cut());
        if self.closing.is_none() {
            self.room_due(now);
            self.refresh_due(now);
        }
        if self.still_sends() && self.away.is_none() {
            self.drain_due(now);
        }
    }

    fn next_wake(&self) -> Option<Instant> {
        let now = self.now();
        let refresh = if self.closing.is_none() {
            self.refresh.next
        } else {
            None
        };
        let drain = self
            .drain
            .next
            .filter(|_| self.still_sends() && self.away.is_none());
        let due = earlier(refresh, earlier(drain, self.room_at)).map(|at| Instant::now() + until(at, now));
        [
            due,
            self.view.publish_at(),
            self.feel_at(),
            self.clock_look_at(),
            self.tidy.at(),
            self.closing.as_ref().map(|closing| closing.end),
        ]
        .into_iter()
        .flatten()
        .min()
    }

    pub(super) fn now(&self) -> Timestamp {
        (self.settings.clock)()
    }

    /// Returns the present time by the server's clock, as far as its skew is known.
    pub(super) fn observed_now(&self) -> Timestamp {
        let now = self.now();
        set_right(now, self.client.clock_off(now))
    }

    /// Publishes a change of this machine's clock skew, in whole minutes.
    pub(super) fn look_at_the_clock(&mut self) {
        let off = self.client.clock_off(self.now());
        let minutes = |off: Option<SignedDuration>| off.map(|off| off.as_mins());
        if minutes(self.view.keeping.clock_off) != minutes(off) {
            self.view.keeping.clock_off = off;
            self.view.changed();
        }
    }

    /// Runs `work` in the background and sends its message to the loop.
    pub(super) fn spawn(&mut self, work: impl Future<Output = Msg> + Send + 'static) {
        let (me, beat) = (self.me.clone(), self.pulse.begin());
        tokio::spawn(async move {
            let message = work.await;
            drop(beat);
            // If the loop has ended, a late result is in the store or is requested again later.
            let _ended = me.send(message);
        });
    }

    fn watch_client(&self) {
        let (me, mut log) = (self.me.clone(), self.client.observe().changes());
        tokio::spawn(async move { while log.changed().await.is_ok() && me.send(Msg::Requests).is_ok() {} });
        let (me, mut gate, clock) = (self.me.clone(), self.client.gate(), self.settings.clock.clone());
        tokio::spawn(async move {
            while gate.changed().await.is_ok() {
                let closed = *gate.borrow_and_update();
                // The client uses the system clock; the engine's clock may differ.
                let wait = closed.and_then(|until| until.duration_since(std::time::SystemTime::now()).ok());
                if me.send(Msg::Gate(wait.map(|wait| after(clock(), wait)))).is_err() {
                    break;
                }
            }
        });
    }
}

async fn asleep(wake: Option<Instant>) {
    match wake {
        Some(at) => tokio::time::sleep_until(at).await,
        None => std::future::pending().await,
    }
}
