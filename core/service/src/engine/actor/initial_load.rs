//! The initial load: shows all cached data before the server is asked.

use crate::engine::sync::rows::cached_rows::{ENTITY, PORTFOLIO, parse_body, row_of};
use jiff::Timestamp;
use tokio::time::Instant;

use super::Actor;
use crate::contract::models::entity::Entity;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::engine::column_snapshot::{self, Preload};
use crate::model::fetched::Fetched;
use crate::model::table::DealTable;
use crate::store::{RecordKind, StoreError};

impl Actor {
    /// Loads the store's data; the column snapshot is already being read.
    pub(in crate::engine) fn load(&mut self, preload: Option<Preload>) {
        self.memory_trim.note_work(Instant::now());
        self.publish_storage_health();
        self.follow_history();
        self.load_outbox();
        self.load_settings();
        let now = self.now();
        let rate_limit = self.store.outbox().rate_limit();
        // If another process lifted the rate limit of this key, it no longer applies here.
        if let Some(until) =
            self.ok_or_report(rate_limit).flatten().filter(|_| !self.client.is_known_unlimited())
        {
            self.link.limit_until(until, now);
            self.client.start_rate_limit(until.try_into().unwrap_or(std::time::SystemTime::UNIX_EPOCH));
        }
        self.load_discovery();
        self.load_singles();
        let synced_at = self.store.cache().last_full_sync();
        let synced_at = self.ok_or_report(synced_at).flatten();
        self.view.coverage.complete_at = self.cap_at_now(synced_at);
        self.start_following_cache();
        let table = self.load_cached_deals(preload);
        if let Some(table) = self.ok_or_report(table) {
            self.view.coverage.fetched = table.len() as u64;
            self.refresh.add_statuses(table.statuses());
            self.load_rest(&table);
            self.confirmed = table;
            self.view.deals_changed();
        } else {
            // Deals stored meanwhile are only a part of all deals.
            self.view.coverage.complete_at = None;
        }
        self.load_cached_inbox();
        self.load_requests();
    }

    /// Loads the cached deals: the column snapshot plus later changes, or else every record.
    pub(in crate::engine) fn load_cached_deals(
        &mut self,
        preload: Option<Preload>,
    ) -> Result<DealTable, StoreError> {
        let (cache, zone) = (self.store.cache(), &self.settings.zone);
        if let Some((mut table, touched)) = column_snapshot::load_current(&self.store, zone, preload)? {
            for id in touched {
                match cache.get(RecordKind::Deal, "", &id)?.and_then(|stored| row_of(&stored, zone)) {
                    Some(row) => table.set_row(row, None),
                    None => table.remove(&id),
                }
            }
            return Ok(table);
        }
        if let Some((table, synced_at)) = self.load_snapshot_deals()? {
            self.view.coverage.complete_at = self.cap_at_now(synced_at);
            return Ok(table);
        }
        let (table, revision) = column_snapshot::load_cached_table(cache, zone)?;
        self.write_column_snapshot(&table, revision);
        Ok(table)
    }

    /// Caps a sync time at the present; the clock may have been ahead when it was stored.
    fn cap_at_now(&self, synced_at: Option<Timestamp>) -> Option<Timestamp> {
        synced_at.map(|at| at.min(self.server_now()))
    }

    /// Returns deals from the column snapshot if the history with their pages is lost. Also returns their sync time.
    /// Deals with a row of their own come from there. The bodies are fetched again when the server answers.
    fn load_snapshot_deals(&self) -> Result<Option<(DealTable, Option<Timestamp>)>, StoreError> {
        let (cache, zone) = (self.store.cache(), &self.settings.zone);
        if cache.last_full_sync()?.is_some() {
            return Ok(None);
        }
        let Some((mut table, synced_at)) = column_snapshot::load_last(&self.store, zone)? else {
            return Ok(None);
        };
        cache.for_each(RecordKind::Deal, "", |stored| {
            if let Some(row) = row_of(&stored, zone) {
                table.set_row(row, None);
            }
        })?;
        Ok(Some((table, synced_at)))
    }

    fn load_singles(&mut self) {
        let entity = self.store.cache().single(ENTITY);
        if let Some((body, at)) = self.ok_or_report(entity).flatten() {
            set_cached(&mut self.details.entity, parse_body::<Entity>(&body), at);
        }
        let portfolio = self.store.cache().single(PORTFOLIO);
        if let Some((body, at)) = self.ok_or_report(portfolio).flatten() {
            set_cached(&mut self.details.portfolio, parse_body::<PortfolioSummary>(&body), at);
        }
    }

    fn load_cached_inbox(&mut self) {
        self.show_cached_inbox();
        self.inbox_mode();
    }
}

fn set_cached<T>(fetched: &mut Fetched<T>, value: Option<T>, at: Timestamp) {
    if let Some(value) = value {
        fetched.receive(value, at);
    }
}
