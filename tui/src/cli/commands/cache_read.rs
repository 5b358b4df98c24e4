//! What this machine has read before, for `--offline`: in the order of the last reading, with its date, and with the
//! person's own waiting writes laid over it.

mod stream;

use std::collections::{HashMap, HashSet};

use encours_core::contract::{OperationId, Record};
use encours_core::engine::{Laid, laid_over};
use encours_core::error::{Error, ErrorKind};
use encours_core::model::history_entry::What;
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

/// How many deals are read at once where they are not wanted all together.
const AT_ONCE: usize = 2_000;

/// Records as they are kept.
pub(super) struct Kept {
    /// In the order of their list.
    pub(super) records: Vec<Record>,
    /// How many of the service's were read.
    read: usize,
    /// How many writes of one's own wait over them or stand beside them.
    own: Own,
    /// When the one read longest ago was received.
    oldest: Option<Timestamp>,
    /// When the last reading of the whole list began.
    whole: Option<Timestamp>,
    /// When the list was last read that was lost since.
    lost: Option<Timestamp>,
}

impl Kept {
    /// Every record of a kind.
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
        // What waits is written to records of its own kind alone; notes and the like have none.
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

    /// What a clock that was ahead has dated is not newer than `now`.
    fn not_ahead(&mut self, now: Timestamp) {
        for at in [&mut self.oldest, &mut self.whole, &mut self.lost]
            .into_iter()
            .flatten()
        {
            *at = (*at).min(now);
        }
    }

    /// Refuses to show as a list, which could as well be empty, what was never read here, or is lost.
    ///
    /// # Errors
    /// Nothing of it was read, or it was read and is lost. What waits of one's own to be in it would pass for all of it, or for
    /// what is left of it: the outbox has it.
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

    /// Whether any of the service's records is held.
    pub(super) fn holds_any(&self) -> bool {
        self.read > 0
    }

    /// Says as of when the records are and what they cover, whatever the format, and how many writes wait over them.
    pub(super) fn tell(&self, context: &Context) {
        self.tell_by(context.report, context.out.look());
    }

    /// The same, for whoever is writing the list already.
    pub(super) fn tell_by(&self, report: Report, look: &Look) {
        let (key, args) = self.extent(look.lang, &look.zone);
        report.warning(AGE, key, &args);
        self.own.tell(report);
    }

    /// The age alone.
    pub(super) fn tell_age(&self, context: &Context) {
        let look = context.out.look();
        let (key, args) = self.extent(look.lang, &look.zone);
        context.report.warning(AGE, key, &args);
    }

    /// The same for people alone, where the service was asked and has no such list.
    pub(super) fn remark(&self, context: &Context) {
        let look = context.out.look();
        let (key, args) = self.extent(look.lang, &look.zone);
        context.report.remark(&context.report.words().with(key, &args));
    }

    /// As of when the records are and what they cover: the key of the words, and what they speak of.
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

/// One record as it is kept, with what waits laid over it. Tells its age and how many writes wait over it. A deal that is
/// to be deleted is there until it is: it is shown, and its deletion told.
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
        // What was written to a deal that is gone is not lost with it.
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

/// As of when a record that is held is so: a reading of all deals that showed it as before brings no new bytes.
fn as_of(store: &Store, kind: Kind, held: &Stored) -> Result<Timestamp, Error> {
    let read = match store.cache().deals_read()? {
        Some(read) if kind == Kind::Deal && !store.history().not_seen()?.contains_key(&held.id) => read,
        _ => held.fetched_at,
    };
    Ok(read.max(held.fetched_at))
}

/// That a deal which is not held is known to be deleted, and since when.
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

/// One's own writes of what is shown.
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

    /// That what is shown is not what the service holds, and what is not in it.
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

/// That the deletion of a deal waits among these writes, or is on its way, and how to take it back.
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

/// That some of these writes stand in the outbox until the person decides.
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

/// That writes stand in the outbox which only the person can decide: they are in nothing that is shown.
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

/// The name under which the order of the deals last listed is kept. Their rows keep none: rewriting it would cost
/// every row of the pipeline whenever one deal is new.
const ORDER: &str = "cli-deals-order";

/// Keeps the order in which deals were just listed. What a reading that was not `whole` did not meet stays behind it
/// as it was.
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

/// The ids of the deals that are held, in the order of the last reading, and when the one read longest ago was received.
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

/// The order kept; nothing where none can be read.
fn order(cache: &Cache) -> Result<Vec<String>, StoreError> {
    let kept = cache.single(ORDER)?;
    Ok(kept
        .and_then(|(ids, _)| serde_json::from_str(&ids).ok())
        .unwrap_or_default())
}

#[cfg(test)]
#[path = "cache_read_tests.rs"]
mod tests;
