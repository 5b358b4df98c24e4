//! Reads of entries, oldest first: of one deal, or since a number or a time.

use jiff::Timestamp;
use rusqlite::{Connection, Row, Rows, params};

use super::entry::kind;
use super::{FirstSeen, History};
use crate::flow::log::FlowLog;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::history::omitted_status::{LastSent, status_of};
use crate::store::StoreError;
use crate::store::cache::types::timestamp_from_micros;
use crate::store::files::open;

pub(super) const COLUMNS: &str =
    "seq, CASE WHEN whole(sum, kind, deal, field, before, after, earliest, at, ours, ids, deals) THEN kind END, deal, field,
     before, after, earliest, at, ours";

impl History {
    /// Returns the number of the newest entry; 0 if there is none.
    pub fn latest(&self) -> Result<i64, StoreError> {
        latest(&self.lock())
    }

    /// Returns all entries of a deal, oldest first.
    pub fn entries_of(&self, deal: &str) -> Result<Vec<HistoryEntry>, StoreError> {
        let db = self.lock();
        let mut entries = rows_of(&db, deal)?;
        let mut first_seen = db.prepare_cached(&format!(
            "SELECT {COLUMNS}, deals FROM entry WHERE kind = 'seen' AND instr(ids, ?1) > 0"
        ))?;
        let mut rows = first_seen.query([format!("\n{deal}\n")])?;
        while let Some(row) = rows.next()? {
            expand_page(row, |observed| {
                if observed.deal == deal {
                    entries.push(observed);
                }
            })?;
        }
        entries.sort_by_key(|entry| entry.seq);
        dedup_first_seen(&mut entries);
        Ok(entries)
    }

    /// Returns a deal's field changes and deletion since `at`, oldest first.
    pub fn changes_of(&self, deal: &str, at: Timestamp) -> Result<Vec<HistoryEntry>, StoreError> {
        let mut entries = rows_of(&self.lock(), deal)?;
        entries.retain(|entry| {
            let is_change = matches!(entry.kind, EntryKind::FieldChanged { .. } | EntryKind::Deleted { .. });
            is_change && entry.at >= at
        });
        Ok(entries)
    }

    /// Returns the changes since entry `seq`, oldest first. Deals that already existed at first sight are not changes.
    pub fn changes_since(&self, seq: i64) -> Result<Vec<HistoryEntry>, StoreError> {
        let mut entries = Vec::new();
        self.for_each_since(seq, |entry| entries.push(entry))?;
        Ok(entries)
    }

    /// Calls `visit` for every change since entry `seq`, oldest first.
    pub fn for_each_since(&self, seq: i64, mut visit: impl FnMut(HistoryEntry)) -> Result<(), StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(&format!(
            "SELECT {COLUMNS}, deals FROM entry INDEXED BY entry_told
             WHERE seq > ?1 AND (kind <> 'seen' OR earliest IS NOT NULL) ORDER BY seq"
        ))?;
        visit_all(&mut statement.query([seq])?, &mut visit)
    }

    /// Returns what was observed after `from` and up to `until`, oldest first, except deals of unknown age. It uses a
    /// connection of its own, so writers do not wait for it.
    pub fn changes_between(
        &self,
        from: Timestamp,
        until: Timestamp,
    ) -> Result<Vec<HistoryEntry>, StoreError> {
        self.write_to_log()?;
        let db = open::open_reader(&self.file)?;
        let mut statement = db.prepare(&format!(
            "SELECT {COLUMNS}, deals FROM entry
             WHERE at > ?1 AND at <= ?2 AND (kind <> 'seen' OR earliest IS NOT NULL) ORDER BY seq"
        ))?;
        let mut entries = Vec::new();
        let mut rows = statement.query([from.as_microsecond(), until.as_microsecond()])?;
        visit_all(&mut rows, |entry| entries.push(entry))?;
        Ok(entries)
    }

    /// Returns the moves of all deals, from one pass over the entries.
    pub fn flow_log(&self) -> Result<FlowLog, StoreError> {
        let mut log = FlowLog::default();
        self.extend_flow_log(&mut log, 0, i64::MAX)?;
        Ok(log)
    }

    /// Adds the moves after the entry `after`, up to the entry `to`. It uses a connection of its own, so writers do not
    /// wait for it.
    pub fn extend_flow_log(&self, log: &mut FlowLog, after: i64, to: i64) -> Result<(), StoreError> {
        self.write_to_log()?;
        let db = open::open_reader(&self.file)?;
        let mut statement = db.prepare(&format!(
            "SELECT {COLUMNS}, deals FROM entry
             WHERE seq > ?1 AND seq <= ?2
                 AND (kind <> 'field' OR field IN ('status', 'classe_actif', 'responsable',
                     'status_since', 'status_changed_at')) ORDER BY seq"
        ))?;
        visit_all(&mut statement.query([after, to])?, |entry| log.apply(&entry))
    }

    /// Calls `visit` for the entries after `after`, up to the entry `to`, oldest first. It uses a connection of its own,
    /// so writers do not wait for it.
    pub fn for_each_entry(
        &self,
        after: i64,
        to: i64,
        mut visit: impl FnMut(HistoryEntry),
    ) -> Result<(), StoreError> {
        self.write_to_log()?;
        let db = open::open_reader(&self.file)?;
        let mut statement = db.prepare(&format!(
            "SELECT {COLUMNS}, deals FROM entry WHERE seq > ?1 AND seq <= ?2 ORDER BY seq"
        ))?;
        visit_all(&mut statement.query([after, to])?, &mut visit)
    }

    /// Returns the number before the first entry observed at `at` or later. [`History::for_each_since`] with this
    /// number includes everything since `at`. If this device's clock was wrong for some time, earlier entries may be
    /// included; callers that need none check the times.
    pub fn seq_before(&self, at: Timestamp) -> Result<i64, StoreError> {
        Ok(self.lock().query_row(
            "SELECT coalesce((SELECT min(seq) - 1 FROM entry WHERE at >= ?1), (SELECT max(seq) FROM entry), 0)",
            [at.as_microsecond()],
            |row| row.get(0),
        )?)
    }

    /// Returns deals first seen at `at` or later, except those this client created.
    pub fn appeared_since(&self, at: Timestamp) -> Result<Vec<String>, StoreError> {
        let mut deals = Vec::new();
        self.for_each_since(self.seq_before(at)?, |entry| {
            if entry.at >= at && matches!(entry.kind, EntryKind::FirstSeen { .. }) && !entry.is_ours {
                deals.push(entry.deal);
            }
        })?;
        Ok(deals)
    }

    /// Returns when the omitted status of a deal was last sent, if ever.
    pub(in crate::store) fn omitted_status(&self, deal: &str) -> Result<Option<LastSent>, StoreError> {
        let db = self.lock();
        let mut statement = db.prepare_cached(
            "SELECT before, after, earliest FROM entry WHERE deal = ?1 AND field = 'status' ORDER BY seq DESC",
        )?;
        let mut rows = statement.query([deal])?;
        while let Some(row) = rows.next()? {
            let (before, after): (Option<String>, Option<String>) = (row.get(0)?, row.get(1)?);
            if status_of(after.as_deref()).is_some() {
                break;
            }
            if status_of(before.as_deref()).is_some() {
                let last = row.get::<_, Option<i64>>(2)?.and_then(timestamp_from_micros);
                return Ok(Some(last.into()));
            }
        }
        Ok(None)
    }

    /// Returns the time of the first observation, if any.
    pub fn first_observed_at(&self) -> Result<Option<Timestamp>, StoreError> {
        let first: Option<i64> = self.lock().query_row("SELECT min(at) FROM entry", [], |row| row.get(0))?;
        Ok(first.and_then(timestamp_from_micros))
    }
}

/// Returns the entries of a deal that have a row of their own, oldest first.
fn rows_of(db: &Connection, deal: &str) -> Result<Vec<HistoryEntry>, StoreError> {
    let sql = format!("SELECT {COLUMNS} FROM entry WHERE deal = ?1 ORDER BY seq");
    db.prepare_cached(&sql)?.query_and_then([deal], parse_entry)?.collect()
}

pub(super) fn latest(db: &Connection) -> Result<i64, StoreError> {
    Ok(db
        .prepare_cached("SELECT coalesce(max(seq), 0) FROM entry")?
        .query_row(params![], |row| row.get(0))?)
}

/// Removes duplicate first-seen entries. Duplicates occur if a sync showed our own creation before its response, which
/// has priority. They also occur if the process ended between writing the two files.
fn dedup_first_seen(entries: &mut Vec<HistoryEntry>) {
    let is_sight = |entry: &HistoryEntry| matches!(entry.kind, EntryKind::FirstSeen { .. });
    let Some(last_first_seen) = entries
        .iter()
        .find(|entry| is_sight(entry) && entry.is_ours)
        .or_else(|| entries.iter().find(|entry| is_sight(entry)))
        .map(|entry| entry.seq)
    else {
        return;
    };
    entries.retain(|entry| !is_sight(entry) || entry.seq == last_first_seen);
}

/// Calls `visit` for every entry of a query, whose last column contains the deals of a page.
fn visit_all(rows: &mut Rows<'_>, mut visit: impl FnMut(HistoryEntry)) -> Result<(), StoreError> {
    while let Some(row) = rows.next()? {
        if row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)? == kind::SEEN {
            expand_page(row, &mut visit)?;
        } else {
            visit(parse_entry(row)?);
        }
    }
    Ok(())
}

/// Expands a first-seen entry to an entry per deal. The row's last column contains the deals.
fn expand_page(row: &Row<'_>, mut visit: impl FnMut(HistoryEntry)) -> Result<(), StoreError> {
    let (seq, after, at, ours) = (row.get(0)?, earliest(row)?, observed(row)?, row.get(8)?);
    let deals = row.get_ref(9)?.as_blob().map_err(rusqlite::Error::from)?;
    FirstSeen::for_each(deals, |deal| {
        // Earlier entries were pruned, but the deal existed when its present stage began. Only the first-seen entry
        // tells whether it was new then.
        let at = deal.status_since.map_or(at, |status_since| status_since.first_known_at().min(at));
        let after = after.map(|after| after.min(at));
        visit(HistoryEntry {
            seq,
            deal: deal.id.to_owned(),
            kind: EntryKind::FirstSeen { body: deal.body.to_owned(), status_since: deal.status_since },
            not_before: after,
            at,
            is_ours: ours,
            maybe_ours: false,
        });
        Ok(())
    })
}

/// Parses an entry of a single row.
pub(super) fn parse_entry(row: &Row<'_>) -> Result<HistoryEntry, StoreError> {
    let seq: i64 = row.get(0)?;
    let body = |column: usize| row.get::<_, Option<String>>(column).map(Option::unwrap_or_default);
    let unexpected = match row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)? {
        kind::FIELD => EntryKind::FieldChanged { name: row.get(3)?, before: row.get(4)?, after: row.get(5)? },
        kind::NOT_SEEN => EntryKind::Missing,
        kind::SEEN_AGAIN => EntryKind::Reappeared,
        kind::DELETED => EntryKind::Deleted { body: body(4)? },
        kind::BACK => EntryKind::Restored { body: body(5)? },
        other => {
            return Err(StoreError::Unreadable(format!("history entry {seq}: unknown kind {other}")));
        }
    };
    Ok(HistoryEntry {
        seq,
        deal: row.get(2)?,
        kind: unexpected,
        not_before: earliest(row)?,
        at: observed(row)?,
        is_ours: row.get(8)?,
        maybe_ours: false,
    })
}

pub(super) fn earliest(row: &Row<'_>) -> Result<Option<Timestamp>, StoreError> {
    Ok(row.get::<_, Option<i64>>(6)?.and_then(timestamp_from_micros))
}

pub(super) fn observed(row: &Row<'_>) -> Result<Timestamp, StoreError> {
    observed_at(row, 7)
}

/// Returns the time in a column.
pub(super) fn observed_at(row: &Row<'_>, column: usize) -> Result<Timestamp, StoreError> {
    let at: i64 = row.get(column)?;
    timestamp_from_micros(at)
        .ok_or_else(|| StoreError::Unreadable(format!("history: impossible moment {at}")))
}
