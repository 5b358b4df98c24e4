//! The schedule of syncs. The service has no event feed and no `updated_since`. The cheap counts per status are
//! therefore polled often (`count_poll`). A full sync runs when a count changed or enough time has passed.

use super::full_sync::Crawl;
use super::poll_interval::Cadence;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::{after, corrected, earlier};
use crate::engine::messages::Msg;
use crate::engine::sync::state::pass_report::{PassDone, PassReport};
use crate::engine::sync::state::refresh::BETWEEN_COUNTS;
use crate::error::Error;
use crate::model::effect::Attention;
use crate::model::table::DealTable;
use crate::store::DEALS_COMPLETE;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

/// Delay of the next full sync after local storage failed.
const AFTER_TROUBLE: Duration = Duration::from_secs(10);

impl Actor {
    /// Starts the syncs that are due and permitted.
    pub(in crate::engine) fn refresh_due(&mut self, now: Timestamp) {
        if let Err(opens) = self.link.open(now) {
            self.refresh.next = opens;
            return;
        }
        let online = self.link.is_online();
        if !online {
            // A single request probes whether the server answers; the others follow.
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

    /// Updates the user's attention from the front end.
    pub(in crate::engine) fn attend(&mut self, attention: Attention, now: Timestamp) {
        self.refresh.attention = attention;
        if attention == Attention::Foreground {
            self.hurry_counts(now);
        }
    }

    /// Notes that the user is active. Syncs due at the active interval start now.
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
                    // New statuses have no counts yet: poll them, but not after every page.
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
                // A failing server is synced as soon as it answers; after a refusal, wait.
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
            // A peer's next sync will find these deals unchanged.
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
            // A new status was found; fetch its count too.
            self.refresh.totals_at = now;
        }
        self.follow_history();
        self.prune_history();
    }

    /// Returns by how many the cached deals exceed those of the full sync. Deals may have been added or removed while
    /// it ran.
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

    /// Replaces the confirmed table. Deals confirmed singly meanwhile are applied on top.
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

    /// Shows a deal from the cache.
    pub(in crate::engine) fn reread_deal(&mut self, id: &str) {
        let stored = self.store.cache().get(crate::store::Kind::Deal, "", id);
        let Some(stored) = self.kept(stored) else { return };
        let row = stored
            .as_ref()
            .and_then(|stored| crate::engine::sync::rows::cached_rows::row(stored, &self.settings.zone));
        // A running full sync may replace the table; this deal must then be applied again.
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
