//! A search for outbox rows without SQLite. Each page of the file and of its log is examined separately, so that a
//! damaged page costs only its own rows. The layout is documented at <https://sqlite.org/fileformat2.html>.

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::Path;

use rusqlite::types::Value;

use crate::store::encryption::{self, page_image};
use crate::store::files::companion_files::companion_path;

use super::record_format::{DISCARDED, OUTBOX, ScannedRow, Shape, is_row, looks_like_row, record, varint};
use super::{FIRST_FORMAT_COLUMNS, SEQ};

/// Size in bytes of the file header before the first page.
const FILE_HEADER: usize = 100;
/// Page type: leaf of a table.
const TABLE_LEAF: u8 = 0x0d;
/// Page type: leaf of an index.
const INDEX_LEAF: u8 = 0x0a;
/// Page type: inner page of an index, whose cells have entries too.
const INDEX_INNER: u8 = 0x02;
/// Size of the log header.
const LOG_HEADER: usize = 32;
/// Size of the header of each log frame.
const FRAME_HEADER: usize = 24;
/// Maximum size of a plausible row.
const MAX_ROW_SIZE: usize = 64 * 1024 * 1024;

/// The outbox rows found in the pages.
#[derive(Debug, Default)]
pub(super) struct ScannedRows {
    /// Rows listed by pages, by number. If there are several versions, the newest page wins.
    pub(super) rows: BTreeMap<i64, Vec<Value>>,
    /// Rows found only in the remains of rewritten pages: waiting elsewhere, or completed.
    pub(super) remnants: BTreeMap<i64, Vec<Value>>,
    /// Discarded and cancelled rows listed by pages, by number.
    pub(super) discarded: BTreeMap<i64, Vec<Value>>,
    /// Numbers of all rows known to have existed, readable or not.
    pub(super) known_seqs: BTreeSet<i64>,
}

/// A database and its log as bytes.
#[derive(Debug, Default)]
pub(super) struct RawPages {
    database: Vec<u8>,
    log: Vec<u8>,
    /// Size of a page.
    size: usize,
}

impl RawPages {
    /// Reads a database file with its log; a missing file counts as empty. Encrypted pages are decrypted.
    pub(super) fn read(file: &Path) -> io::Result<Self> {
        let bytes = |path: &Path| match std::fs::read(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(Vec::new()),
            bytes => bytes,
        };
        let (mut database, log) = (bytes(file)?, bytes(&companion_path(file, "-wal"))?);
        if !encryption::is_encrypted_file(file) {
            return Ok(Self { size: page_size(&database, &log), database, log });
        }
        let longest = database.len() + log.len();
        for (number, page) in frames(&log, page_image::PAGE_SIZE) {
            let start = (number as usize).saturating_sub(1).saturating_mul(page.len());
            if start > 0 && start < longest {
                database.resize(database.len().max(start + page.len()), 0);
                database.splice(start..start + page.len(), page.iter().copied());
            }
        }
        let database = page_image::decrypt(file, database).unwrap_or_default();
        Ok(Self { database, log: Vec::new(), size: page_image::CONTENT_SIZE })
    }
}

/// Examines every page.
pub(super) fn find(raw: &RawPages) -> ScannedRows {
    // A later page in the log is newer, but the older version may have rows that exist only there.
    let (pages, old) = newest_pages(raw);
    let mut scanned = ScannedRows::default();
    for (number, page) in &pages {
        let start = if *number == 1 { FILE_HEADER } else { 0 };
        scanned.collect(&pages, page, start);
    }
    for page in pages.values().copied().chain(old) {
        scanned.collect_unused(&pages, page);
    }
    scanned
}

/// Returns every record of every index, and of tables without rowid.
pub(super) fn entries(raw: &RawPages) -> Vec<Vec<Value>> {
    let (pages, _) = newest_pages(raw);
    let mut all_records = Vec::new();
    for (number, page) in &pages {
        let start = if *number == 1 { FILE_HEADER } else { 0 };
        let (header, child) = match page.get(start) {
            Some(&INDEX_LEAF) => (8, 0),
            Some(&INDEX_INNER) => (12, 4),
            _ => continue,
        };
        let records = cells(page, start, header).filter_map(|at| entry(&pages, page, at + child));
        all_records.extend(records);
    }
    all_records
}

/// Returns every row of every table with rowid, with its number.
pub(super) fn table_rows(raw: &RawPages) -> Vec<(i64, Vec<Value>)> {
    let (pages, _) = newest_pages(raw);
    let mut rows = Vec::new();
    for page in pages.values().filter(|page| page.first() == Some(&TABLE_LEAF)) {
        rows.extend(cells(page, 0, 8).filter_map(|at| {
            let (number, local, length) = row_place(page, at)?;
            Some((number, record(&read_payload(&pages, page, local, length)?)?))
        }));
    }
    rows
}

/// The pages by number.
type Pages<'a> = BTreeMap<u32, &'a [u8]>;

/// Returns every page in its last committed version, and the replaced versions.
fn newest_pages(raw: &RawPages) -> (Pages<'_>, Vec<&[u8]>) {
    let mut pages: Pages<'_> = (1..).zip(raw.database.chunks_exact(raw.size.max(1))).collect();
    let mut old = Vec::new();
    for (number, page) in frames(&raw.log, raw.size) {
        old.extend(pages.insert(number, page));
    }
    (pages, old)
}

impl ScannedRows {
    /// Collects the rows that a page lists.
    fn collect(&mut self, pages: &Pages<'_>, page: &[u8], start: usize) {
        match page.get(start) {
            Some(&TABLE_LEAF) => {
                for at in cells(page, start, 8) {
                    if let Some(ScannedRow::Row(seq, values)) = cell(pages, page, at, &DISCARDED) {
                        self.discarded.insert(seq, values);
                        continue;
                    }
                    match cell(pages, page, at, &OUTBOX) {
                        Some(ScannedRow::Row(seq, values)) => {
                            self.known_seqs.insert(seq);
                            self.rows.insert(seq, values);
                        }
                        Some(ScannedRow::Truncated(seq)) => {
                            self.known_seqs.insert(seq);
                        }
                        None => {}
                    }
                }
            }
            Some(&INDEX_LEAF) => {
                let entries = cells(page, start, 8).filter_map(|at| indexed(pages, page, at));
                self.known_seqs.extend(entries);
            }
            Some(&INDEX_INNER) => {
                // Each entry is preceded by the number of its child page.
                let entries = cells(page, start, 12).filter_map(|at| indexed(pages, page, at + 4));
                self.known_seqs.extend(entries);
            }
            _ => {}
        }
    }

    /// Collects rows from the unused parts of a page.
    fn collect_unused(&mut self, pages: &Pages<'_>, page: &[u8]) {
        for at in 0..page.len().saturating_sub(FIRST_FORMAT_COLUMNS) {
            if let Some(ScannedRow::Row(seq, row_values)) = cell(pages, page, at, &OUTBOX)
                && !self.rows.contains_key(&seq)
            {
                self.known_seqs.insert(seq);
                self.remnants.insert(seq, row_values);
            }
        }
    }
}

fn page_size(database: &[u8], log: &[u8]) -> usize {
    let sound = |size: usize| (512..=65_536).contains(&size) && size.is_power_of_two();
    let stated = read_number(database, 16, 2).map(|size| if size == 1 { 65_536 } else { size as usize });
    let logged = read_number(log, 8, 4).map(|size| size as usize);
    [stated, logged].into_iter().flatten().find(|size| sound(*size)).unwrap_or(4_096)
}

/// Returns the committed pages of the log, in writing order.
fn frames(log: &[u8], size: usize) -> Vec<(u32, &[u8])> {
    let salt = log.get(16..24);
    let (mut committed, mut open) = (Vec::new(), Vec::new());
    for frame in log.get(LOG_HEADER..).unwrap_or_default().chunks_exact(FRAME_HEADER + size) {
        let (Some(page_number), Some(ends), Some(page)) =
            (read_number(frame, 0, 4), read_number(frame, 4, 4), frame.get(FRAME_HEADER..))
        else {
            break;
        };
        // Frames of an earlier round of the log follow the last one of this round.
        if frame.get(8..16) != salt {
            break;
        }
        open.push((page_number as u32, page));
        if ends != 0 {
            committed.append(&mut open);
        }
    }
    committed
}

/// Returns the offsets of a page's cells; `header` is the size of the page header.
fn cells(page: &[u8], start: usize, header: usize) -> impl Iterator<Item = usize> + '_ {
    let count = read_number(page, start + 3, 2).unwrap_or_default() as usize;
    // A damaged header may have an impossible count.
    (0..count.min(page.len() / 2))
        .filter_map(move |cell| read_number(page, start + header + cell * 2, 2).map(|at| at as usize))
}

/// Returns the number of a table's row at `at`, the position and size of its part on this page, and its whole size.
fn row_place(page: &[u8], at: usize) -> Option<(i64, (usize, usize), usize)> {
    let (length, at) = varint(page, at)?;
    let (number, at) = varint(page, at)?;
    let length = usize::try_from(length).ok().filter(|length| *length <= MAX_ROW_SIZE)?;
    Some((number, (at, local_size(page.len(), page.len() - 35, length)), length))
}

/// Returns the row of this shape at `at`, if there is one.
fn cell(pages: &Pages<'_>, page: &[u8], at: usize, shape: &Shape) -> Option<ScannedRow> {
    let (seq, (at, local), length) = row_place(page, at)?;
    let payload_start = page.get(at..at + local)?;
    if seq < 1 || !looks_like_row(payload_start, length, shape) {
        return None;
    }
    let Some(payload) = read_payload(pages, page, (at, local), length) else {
        return Some(ScannedRow::Truncated(seq));
    };
    let Some(mut values) = record(&payload) else {
        return Some(ScannedRow::Truncated(seq));
    };
    // The row number is not among the values.
    *values.get_mut(SEQ)? = Value::Integer(seq);
    is_row(&values, shape).then_some(ScannedRow::Row(seq, values))
}

/// Returns the row number in an entry of the record index.
fn indexed(pages: &Pages<'_>, page: &[u8], at: usize) -> Option<i64> {
    match entry(pages, page, at)?.as_slice() {
        [Value::Text(_), Value::Integer(seq), Value::Integer(row)] if seq == row && *seq > 0 => Some(*seq),
        _ => None,
    }
}

/// Returns the record of an index entry.
fn entry(pages: &Pages<'_>, page: &[u8], at: usize) -> Option<Vec<Value>> {
    let (length, at) = varint(page, at)?;
    let length = usize::try_from(length).ok().filter(|length| *length <= MAX_ROW_SIZE)?;
    let max_local = (page.len() - 12) * 64 / 255 - 23;
    let local = local_size(page.len(), max_local, length);
    record(&read_payload(pages, page, (at, local), length)?)
}

/// Returns how many bytes of a payload are on its own page, at most `max`.
fn local_size(usable: usize, max: usize, length: usize) -> usize {
    if length <= max {
        return length;
    }
    let min = (usable - 12) * 32 / 255 - 23;
    let local_bytes = min + (length - min) % (usable - 4);
    if local_bytes <= max { local_bytes } else { min }
}

/// Returns the whole payload of a cell, including overflow pages.
fn read_payload(
    pages: &Pages<'_>,
    page: &[u8],
    (at, local): (usize, usize),
    length: usize,
) -> Option<Vec<u8>> {
    let usable = page.len();
    let mut payload = page.get(at..at + local)?.to_vec();
    if local == length {
        return Some(payload);
    }
    let mut next = read_number(page, at + local, 4)? as u32;
    while payload.len() < length {
        let overflow = pages.get(&next)?;
        let chunk_size = (length - payload.len()).min(usable - 4);
        payload.extend_from_slice(overflow.get(4..4 + chunk_size)?);
        next = read_number(overflow, 0, 4)? as u32;
    }
    Some(payload)
}

/// Parses a big-endian number of `length` bytes.
fn read_number(bytes: &[u8], at: usize, length: usize) -> Option<u64> {
    let bytes = bytes.get(at..at + length)?;
    Some(bytes.iter().fold(0, |value, byte| (value << 8) | u64::from(*byte)))
}
