//! Cached records for `--offline`, with their date and the user's pending writes overlaid.
//!
//! Records come in the order of the last full sync.

mod stream;

use encours_core::engine::{PendingCounts, overlay_records};
use encours_core::model::history::history_entry::EntryKind;
use encours_core::store::CachedRecord;
use jiff::tz::TimeZone;

use super::super::report::Report;
use super::{AGE_WARNING, lost_cache, no_such_deal, not_cached, timestamp_text, warn_age};
use crate::cli::prelude::*;
pub(super) use stream::{DealSelection, cached_extent, for_each_deal};

/// Number of deals to load at once when they are streamed.
const BATCH_SIZE: usize = 2_000;

/// Cached records with their age and pending writes.
pub(super) struct CachedRecords {
    /// Records in list order.
    pub(super) records: Vec<Record>,
    /// Number of records from the service.
    synced_count: usize,
    /// Number of the user's own outbox entries that concern these records.
    pending: PendingCounts,
    /// Fetch time of the oldest record.
    oldest: Option<Timestamp>,
    /// Start of the last sync of the whole list.
    full_sync_at: Option<Timestamp>,
    /// Time of the last full sync of a list whose cache was lost since.
    lost_sync_at: Option<Timestamp>,
}

impl CachedRecords {
    /// Loads every cached record of a kind.
    pub(super) fn load(session: &Session, kind: RecordKind, parent: &str) -> Result<Self, Error> {
        let mut cached = Self::load_from(session.store()?, kind, parent)?;
        let now = session.to_service_time(Timestamp::now());
        cached.clamp_times(now);
        Ok(cached)
    }

    fn load_from(store: &Store, kind: RecordKind, parent: &str) -> Result<Self, Error> {
        let cache = store.cache();
        if kind == RecordKind::Deal {
            let mut records = Vec::new();
            let cached = stream::for_each_batch(store, BATCH_SIZE, &DealSelection::all(), |batch| {
                records.extend(batch);
                Ok::<_, Error>(())
            })?;
            return Ok(Self { records, ..cached });
        }
        let mut all = Vec::new();
        cache.for_each(kind, parent, |stored| all.push(stored))?;
        let read = all.len();
        let oldest = all.iter().map(|stored| stored.fetched_at).min();
        let records = all.into_iter().map(|stored| Record::parse(stored.body));
        let records = records.collect::<Result<_, _>>()?;
        // The outbox has writes only for some kinds; notes, for example, have none.
        let overlay = overlay_records(kind, records, &store.outbox().entries()?)?;
        Ok(Self {
            synced_count: read,
            oldest,
            full_sync_at: cache.last_list_pass(kind, parent)?,
            lost_sync_at: None,
            pending: overlay.pending,
            records: overlay.records,
        })
    }

    /// Limits the timestamps to `now`, in case the clock was ahead when they were stored.
    fn clamp_times(&mut self, now: Timestamp) {
        for at in [&mut self.oldest, &mut self.full_sync_at, &mut self.lost_sync_at].into_iter().flatten() {
            *at = (*at).min(now);
        }
    }

    /// Rejects to show a list that was never synced here or whose cache is lost.
    ///
    /// # Errors
    /// The list was never synced, or its cache is lost. Pending writes alone must not pass for the list, so the
    /// error refers to the outbox.
    pub(super) fn check_synced(&self, context: &CommandContext, command: &str) -> Result<(), Error> {
        if self.full_sync_at.is_some() || self.synced_count > 0 {
            return Ok(());
        }
        let Some(lost) = self.lost_sync_at else {
            let pending = self.pending.sum();
            return Err(if pending == 0 {
                error_message::localized(ErrorKind::Unreachable, "usage-never-read", &[("command", command)])
            } else {
                let args = [("command", command), ("n", &*pending.to_string())];
                error_message::localized(ErrorKind::Unreachable, "usage-never-read-own", &args)
            });
        };
        let date = timestamp_text(context, lost);
        let pending = self.pending.sum();
        if pending == 0 {
            let args = [("command", command), ("date", &*date)];
            return Err(error_message::localized(ErrorKind::Unreachable, "usage-list-lost", &args));
        }
        let args = [("command", command), ("date", &*date), ("n", &*pending.to_string())];
        Err(error_message::localized(ErrorKind::Unreachable, "usage-list-lost-own", &args))
    }

    /// True if the cache has any record of the service.
    pub(super) fn has_any(&self) -> bool {
        self.synced_count > 0
    }

    /// Warns about age and extent of the records and about pending writes, in every format.
    pub(super) fn warn(&self, context: &CommandContext) {
        self.warn_with(context.report, context.out.style());
    }

    /// Does the same as `warn` while the output is borrowed by a list.
    pub(super) fn warn_with(&self, report: Report, out_style: &OutputStyle) {
        let (key, args) = self.extent(report.error_messages().lang(), &out_style.zone);
        report.warning(AGE_WARNING, key, &args);
        warn_pending(report, self.pending);
    }

    /// Warns about the age only.
    pub(super) fn warn_age(&self, context: &CommandContext) {
        let out_style = context.out.style();
        let (key, args) = self.extent(context.report.error_messages().lang(), &out_style.zone);
        context.report.warning(AGE_WARNING, key, &args);
    }

    /// Prints the age as a remark for terminal users, if the service lacks the list.
    pub(super) fn remark_age(&self, context: &CommandContext) {
        let out_style = context.out.style();
        let (key, args) = self.extent(out_style.lang, &out_style.zone);
        context.report.remark(&context.report.messages().with(key, &args));
    }

    /// Returns the message key and arguments for the age and extent of the records.
    fn extent(
        &self,
        lang: Lang,
        zone: &TimeZone,
    ) -> (&'static str, Vec<(&'static str, MessageArg<'static>)>) {
        let format_time = |at: Timestamp| date::date_time(lang, date::local(at, zone));
        match (self.full_sync_at, self.oldest) {
            (None, Some(oldest)) if self.lost_sync_at.is_some() => {
                let read = self.lost_sync_at.unwrap_or(oldest);
                let args = vec![
                    ("n", self.synced_count.into()),
                    ("date", format_time(oldest).into()),
                    ("read", format_time(read).into()),
                ];
                ("cli-kept-lost", args)
            }
            (Some(at), _) => ("cli-kept-whole", vec![("date", format_time(at).into())]),
            (None, Some(at)) => {
                let args = vec![("n", self.synced_count.into()), ("date", format_time(at).into())];
                ("cli-kept-part", args)
            }
            (None, None) => ("cli-kept-none", Vec::new()),
        }
    }
}

/// Loads one cached record with its pending writes. Warns about its age and those writes.
///
/// A deal with a pending deletion is still shown, with a warning about the deletion.
pub(super) fn load_one(
    context: &CommandContext,
    session: &Session,
    kind: RecordKind,
    id: &str,
) -> Result<Record, Error> {
    let store = session.store()?;
    let cached = store.cache().get(kind, "", id)?;
    let at = match &cached {
        Some(cached) => Some(confirmed_at(store, kind, cached)?),
        None => None,
    };
    let records = cached.map(|cached| Record::parse(cached.body)).transpose()?;
    let mut rows = store.outbox().entries()?;
    rows.retain(|row| row.record == id);
    warn_deletion(context, &rows);
    let stays = |row: &OutboxEntry| row.needs_user() || row.operation != OperationId::DealsDelete;
    rows.retain(stays);
    let overlay = overlay_records(kind, records.into_iter().collect(), &rows)?;
    let pending = overlay.pending;
    let Some(record) = overlay.records.into_iter().next() else {
        // Report the pending writes to a deleted deal as well.
        warn_blocked_rows(context, rows.iter());
        let waiting = |row: &&OutboxEntry| !row.needs_user() && row.operation == OperationId::DealsUpdate;
        let n = rows.iter().filter(waiting).count();
        if n > 0 {
            context.report.warning("waiting", "cli-waiting-for-gone", &[("n", n.into())]);
        }
        if let Some(deleted) = deleted_error(context, store, kind, id)? {
            return Err(deleted);
        }
        if kind != RecordKind::Deal {
            return Err(not_cached(id));
        }
        let not_ahead = |at: Timestamp| at.min(session.to_service_time(Timestamp::now()));
        return Err(match (store.cache().last_consistent_pass()?, store.cache().deals_lost()?) {
            (Some(at), _) => no_such_deal(context, id, not_ahead(at)),
            (None, Some(at)) => lost_cache(context, id, not_ahead(at)),
            (None, None) => not_cached(id),
        });
    };
    if let Some(at) = at {
        warn_age(context, at);
    }
    warn_pending(context.report, pending);
    Ok(record)
}

/// Returns the time at which a cached record was last confirmed.
///
/// A full sync that finds a deal unchanged stores no new bytes, so the time of that sync counts.
fn confirmed_at(store: &Store, kind: RecordKind, cached: &CachedRecord) -> Result<Timestamp, Error> {
    let read = match store.cache().last_consistent_pass()? {
        Some(read) if kind == RecordKind::Deal && !store.history().missing()?.contains_key(&cached.id) => {
            read
        }
        _ => cached.fetched_at,
    };
    Ok(read.max(cached.fetched_at))
}

/// Returns the error for a deal known to be deleted, with the date.
pub(super) fn deleted_error(
    context: &CommandContext,
    store: &Store,
    kind: RecordKind,
    id: &str,
) -> Result<Option<Error>, Error> {
    if kind != RecordKind::Deal {
        return Ok(None);
    }
    let entries = store.history().entries_of(id)?;
    let deletion = entries.last().filter(|entry| matches!(entry.kind, EntryKind::Deleted { .. }));
    Ok(deletion.map(|entry| {
        let args = [("what", id), ("date", &*timestamp_text(context, entry.at))];
        error_message::localized(ErrorKind::NotFound, "usage-known-deleted", &args)
    }))
}

/// Warns about changes that the service has not confirmed and about blocked writes.
fn warn_pending(report: Report, pending: PendingCounts) {
    for (kind, key, n) in [
        ("waiting", "cli-kept-waiting", pending.waiting),
        ("outcome_unknown", "cli-kept-in-doubt", pending.in_doubt),
    ] {
        if n > 0 {
            report.warning(kind, key, &[("n", n.into())]);
        }
    }
    warn_blocked(report, pending.rejected, pending.conflicts);
}

/// Warns that a deletion is pending or in doubt, and says how to undo it.
pub(super) fn warn_deletion(context: &CommandContext, rows: &[OutboxEntry]) {
    let deletes = |row: &&OutboxEntry| row.operation == OperationId::DealsDelete && !row.needs_user();
    if let Some(deletion) = rows.iter().find(deletes) {
        let key = if deletion.in_doubt() { "cli-deletion-in-doubt" } else { "cli-deletion-waits" };
        let id = deletion.seq.to_string();
        let args = [("id", id.as_str().into())];
        context.report.warning("deletion_waits", key, &args);
    }
}

/// Warns about blocked writes among `rows` that need a decision by the user.
pub(super) fn warn_blocked_rows<'a>(context: &CommandContext, rows: impl Iterator<Item = &'a OutboxEntry>) {
    let (mut rejected, mut conflicts) = (0, 0);
    for row in rows.filter(|row| row.locked_by.is_none()) {
        match row.state {
            EntryState::Rejected => rejected += 1,
            EntryState::Conflict => conflicts += 1,
            EntryState::Scheduled | EntryState::Waiting | EntryState::Sending => {}
        }
    }
    warn_blocked(context.report, rejected, conflicts);
}

/// Warns about blocked writes, which are not applied to the shown records.
fn warn_blocked(report: Report, rejected: usize, conflicts: usize) {
    for (kind, key, n) in
        [("refused", "cli-standing-refused", rejected), ("conflict", "cli-standing-conflict", conflicts)]
    {
        if n > 0 {
            report.warning(kind, key, &[("n", n.into())]);
        }
    }
}

#[cfg(test)]
#[path = "cache_read_tests.rs"]
mod tests;
