//! Deals as they were known at a past time, for a table: a year of a hundred thousand deals in half a second.
//!
//! Two threads read half of the changes each, then half of the pages. A changed deal is its page's body with later
//! members appended, because of repeated members the last one counts. [`History::rebuild`] yields exact bodies.

use std::collections::HashMap;
use std::ops::Range;
use std::panic::resume_unwind;
use std::thread;

use foldhash::fast::RandomState;
use jiff::Timestamp;
use rusqlite::{Connection, Row, params};

use super::entry::kind;
use super::read::{COLUMNS, earliest, observed};
use super::replay::{StatusReplay, change_time};
use super::{FirstSeen, History};
use crate::host;
use crate::model::history::omitted_status::status_of;
use crate::model::history::status_since::StatusChangeTime;
use crate::store::StoreError;
use crate::store::files::open;

/// Fields that a table row depends on.
const ROW_FIELDS: [&str; 7] =
    ["status", "name", "classe_actif", "responsable", "kpi_snapshot", "status_since", "status_changed_at"];
/// Index of the status in [`ROW_FIELDS`].
const STATUS: usize = 0;

/// A change of a deal; its texts are ranges of [`Changes::texts`].
struct Change {
    seq: i64,
    /// Index of the deal's previous change.
    previous: Option<u32>,
    kind: ChangeKind,
    before: Option<Range<usize>>,
    after: Option<Range<usize>>,
    not_before: Option<Timestamp>,
    at: Timestamp,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum ChangeKind {
    /// A field, by its index in [`ROW_FIELDS`].
    Field(usize),
    Deleted,
    Restored,
}

/// The changes of a range of entries.
#[derive(Default)]
struct Changes {
    texts: String,
    list: Vec<Change>,
    /// Index of each deal's newest change.
    newest: HashMap<Box<str>, u32, RandomState>,
    /// Deals whose first change is a restoration.
    restored: Vec<Box<str>>,
}

impl Changes {
    /// Reads the changes up to `until` among the entries of a range.
    fn read(db: &Connection, until: Timestamp, entries: &Range<i64>) -> Result<Self, StoreError> {
        let fields = ROW_FIELDS.map(|name| format!("'{name}'")).join(", ");
        let mut statement = db.prepare(&format!(
            "SELECT {COLUMNS} FROM entry WHERE seq >= ?1 AND seq < ?2 AND at <= ?3
             AND (kind IN ('{}', '{}') OR kind = '{}' AND field IN ({fields})) ORDER BY seq",
            kind::DELETED,
            kind::BACK,
            kind::FIELD
        ))?;
        let mut rows = statement.query(params![entries.start, entries.end, until.as_microsecond()])?;
        let mut changes = Self::default();
        while let Some(row) = rows.next()? {
            changes.add(row)?;
        }
        Ok(changes)
    }

    fn add(&mut self, row: &Row<'_>) -> Result<(), StoreError> {
        let text_of = |column| row.get_ref(column)?.as_str().map_err(rusqlite::Error::from);
        let kind = match text_of(1)? {
            kind::DELETED => ChangeKind::Deleted,
            kind::BACK => ChangeKind::Restored,
            _ => {
                let field = text_of(3)?;
                ChangeKind::Field(ROW_FIELDS.iter().position(|name| *name == field).unwrap_or(STATUS))
            }
        };
        let mut keep = |column| -> Result<Option<Range<usize>>, StoreError> {
            let text = row.get_ref(column)?.as_str_or_null().map_err(rusqlite::Error::from)?;
            let start = self.texts.len();
            Ok(text.map(|text| {
                self.texts.push_str(text);
                start..self.texts.len()
            }))
        };
        // Only the status before the first change is needed, and a deletion has no value.
        let before = if kind == ChangeKind::Field(STATUS) { keep(4)? } else { None };
        let after = keep(5)?;
        let (deal, index) = (text_of(2)?, self.list.len() as u32);
        let previous = self.newest.get(deal).copied();
        if previous.is_none() && kind == ChangeKind::Restored {
            self.restored.push(deal.into());
        }
        if let Some(newest) = self.newest.get_mut(deal) {
            *newest = index;
        } else {
            self.newest.insert(deal.into(), index);
        }
        let (seq, not_before, at) = (row.get(0)?, earliest(row)?, observed(row)?);
        self.list.push(Change { seq, previous, kind, before, after, not_before, at });
        Ok(())
    }

    fn text(&self, range: Option<&Range<usize>>) -> Option<&str> {
        self.texts.get(range?.clone())
    }

    /// Returns the changes of a deal after entry `seq`, oldest first.
    fn of_deal(&self, deal: &str, seq: i64) -> Vec<&Change> {
        let at = |index: u32| self.list.get(index as usize);
        let newest = self.newest.get(deal).and_then(|index| at(*index));
        let all = std::iter::successors(newest, |change| change.previous.and_then(at));
        let mut changes: Vec<&Change> = all.take_while(|change| change.seq > seq).collect();
        changes.reverse();
        changes
    }
}

/// A deal during a replay.
struct PastRow<'a> {
    body: &'a str,
    /// Begins with the first change of the status.
    status: Option<StatusReplay>,
    status_since: StatusChangeTime,
    /// Later values of fields, by their index in [`ROW_FIELDS`].
    values: [Option<&'a str>; ROW_FIELDS.len()],
}

impl<'a> PastRow<'a> {
    fn new(body: &'a str, status_since: StatusChangeTime) -> Self {
        Self { body, status: None, status_since, values: [None; ROW_FIELDS.len()] }
    }

    /// Applies the changes of a deal in order; returns whether it exists afterwards.
    fn apply(row: Option<Self>, halves: &'a [Changes; 2], deal: &str, seq: i64) -> Option<Self> {
        let of_half =
            |half: &'a Changes| half.of_deal(deal, seq).into_iter().map(move |change| (half, change));
        halves.iter().flat_map(of_half).fold(row, |row, (changes, change)| {
            let after = changes.text(change.after.as_ref());
            match change.kind {
                ChangeKind::Deleted => None,
                ChangeKind::Restored => {
                    Some(Self::new(after.unwrap_or_default(), change_time(change.not_before, change.at)))
                }
                ChangeKind::Field(field) => {
                    let mut row = row?;
                    if field == STATUS {
                        let before = changes.text(change.before.as_ref());
                        let status = row
                            .status
                            .get_or_insert_with(|| StatusReplay::new(status_of(before), row.status_since));
                        status.set(status_of(after), change.not_before, change.at);
                    }
                    // An absent field has no value in a table, as `null`.
                    *row.values.get_mut(field)? = Some(after.unwrap_or("null"));
                    Some(row)
                }
            }
        })
    }

    /// Returns the body with the later values, and the time of the status.
    fn finish(self, buffer: &mut String) -> (&str, Option<StatusChangeTime>) {
        buffer.clear();
        buffer.push_str(self.body.trim_end());
        for (name, value) in ROW_FIELDS.iter().zip(self.values) {
            if let Some(value) = value
                && buffer.pop().is_some()
            {
                for part in [",\"", name, "\":", value, "}"] {
                    buffer.push_str(part);
                }
            }
        }
        (buffer, self.status.map_or(Some(self.status_since), |status| status.since()))
    }
}

/// Splits a range of entries between two threads, each with a connection of its own.
fn in_halves<T: Send>(
    history: &History,
    entries: &Range<i64>,
    work: impl Fn(&Connection, Range<i64>) -> Result<T, StoreError> + Sync,
) -> Result<[T; 2], StoreError> {
    let middle = entries.start + (entries.end - entries.start) / 2;
    let run = |half: Range<i64>| work(&open::open_reader(&history.file)?, half);
    thread::scope(|scope| {
        let older = host::spawn_scoped(scope, || run(entries.start..middle));
        let newer = run(middle..entries.end)?;
        Ok([older.join().unwrap_or_else(|panic| resume_unwind(panic))?, newer])
    })
}

impl History {
    /// Converts every deal as it was known at `until`, in no particular order. A converter gets bodies with the fields of
    /// a table row and the time of the status, and returns `None` for a deal to be left out.
    pub fn past_rows<T: Send, C: FnMut(&str, Option<StatusChangeTime>) -> Option<T>>(
        &self,
        until: Timestamp,
        new_converter: impl Fn() -> C + Sync,
    ) -> Result<Vec<T>, StoreError> {
        self.write_to_log()?;
        loop {
            let version = self.version()?;
            let (first, pages_end, end) = self.lock().query_row(
                "SELECT coalesce(min(seq), 0), coalesce(max(seq) FILTER (WHERE kind = 'seen'), 0) + 1,
                     coalesce(max(seq), 0) + 1 FROM entry WHERE at <= ?1",
                [until.as_microsecond()],
                |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)),
            )?;
            let changes = in_halves(self, &(first..end), |db, half| Changes::read(db, until, &half))?;
            let pages = in_halves(self, &(first..pages_end), |db, half| {
                let (mut rows, mut buffer, mut convert) = (Vec::new(), String::new(), new_converter());
                let mut statement = db.prepare(&format!(
                    "SELECT {COLUMNS}, deals FROM entry
                     WHERE seq >= ?1 AND seq < ?2 AND at <= ?3 AND kind = '{}' ORDER BY seq",
                    kind::SEEN
                ))?;
                let mut pages = statement.query(params![half.start, half.end, until.as_microsecond()])?;
                while let Some(page) = pages.next()? {
                    let (seq, plain) = (page.get(0)?, change_time(earliest(page)?, observed(page)?));
                    let deals = page.get_ref(9)?.as_blob().map_err(rusqlite::Error::from)?;
                    FirstSeen::for_each(deals, |deal| {
                        let row = PastRow::new(deal.body, deal.status_since.unwrap_or(plain));
                        let row = PastRow::apply(Some(row), &changes, deal.id, seq);
                        let row = row.map(|row| row.finish(&mut buffer));
                        rows.extend(row.and_then(|(body, since)| convert(body, since)));
                        Ok(())
                    })?;
                }
                Ok(rows)
            })?;
            let mut rows: Vec<T> = pages.into_iter().flatten().collect();
            // Pruning removes the page of a deleted deal; one that came back later has its body there.
            let (mut buffer, mut convert) = (String::new(), new_converter());
            let [older, newer] = &changes;
            let restored_later = newer.restored.iter().filter(|deal| !older.newest.contains_key(*deal));
            for deal in older.restored.iter().chain(restored_later) {
                let row = PastRow::apply(None, &changes, deal, 0).map(|row| row.finish(&mut buffer));
                rows.extend(row.and_then(|(body, since)| convert(body, since)));
            }
            // Pruning rewrites entries.
            if self.version()?.amended == version.amended {
                return Ok(rows);
            }
        }
    }
}
