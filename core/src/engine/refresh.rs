//! When to read the pipeline again. There is no event feed and no `updated_since`, so the counts per status are read
//! often, which is cheap, and everything is read when a count moved or enough time has passed.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};
use jiff::Timestamp;

use crate::client::{Client, DealsQuery};
use crate::discovery::Source;
use crate::error::Error;

use super::actor::{Actor, Msg};
use super::clock::{after, earlier};
use super::crawl::{Crawl, PassDone, PassReport};
use super::load::COMPLETE_AT;
use super::{DealTable, Interner};

/// The statuses the contract attests; others are learned from what is read.
const ATTESTED: [&str; 3] = ["sourcing", "ic", "closing"];
/// A pipeline of more pages than this is read whole less often, in proportion.
const CHEAP_PAGES: u64 = 20;
/// More changed rows than this, and the table is built anew instead of patched.
pub(super) const FEW: usize = 500;

/// What is due when.
#[derive(Debug)]
pub(super) struct Refresh {
    /// When something of this is next due by itself.
    pub(super) next: Option<Timestamp>,
    totals_at: Timestamp,
    full_at: Timestamp,
    aside_at: Timestamp,
    totals_running: bool,
    pass_running: bool,
    /// Whether the service has counted its deals for us since the start.
    counted: bool,
    pages: u64,
    known: BTreeSet<String>,
    total: Option<u64>,
    limit: Option<u64>,
}

/// One round of counts.
#[derive(Debug)]
pub(super) struct TotalsRound {
    total: u64,
    by_status: BTreeMap<String, u64>,
}

impl TotalsRound {
    /// Whether the service heeds the filter: one that does not gives the whole count for every status.
    fn filtered(&self) -> bool {
        let whole = self
            .by_status
            .values()
            .filter(|count| **count == self.total)
            .count();
        self.total == 0 || whole < 2
    }
}

impl Refresh {
    pub(super) fn new(now: Timestamp, page: u64) -> Self {
        Self {
            next: None,
            totals_at: now,
            full_at: now,
            aside_at: now,
            totals_running: false,
            pass_running: false,
            counted: false,
            pages: 0,
            known: ATTESTED.iter().map(|status| (*status).to_owned()).collect(),
            total: None,
            limit: Some(page),
        }
    }

    /// Makes everything due.
    pub(super) fn all_due(&mut self, now: Timestamp) {
        (self.totals_at, self.full_at, self.aside_at) = (now, now, now);
    }

    /// Makes due what is read beside the pipeline: it may have failed while there was no connection.
    pub(super) fn aside_due(&mut self, now: Timestamp) {
        self.aside_at = now;
    }

    /// Takes note of status codes. Whether there was a new one.
    pub(super) fn learn(&mut self, statuses: &Interner) -> bool {
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
    pub(super) fn refresh_due(&mut self, now: Timestamp) {
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
            self.start_totals();
        }
        if online && self.refresh.counted && !self.refresh.pass_running && self.refresh.full_at <= now {
            self.start_pass();
        }
        if online && self.refresh.aside_at <= now {
            self.refresh.aside_at = after(now, self.jitter.about(self.settings.refresh));
            self.read_aside();
        }
        let refresh = &mut self.refresh;
        let totals = (!refresh.totals_running).then_some(refresh.totals_at);
        let full = (online && refresh.counted && !refresh.pass_running).then_some(refresh.full_at);
        let aside = online.then_some(refresh.aside_at);
        refresh.next = earlier(totals, earlier(full, aside));
    }

    fn start_totals(&mut self) {
        self.refresh.totals_running = true;
        let (client, parallel) = (self.client.clone(), self.settings.parallel);
        let statuses: Vec<String> = self.refresh.known.iter().cloned().collect();
        self.spawn(async move { Msg::Totals(count(client, statuses, parallel).await) });
    }

    pub(super) fn take_totals(&mut self, round: Result<TotalsRound, Error>) {
        let now = self.now();
        self.heard(&round);
        self.refresh.totals_running = false;
        self.refresh.totals_at = after(now, self.jitter.about(self.settings.tick));
        self.view.changed();
        let round = match round {
            Ok(round) => round,
            Err(error) => {
                self.view.deals_error = Some(error);
                return;
            }
        };
        self.refresh.counted = true;
        self.view.deals_error = None;
        let filtered = round.filtered();
        let moved = self.refresh.total != Some(round.total)
            || (filtered && *self.view.status_totals != round.by_status);
        if moved && self.view.coverage.complete_at.is_some() {
            self.refresh.full_at = self.refresh.full_at.min(now);
        }
        self.refresh.total = Some(round.total);
        self.view.coverage.total = Some(round.total);
        self.view.status_totals = Arc::new(if filtered {
            round.by_status
        } else {
            BTreeMap::new()
        });
        for (code, count) in &*self.view.status_totals {
            let words = &mut self.families.words;
            words.see("status", code, Source::Record, Some(*count), now);
        }
        self.words_changed();
    }

    /// Follows a change of our own that the service has applied, so that the counts need not be read again for it.
    pub(super) fn count_move(&mut self, from: Option<&str>, to: Option<&str>) {
        if from == to {
            return;
        }
        let totals = Arc::make_mut(&mut self.view.status_totals);
        if let Some(count) = from.and_then(|from| totals.get_mut(from)) {
            *count = count.saturating_sub(1);
        }
        if let Some(count) = to.and_then(|to| totals.get_mut(to)) {
            *count += 1;
        }
        let all = match (from, to) {
            (None, Some(_)) => self.refresh.total.map(|total| total + 1),
            (Some(_), None) => self.refresh.total.map(|total| total.saturating_sub(1)),
            _ => self.refresh.total,
        };
        self.refresh.total = all;
        self.view.coverage.total = all;
        self.view.changed();
    }

    fn start_pass(&mut self) {
        self.refresh.pass_running = true;
        self.touched.clear();
        self.view.coverage.reading = true;
        self.view.changed();
        let crawl = Crawl {
            client: self.client.clone(),
            store: self.store.clone(),
            clock: self.settings.clock.clone(),
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
            patched: self.confirmed.patched_rows(),
        };
        self.spawn(async move { Msg::Pass(PassReport::Done(crawl.run().await.map(Box::new))) });
    }

    pub(super) fn take_pass(&mut self, report: PassReport) {
        match report {
            PassReport::Progress { read, total } => {
                if self.view.coverage.complete_at.is_none() {
                    self.view.coverage.read = read;
                    self.view.coverage.total = total.or(self.view.coverage.total);
                    self.view.changed();
                }
            }
            PassReport::Growing(table) => self.adopt(*table),
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
                if self.link.is_online() {
                    self.refresh.full_at = after(now, self.jitter.about(self.settings.refresh));
                }
                self.view.deals_error = Some(error);
                return;
            }
        };
        (self.refresh.limit, self.refresh.pages) = (done.limit, done.pages);
        let dear = u32::try_from(done.pages / CHEAP_PAGES).unwrap_or(u32::MAX).max(1);
        self.refresh.full_at = after(now, self.jitter.about(self.settings.refresh.saturating_mul(dear)));
        match done.table {
            Some(table) => self.adopt(table),
            None => {
                for id in done.changed.iter().chain(&done.removed) {
                    self.reread_deal(id);
                }
            }
        }
        let coverage = &mut self.view.coverage;
        (coverage.read, coverage.total) = (done.read, done.total.or(coverage.total));
        if done.whole {
            coverage.complete_at = Some(done.at);
            let kept = self
                .store
                .cache()
                .set_counter(COMPLETE_AT, done.at.as_microsecond());
            self.kept(kept);
        }
        if self.refresh.learn(self.confirmed.statuses()) {
            // A status nobody had named: its exact count is wanted too.
            self.refresh.totals_at = now;
        }
    }

    /// Puts a new table in place of the confirmed one. What was confirmed on its own while it was made is laid over it.
    fn adopt(&mut self, table: DealTable) {
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
    pub(super) fn reread_deal(&mut self, id: &str) {
        let stored = self.store.cache().get(crate::store::Kind::Deal, "", id);
        let Some(stored) = self.kept(stored) else { return };
        match stored
            .as_ref()
            .and_then(|stored| super::load::row(stored, &self.settings.zone))
        {
            Some(row) => self.confirmed.patch(row, None),
            None => self.confirmed.remove(id),
        }
        self.touched.insert(id.to_owned());
        self.view.deals_changed();
    }
}

/// Counts all deals, then those of each status.
async fn count(client: Client, statuses: Vec<String>, parallel: usize) -> Result<TotalsRound, Error> {
    let total = total(&client, None).await?;
    let by_status = stream::iter(statuses)
        .map(|status| {
            let client = &client;
            async move {
                match self::total(client, Some(status.clone())).await {
                    Ok(count) => Ok(Some((status, count))),
                    // A code the service does not know in a filter: nothing to count.
                    Err(error) if error.kind() == crate::error::ErrorKind::Invalid => Ok(None),
                    Err(error) => Err(error),
                }
            }
        })
        .buffer_unordered(parallel)
        .try_filter_map(|counted| async move { Ok(counted) })
        .try_collect()
        .await?;
    Ok(TotalsRound { total, by_status })
}

async fn total(client: &Client, status: Option<String>) -> Result<u64, Error> {
    let page = client
        .deals_page(&DealsQuery {
            limit: Some(1),
            offset: None,
            status,
        })
        .await?;
    page.total
        .ok_or_else(|| Error::protocol("the list of deals does not say how many there are"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_that_is_not_heeded_is_noticed() {
        let round = |total, counts: &[u64]| TotalsRound {
            total,
            by_status: counts
                .iter()
                .enumerate()
                .map(|(i, count)| (i.to_string(), *count))
                .collect(),
        };
        assert!(round(10, &[6, 4]).filtered());
        assert!(round(10, &[10, 0]).filtered());
        assert!(round(0, &[0, 0]).filtered());
        assert!(!round(10, &[10, 10]).filtered());
    }
}
