//! The pages of a first reading on their way into the file: forty megabytes of a hundred thousand deals, each byte of
//! which is put in its place once, instead of being handed from one buffer to the next.

use jiff::Timestamp;
use rusqlite::types::ValueRef;
use rusqlite::{MAIN_DB, Transaction, params};

use crate::store::files::sums;
use crate::store::{Incoming, StoreError};

use super::entry::kind;
use super::first_seen_page::{self, Sighted};

/// What one step fills again for each page.
#[derive(Default)]
pub(super) struct Straight {
    ids: String,
    deals: Vec<u8>,
}

impl Straight {
    /// Writes a page of deals that were always there, as far as anyone knows; the number of its entry.
    pub(super) fn write(
        &mut self,
        step: &Transaction<'_>,
        at: Timestamp,
        page: &[Incoming<'_>],
    ) -> Result<i64, StoreError> {
        self.ids.clear();
        self.deals.clear();
        self.ids.push('\n');
        for record in page {
            self.ids.push_str(record.id);
            self.ids.push('\n');
            let (id, body, stage) = (record.id, record.body, None);
            first_seen_page::push(&mut self.deals, &Sighted { id, body, stage });
        }
        put(step, (None, at, false), &self.ids, &self.deals)
    }

    /// How many bytes the last page took.
    pub(super) fn size(&self) -> usize {
        self.ids.len() + self.deals.len()
    }
}

/// Writes an entry of deals that were seen at a moment, and not before `earliest`; its number.
pub(super) fn put(
    step: &Transaction<'_>,
    (earliest, at, ours): (Option<Timestamp>, Timestamp, bool),
    ids: &str,
    deals: &[u8],
) -> Result<i64, StoreError> {
    let (earliest, at) = (earliest.map(Timestamp::as_microsecond), at.as_microsecond());
    let null = ValueRef::Null;
    let sum = sums::of([
        sums::text(kind::SEEN),
        sums::text(""),
        sums::text(""),
        null,
        null,
        earliest.map_or(null, ValueRef::Integer),
        ValueRef::Integer(at),
        ValueRef::Integer(ours.into()),
        sums::text(ids),
        ValueRef::Blob(deals),
    ]);
    step.prepare_cached(
        "INSERT INTO entry (kind, earliest, at, ours, ids, deals, sum) VALUES (?1, ?2, ?3, ?4, ?5, zeroblob(?6), ?7)",
    )?
    .execute(params![kind::SEEN, earliest, at, ours, ids, deals.len() as u32, sum])?;
    let entry = step.last_insert_rowid();
    let mut place = step.blob_open(MAIN_DB, "entry", "deals", entry, false)?;
    place.write_at(deals, 0)?;
    place.close()?;
    Ok(entry)
}
