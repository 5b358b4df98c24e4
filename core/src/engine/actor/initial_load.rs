//! The first picture: everything the store holds, shown before the service is asked anything.

use jiff::Timestamp;
use jiff::tz::TimeZone;
use tokio::time::Instant;

use super::Actor;
use crate::contract::models::deal::Deal;
use crate::contract::models::entity::Entity;
use crate::contract::models::portfolio::PortfolioSummary;
use crate::contract::paging::deal_page::Listing;
use crate::contract::record::Record;
use crate::contract::resource::Resource;
use crate::engine::column_snapshot::{self, Begun};
use crate::engine::sync::timestamp_cache::Moments;
use crate::model::fetched::Remote;
use crate::model::stage::Stage;
use crate::model::table::{Bound, ColumnsBuilder, DealTable, NewRow, Numbers, RowData, StageSince};
use crate::store::{Cache, Kind, StoreError, Stored};

/// The name of the entity among the single values.
pub(in crate::engine) const ENTITY: &str = "entity";
/// The name of the portfolio summary among the single values.
pub(in crate::engine) const PORTFOLIO: &str = "portfolio";

/// Reads every deal of the cache into a table.
pub(in crate::engine) fn table(cache: &Cache, zone: &TimeZone) -> Result<DealTable, StoreError> {
    let mut builder = ColumnsBuilder::default();
    let mut moments = Moments::new(zone.clone());
    cache.list(Kind::Deal, |listed| {
        // Only what was read as a deal is stored; what can't be read any more is of a later version.
        let Ok(page) = Listing::one(listed.body) else {
            return;
        };
        for deal in page.deals() {
            builder.add(&NewRow {
                id: listed.id,
                name: deal.name.unwrap_or_default(),
                status: deal.status.unwrap_or_default(),
                class: deal.classe_actif.unwrap_or_default(),
                owner: deal.responsable.unwrap_or_default(),
                since: moments
                    .received(deal.status_since)
                    .or(since_of(deal.status, listed.stage)),
                numbers: Numbers::Plain(deal.numbers),
            });
        }
    })?;
    Ok(builder.finish())
}

/// The row of a stored deal. Only what was read as a deal is stored, so `None` means a body of a later format.
pub(in crate::engine) fn row(stored: &Stored, zone: &TimeZone) -> Option<RowData> {
    let deal = read::<Deal>(&stored.body)?;
    Some(RowData::from_deal(
        &deal,
        since_of(deal.status(), stored.stage),
        zone,
    ))
}

/// A stored body, read.
pub(in crate::engine) fn read<T: Resource>(body: &str) -> Option<T> {
    T::from_record(Record::parse(body).ok()?).ok()
}

/// The same of a deal with `status`: one that gives none has been in none since any moment.
pub(in crate::engine) fn since_of(status: Option<&str>, stage: Option<Stage>) -> Option<StageSince> {
    since(stage).filter(|_| status.is_some_and(|code| !code.is_empty()))
}

/// What was observed, as a moment with its bound.
pub(in crate::engine) fn since(stage: Option<Stage>) -> Option<StageSince> {
    Some(match stage? {
        Stage::Exact(at) => StageSince {
            at: at.as_second(),
            bound: Bound::Exact,
        },
        Stage::AtLeast(at) => StageSince {
            at: at.as_second(),
            bound: Bound::AtLeast,
        },
        Stage::Interval { after, before } => interval(after, before),
    })
}

/// A change between two readings was seen at the later one, and had not happened at the earlier one.
pub(in crate::engine) fn interval(after: Timestamp, before: Timestamp) -> StageSince {
    StageSince {
        at: before.as_second(),
        bound: Bound::Interval {
            after: after.as_second(),
        },
    }
}

impl Actor {
    /// Takes in what the store holds; the copy of the deals is being read already.
    pub(in crate::engine) fn load(&mut self, image: Option<Begun>) {
        self.tidy.worked(Instant::now());
        self.look_for_damage();
        self.follow_history();
        self.take_in_outbox();
        self.load_settings();
        let now = self.now();
        let gate = self.store.outbox().gate();
        // One that was lifted for the key is lifted for whoever kept it, too.
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

    /// The deals as they are held: from the copy of all of them and what was touched since, else from each.
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

    /// A moment of reading: dated by a clock that was ahead, it is not newer than now.
    fn not_ahead(&self, read: Option<Timestamp>) -> Option<Timestamp> {
        read.map(|at| at.min(self.observed_now()))
    }

    /// The deals of a cache whose pages went with a history that was lost, as the copy still shows them, and as of when;
    /// with what has a row of its own. Their bodies are read again when the service answers.
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
