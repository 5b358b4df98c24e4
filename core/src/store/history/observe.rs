//! What a reading or an answer shows, against what was known: gathered while the cache takes records in, and written as
//! one step before the cache's own.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::{OptionalExtension, Transaction, params};
use serde_json::value::RawValue;

use super::History;
use super::entry::kind;
use super::sight::{self, Sighted};
use super::straight::Straight;
use super::visit::set_read;
use crate::contract::deal::STAMPS;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::contract::same::{differing, same};
use crate::store::records::{Stored, moment};
use crate::store::{Incoming, Stage, StoreError};

/// How many deals share a row where they come from the cache.
const PAGE: usize = 500;

/// How the service came to give a record.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// It was read; whatever changed, someone else did.
    Read,
    /// It is the answer to our own write.
    Answer {
        /// The fields that the write set.
        fields: &'a Fields,
        /// When the write was asked for.
        asked: Timestamp,
    },
    /// It is the answer to our own creation.
    Created {
        /// When it was asked for.
        asked: Timestamp,
    },
}

impl Source<'_> {
    /// When our write that set `field` was asked for, if one did.
    pub(in crate::store) fn wrote(&self, field: &str) -> Option<Timestamp> {
        match self {
            Self::Read => None,
            // What the service dates by itself when we change something is our doing too.
            Self::Answer { asked, .. } if field == "updated_at" => Some(*asked),
            Self::Answer { fields, asked } if STAMPS.contains(&field) => {
                fields.touches("status").then_some(*asked)
            }
            Self::Answer { fields, asked } => fields.touches(field).then_some(*asked),
            Self::Created { asked } => Some(*asked),
        }
    }
}

/// A deal that a clean reading did not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) struct Missing {
    /// The last moment it was seen.
    pub(in crate::store) last_seen: Timestamp,
}

/// What one step of the cache observes.
pub(in crate::store) struct Observations<'a> {
    at: Timestamp,
    /// A page of deals that are all seen for the first time and were always there, as far as anyone knows.
    page: Option<&'a [Incoming<'a>]>,
    /// First sights, by the moment before which the deals are known not to have been there and whether they are ours.
    sights: BTreeMap<(Option<Timestamp>, bool), Sight>,
    rows: Vec<NewRow>,
    /// Fields that our own write set and that a reading had shown before the answer came.
    dated: Vec<Dated>,
}

#[derive(Default)]
struct Sight {
    ids: String,
    deals: Vec<u8>,
}

struct NewRow {
    deal: String,
    kind: &'static str,
    field: String,
    before: Option<String>,
    after: Option<String>,
    earliest: Option<Timestamp>,
    ours: bool,
}

struct Dated {
    deal: String,
    field: String,
    value: Option<Box<RawValue>>,
    asked: Timestamp,
}

impl<'a> Observations<'a> {
    pub(in crate::store) fn at(at: Timestamp) -> Self {
        Self {
            at,
            page: None,
            sights: BTreeMap::new(),
            rows: Vec::new(),
            dated: Vec::new(),
        }
    }

    /// A page of deals that were not known, kept whole.
    pub(in crate::store) fn first_page(at: Timestamp, page: &'a [Incoming<'a>]) -> Self {
        Self {
            page: Some(page).filter(|page| !page.is_empty()),
            ..Self::at(at)
        }
    }

    fn is_empty(&self) -> bool {
        self.page.is_none() && self.sights.is_empty() && self.rows.is_empty() && self.dated.is_empty()
    }

    /// A deal that was not known. `earliest`: the last moment it is known not to have been there.
    pub(in crate::store) fn appeared(
        &mut self,
        id: &str,
        body: &str,
        earliest: Option<Timestamp>,
        source: Source<'_>,
    ) {
        let ours = matches!(source, Source::Created { .. });
        let earliest = if ours { Some(self.at) } else { earliest };
        // A deal may have been there for long before we set its status without ever having read it.
        let stage = source.wrote("status").map(|_| Stage::Exact(self.at));
        self.see(id, body, (earliest, ours), stage);
    }

    /// A deal that we created, and that a reading showed at `seen_at`, before the answer came.
    pub(in crate::store) fn created(&mut self, id: &str, body: &str, seen_at: Timestamp) {
        self.see(id, body, (Some(self.at), true), Some(Stage::Exact(seen_at)));
    }

    fn see(
        &mut self,
        id: &str,
        body: &str,
        (earliest, ours): (Option<Timestamp>, bool),
        stage: Option<Stage>,
    ) {
        let sight = self.sights.entry((earliest, ours)).or_default();
        if sight.ids.is_empty() {
            sight.ids.push('\n');
        }
        sight.ids.push_str(id);
        sight.ids.push('\n');
        sight::push(&mut sight.deals, &Sighted { id, body, stage });
    }

    /// A deal that was known with another body. `earliest`: the last moment it is known to have been as before.
    pub(in crate::store) fn changed(
        &mut self,
        id: &str,
        (before, after): (&str, &str),
        earliest: Option<Timestamp>,
        source: Source<'_>,
    ) -> Result<(), StoreError> {
        let read =
            |body: &str| Record::parse(body).map_err(|error| StoreError::Unreadable(error.to_string()));
        let (before, after) = (read(before)?, read(after)?);
        for name in differing(&before, &after) {
            let ours = source.wrote(name).is_some();
            let token = |record: &Record| record.raw(name).map(|raw| raw.get().to_owned());
            self.rows.push(NewRow {
                field: name.to_owned(),
                before: token(&before),
                after: token(&after),
                earliest: if ours { Some(self.at) } else { earliest },
                ours,
                ..row(id, kind::FIELD)
            });
        }
        self.dated_by(id, &after, source);
        Ok(())
    }

    /// The answer to our own write: what a reading showed of it before is ours too.
    pub(in crate::store) fn dated_by(&mut self, id: &str, answer: &Record, source: Source<'_>) {
        if let Source::Answer { fields, asked } = source {
            let stamps = answer.fields().map(|(name, _)| name);
            let stamps = stamps.filter(|name| !fields.touches(name) && source.wrote(name).is_some());
            self.dated.extend(fields.names().chain(stamps).map(|name| Dated {
                deal: id.to_owned(),
                field: name.to_owned(),
                value: answer.raw(name).map(ToOwned::to_owned),
                asked,
            }));
        }
    }

    /// A deal that a clean reading did not show, last seen at `earliest`.
    pub(in crate::store) fn not_seen(&mut self, id: &str, earliest: Timestamp) {
        self.rows.push(NewRow {
            earliest: Some(earliest),
            ..row(id, kind::NOT_SEEN)
        });
    }

    /// A deal that was missed and is there.
    pub(in crate::store) fn seen_again(&mut self, id: &str) {
        self.rows.push(NewRow {
            earliest: Some(self.at),
            ..row(id, kind::SEEN_AGAIN)
        });
    }

    /// A deal that is deleted. `earliest`: the last moment it was there; ours at the moment itself.
    pub(in crate::store) fn deleted(
        &mut self,
        id: &str,
        body: Option<String>,
        earliest: Option<Timestamp>,
        ours: bool,
    ) {
        self.rows.push(NewRow {
            before: body,
            earliest: if ours { Some(self.at) } else { earliest },
            ours,
            ..row(id, kind::DELETED)
        });
    }

    /// A deal that was deleted and is there again.
    pub(in crate::store) fn back(&mut self, id: &str, body: &str, earliest: Option<Timestamp>) {
        self.rows.push(NewRow {
            after: Some(body.to_owned()),
            earliest,
            ..row(id, kind::BACK)
        });
    }
}

fn row(deal: &str, kind: &'static str) -> NewRow {
    NewRow {
        deal: deal.to_owned(),
        kind,
        field: String::new(),
        before: None,
        after: None,
        earliest: None,
        ours: false,
    }
}

impl History {
    /// Writes what was observed, all or nothing.
    pub(in crate::store) fn keep(&self, all: &[Observations<'_>]) -> Result<(), StoreError> {
        self.keep_numbered(all).map(|_| ())
    }

    /// The same; of each, the number of the entry that holds the deals that were always there, as far as anyone knows.
    pub(in crate::store) fn keep_numbered(
        &self,
        all: &[Observations<'_>],
    ) -> Result<Vec<Option<i64>>, StoreError> {
        if all.iter().all(Observations::is_empty) {
            return Ok(vec![None; all.len()]);
        }
        let (entries, amended) = self.step(|step| {
            let (mut entries, mut amended) = (Vec::with_capacity(all.len()), false);
            let mut straight = Straight::default();
            for seen in all {
                let written = write(step, seen, &mut straight)?;
                amended |= written.amended;
                entries.push(written.plain);
            }
            Ok((entries, amended))
        })?;
        if amended {
            self.amend();
        }
        Ok(entries)
    }

    /// Begins with deals that were read before there was a history, as of `now`.
    pub(in crate::store) fn adopt(
        &self,
        deals: &[Stored],
        whole: Option<Timestamp>,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        self.step(|step| {
            for page in deals.chunks(PAGE) {
                let (mut ids, mut bytes) = (String::from("\n"), Vec::new());
                for deal in page {
                    ids.push_str(&deal.id);
                    ids.push('\n');
                    let (id, body, stage) = (&*deal.id, &*deal.body, deal.stage);
                    sight::push(&mut bytes, &Sighted { id, body, stage });
                }
                step.prepare_cached("INSERT INTO entry (kind, at, ids, deals) VALUES (?1, ?2, ?3, ?4)")?
                    .execute(params![kind::SEEN, now.as_microsecond(), ids, bytes])?;
            }
            whole.map_or(Ok(()), |whole| set_read(step, whole))
        })
    }

    /// The deals that the last clean reading did not show.
    pub(in crate::store) fn missing(&self) -> Result<BTreeMap<String, Missing>, StoreError> {
        let db = self.lock();
        let mut all = db.prepare_cached("SELECT deal, last_seen FROM missing")?;
        let mut rows = all.query([])?;
        let mut missing = BTreeMap::new();
        while let Some(row) = rows.next()? {
            if let Some(last_seen) = moment(row.get(1)?) {
                missing.insert(row.get(0)?, Missing { last_seen });
            }
        }
        Ok(missing)
    }

    /// The deals that the last clean reading did not show, and when each was last seen.
    pub fn not_seen(&self) -> Result<BTreeMap<String, Timestamp>, StoreError> {
        let missing = self.missing()?;
        Ok(missing
            .into_iter()
            .map(|(deal, missing)| (deal, missing.last_seen))
            .collect())
    }

    /// Whether a deal is known to have been deleted.
    pub(in crate::store) fn was_deleted(&self, id: &str) -> Result<bool, StoreError> {
        let db = self.lock();
        let last: Option<String> = db
            .prepare_cached("SELECT kind FROM entry WHERE deal = ?1 ORDER BY seq DESC LIMIT 1")?
            .query_row([id], |row| row.get(0))
            .optional()?;
        Ok(last.as_deref() == Some(kind::DELETED))
    }

    /// Whether any deal is known to have been deleted, so that none needs to be asked about where there is none.
    pub(in crate::store) fn has_deleted(&self) -> Result<bool, StoreError> {
        Ok(self
            .lock()
            .prepare_cached("SELECT EXISTS (SELECT 1 FROM entry WHERE kind = 'deleted')")?
            .query_row([], |row| row.get(0))?)
    }
}

/// What was written of one page, or one answer.
struct Written {
    /// The number of the sight of deals that were always there, as far as anyone knows.
    plain: Option<i64>,
    /// Whether that changed what was written before.
    amended: bool,
}

fn write(
    step: &Transaction<'_>,
    seen: &Observations<'_>,
    straight: &mut Straight,
) -> Result<Written, StoreError> {
    let mut plain = seen
        .page
        .map(|page| straight.write(step, seen.at, page))
        .transpose()?;
    for ((earliest, ours), sight) in &seen.sights {
        step.prepare_cached(
            "INSERT INTO entry (kind, earliest, at, ours, ids, deals) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![
            kind::SEEN,
            earliest.map(Timestamp::as_microsecond),
            seen.at.as_microsecond(),
            ours,
            sight.ids,
            sight.deals
        ])?;
        if earliest.is_none() && !ours {
            plain = Some(step.last_insert_rowid());
        }
    }
    for row in &seen.rows {
        if !is_known(step, row)? {
            insert(step, row, seen.at)?;
        }
        follow_missing(step, row, seen.at)?;
    }
    let mut amended = false;
    for dated in &seen.dated {
        amended |= date(step, dated)?;
    }
    Ok(Written { plain, amended })
}

/// Whether an entry is written already: the cache did not get to take in what this file did.
fn is_known(step: &Transaction<'_>, row: &NewRow) -> Result<bool, StoreError> {
    let last: Option<(String, Option<String>)> = step
        .prepare_cached(
            "SELECT kind, after FROM entry WHERE deal = ?1 AND (field = ?2 OR kind <> 'field')
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([&row.deal, &row.field], |row| Ok((row.get(0)?, row.get(1)?)))
        .optional()?;
    let Some((kind, after)) = last else {
        return Ok(false);
    };
    let token = |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
    Ok(kind == row.kind
        && (row.kind != kind::FIELD || same(token(&after).as_deref(), token(&row.after).as_deref())))
}

fn insert(step: &Transaction<'_>, row: &NewRow, at: Timestamp) -> Result<(), StoreError> {
    step.prepare_cached(
        "INSERT INTO entry (kind, deal, field, before, after, earliest, at, ours)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?
    .execute(params![
        row.kind,
        row.deal,
        row.field,
        row.before,
        row.after,
        // A clock that was set back must not turn an interval round.
        row.earliest.map(|earliest| earliest.min(at).as_microsecond()),
        at.as_microsecond(),
        row.ours
    ])?;
    Ok(())
}

fn follow_missing(step: &Transaction<'_>, row: &NewRow, at: Timestamp) -> Result<(), StoreError> {
    match row.kind {
        kind::NOT_SEEN => {
            step.prepare_cached("INSERT OR IGNORE INTO missing (deal, last_seen) VALUES (?1, ?2)")?
                .execute(params![row.deal, row.earliest.unwrap_or(at).as_microsecond()])?;
        }
        kind::SEEN_AGAIN | kind::DELETED | kind::BACK => {
            step.prepare_cached("DELETE FROM missing WHERE deal = ?1")?
                .execute([&row.deal])?;
        }
        _ => {}
    }
    Ok(())
}

/// A reading showed what our own write had done before the answer to it came in. What was there before the write was
/// asked for is someone else's. Whether that was so.
fn date(step: &Transaction<'_>, dated: &Dated) -> Result<bool, StoreError> {
    let last: Option<(i64, i64, bool, Option<String>)> = step
        .prepare_cached(
            "SELECT seq, at, ours, after FROM entry WHERE deal = ?1 AND kind = 'field' AND field = ?2
             ORDER BY seq DESC LIMIT 1",
        )?
        .query_row([&dated.deal, &dated.field], |row| {
            Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?))
        })
        .optional()?;
    let Some((seq, at, false, after)) = last else {
        return Ok(false);
    };
    let after = after.and_then(|text| RawValue::from_string(text).ok());
    let ours = at >= dated.asked.as_microsecond() && same(after.as_deref(), dated.value.as_deref());
    if ours {
        step.prepare_cached("UPDATE entry SET earliest = at, ours = 1 WHERE seq = ?1")?
            .execute([seq])?;
    }
    Ok(ours)
}
