//! The initial load: shows all cached data before the server is asked.

use crate::engine::sync::rows::cached_rows::{ENTITY, PORTFOLIO, read, row};
use jiff::Timestamp;
use tokio::time::Instant;

use super::Actor;
use crate::contract::models::entity::Entity;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::engine::column_snapshot::{self, Begun};
use crate::model::fetched::Remote;
use crate::model::table::DealTable;
use crate::store::{Kind, StoreError};

impl Actor {
    /// Loads the store's data; the column snapshot is already being read.
    pub(in crate::engine) fn load(&mut self, image: Option<Begun>) {
        self.tidy.worked(Instant::now());
        self.look_for_damage();
        self.follow_history();
        self.take_in_outbox();
        self.load_settings();
        let now = self.now();
        let gate = self.store.outbox().gate();
        // If another process lifted the rate limit of this key, it no longer applies here.
        if let Some(until) = self.kept(gate).flatten().filter(|_| !self.client.is_known_open()) {
            self.link.close_until(until, now);
            self.client.close_gate_until(until.into());
        }
        self.load_learned();
        self.load_singles();
        let read = self.store.cache().read_whole();
        let read = self.kept(read).flatten();
        self.view.coverage.complete_at = self.not_ahead(read);
        self.follow_cache_from_here();
        let table = self.kept_deals(image);
        if let Some(table) = self.kept(table) {
            self.view.coverage.read = table.len() as u64;
            self.refresh.learn(table.statuses());
            self.read_on(&table);
            self.confirmed = table;
            self.view.deals_changed();
        }
        self.load_inbox_kept();
        self.load_requests();
    }

    /// Loads the cached deals: the column snapshot plus later changes, or else every record.
    pub(in crate::engine) fn kept_deals(&mut self, image: Option<Begun>) -> Result<DealTable, StoreError> {
        let (cache, zone) = (self.store.cache(), &self.settings.zone);
        if let Some((mut table, touched)) = column_snapshot::read(&self.store, zone, image)? {
            for id in touched {
                match cache
                    .get(Kind::Deal, "", &id)?
                    .and_then(|stored| row(&stored, zone))
                {
                    Some(row) => table.patch(row, None),
                    None => table.remove(&id),
                }
            }
            return Ok(table);
        }
        if let Some((table, read)) = self.saved_deals()? {
            self.view.coverage.complete_at = self.not_ahead(read);
            return Ok(table);
        }
        let (table, revision) = column_snapshot::made_of(cache, zone)?;
        self.keep_image(&table, revision);
        Ok(table)
    }

    /// Caps a sync time at the present; the clock may have been ahead when it was stored.
    fn not_ahead(&self, read: Option<Timestamp>) -> Option<Timestamp> {
        read.map(|at| at.min(self.observed_now()))
    }

    /// Returns deals from the column snapshot if the history with their pages is lost. Also returns their sync time.
    /// Deals with a row of their own come from there. The bodies are fetched again when the server answers.
    fn saved_deals(&self) -> Result<Option<(DealTable, Option<Timestamp>)>, StoreError> {
        let (cache, zone) = (self.store.cache(), &self.settings.zone);
        if cache.read_whole()?.is_some() {
            return Ok(None);
        }
        let Some((mut table, read)) = column_snapshot::last(&self.store, zone)? else {
            return Ok(None);
        };
        cache.each(Kind::Deal, "", |stored| {
            if let Some(row) = row(&stored, zone) {
                table.patch(row, None);
            }
        })?;
        Ok(Some((table, read)))
    }

    fn load_singles(&mut self) {
        let entity = self.store.cache().single(ENTITY);
        if let Some((body, at)) = self.kept(entity).flatten() {
            held(&mut self.details.entity, read::<Entity>(&body), at);
        }
        let portfolio = self.store.cache().single(PORTFOLIO);
        if let Some((body, at)) = self.kept(portfolio).flatten() {
            held(&mut self.details.portfolio, read::<PortfolioSummary>(&body), at);
        }
    }

    fn load_inbox_kept(&mut self) {
        self.recall_inbox();
        self.inbox_mode();
    }
}

fn held<T>(remote: &mut Remote<T>, value: Option<T>, at: Timestamp) {
    if let Some(value) = value {
        remote.receive(value, at);
    }
}
