//! What this machine has read before, for `--offline`: in the order of the last reading, with its date, and with the
//! person's own waiting writes laid over it.

use std::collections::{HashMap, HashSet};

use encours_core::contract::{OperationId, Record};
use encours_core::engine::{Laid, What, laid_over};
use encours_core::error::{Error, ErrorKind};
use encours_core::store::{Cache, Kind, Row, RowState, Store, StoreError};
use encours_core::view::text::{Arg, Lang, date};
use jiff::Timestamp;
use jiff::tz::TimeZone;

use super::super::context::Context;
use super::super::said;
use super::super::session::Session;
use super::{AGE, not_here, tell_age};

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
}

impl Kept {
    /// Every record of a kind.
    pub(super) fn read(session: &Session, kind: Kind, parent: &str) -> Result<Self, Error> {
        let mut kept = Self::of(session.store()?, kind, parent)?;
        // What a clock that was ahead has dated is not newer than now.
        let now = session.observed(Timestamp::now());
        for at in [&mut kept.oldest, &mut kept.whole].into_iter().flatten() {
            *at = (*at).min(now);
        }
        Ok(kept)
    }

    fn of(store: &Store, kind: Kind, parent: &str) -> Result<Self, Error> {
        let cache = store.cache();
        let mut all = Vec::new();
        cache.each(kind, parent, |stored| all.push(stored))?;
        if kind == Kind::Deal {
            let order = order(cache)?;
            let places: HashMap<&str, usize> = order.iter().map(String::as_str).zip(0..).collect();
            all.sort_by_cached_key(|stored| {
                let place = places.get(stored.id.as_str()).copied();
                (place.unwrap_or(usize::MAX), stored.position, stored.id.clone())
            });
        }
        // Of deals alone the store notes whether their list has been read to its end.
        let whole = if kind == Kind::Deal {
            cache.deals_read()?
        } else {
            None
        };
        let read = all.len();
        let oldest = all.iter().map(|stored| stored.fetched_at).min();
        let records = all.into_iter().map(|stored| Record::parse(stored.body));
        let records = records.collect::<Result<_, _>>()?;
        // What waits is written to records of its own kind alone; notes and the like have none.
        let laid = laid_over(kind, records, &store.outbox().rows()?)?;
        Ok(Self {
            read,
            oldest,
            whole,
            own: Own::of(&laid),
            records: laid.records,
        })
    }

    /// Says as of when the records are and what they cover, whatever the format, and how many writes wait over them.
    pub(super) fn tell(&self, context: &Context) {
        self.tell_age(context);
        self.own.tell(context);
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
            (Some(at), _) => ("cli-kept-whole", vec![("date", said(at).into())]),
            (None, Some(at)) => {
                let args = vec![("n", self.read.into()), ("date", said(at).into())];
                ("cli-kept-part", args)
            }
            (None, None) => ("cli-kept-none", Vec::new()),
        }
    }
}

/// One record as it is kept, with what waits laid over it; found by the temporary name of one that was created since,
/// too. Tells its age and how many writes wait over it.
pub(super) fn one(context: &Context, session: &Session, kind: Kind, id: &str) -> Result<Record, Error> {
    let store = session.store()?;
    let born = store.outbox().born(id)?;
    let id = born.as_deref().unwrap_or(id);
    let held = store.cache().get(kind, "", id)?;
    let at = held.as_ref().map(|held| held.fetched_at);
    let records = held.map(|held| Record::parse(held.body)).transpose()?;
    let mut rows = store.outbox().rows()?;
    rows.retain(|row| row.record == id);
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
        return Err(deleted(context, store, kind, id)?.unwrap_or_else(|| not_here(id)));
    };
    if let Some(at) = at {
        tell_age(context, at);
    }
    own.tell(context);
    Ok(record)
}

/// That a deal which is not held is known to be deleted, and since when.
fn deleted(context: &Context, store: &Store, kind: Kind, id: &str) -> Result<Option<Error>, Error> {
    if kind != Kind::Deal {
        return Ok(None);
    }
    let entries = store.history().of(id)?;
    let gone = entries
        .last()
        .filter(|entry| matches!(entry.what, What::Deleted { .. }));
    Ok(gone.map(|entry| {
        let look = context.out.look();
        let at = date::date_time(Lang::En, date::local(entry.at, &look.zone));
        said::of(
            ErrorKind::NotFound,
            "usage-known-deleted",
            &[("what", id), ("date", &at)],
        )
    }))
}

/// One's own writes of what is shown.
#[derive(Clone, Copy)]
pub(super) struct Own {
    waiting: usize,
    refused: usize,
    conflicts: usize,
}

impl Own {
    fn of(laid: &Laid) -> Self {
        Self {
            waiting: laid.waiting,
            refused: laid.refused,
            conflicts: laid.conflicts,
        }
    }

    /// That what is shown is not what the service holds, and what is not in it.
    fn tell(self, context: &Context) {
        if self.waiting > 0 {
            let n = [("n", self.waiting.into())];
            context.report.warning("waiting", "cli-kept-waiting", &n);
        }
        tell_standing(context, self.refused, self.conflicts);
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
    tell_standing(context, refused, conflicts);
}

/// That writes stand in the outbox which only the person can decide: they are in nothing that is shown.
fn tell_standing(context: &Context, refused: usize, conflicts: usize) {
    for (kind, key, n) in [
        ("refused", "cli-standing-refused", refused),
        ("conflict", "cli-standing-conflict", conflicts),
    ] {
        if n > 0 {
            context.report.warning(kind, key, &[("n", n.into())]);
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

/// The order kept; nothing where none can be read.
fn order(cache: &Cache) -> Result<Vec<String>, StoreError> {
    let kept = cache.single(ORDER)?;
    Ok(kept
        .and_then(|(ids, _)| serde_json::from_str(&ids).ok())
        .unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use encours_core::store::{Ids, Received};
    use encours_core::view::text::Words;

    use super::*;

    #[test]
    fn the_order_is_that_of_the_last_reading_and_the_extent_is_said() {
        let dir = tempfile::tempdir().unwrap();
        let at: Timestamp = "2026-03-04T05:06:00Z".parse().unwrap();
        let store = Store::open(dir.path(), at).unwrap();
        let cache = store.cache();
        let told = || {
            let kept = Kept::of(&store, Kind::Deal, "").unwrap();
            let ids: String = kept
                .records
                .iter()
                .map(|r| r.text("id").unwrap().into_owned())
                .collect();
            let (key, args) = kept.extent(Lang::En, &TimeZone::UTC);
            (ids, Words::new(Lang::En).with(key, &args))
        };
        assert_eq!(
            told(),
            (
                String::new(),
                "Nothing of it has been read on this machine yet.".into()
            )
        );
        let read = |ids: [&str; 3]| {
            let page: Vec<Received> = (0..)
                .zip(ids)
                .map(|(position, id)| Received {
                    id: id.into(),
                    body: format!("{{\"id\":\"{id}\"}}"),
                    position,
                    status: None,
                })
                .collect();
            let (pass, since) = (cache.begin_pass().unwrap(), cache.change().unwrap());
            cache.save_page(Kind::Deal, "", pass, since, at, &page).unwrap();
            keep_order(cache, ids.map(str::to_owned).into(), true, at).unwrap();
            since
        };
        read(["a", "b", "c"]);
        let since = read(["c", "a", "b"]);
        let (ids, extent) = told();
        assert_eq!(ids, "cab");
        keep_order(cache, vec!["b".to_owned()], false, at).unwrap();
        assert_eq!(told().0, "bca");
        assert!(
            extent.contains("3 ") && extent.contains("04/03/2026 at 05:06"),
            "{extent}"
        );
        let seen: Ids = ["a", "b", "c"].into_iter().collect();
        cache.sweep(Kind::Deal, "", &seen, since, (at, at)).unwrap();
        assert!(told().1.contains("whole list"), "{}", told().1);
    }
}
