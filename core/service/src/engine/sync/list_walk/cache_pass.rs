//! Caching of a list page by page, for the command line's `--offline` and for the screens.

use std::collections::{HashMap, HashSet};

use jiff::Timestamp;

use crate::contract::json::id_set::IdSet;
use crate::contract::record::Record;
use crate::engine::actor::clock::EngineClock;
use crate::store::{Cache, CachePage, FirstSync, IncomingRecord, RecordKind, StoreError, WriteSeq};

/// Number of bytes of a page to store at once.
const PART_BYTES: usize = 1 << 20;

/// Cache key for the order of the deals last listed.
///
/// The order is stored separately: positions in the rows would have to be rewritten for every deal when one is added.
const ORDER_KEY: &str = "cli-deals-order";

/// One pass over a list, cached page by page.
pub struct CachePass<'a> {
    cache: &'a Cache,
    clock: EngineClock,
    kind: RecordKind,
    parent: String,
    number: i64,
    started: Timestamp,
    start: u64,
    since: WriteSeq,
    seen: IdSet,
    order: Vec<String>,
}

impl<'a> CachePass<'a> {
    /// Starts a pass. `since` is the change number from before the first page was requested.
    ///
    /// # Errors
    /// The disk fails.
    pub fn begin(
        cache: &'a Cache,
        (kind, parent): (RecordKind, &str),
        since: WriteSeq,
        clock: EngineClock,
    ) -> Result<Self, StoreError> {
        Ok(Self {
            number: cache.begin_pass()?,
            cache,
            started: clock(),
            clock,
            kind,
            parent: parent.to_owned(),
            start: 0,
            since,
            seen: IdSet::default(),
            order: Vec::new(),
        })
    }

    /// Sets the offset of the first page.
    pub(super) fn starting_at(self, start: u64) -> Self {
        Self { start, ..self }
    }

    /// Returns the change number to note before a page is requested.
    pub(super) fn current_seq(&self) -> WriteSeq {
        self.cache.write_seq().unwrap_or_default()
    }

    /// Returns whether this is a list of deals.
    pub(super) fn is_deal_list(&self) -> bool {
        self.kind == RecordKind::Deal
    }

    /// Caches one page. A very large page is stored in parts, to avoid a second full copy in memory.
    pub(in crate::engine) fn cache_page(
        &mut self,
        request_seq: WriteSeq,
        records: &[Record],
    ) -> Result<(), StoreError> {
        let mut bytes = 0;
        let within = |before: &Record, _: &Record| {
            bytes += before.as_str().len();
            let more = bytes < PART_BYTES;
            bytes = if more { bytes } else { 0 };
            more
        };
        // An empty page is stored too, because it confirms an empty list.
        if records.is_empty() {
            self.cache_part(request_seq, records)?;
        }
        records.chunk_by(within).try_for_each(|batch| self.cache_part(request_seq, batch))
    }

    fn cache_part(&mut self, request_seq: WriteSeq, records: &[Record]) -> Result<(), StoreError> {
        let first = self.start + self.seen.len() as u64;
        let received = (first..).zip(records).filter_map(|(position, record)| {
            let status = record.text("status").filter(|_| self.kind == RecordKind::Deal);
            Some((position, record, record.text("id")?, status))
        });
        let received: Vec<_> = received.collect();
        for (_, _, id, _) in &received {
            if !self.seen.contains(id) {
                self.order.push(id.to_string());
                self.seen.insert(id);
            }
        }
        let records = received.iter().map(|(position, record, id, status)| IncomingRecord {
            id,
            body: record.as_str(),
            position: i64::try_from(*position).unwrap_or(i64::MAX),
            status: status.as_deref(),
        });
        let page = CachePage {
            request_seq,
            received_at: (self.clock)(),
            records: records.collect(),
            repeats: false,
        };
        self.cache
            .save_pages(self.kind, &self.parent, self.number, &[page], &mut FirstSync::ordinary())
            .map(drop)
    }

    /// Ends the pass. Only with `is_whole`, a consistent pass of the complete list, records that it did not return are
    /// marked as missing.
    pub(in crate::engine) fn finish(self, is_whole: bool) -> Result<(), StoreError> {
        if self.kind == RecordKind::Deal && self.start == 0 {
            store_order(self.cache, self.order, is_whole, self.started)?;
        }
        if is_whole {
            let span = (self.started, (self.clock)());
            self.cache.sweep(self.kind, &self.parent, &self.seen, self.since, span)?;
        }
        Ok(())
    }
}

/// Stores the order in which deals were just listed. Unless the sync was full (`is_full`), deals that it did not return
/// follow in their previous order.
///
/// # Errors
/// The disk fails.
pub fn store_order(
    cache: &Cache,
    mut ids: Vec<String>,
    is_full: bool,
    at: Timestamp,
) -> Result<(), StoreError> {
    if !is_full {
        let met: HashSet<String> = ids.iter().cloned().collect();
        ids.extend(load_order(cache)?.into_iter().filter(|id| !met.contains(id)));
    }
    cache.put_single(ORDER_KEY, &serde_json::Value::from(ids).to_string(), at)
}

/// Returns the ids of the cached deals in list order, and the oldest fetch time.
///
/// # Errors
/// The disk fails.
pub fn ids_in_order(cache: &Cache) -> Result<(Vec<String>, Option<Timestamp>), StoreError> {
    let (mut all, mut oldest) = (Vec::new(), None);
    let order = load_order(cache)?;
    let positions: HashMap<&str, usize> = order.iter().map(String::as_str).zip(0..).collect();
    cache.for_each_position(|id, position, fetched_at| {
        let pos = positions.get(id).copied().unwrap_or(usize::MAX);
        oldest = Some(oldest.map_or(fetched_at, |at: Timestamp| at.min(fetched_at)));
        all.push((pos, position, id.to_owned()));
    })?;
    all.sort_unstable();
    Ok((all.into_iter().map(|(.., id)| id).collect(), oldest))
}

/// Returns the stored order, empty if it cannot be parsed.
fn load_order(cache: &Cache) -> Result<Vec<String>, StoreError> {
    let stored = cache.single(ORDER_KEY)?;
    Ok(stored.and_then(|(ids, _)| serde_json::from_str(&ids).ok()).unwrap_or_default())
}
