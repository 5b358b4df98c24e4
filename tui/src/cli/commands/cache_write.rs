//! Caches fetched records for `--offline`, in the same store as the full-screen interface.
//!
//! Caching is optional: if the store is unavailable, the command still succeeds and a warning gives the reason.

use encours_core::client::Call;
use encours_core::contract::Record;
use encours_core::contract::json::id_set::IdSet;
use encours_core::contract::paging::pager::Pager;
use encours_core::error::Error;
use encours_core::store::{
    Cache, CachePage, FirstSync, IncomingRecord, RecordKind, RecordOrigin, Store, StoreError, WriteSeq,
};
use jiff::Timestamp;

use super::super::context::CommandContext;
use super::super::session::Session;
use super::cache_read;

/// Caches a record that exists once per profile.
pub(super) fn cache_single(session: &Session, name: &str, record: &Record) {
    cache_text(session, name, record.as_str(), Timestamp::now());
}

/// Caches a text that exists once per profile.
pub(super) fn cache_text(session: &Session, name: &str, body: &str, at: Timestamp) {
    best_effort(session, |store| store.cache().put_single(name, body, at));
}

/// Returns the change counter to note before a record is requested.
///
/// With it the cache rejects a record that another process's write has overtaken meanwhile.
pub(super) fn current_seq(session: &Session) -> WriteSeq {
    best_effort(session, |store| store.cache().write_seq()).unwrap_or_default()
}

/// Caches one fetched record, with the change counter noted before the request.
pub(super) fn cache_record(
    session: &Session,
    kind: RecordKind,
    parent: &str,
    record: &Record,
    read_seq: WriteSeq,
) {
    let source = RecordOrigin::Fetched { request_seq: read_seq };
    best_effort(session, |store| {
        let now = session.to_service_time(Timestamp::now());
        store.cache().confirm_record(kind, parent, now, record, source).map(drop)
    });
}

/// Returns one record: from the service, to be cached, or the cached one with `--offline`.
pub(super) async fn read_one(
    context: &CommandContext,
    session: &Session,
    call: Call,
    (kind, id): (RecordKind, &str),
) -> Result<Record, Error> {
    if context.global.offline {
        return cache_read::load_one(context, session, kind, id);
    }
    let read_seq = current_seq(session);
    let record = session.client().call(call).await?.documented_record()?;
    cache_record(session, kind, "", &record, read_seq);
    Ok(record)
}

/// Number of bytes of a page to store at once.
const PART_BYTES: usize = 1 << 20;

/// One pass over a list, cached page by page.
pub(super) struct CachePass<'a> {
    session: &'a Session,
    cache: Option<&'a Cache>,
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
    /// Starts a pass; call it before the first page is requested.
    pub(super) fn begin(session: &'a Session, kind: RecordKind, parent: &str) -> Self {
        let mut pass = Self {
            session,
            cache: None,
            kind,
            parent: parent.to_owned(),
            number: 0,
            started: session.to_service_time(Timestamp::now()),
            start: 0,
            since: WriteSeq::default(),
            seen: IdSet::default(),
            order: Vec::new(),
        };
        pass.cache = best_effort(session, |store| {
            pass.number = store.cache().begin_pass()?;
            pass.since = store.cache().write_seq()?;
            Ok(store.cache())
        });
        pass
    }

    /// Sets the offset of the first page.
    pub(super) fn starting_at(self, start: u64) -> Self {
        Self { start, ..self }
    }

    /// Returns the change counter to note before a page is requested.
    pub(super) fn current_seq(&self) -> WriteSeq {
        self.cache.and_then(|cache| cache.write_seq().ok()).unwrap_or_default()
    }

    /// Caches one page. A very large page is stored in parts, to avoid a second full copy in memory.
    pub(super) fn cache_page(&mut self, read_seq: WriteSeq, records: &[Record]) {
        let mut bytes = 0;
        let within = |before: &Record, _: &Record| {
            bytes += before.as_str().len();
            let more = bytes < PART_BYTES;
            bytes = if more { bytes } else { 0 };
            more
        };
        // An empty page is stored too, because it confirms an empty list.
        if records.is_empty() {
            self.cache_part(read_seq, records);
        }
        for batch in records.chunk_by(within) {
            self.cache_part(read_seq, batch);
        }
    }

    fn cache_part(&mut self, read_seq: WriteSeq, records: &[Record]) {
        let Some(cache) = self.cache else { return };
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
        let leaf = CachePage {
            request_seq: read_seq,
            received_at: self.session.to_service_time(Timestamp::now()),
            records: records.collect(),
            repeats: false,
        };
        let stored =
            cache.save_pages(self.kind, &self.parent, self.number, &[leaf], &mut FirstSync::ordinary());
        if let Err(error) = stored {
            log_unstored(&error);
            self.cache = None;
        }
    }

    /// True if this is a list of deals.
    pub(super) fn is_deal_list(&self) -> bool {
        self.kind == RecordKind::Deal
    }

    /// Ends the pass. Records that it did not return are marked as missing only after a consistent pass of the
    /// complete list.
    pub(super) fn finish(mut self, pager: &Pager, is_full: bool) {
        let Some(cache) = self.cache else { return };
        let is_full = is_full && pager.is_consistent();
        if self.kind == RecordKind::Deal && self.start == 0 {
            let order = std::mem::take(&mut self.order);
            if let Err(error) = cache_read::store_order(cache, order, is_full, self.started) {
                log_unstored(&error);
            }
        }
        if !is_full {
            return;
        }
        let span = (self.started, self.session.to_service_time(Timestamp::now()));
        if let Err(error) = cache.sweep(self.kind, &self.parent, &self.seen, self.since, span) {
            log_unstored(&error);
        }
    }
}

fn best_effort<'a, T>(
    session: &'a Session,
    work: impl FnOnce(&'a Store) -> Result<T, StoreError>,
) -> Option<T> {
    // The demo's store is deleted at the end of the command.
    if session.is_demo() {
        return None;
    }
    match session.store() {
        Ok(store) if store.storage_failure().is_some() => {
            session.read_only_error().into_iter().for_each(|reason| session.set_store_error(reason));
            None
        }
        Ok(store) => work(store).map_err(|error| log_unstored(&error)).ok(),
        Err(error) => {
            session.set_store_error(error);
            None
        }
    }
}

fn log_unstored(error: &StoreError) {
    tracing::warn!(%error, "failed to cache the fetched records for --offline");
}
