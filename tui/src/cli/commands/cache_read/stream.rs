//! Streams cached deals in batches, to avoid loading all of them into memory.
//!
//! Only selected deals are loaded; pending writes are counted over all deals.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use encours_core::engine::{PendingCounts, find_created, ids_in_order, overlay_records};

use super::{BATCH_SIZE, CachedRecords};
use crate::cli::prelude::*;

/// Selection of the cached deals.
pub(in super::super) struct DealSelection<'a> {
    filter: Option<&'a dyn Fn(&str) -> bool>,
    window: Range<usize>,
}

impl<'a> DealSelection<'a> {
    /// Selects all deals.
    pub(in super::super) fn all() -> Self {
        Self::window(0, None)
    }

    /// Selects `limit` deals after the first `offset`.
    pub(in super::super) fn window(offset: usize, limit: Option<usize>) -> Self {
        Self { filter: None, window: offset..limit.map_or(usize::MAX, |limit| offset.saturating_add(limit)) }
    }

    /// Restricts the selection to ids for which `pick` returns true.
    pub(in super::super) fn filtered(self, pick: &'a dyn Fn(&str) -> bool) -> Self {
        Self { filter: Some(pick), ..self }
    }

    fn matches(&self, id: &str) -> bool {
        self.filter.is_none_or(|pick| pick(id))
    }
}

/// Passes the selected deals to `take` in batches, in list order. The returned `Kept` has no records.
pub(in super::super) fn for_each_deal<E: From<Error>>(
    session: &Session,
    selection: &DealSelection<'_>,
    take: impl FnMut(Vec<Record>) -> Result<(), E>,
) -> Result<CachedRecords, E> {
    let mut cached = for_each_batch(session.store().map_err(E::from)?, BATCH_SIZE, selection, take)?;
    cached.clamp_times(session.to_service_time(Timestamp::now()));
    Ok(cached)
}

/// Returns the counts and timestamps of the cached deals without loading any of them.
pub(in super::super) fn cached_extent(session: &Session) -> Result<CachedRecords, Error> {
    let none = |_: &str| false;
    for_each_deal(session, &DealSelection::all().filtered(&none), |_| Ok(()))
}

/// A batch of deals that are loaded together, with the pending writes to them.
#[derive(Default)]
struct DealBatch<'a> {
    ids: Vec<&'a str>,
    /// Ids that are loaded only to count the pending writes to them.
    count_only: HashSet<&'a str>,
    rows: Vec<OutboxEntry>,
}

impl DealBatch<'_> {
    /// Loads the cached records in order, without those deleted since the order was read.
    fn load(&self, store: &Store) -> Result<Vec<Record>, Error> {
        let mut bodies = vec![String::new(); self.ids.len()];
        store.cache().for_each_body(RecordKind::Deal, &self.ids, |nth, body| {
            if let Some(slot) = bodies.get_mut(nth) {
                body.clone_into(slot);
            }
        })?;
        bodies.retain(|body| !body.is_empty());
        let records = bodies.into_iter().map(Record::parse).collect::<Result<_, _>>();
        Ok(records?)
    }
}

/// Implements [`for_each_deal`] with batches of `at_once` deals.
pub(super) fn for_each_batch<E: From<Error>>(
    store: &Store,
    at_once: usize,
    selection: &DealSelection<'_>,
    mut take: impl FnMut(Vec<Record>) -> Result<(), E>,
) -> Result<CachedRecords, E> {
    let (ids, oldest) = ids_in_order(store.cache()).map_err(Error::from)?;
    let mut rows: HashMap<String, Vec<OutboxEntry>> = HashMap::new();
    for row in store.outbox().entries().map_err(Error::from)? {
        rows.entry(row.record.clone()).or_default().push(row);
    }
    let mut cached = CachedRecords {
        records: Vec::new(),
        synced_count: ids.len(),
        pending: PendingCounts::default(),
        oldest,
        full_sync_at: store.cache().last_consistent_pass().map_err(Error::from)?,
        lost_sync_at: store.cache().deals_lost().map_err(Error::from)?,
    };
    let mut position = 0;
    let mut is_shown = |id: &str| {
        let taken = selection.matches(id);
        position += usize::from(taken);
        taken && selection.window.contains(&(position - 1))
    };
    let mut hand_over = |batch: DealBatch<'_>| {
        let records = batch.load(store)?;
        let overlay = overlay_records(RecordKind::Deal, records, &batch.rows).map_err(Error::from)?;
        cached.pending += overlay.pending;
        let mut shown = overlay.records;
        if !batch.count_only.is_empty() {
            shown.retain(|deal| deal.text("id").is_none_or(|id| !batch.count_only.contains(&*id)));
        }
        take(shown)
    };
    let mut batch = DealBatch::default();
    for id in &ids {
        let entries = if rows.is_empty() { None } else { rows.remove(id) }.unwrap_or_default();
        let leaves = entries.iter().any(|row| row.operation == OperationId::DealsDelete && !row.needs_user());
        let shown = !leaves && is_shown(id);
        if !shown && entries.is_empty() {
            continue;
        }
        batch.ids.push(id);
        batch.rows.extend(entries);
        if !shown {
            batch.count_only.insert(id);
        }
        if batch.ids.len() == at_once {
            hand_over(std::mem::take(&mut batch))?;
        }
    }
    hand_over(batch)?;
    // Pending creations come after the cached deals, in the order of their requests.
    let mut remaining: Vec<OutboxEntry> = rows.into_values().flatten().collect();
    remaining.sort_unstable_by_key(|row| row.seq);
    let overlay = overlay_records(RecordKind::Deal, Vec::new(), &remaining).map_err(Error::from)?;
    cached.pending += overlay.pending;
    // The list has a creation in doubt already if its deal has appeared.
    let in_doubt =
        |row: &&OutboxEntry| row.operation == OperationId::DealsCreate && row.in_doubt() && !row.needs_user();
    let in_doubt = remaining
        .iter()
        .filter(in_doubt)
        .map(|row| Fields::parse(&row.body).map(|fields| (row.record.as_str(), fields, row.created_at)));
    let in_doubt = in_doubt.collect::<Result<Vec<_>, _>>().map_err(Error::from)?;
    let created = find_created(store, &in_doubt).map_err(Error::from)?;
    let mut shown = overlay.records;
    shown.retain(|deal| deal.text("id").is_some_and(|id| !created.contains_key(&*id) && is_shown(&id)));
    take(shown)?;
    Ok(cached)
}
