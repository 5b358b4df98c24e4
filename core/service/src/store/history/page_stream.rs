//! Writing of first-sync pages to the file. Forty megabytes for a hundred thousand deals are written directly to their
//! place, without copies between buffers.

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{MAIN_DB, Transaction, params};

use crate::store::files::sums;
use crate::store::{IncomingRecord, StoreError};

use super::entry::kind;
use super::first_seen_page::{self, FirstSeen};

/// Buffers that are reused for each page of a transaction.
#[derive(Default)]
pub(super) struct PageBuffers {
    ids: String,
    deals: Vec<u8>,
}

impl PageBuffers {
    /// Writes a page of deals of unknown age; returns the number of its entry.
    pub(super) fn write(
        &mut self,
        tx: &Transaction<'_>,
        at: Timestamp,
        page: &[IncomingRecord<'_>],
    ) -> Result<i64, StoreError> {
        self.ids.clear();
        self.deals.clear();
        self.ids.push('\n');
        for record in page {
            self.ids.push_str(record.id);
            self.ids.push('\n');
            let (id, body, status_since) = (record.id, record.body, None);
            first_seen_page::append(&mut self.deals, &FirstSeen { id, body, status_since });
        }
        write_first_seen(tx, (None, at, false), &self.ids, &self.deals)
    }

    /// Returns the size of the last page in bytes.
    pub(super) fn size(&self) -> usize {
        self.ids.len() + self.deals.len()
    }
}

/// Writes a first-seen entry and returns its number. The deals did not exist at `earliest`.
pub(super) fn write_first_seen(
    tx: &Transaction<'_>,
    (earliest, at, ours): (Option<Timestamp>, Timestamp, bool),
    ids: &str,
    deals: &[u8],
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
        sums::text_value(ids),
        ValueRef::Blob(deals),
    ]);
    tx.prepare_cached(
        "INSERT INTO entry (kind, earliest, at, ours, ids, deals, sum) VALUES (?1, ?2, ?3, ?4, ?5, zeroblob(?6), ?7)",
    )?
    .execute(params![kind::SEEN, earliest, at, ours, ids, deals.len() as u32, sum])?;
    let entry = tx.last_insert_rowid();
    let mut blob = tx.blob_open(MAIN_DB, "entry", "deals", entry, false)?;
    blob.write_at(deals, 0)?;
    blob.close()?;
    Ok(entry)
}
