//! Writing of first-sync pages to the file. Forty megabytes for a hundred thousand deals are written directly to their
//! place, without copies between buffers.

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{MAIN_DB, Transaction, params};

use crate::store::files::sums;
use crate::store::{IncomingRecord, StoreError};

use super::entry::kind;
use super::first_seen_page::{FirstSeen, FirstSeenPage};

impl FirstSeenPage {
    /// Writes deals of unknown age; returns the number of their entry.
    pub(super) fn write(
        &mut self,
        tx: &Transaction<'_>,
        at: Timestamp,
        deals: &[IncomingRecord<'_>],
    ) -> Result<i64, StoreError> {
        self.ids.clear();
        self.deals.clear();
        for record in deals {
            self.add(&FirstSeen { id: record.id, body: record.body, status_since: None });
        }
        self.insert(tx, None, (None, at, false))
    }

    /// Writes the entry, with this number or the next, and returns its number. The deals did not exist at `earliest`.
    pub(super) fn insert(
        &self,
        tx: &Transaction<'_>,
        seq: Option<i64>,
        (earliest, at, ours): (Option<Timestamp>, Timestamp, bool),
    ) -> Result<i64, StoreError> {
        let (earliest, at) = (earliest.map(Timestamp::as_microsecond), at.as_microsecond());
        let null = ValueRef::Null;
        let sum = sums::checksum([
            sums::text_value(kind::SEEN),
            sums::text_value(""),
            sums::text_value(""),
            null,
            null,
            earliest.map_or(null, ValueRef::Integer),
            ValueRef::Integer(at),
            ValueRef::Integer(ours.into()),
            sums::text_value(&self.ids),
            ValueRef::Blob(&self.deals),
        ]);
        tx.prepare_cached(
            "INSERT INTO entry (seq, kind, earliest, at, ours, ids, deals, sum)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, zeroblob(?7), ?8)",
        )?
        .execute(params![
            seq,
            kind::SEEN,
            earliest,
            at,
            ours,
            self.ids,
            self.deals.len() as u32,
            sum
        ])?;
        let entry = tx.last_insert_rowid();
        let mut blob = tx.blob_open(MAIN_DB, "entry", "deals", entry, false)?;
        blob.write_at(&self.deals, 0)?;
        blob.close()?;
        Ok(entry)
    }
}
