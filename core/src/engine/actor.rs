//! The engine's one loop. It alone owns the state: requests and long readings run beside it and report by message. It
//! sleeps until a message comes or the next thing is due.

mod cache_repair;
pub(super) mod clock;
pub(super) mod clock_change;
pub(super) mod config;
pub(super) mod effect_handlers;
pub(super) mod handle;
pub(super) mod initial_load;
pub(super) mod jitter;
mod shutdown;
mod storage_recovery;
mod trim_memory;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::mpsc::Sender;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::mpsc::{UnboundedReceiver, UnboundedSender};
use tokio::time::Instant;

use crate::client::Client;
use crate::contract::ids::DealId;
use crate::error::Error;
use crate::store::{Ring, Store, StoreError};

use super::column_snapshot::Begun;
use super::link::latency::Pulse;
use super::link::state::Link;
use super::outbox::bulk_enqueue::ManyKept;
use super::outbox::cancelled_deletions::TakenBack;
use super::outbox::deferred_commands::Away;
use super::outbox::dispatcher::Drain;
use super::outbox::outbox_replica::Mirror;
use super::outbox::pending_journal::Unwritten;
use super::outbox::resolve::Decided;
use super::outbox::send::Outcome;
use super::publish::snapshot_builder::View;
use super::sync::cache_sync::Followed;
use super::sync::count_poll::TotalsRound;
use super::sync::full_sync::PassReport;
use super::sync::history::History;
use super::sync::inbox::InboxState;
use super::sync::record_fetch::{DetailReport, Details};
use super::sync::resource_lists::Families;
use super::sync::route_fetch::Explored;
use super::sync::scheduler::Refresh;
use crate::model::effect::Effect;
use crate::model::shutdown::{Leave, Leftover};
use crate::model::snapshot::EventKind;
use crate::model::table::DealTable;
use cache_repair::Mending;
use clock::{after, earlier, set_right, until};
use clock_change::SetClock;
use config::Settings;
use handle::Shared;
use jitter::Jitter;
use shutdown::Closing;
use trim_memory::Tidy;

/// What the loop is told.
pub(super) enum Msg {
    /// A front end asks.
    Effects(Vec<Effect>),
    /// The first request of a round of counts was answered.
    Probed,
    /// A round of counts has ended.
    Totals(Result<TotalsRound, Error>),
    /// A reading of all deals goes on, or has ended.
    Pass(PassReport),
    /// A write has been tried.
    Sent(i64, Box<Outcome>),
    /// Something read on its own has come.
    Detail(Box<DetailReport>),
    /// The client's log has grown.
    Requests,
    /// The service's rate gate has closed or opened.
    Gate(Option<Timestamp>),
    /// What is older than the person wants to keep has been forgotten.
    Pruned(Result<Option<usize>, Error>),
    /// Many writes have been kept at once, or could not be.
    ManyKept(Result<ManyKept, StoreError>),
    /// What became of many writes has been written down, or could not be.
    Journaled(Result<(), StoreError>),
    /// Another program on the profile has something to say.
    Rung(Ring),
    /// The copy that this table stands on is damaged behind what was read of it at first.
    Unsound(Box<DealTable>),
    /// The slug of the entity the key acts for, if it could be had.
    Entity(Option<String>),
    /// Stop in good order.
    Close {
        /// How long sending may still take.
        patience: Duration,
        /// What becomes of what waits; what is under way is waited for in any case.
        how: Leave,
        /// Where to say what is left.
        reply: Sender<Leftover>,
    },
    /// Stop now.
    Stop,
}

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
    /// The deals as confirmed.
    pub(super) confirmed: DealTable,
    /// Deals confirmed on their own since the reading under way began.
    pub(super) touched: BTreeSet<String>,
    pub(super) outbox: Mirror,
    /// How far what other programs keep has been followed.
    pub(super) followed: Option<Followed>,
    /// The same of the settings.
    pub(super) settings_followed: Option<(i64, Option<i64>)>,
    /// While the outbox is not to be asked.
    pub(super) away: Option<Away>,
    pub(super) refresh: Refresh,
    pub(super) drain: Drain,
    /// The deals created since the start: the temporary id of each, and the one it became.
    pub(super) born: BTreeMap<String, DealId>,
    /// The conflicts decided since the start, by the number of the write.
    pub(super) decided: BTreeMap<i64, Decided>,
    pub(super) taken_back: TakenBack,
    pub(super) inbox: InboxState,
    pub(super) families: Families,
    pub(super) explored: Explored,
    pub(super) details: Details,
    pub(super) history: History,
    /// When the other programs on the profile were last told that the service answers.
    pub(super) told_answers: Option<Timestamp>,
    /// How many requests have been written down.
    pub(super) logged: u64,
    pub(super) view: View,
    /// When to see whether this machine can keep something again; `None` while it can.
    pub(super) room_at: Option<Timestamp>,
    pub(super) mending: Mending,
    /// What became of writes and waits for the disk.
    pub(super) unwritten: Unwritten,
    /// By which clock the moments here are told.
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

    /// Runs until it is told to stop.
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
            // What has come in meanwhile belongs to the same publication.
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

    /// Starts whatever is due and may start.
    fn turn(&mut self) {
        self.follow_clock();
        let now = self.now();
        self.feel();
        self.tidy_due();
        // While the service is away, the time between two tries is ours alone to choose.
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

    /// The moment by the service's clock, as far as that is known: when something was observed.
    pub(super) fn observed_now(&self) -> Timestamp {
        let now = self.now();
        set_right(now, self.client.clock_off(now))
    }

    /// Tells that this machine's clock is off, or is not any more.
    pub(super) fn look_at_the_clock(&mut self) {
        let off = self.client.clock_off(self.now());
        let minutes = |off: Option<SignedDuration>| off.map(|off| off.as_mins());
        if minutes(self.view.keeping.clock_off) != minutes(off) {
            self.view.keeping.clock_off = off;
            self.view.changed();
        }
    }

    /// Runs `work` beside the loop; its message comes back to it.
    pub(super) fn spawn(&mut self, work: impl Future<Output = Msg> + Send + 'static) {
        let (me, beat) = (self.me.clone(), self.pulse.begin());
        tokio::spawn(async move {
            let message = work.await;
            drop(beat);
            // The loop has ended; what came too late is in the store or will be asked again.
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
                // The client's clock is the system's; the engine's may be another.
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
