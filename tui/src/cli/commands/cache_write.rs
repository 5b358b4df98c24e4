//! Caches fetched records for `--offline`, in the same store as the full-screen interface.
//!
//! Caching is optional: if the store is unavailable, the command still succeeds and a warning gives the reason.

use encours_core::engine::{CachePass, server_clock};
use encours_core::store::{RecordOrigin, StoreError, WriteSeq};

use super::cache_read;
use crate::cli::prelude::*;

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

/// Starts a pass over a list that is cached page by page; call it before the first page is requested.
pub(super) fn begin_pass<'a>(session: &'a Session, kind: RecordKind, parent: &str) -> Option<CachePass<'a>> {
    best_effort(session, |store| {
        let cache = store.cache();
        CachePass::begin(cache, (kind, parent), cache.write_seq()?, server_clock(session.client().clone()))
    })
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
