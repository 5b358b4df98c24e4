//! Cached records for `--offline`, with their date and the user's pending writes laid over them.
//!
//! Records come in the order of the last full sync.

mod stream;

use std::collections::{HashMap, HashSet};

use encours_core::contract::{OperationId, Record};
use encours_core::engine::{Laid, laid_over};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::history::history_entry::What;
use encours_core::store::{Cache, Kind, Row, RowState, Store, StoreError, Stored};
use encours_core::text::{Arg, Lang, date};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::super::context::Context;
use super::super::error_message;
use super::super::output::Look;
use super::super::report::Report;
use super::super::session::Session;
use super::{AGE, lost_here, moment, no_such_deal, not_here, tell_age};
pub(super) use stream::{Wanted, each_deal, extent};

/// Number of deals to load at once when they are streamed.
const AT_ONCE: usize = 2_000;

/// Cached records with their age and pending writes.
pub(super) struct Kept {
    /// Records in list order.
    pub(super) records: Vec<Record>,
    /// Number of records from the service.
    read: usize,
    /// Number of the user's own outbox entries that concern these records.
    own: Own,
    /// Fetch time of the oldest record.
    oldest: Option<Timestamp>,
    /// Start of the last sync of the whole list.
    whole: Option<Timestamp>,
    /// Time of the last full sync of a list whose cache was lost since.
    lost: Option<Timestamp>,
}

impl Kept {
    /// Loads every cached record of a kind.
    pub(super) fn read(session: &Session, kind: Kind, parent: &str) -> Result<Self, Error> {
        let mut kept = Self::of(session.store()?, kind, parent)?;
        let now = session.observed(Timestamp::now());
        kept.not_ahead(now);
        Ok(kept)
    }

    fn of(store: &Store, kind: Kind, parent: &str) -> Result<Self, Error> {
        let cache = store.cache();
        if kind == Kind::Deal {
            let mut records = Vec::new();
            let kept = stream::deals(store, AT_ONCE, &Wanted::all(), |part| {
                records.extend(part);
                Ok::<_, Error>(())
            })?;
            return Ok(Self { records, ..kept });
        }
        let mut all = Vec::new();
        cache.each(kind, parent, |stored| all.push(stored))?;
        let read = all.len();
        let oldest = all.iter().map(|stored| stored.fetched_at).min();
        let records = all.into_iter().map(|stored| Record::parse(stored.body));
        let records = records.collect::<Result<_, _>>()?;
        // The outbox has writes only for some kinds; notes, for example, have none.
        let laid = laid_over(kind, records, &store.outbox().rows()?)?;
        Ok(Self {
            read,
            oldest,
            whole: cache.list_read(kind, parent)?,
            lost: None,
            own: Own::of(&laid),
            records: laid.records,
        })
    }

    /// Limits the timestamps to `now`, in case the clock was ahead when they were stored.
    fn not_ahead(&mut self, now: Timestamp) {
        for at in [&mut self.oldest, &mut self.whole, &mut self.lost]
            .into_iter()
            .flatten()
        {
            *at = (*at).min(now);
        }
    }

    /// Refuses to show a list that was never synced here or whose cache is lost.
    ///
    /// # Errors
    /// The list was never synced, or its cache is lost. Pending writes alone must not pass for the list, so the
    /// error refers to the outbox.
    pub(super) fn refuse_unread(&self, context: &Context, command: &str) -> Result<(), Error> {
        if self.whole.is_some() || self.read > 0 {
            return Ok(());
        }
        let Some(lost) = self.lost else {
            let own = self.own.count();
            return Err(if own == 0 {
                error_message::of(
                    ErrorKind::Unreachable,
                    "usage-never-read",
                    &[("command", command)],
                )
            } else {
                let args = [("command", command), ("n", &*own.to_string())];
                error_message::of(ErrorKind::Unreachable, "usage-never-read-own", &args)
            });
        };
        let date = moment(context, lost);
        let own = self.own.count();
        if own == 0 {
            let args = [("command", command), ("date", &*date)];
            return Err(error_message::of(
                ErrorKind::Unreachable,
                "usage-list-lost",
                &args,
            ));
        }
        let args = [("command", command), ("date", &*date), ("n", &*own.to_string())];
        Err(error_message::of(
            ErrorKind::Unreachable,
            "usage-list-lost-own",
            &args,
        ))
    }

    /// True if the cache has any record of the service.
    pub(super) fn holds_any(&self) -> bool {
        self.read > 0
    }

    /// Warns about age and extent of the records and about pending writes, in every format.
    pub(super) fn tell(&self, context: &Context) {
        self.tell_by(context.report, context.out.look());
    }

    /// Does the same as `tell` while the output is borrowed by a list.
    pub(super) fn tell_by(&self, report: Report, look: &Look) {
        let (key, args) = self.extent(look.lang, &look.zone);
        report.warning(AGE, key, &args);
        self.own.tell(report);
    }

    /// Warns about the age only.
    pub(super) fn tell_age(&self, context: &Context) {
        let look = context.out.look();
        let (key, args) = self.extent(look.lang, &look.zone);
        context.report.warning(AGE, key, &args);
    }

    /// Prints the age as a remark for terminal users, if the service lacks the list.
    pub(super) fn remark(&self, context: &Context) {
        let look = context.out.look();
        let (key, args) = self.extent(look.lang, &look.zone);
        context.report.remark(&context.report.words().with(key, &args));
    }

    /// Returns the message key and arguments for the age and extent of the records.
    fn extent(&self, lang: Lang, zone: &TimeZone) -> (&'static str, Vec<(&'static str, Arg<'static>)>) {
        let said = |at: Timestamp| date::date_time(lang, date::local(at, zone));
        match (self.whole, self.oldest) {
            (None, Some(oldest)) if self.lost.is_some() => {
                let read = self.lost.unwrap_or(oldest);
                let args = vec![
                    ("n", self.read.into()),
                    ("date", said(oldest).into()),
                    ("read", said(read).into()),
                ];
                ("cli-kept-lost", args)
            }
            (Some(at), _) => ("cli-kept-whole", vec![("date", said(at).into())]),
            (None, Some(at)) => {
                let args = vec![("n", self.read.into()), ("date", said(at).into())];
                ("cli-kept-part", args)
            }
            (None, None) => ("cli-kept-none", Vec::new()),
        }
    }
}

/// Loads one cached record with its pending writes. Warns about its age and those writes.
///
/// A deal with a pending deletion is still shown, with a warning about the deletion.
pub(super) fn one(context: &Context, session: &Session, kind: Kind, id: &str) -> Result<Record, Error> {
    let store = session.store()?;
    let held = store.cache().get(kind, "", id)?;
    let at = match &held {
        Some(held) => Some(as_of(store, kind, held)?),
        None => None,
    };
    let records = held.map(|held| Record::parse(held.body)).transpose()?;
    let mut rows = store.outbox().rows()?;
    rows.retain(|row| row.record == id);
    tell_deletion(context, &rows);
    let stays = |row: &Row| row.stands() || row.operation != OperationId::DealsDelete;
    rows.retain(stays);
    let laid = laid_over(kind, records.into_iter().collect(), &rows)?;
    let own = Own::of(&laid);
    let Some(record) = laid.records.into_iter().next() else {
        // Report the pending writes to a deleted deal as well.
        tell_standing_of(context, rows.iter());
        let waiting = |row: &&Row| !row.stands() && row.operation == OperationId::DealsUpdate;
        let n = rows.iter().filter(waiting).count();
        if n > 0 {
            context
                .report
                .warning("waiting", "cli-waiting-for-gone", &[("n", n.into())]);
        }
        if let Some(deleted) = deleted(context, store, kind, id)? {
            return Err(deleted);
        }
        if kind != Kind::Deal {
            return Err(not_here(id));
        }
        let not_ahead = |at: Timestamp| at.min(session.observed(Timestamp::now()));
        return Err(match (store.cache().deals_read()?, store.cache().deals_lost()?) {
            (Some(at), _) => no_such_deal(context, id, not_ahead(at)),
            (None, Some(at)) => lost_here(context, id, not_ahead(at)),
            (None, None) => not_here(id),
        });
    };
    if let Some(at) = at {
        tell_age(context, at);
    }
    own.tell(context.report);
    Ok(record)
}

/// Returns the time at which a cached record was last confirmed.
///
/// A full sync that finds a deal unchanged stores no new bytes, so the time of that sync counts.
fn as_of(store: &Store, kind: Kind, held: &Stored) -> Result<Timestamp, Error> {
    let read = match store.cache().deals_read()? {
        Some(read) if kind == Kind::Deal && !store.history().not_seen()?.contains_key(&held.id) => read,
        _ => held.fetched_at,
    };
    Ok(read.max(held.fetched_at))
}

/// Returns the error for a deal known to be deleted, with the date.
pub(super) fn deleted(
    context: &Context,
    store: &Store,
    kind: Kind,
    id: &str,
) -> Result<Option<Error>, Error> {
    if kind != Kind::Deal {
        return Ok(None);
    }
    let entries = store.history().of(id)?;
    let gone = entries
        .last()
        .filter(|entry| matches!(entry.what, What::Deleted { .. }));
    Ok(gone.map(|entry| {
        let args = [("what", id), ("date", &*moment(context, entry.at))];
        error_message::of(ErrorKind::NotFound, "usage-known-deleted", &args)
    }))
}

/// Counts of the user's outbox entries that concern the shown records.
#[derive(Clone, Copy, Default)]
pub(super) struct Own {
    waiting: usize,
    in_doubt: usize,
    refused: usize,
    conflicts: usize,
}

impl Own {
    fn of(laid: &Laid) -> Self {
        Self {
            waiting: laid.waiting,
            in_doubt: laid.in_doubt,
            refused: laid.refused,
            conflicts: laid.conflicts,
        }
    }

    fn count(self) -> usize {
        self.waiting + self.in_doubt + self.refused + self.conflicts
    }

    fn add(&mut self, more: Self) {
        self.waiting += more.waiting;
        self.in_doubt += more.in_doubt;
        self.refused += more.refused;
        self.conflicts += more.conflicts;
    }

    /// Warns about changes that the service has not confirmed and about blocked writes.
    fn tell(self, report: Report) {
        for (kind, key, n) in [
            ("waiting", "cli-kept-waiting", self.waiting),
            ("outcome_unknown", "cli-kept-in-doubt", self.in_doubt),
        ] {
            if n > 0 {
                report.warning(kind, key, &[("n", n.into())]);
            }
        }
        tell_standing(report, self.refused, self.conflicts);
    }
}

/// Warns that a deletion is pending or in doubt, and says how to undo it.
pub(super) fn tell_deletion(context: &Context, rows: &[Row]) {
    let deletes = |row: &&Row| row.operation == OperationId::DealsDelete && !row.stands();
    if let Some(deletion) = rows.iter().find(deletes) {
        let key = if deletion.in_doubt() {
            "cli-deletion-in-doubt"
        } else {
            "cli-deletion-waits"
        };
        let id = deletion.seq.to_string();
        let args = [("id", id.as_str().into())];
        context.report.warning("deletion_waits", key, &args);
    }
}

/// Warns about blocked writes among `rows` that need a decision by the user.
pub(super) fn tell_standing_of<'a>(context: &Context, rows: impl Iterator<Item = &'a Row>) {
    let (mut refused, mut conflicts) = (0, 0);
    for row in rows.filter(|row| row.locked.is_none()) {
        match row.state {
            RowState::Refused => refused += 1,
            RowState::Conflict => conflicts += 1,
            RowState::Held | RowState::Waiting | RowState::Sending => {}
        }
    }
    tell_standing(context.report, refused, conflicts);
}

/// Warns about blocked writes, which are not applied to the shown records.
fn tell_standing(report: Report, refused: usize, conflicts: usize) {
    for (kind, key, n) in [
        ("refused", "cli-standing-refused", refused),
        ("conflict", "cli-standing-conflict", conflicts),
    ] {
        if n > 0 {
            report.warning(kind, key, &[("n", n.into())]);
        }
    }
}

/// Cache key for the order of the deals last listed.
///
/// The order is stored separately: positions in the rows would have to be rewritten for every deal when one is
/// added.
const ORDER: &str = "cli-deals-order";

/// Stores the order in which deals were just listed. Unless the sync was `whole`, deals that it did not return
/// follow in their previous order.
pub(super) fn keep_order(
    cache: &Cache,
    mut ids: Vec<String>,
    whole: bool,
    at: Timestamp,
) -> Result<(), StoreError> {
    if !whole {
        let met: HashSet<String> = ids.iter().cloned().collect();
        ids.extend(order(cache)?.into_iter().filter(|id| !met.contains(id)));
    }
    cache.put_single(ORDER, &serde_json::Value::from(ids).to_string(), at)
}

/// Returns the ids of the cached deals in list order, and the oldest fetch time.
fn in_order(cache: &Cache) -> Result<(Vec<String>, Option<Timestamp>), Error> {
    let (mut all, mut oldest) = (Vec::new(), None);
    let order = order(cache)?;
    let places: HashMap<&str, usize> = order.iter().map(String::as_str).zip(0..).collect();
    cache.places(|id, position, fetched_at| {
        let place = places.get(id).copied().unwrap_or(usize::MAX);
        oldest = Some(oldest.map_or(fetched_at, |at: Timestamp| at.min(fetched_at)));
        all.push((place, position, id.to_owned()));
    })?;
    all.sort_unstable();
    Ok((all.into_iter().map(|(.., id)| id).collect(), oldest))
}

/// Returns the stored order, empty if it cannot be parsed.
fn order(cache: &Cache) -> Result<Vec<String>, StoreError> {
    let kept = cache.single(ORDER)?;
    Ok(kept
        .and_then(|(ids, _)| serde_json::from_str(&ids).ok())
        .unwrap_or_default())
}

#[cfg(test)]
#[path = "cache_read_tests.rs"]
mod tests;
