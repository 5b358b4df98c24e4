//! The schedule of syncs. The service has no event feed and no `updated_since`. The cheap counts per status are
//! therefore polled often (`count_poll`). A full sync runs when a count changed or enough time has passed.

use super::full_sync::FullSync;
use super::poll_interval::PollIntervals;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::{corrected, earlier, saturating_add};
use crate::engine::messages::Msg;
use crate::engine::sync::state::pass_report::{PassDone, PassReport};
use crate::engine::sync::state::refresh::BETWEEN_COUNTS;
use crate::error::Error;
use crate::model::effect::Visibility;
use crate::model::table::DealTable;
use crate::store::DEALS_COMPLETE;
use std::time::Duration;

use jiff::Timestamp;
use tokio::time::Instant;

/// Delay of the next full sync after local storage failed.
const AFTER_STORAGE_FAILURE: Duration = Duration::from_secs(10);

impl Actor {
    /// Starts the syncs that are due and permitted.
    pub(in crate::engine) fn refresh_due(&mut self, now: Timestamp) {
        if let Err(opens) = self.link.check_open(now) {
            self.refresh.next_at = opens;
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
        if may_follow && self.refresh.is_counted && !self.refresh.pass_running && self.refresh.full_at <= now
        {
            self.start_pass();
        }
        if may_follow && self.refresh.details_at <= now {
            let wait = self.poll_intervals().between_syncs(self.visibility(now), 1);
            self.refresh.details_at = saturating_add(now, self.jitter.spread(wait));
            self.refetch_open();
        }
        let refresh = &mut self.refresh;
        let totals = (!refresh.totals_running).then_some(refresh.totals_at);
        let full = (may_follow && refresh.is_counted && !refresh.pass_running).then_some(refresh.full_at);
        let details = may_follow.then_some(refresh.details_at);
        refresh.next_at = earlier(totals, earlier(full, details));
    }

    pub(in crate::engine) fn poll_intervals(&self) -> PollIntervals {
        PollIntervals {
            counts: self.settings.count_interval,
            full_sync: self.settings.sync_interval,
            budget: self.settings.budget,
            idle_after: self.settings.idle_after,
        }
    }

    pub(in crate::engine) fn visibility(&self, now: Timestamp) -> Visibility {
        self.poll_intervals().attention(self.refresh.visibility, self.refresh.last_effect, now)
    }

    /// Updates the user's attention from the front end.
    pub(in crate::engine) fn set_visibility(&mut self, visibility: Visibility, now: Timestamp) {
        self.refresh.visibility = visibility;
        if visibility == Visibility::Foreground {
            self.advance_count_poll(now);
        }
    }

    /// Notes that the user is active. Syncs due at the active interval start now.
    pub(in crate::engine) fn on_user_active(&mut self, now: Timestamp) {
        let was_visible = self.visibility(now);
        self.refresh.last_effect = now;
        if was_visible == Visibility::Idle {
            self.advance_count_poll(now);
        }
    }

    fn advance_count_poll(&mut self, now: Timestamp) {
        let wait = self
            .poll_intervals()
            .between_counts(self.visibility(now), self.refresh.known_statuses.len() as u64 + 1);
        if let Some(last_poll) = self.refresh.counted_at {
            self.refresh.totals_at = self.refresh.totals_at.min(saturating_add(last_poll, wait));
        }
    }

    fn start_pass(&mut self) {
        self.show_stored_pages();
        if self.refresh.unshown_from.is_none() {
            let revision = self.store.cache().revision();
            self.refresh.unshown_from = self.ok_or_report(revision);
        }
        (self.refresh.pass_running, self.refresh.membership_changed) = (true, false);
        self.confirmed_since_pass.clear();
        self.view.coverage.syncing = true;
        self.view.changed();
        let full_sync = FullSync {
            client: self.client.clone(),
            store: self.store.clone(),
            clock: corrected(self.settings.clock.clone(), self.client.clone()),
            zone: self.settings.zone.clone(),
            limit: self.refresh.limit,
            prefetch: self.settings.parallel,
            sender: self.sender.clone(),
            shown_rows: self.view.coverage.complete_at.is_none().then(|| self.confirmed.len()),
            wants_table: true,
            delta_count: self.confirmed.delta_len(),
            writes_snapshot: false,
        };
        self.spawn(async move { Msg::Pass(PassReport::Done(full_sync.run().await.map(Box::new))) });
    }

    pub(in crate::engine) fn on_pass_report(&mut self, report: PassReport) {
        self.memory_trim.note_work(Instant::now());
        match report {
            PassReport::Progress { received: read, total } => {
                if self.view.coverage.complete_at.is_none() {
                    self.view.coverage.fetched = read;
                    self.view.coverage.total = total.or(self.view.coverage.total);
                    self.view.changed();
                }
            }
            PassReport::Partial(table) => {
                self.set_confirmed(*table);
                if self.refresh.add_statuses(self.confirmed.statuses()) {
                    // New statuses have no counts yet: poll them, but not after every page.
                    let now = self.now();
                    let last = self.refresh.counted_at.map_or(now, |at| saturating_add(at, BETWEEN_COUNTS));
                    self.refresh.totals_at = last.max(now);
                }
            }
            PassReport::Done(done) => self.end_pass(done),
        }
    }

    /// Shows the deals that a failed pass has stored. The next pass finds them unchanged.
    fn show_stored_pages(&mut self) {
        let Some(from) = self.refresh.unshown_from else { return };
        let stored = self.store.cache().touched_since(from);
        // If it cannot be read, the next pass tries again.
        let Some(stored) = self.ok_or_report(stored) else { return };
        match stored {
            Some(deals) => deals.iter().for_each(|deal| self.reload_deal(deal)),
            None => self.reload_deals(),
        }
        self.refresh.unshown_from = None;
    }

    fn end_pass(&mut self, done: Result<Box<PassDone>, Error>) {
        let now = self.now();
        self.on_response(&done);
        self.refresh.pass_running = false;
        self.view.coverage.syncing = false;
        self.view.changed();
        let done = match done {
            Ok(done) => done,
            Err(error) => {
                self.show_stored_pages();
                // A failing server is synced as soon as it answers; after a rejection, wait.
                if error.disk_error().is_some() {
                    self.refresh.full_at = saturating_add(now, AFTER_STORAGE_FAILURE);
                } else if self.link.is_online() {
                    let wait = self.poll_intervals().between_syncs(self.visibility(now), self.refresh.pages);
                    self.refresh.full_at = saturating_add(now, self.jitter.spread(wait));
                }
                self.view.deals_error = Some(error);
                return;
            }
        };
        self.refresh.unshown_from = None;
        (self.refresh.limit, self.refresh.pages) = (done.limit, done.pages);
        let (intervals, visibility) = (self.poll_intervals(), self.visibility(now));
        let wait = intervals.between_syncs(visibility, done.pages);
        self.refresh.full_at = saturating_add(now, self.jitter.spread(wait));
        self.refresh.full_from = saturating_add(now, intervals.after_sync(done.pages));
        let has_changes = done.table.is_some() || !done.changed.is_empty() || !done.removed.is_empty();
        match done.table {
            Some((table, revision)) => {
                self.write_column_snapshot(&table, revision);
                self.set_confirmed(table);
                self.update_conflicts();
                self.note_position(revision);
            }
            None => {
                for id in done.changed.iter().chain(&done.removed) {
                    self.reload_deal(id);
                }
            }
        }
        for id in std::mem::take(&mut self.unread_deals) {
            self.reload_deal(&id);
        }
        self.follow_cache();
        if has_changes {
            // A peer's next sync will find these deals unchanged.
            self.store.signal_peers();
        }
        let (observed, added) = (self.server_now(), self.added_since(done.received, done.is_complete));
        let coverage = &mut self.view.coverage;
        let total = done.total.map(|total| total.saturating_add_signed(added));
        (coverage.fetched, coverage.total) =
            (done.received.saturating_add_signed(added), total.or(coverage.total));
        coverage.count_mismatch = done.total.is_some_and(|total| total != done.received);
        if done.is_complete {
            coverage.complete_at = Some(observed);
            let result = self.store.cache().set_counter(DEALS_COMPLETE, observed.as_microsecond());
            self.ok_or_report(result);
        }
        if self.refresh.add_statuses(self.confirmed.statuses()) {
            // A new status was found; fetch its count too.
            self.refresh.totals_at = now;
        }
        self.follow_history();
        self.prune_history();
    }

    /// Returns by how many the cached deals exceed those of the full sync. Deals may have been added or removed while
    /// it ran.
    fn added_since(&mut self, received: u64, is_complete: bool) -> i64 {
        if !self.refresh.membership_changed || !is_complete {
            return 0;
        }
        let missing = self.store.history().missing();
        let missing = self.ok_or_report(missing).map_or(0, |missing| missing.len());
        let cached = self.confirmed.len().saturating_sub(missing);
        let cached = i64::try_from(cached).unwrap_or(i64::MAX);
        cached.saturating_sub_unsigned(received)
    }

    /// Replaces the confirmed table. Deals confirmed singly meanwhile are applied on top.
    pub(in crate::engine) fn set_confirmed(&mut self, table: DealTable) {
        self.confirmed = table;
        for id in std::mem::take(&mut self.confirmed_since_pass) {
            self.reload_deal(&id);
        }
        self.view.deals_changed();
        if self.refresh.add_statuses(self.confirmed.statuses()) {
            self.refresh.totals_at = self.now();
        }
    }

    /// Shows a deal from the cache.
    pub(in crate::engine) fn reload_deal(&mut self, id: &str) {
        let stored = self.store.cache().get(crate::store::RecordKind::Deal, "", id);
        let Some(stored) = self.ok_or_report(stored) else {
            // No later pass finds this deal changed: the cache has it already.
            self.unread_deals.insert(id.to_owned());
            return;
        };
        let row = stored
            .as_ref()
            .and_then(|stored| crate::engine::sync::rows::cached_rows::row_of(stored, &self.settings.zone));
        // A running full sync may replace the table; this deal must then be applied again.
        self.confirmed_since_pass.insert(id.to_owned());
        self.update_conflicts_of(id);
        let row_now = self.confirmed.find(id).and_then(|ix| self.confirmed.row(ix));
        if row_now.map(|row| row.to_data()) == row {
            return;
        }
        match row {
            Some(row) => self.confirmed.set_row(row, None),
            None => self.confirmed.remove(id),
        }
        self.view.deals_changed();
    }
}
