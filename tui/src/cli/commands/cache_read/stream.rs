//! Streams cached deals in batches, to avoid loading all of them into memory.
//!
//! Only selected deals are loaded; pending writes are counted over all deals.

use std::collections::{HashMap, HashSet};
use std::ops::Range;

use encours_core::contract::json::json_eq::same;
use encours_core::contract::{Fields, OperationId, Record};
use encours_core::engine::laid_over;
use encours_core::error::Error;
use encours_core::store::{Kind, Row, Store};
use jiff::Timestamp;

use super::super::super::session::Session;
use super::{AT_ONCE, Kept, Own, in_order};

/// Selection of the cached deals.
pub(in super::super) struct Wanted<'a> {
    pick: Option<&'a dyn Fn(&str) -> bool>,
    window: Range<usize>,
}

impl<'a> Wanted<'a> {
    /// Selects all deals.
    pub(in super::super) fn all() -> Self {
        Self::window(0, None)
    }

    /// Selects `limit` deals after the first `offset`.
    pub(in super::super) fn window(offset: usize, limit: Option<usize>) -> Self {
        Self {
            pick: None,
            window: offset..limit.map_or(usize::MAX, |limit| offset.saturating_add(limit)),
        }
    }

    /// Restricts the selection to ids for which `pick` returns true.
    pub(in super::super) fn of(self, pick: &'a dyn Fn(&str) -> bool) -> Self {
        Self {
            pick: Some(pick),
            ..self
        }
    }

    fn takes(&self, id: &str) -> bool {
        self.pick.is_none_or(|pick| pick(id))
    }
}

/// Passes the selected deals to `take` in batches, in list order. The returned `Kept` has no records.
pub(in super::super) fn each_deal<E: From<Error>>(
    session: &Session,
    wanted: &Wanted<'_>,
    take: impl FnMut(Vec<Record>) -> Result<(), E>,
) -> Result<Kept, E> {
    let mut kept = deals(session.store().map_err(E::from)?, AT_ONCE, wanted, take)?;
    kept.not_ahead(session.observed(Timestamp::now()));
    Ok(kept)
}

/// Returns the counts and timestamps of the cached deals without loading any of them.
pub(in super::super) fn extent(session: &Session) -> Result<Kept, Error> {
    let none = |_: &str| false;
    each_deal(session, &Wanted::all().of(&none), |_| Ok(()))
}

/// A batch of deals that are loaded together, with the pending writes to them.
#[derive(Default)]
struct Part<'a> {
    ids: Vec<&'a str>,
    /// Ids that are loaded only to count the pending writes to them.
    aside: HashSet<&'a str>,
    rows: Vec<Row>,
}

impl Part<'_> {
    /// Loads the cached records in order, without those deleted since the order was read.
    fn read(&self, store: &Store) -> Result<Vec<Record>, Error> {
        let mut bodies = vec![String::new(); self.ids.len()];
        store.cache().bodies(Kind::Deal, &self.ids, |nth, body| {
            if let Some(place) = bodies.get_mut(nth) {
                body.clone_into(place);
            }
        })?;
        bodies.retain(|body| !body.is_empty());
        let records = bodies.into_iter().map(Record::parse).collect::<Result<_, _>>();
        Ok(records?)
    }
}

/// Implements [`each_deal`] with batches of `at_once` deals.
pub(super) fn deals<E: From<Error>>(
    store: &Store,
    at_once: usize,
    wanted: &Wanted<'_>,
    mut take: impl FnMut(Vec<Record>) -> Result<(), E>,
) -> Result<Kept, E> {
    let (ids, oldest) = in_order(store.cache())?;
    let mut rows: HashMap<String, Vec<Row>> = HashMap::new();
    for row in store.outbox().rows().map_err(Error::from)? {
        rows.entry(row.record.clone()).or_default().push(row);
    }
    let mut kept = Kept {
        records: Vec::new(),
        read: ids.len(),
        own: Own::default(),
        oldest,
        whole: store.cache().deals_read().map_err(Error::from)?,
        lost: store.cache().deals_lost().map_err(Error::from)?,
    };
    let mut place = 0;
    let mut is_shown = |id: &str| {
        let taken = wanted.takes(id);
        place += usize::from(taken);
        taken && wanted.window.contains(&(place - 1))
    };
    let mut hand_over = |part: Part<'_>| {
        let records = part.read(store)?;
        let laid = laid_over(Kind::Deal, records, &part.rows).map_err(Error::from)?;
        kept.own.add(Own::of(&laid));
        let mut shown = laid.records;
        if !part.aside.is_empty() {
            shown.retain(|deal| deal.text("id").is_none_or(|id| !part.aside.contains(&*id)));
        }
        take(shown)
    };
    let mut part = Part::default();
    for id in &ids {
        let own = if rows.is_empty() { None } else { rows.remove(id) }.unwrap_or_default();
        let leaves = own
            .iter()
            .any(|row| row.operation == OperationId::DealsDelete && !row.stands());
        let shown = !leaves && is_shown(id);
        if !shown && own.is_empty() {
            continue;
        }
        part.ids.push(id);
        part.rows.extend(own);
        if !shown {
            part.aside.insert(id);
        }
        if part.ids.len() == at_once {
            hand_over(std::mem::take(&mut part))?;
        }
    }
    hand_over(part)?;
    // Pending creations come after the cached deals, in the order of their requests.
    let mut rest: Vec<Row> = rows.into_values().flatten().collect();
    rest.sort_unstable_by_key(|row| row.seq);
    let laid = laid_over(Kind::Deal, Vec::new(), &rest).map_err(Error::from)?;
    kept.own.add(Own::of(&laid));
    let came = came(store, &rest)?;
    let mut shown = laid.records;
    shown.retain(|deal| {
        deal.text("id")
            .is_some_and(|id| !came.contains(&*id) && is_shown(&id))
    });
    take(shown)?;
    Ok(kept)
}

/// Returns the temporary ids of in-doubt creations whose deal appears to have been created.
///
/// A new deal with exactly the requested fields counts as the created one. The list has it already, so the
/// creation must not show twice.
fn came(store: &Store, rows: &[Row]) -> Result<HashSet<String>, Error> {
    let lost = |row: &&Row| row.operation == OperationId::DealsCreate && row.in_doubt() && !row.stands();
    let Some(since) = rows.iter().filter(lost).map(|row| row.created_at).min() else {
        return Ok(HashSet::new());
    };
    let mut new = Vec::new();
    for id in store.history().appeared_since(since)? {
        if let Some(held) = store.cache().get(Kind::Deal, "", &id)? {
            new.push(Record::parse(held.body)?);
        }
    }
    let mut came = HashSet::new();
    for row in rows.iter().filter(lost) {
        let asked = Fields::parse(&row.body)?;
        let is_it = |deal: &Record| asked.iter().all(|(name, raw)| same(deal.raw(name), Some(raw)));
        // A deal matches at most one creation.
        if let Some(place) = new.iter().position(is_it) {
            new.remove(place);
            came.insert(row.record.clone());
        }
    }
    Ok(came)
}
