//! When to read the pipeline again. There is no event feed and no `updated_since`, so the counts per status are read
//! often (`counts`), which is cheap, and everything is read when a count moved or enough time has passed.

use std::collections::BTreeSet;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use tokio::time::Instant;

use crate::engine::actor::clock::{after, corrected, earlier};
use crate::engine::actor::clock_change::moved;
use crate::engine::actor::{Actor, Msg};
use crate::error::Error;
use crate::model::effect::Attention;
use crate::model::intern::Interner;
use crate::model::table::DealTable;
use crate::store::DEALS_COMPLETE;

use super::full_sync::{Crawl, PassDone, PassReport};
use super::poll_interval::Cadence;

/// The statuses the contract attests; others are learned from what is read.
pub const ATTESTED: [&str; 3] = ["sourcing", "ic", "closing"];
/// More changed rows than this, and the table is built anew instead of patched.
pub(super) const FEW: usize = 500;

/// The least time between two counts while deals come in for the first time, and their statuses with them.
pub(super) const BETWEEN_COUNTS: Duration = Duration::from_secs(1);

/// How soon everything is read again after this machine could not keep it.
const AFTER_TROUBLE: Duration = Duration::from_secs(10);

/// What is due when.
#[derive(Debug)]
pub(in crate::engine) struct Refresh {
    /// When something of this is next due by itself.
    pub(in crate::engine) next: Option<Timestamp>,
    pub(in crate::engine) totals_at: Timestamp,
    pub(super) full_at: Timestamp,
    pub(super) aside_at: Timestamp,
    pub(super) totals_running: bool,
    /// How many deals came, went or moved by our own doing, as far as the service has said so.
    pub(super) own_moves: u64,
    /// As many as there were when the counts that are under way were asked for.
    pub(super) moves_before: u64,
    /// How many rounds of counts in a row were not taken.
    pub(super) untaken: u8,
    /// Whether the first request of the counts is not answered yet. What else is due waits for it: a service that refuses
    /// refuses one request, and not as many as were sent side by side.
    pub(super) probing: bool,
    pub(in crate::engine) pass_running: bool,
    /// Whether a deal came or went here while everything is being read: the reading may have counted before that.
    pub(super) came_or_went: bool,
    /// Whether anyone looks, as the front end says.
    pub(in crate::engine) attention: Attention,
    /// When the front end last asked for anything.
    pub(super) last_effect: Timestamp,
    /// When counts were last begun, and how many requests have come of it.
    pub(in crate::engine) asked: Option<(Timestamp, u64)>,
    /// When the counts were last read.
    pub(super) counted_at: Option<Timestamp>,
    /// When the next full reading may begin that nobody asked for.
    pub(super) full_from: Timestamp,
    /// The count and the sum of the parts for which everything was read again: once is enough.
    pub(super) puzzled: Option<(u64, u64)>,
    /// Whether the service has counted its deals for us since the start.
    pub(in crate::engine) counted: bool,
    pub(in crate::engine) pages: u64,
    pub(in crate::engine) known: BTreeSet<String>,
    pub(in crate::engine) total: Option<u64>,
    pub(super) limit: Option<u64>,
}

impl Refresh {
    pub(in crate::engine) fn new(now: Timestamp, page: u64) -> Self {
        Self {
            next: None,
            totals_at: now,
            full_at: now,
            aside_at: now,
            totals_running: false,
            own_moves: 0,
            moves_before: 0,
            untaken: 0,
            probing: false,
            pass_running: false,
            came_or_went: false,
            attention: Attention::default(),
            last_effect: now,
            asked: None,
            counted_at: None,
            full_from: now,
            puzzled: None,
            counted: false,
            pages: 0,
            known: ATTESTED.iter().map(|status| (*status).to_owned()).collect(),
            total: None,
            limit: Some(page),
        }
    }

    /// The person asks for everything. A reading that is under way is what they ask for.
    pub(in crate::engine) fn ask(&mut self, now: Timestamp) {
        (self.totals_at, self.aside_at) = (now, now);
        if !self.pass_running {
            self.full_at = now;
        }
    }

    /// Follows a clock that was set.
    pub(in crate::engine) fn move_along(&mut self, by: SignedDuration) {
        let due = [
            &mut self.totals_at,
            &mut self.full_at,
            &mut self.aside_at,
            &mut self.last_effect,
            &mut self.full_from,
        ];
        let asked = self.asked.as_mut().map(|(at, _)| at);
        for at in due
            .into_iter()
            .chain(&mut self.next)
            .chain(&mut self.counted_at)
            .chain(asked)
        {
            moved(at, by);
        }
    }

    /// Makes due what is read beside the pipeline: it may have failed while there was no connection.
    pub(in crate::engine) fn aside_due(&mut self, now: Timestamp) {
        self.aside_at = now;
    }

    /// Takes note of status codes. Whether there was a new one.
    pub(in crate::engine) fn learn(&mut self, statuses: &Interner) -> bool {
        let before = self.known.len();
        self.known.extend(
            statuses
                .iter()
                .map(|(_, text)| text.to_owned())
                .filter(|text| !text.is_empty()),
        );
        self.known.len() > before
    }
}

impl Actor {
    /// Starts the readings that are due and may start.
    pub(in crate::engine) fn refresh_due(&mut self, now: Timestamp) {
        if let Err(opens) = self.link.open(now) {
            self.refresh.next = opens;
            return;
        }
        let online = self.link.is_online();
        if !online {
            // One request goes ahead to see whether the service answers; the rest follows it.
            self.refresh.totals_at = self.refresh.totals_at.min(now);
        }
        if !self.refresh.totals_running && self.refresh.totals_at <= now {
            self.follow_outbox();
            self.follow_cache();
            self.start_totals();
        }
        let may_follow = online && !self.refresh.probing;
        if may_follow && self.refresh.counted && !self.refresh.pass_running && self.refresh.full_at <= now {
            self.start_pass();
        }
        if may_follow && self.refresh.aside_at <= now {
            let wait = self.cadence().between_readings(self.attention(now), 1);
            self.refresh.aside_at = after(now, self.jitter.about(wait));
            self.read_aside();
        }
        let refresh = &mut self.refresh;
        let totals = (!refresh.totals_running).then_some(refresh.totals_at);
        let full = (may_follow && refresh.counted && !refresh.pass_running).then_some(refresh.full_at);
        let aside = may_follow.then_some(refresh.aside_at);
        refresh.next = earlier(totals, earlier(full, aside));
    }

    pub(in crate::engine) fn cadence(&self) -> Cadence {
        Cadence {
            tick: self.settings.tick,
            full: self.settings.refresh,
            budget: self.settings.budget,
            idle_after: self.settings.idle_after,
        }
    }

    pub(in crate::engine) fn attention(&self, now: Timestamp) -> Attention {
        self.cadence()
            .attention(self.refresh.attention, self.refresh.last_effect, now)
    }

    /// The front end says whether anyone looks.
    pub(in crate::engine) fn attend(&mut self, attention: Attention, now: Timestamp) {
        self.refresh.attention = attention;
        if attention == Attention::Foreground {
            self.hurry_counts(now);
        }
    }

    /// Somebody is there. What would have been read by now had they been there all along is due.
    pub(in crate::engine) fn wake(&mut self, now: Timestamp) {
        let was = self.attention(now);
        self.refresh.last_effect = now;
        if was == Attention::Idle {
            self.hurry_counts(now);
        }
    }

    fn hurry_counts(&mut self, now: Timestamp) {
        let wait = self
            .cadence()
            .between_counts(self.attention(now), self.refresh.known.len() as u64 + 1);
        if let Some(counted) = self.refresh.counted_at {
            self.refresh.totals_at = self.refresh.totals_at.min(after(counted, wait));
        }
    }

    fn start_pass(&mut self) {
        (self.refresh.pass_running, self.refresh.came_or_went) = (true, false);
        self.touched.clear();
        self.view.coverage.reading = true;
        self.view.changed();
        let crawl = Crawl {
            client: self.client.clone(),
            store: self.store.clone(),
            clock: corrected(self.settings.clock.clone(), self.client.clone()),
            zone: self.settings.zone.clone(),
            limit: self.refresh.limit,
            ahead: self.settings.parallel,
            me: self.me.clone(),
            growing: self
                .view
                .coverage
                .complete_at
                .is_none()
                .then(|| self.confirmed.len()),
            table: true,
            patched: self.confirmed.patched_rows(),
            copied: false,
        };
        self.spawn(async move { Msg::Pass(PassReport::Done(crawl.run().await.map(Box::new))) });
    }

    pub(in crate::engine) fn take_pass(&mut self, report: PassReport) {
        self.tidy.worked(Instant::now());
        match report {
            PassReport::Progress { read, total } => {
                if self.view.coverage.complete_at.is_none() {
                    self.view.coverage.read = read;
                    self.view.coverage.total = total.or(self.view.coverage.total);
                    self.view.changed();
                }
            }
            PassReport::Growing(table) => {
                self.adopt(*table);
                if self.refresh.learn(self.confirmed.statuses()) {
                    // What came tells of statuses that nobody has counted: their exact counts are wanted beside the others,
                    // though not with each page anew.
                    let now = self.now();
                    let last = self
                        .refresh
                        .counted_at
                        .map_or(now, |at| after(at, BETWEEN_COUNTS));
                    self.refresh.totals_at = last.max(now);
                }
            }
            PassReport::Done(done) => self.end_pass(done),
        }
    }

    fn end_pass(&mut self, done: Result<Box<PassDone>, Error>) {
        let now = self.now();
        self.heard(&done);
        self.refresh.pass_running = false;
        self.view.coverage.reading = false;
        self.view.changed();
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                // A service in trouble is read again as soon as it answers; one that refuses is not asked at once.
                if error.local().is_some() {
                    self.refresh.full_at = after(now, AFTER_TROUBLE);
                } else if self.link.is_online() {
                    let wait = self
                        .cadence()
                        .between_readings(self.attention(now), self.refresh.pages);
                    self.refresh.full_at = after(now, self.jitter.about(wait));
                }
                self.view.deals_error = Some(error);
                return;
            }
        };
        (self.refresh.limit, self.refresh.pages) = (done.limit, done.pages);
        let (cadence, attention) = (self.cadence(), self.attention(now));
        let wait = cadence.between_readings(attention, done.pages);
        self.refresh.full_at = after(now, self.jitter.about(wait));
        self.refresh.full_from = after(now, cadence.after_reading(done.pages));
        let found = done.table.is_some() || !done.changed.is_empty() || !done.removed.is_empty();
        match done.table {
            Some((table, revision)) => {
                self.keep_image(&table, revision);
                self.adopt(table);
                self.follow_conflicts();
                self.followed_to(revision);
            }
            None => {
                for id in done.changed.iter().chain(&done.removed) {
                    self.reread_deal(id);
                }
            }
        }
        self.follow_cache();
        if found {
            // What they read next they will find unchanged.
            self.store.ring();
        }
        let (observed, since) = (self.observed_now(), self.came_since(done.read, done.whole));
        let coverage = &mut self.view.coverage;
        let total = done.total.map(|total| total.saturating_add_signed(since));
        (coverage.read, coverage.total) = (done.read.saturating_add_signed(since), total.or(coverage.total));
        coverage.miscounted = done.total.is_some_and(|total| total != done.read);
        if done.whole {
            coverage.complete_at = Some(observed);
            let kept = self
                .store
                .cache()
                .set_counter(DEALS_COMPLETE, observed.as_microsecond());
            self.kept(kept);
        }
        if self.refresh.learn(self.confirmed.statuses()) {
            // A status nobody had named: its exact count is wanted too.
            self.refresh.totals_at = now;
        }
        self.follow_history();
        self.prune_history();
    }

    /// How many deals more are held than a reading of everything counted, because they came while it went on, or fewer because
    /// they went.
    fn came_since(&mut self, read: u64, whole: bool) -> i64 {
        if !self.refresh.came_or_went || !whole {
            return 0;
        }
        let missed = self.store.history().not_seen();
        let missed = self.kept(missed).map_or(0, |missed| missed.len());
        let held = self.confirmed.len().saturating_sub(missed);
        let held = i64::try_from(held).unwrap_or(i64::MAX);
        held.saturating_sub_unsigned(read)
    }

    /// Puts a new table in place of the confirmed one. What was confirmed on its own while it was made is laid over it.
    pub(in crate::engine) fn adopt(&mut self, table: DealTable) {
        self.confirmed = table;
        for id in std::mem::take(&mut self.touched) {
            self.reread_deal(&id);
        }
        self.view.deals_changed();
        if self.refresh.learn(self.confirmed.statuses()) {
            self.refresh.totals_at = self.now();
        }
    }

    /// Shows a deal as the store holds it now.
    pub(in crate::engine) fn reread_deal(&mut self, id: &str) {
        let stored = self.store.cache().get(crate::store::Kind::Deal, "", id);
        let Some(stored) = self.kept(stored) else { return };
        let row = stored
            .as_ref()
            .and_then(|stored| crate::engine::actor::initial_load::row(stored, &self.settings.zone));
        // What was read was perhaps written meanwhile by a reading of everything: it is to be laid over that too.
        self.touched.insert(id.to_owned());
        self.follow_conflicts_of(id);
        let held = self.confirmed.find(id).and_then(|ix| self.confirmed.row(ix));
        if held.map(|row| row.to_data()) == row {
            return;
        }
        match row {
            Some(row) => self.confirmed.patch(row, None),
            None => self.confirmed.remove(id),
        }
        self.view.deals_changed();
    }
}
