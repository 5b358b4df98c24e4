//! A snapshot of all deals as columns, in a file next to `cache.db`. A start loads the first screen from it and the
//! rest in the background, instead of a million rows.
//!
//! The file names the cache and revision that it was made from, and later changes are applied on top. A file of another
//! format version, machine, time zone or cache is ignored, and so is a damaged file. The deals are then loaded from the
//! cache and the snapshot is rewritten, even if the damage is found after the first screen. The file is therefore
//! renamed without a sync to disk: a power cut can at worst damage it. An encrypted profile has no such file.

mod checksum_io;
mod freshness;
mod lazy_reader;
mod preload;
mod sections;

use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, Seek, Write};
use std::panic::resume_unwind;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::files;
use crate::model::table::{Chunk, Chunks, ColumnStore, DealTable, IdIndex, TopRows, UnsortedTable};
use crate::store::{Cache, Draft, Revision, Store, StoreError};

use checksum_io::{ArrayReader, ArrayWriter, damage_error};
pub(super) use freshness::AsOf;
use lazy_reader::LazySections;
pub(super) use preload::Preload;

/// Format version. Raise it whenever the conversion or storage of a row changes.
const FORMAT: u64 = 8;
/// First word of the file, in native byte order.
const MAGIC: u64 = u64::from_le_bytes(*b"encoursC");
/// File name in the directory of the store.
const FILE_NAME: &str = "deals.columns";

/// The file header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Header {
    revision: Revision,
    /// Time of the last full sync when the file was written; `None` before the first.
    synced_at: Option<Timestamp>,
    zone: u64,
    rows: u64,
    chunks: u64,
    /// Offset of the first-screen data, which the chunk offsets follow.
    first_screen: u64,
}

/// Header value for a missing time.
const NO_TIME: i64 = i64::MIN;

impl Header {
    const LEN: usize = 9;

    fn to_words(self) -> [u64; Self::LEN] {
        [
            MAGIC,
            FORMAT,
            self.revision.cache.cast_unsigned(),
            self.revision.number.cast_unsigned(),
            self.synced_at.map_or(NO_TIME, Timestamp::as_microsecond).cast_unsigned(),
            self.zone,
            self.rows,
            self.chunks,
            self.first_screen,
        ]
    }

    fn from_words(words: &[u64]) -> Option<Self> {
        let [MAGIC, FORMAT, cache, number, synced_at, zone, rows, chunks, front] = *words else {
            return None;
        };
        Some(Self {
            revision: Revision { cache: cache.cast_signed(), number: number.cast_signed() },
            synced_at: Timestamp::from_microsecond(synced_at.cast_signed()).ok(),
            zone,
            rows,
            chunks,
            first_screen: front,
        })
    }
}

/// Returns a hash of the time zone; business dates are stored as timestamps in it.
fn zone_hash(zone: &TimeZone) -> u64 {
    let mut hasher = DefaultHasher::new();
    zone.iana_name().hash(&mut hasher);
    if zone.iana_name().is_none() {
        format!("{zone:?}").hash(&mut hasher);
    }
    hasher.finish()
}

/// Loads every cached deal into a table, with the table's revision.
pub(super) fn load_cached_table(cache: &Cache, zone: &TimeZone) -> Result<(DealTable, Revision), StoreError> {
    let revision = cache.revision()?;
    Ok((crate::engine::sync::rows::cached_rows::load_table(cache, zone)?, revision))
}

/// Writes the snapshot of `table`, which has no deltas. If that fails, the next start loads the deals from the cache.
pub(super) fn write_snapshot(store: &Store, table: &DealTable, as_of: AsOf, zone: &TimeZone) {
    if !store.is_encrypted()
        && let Err(error) = try_write(store, table, as_of, zone)
    {
        log_write_failure(&error);
    }
}

fn try_write(store: &Store, table: &DealTable, as_of: AsOf, zone: &TimeZone) -> Result<(), StoreError> {
    SnapshotDraft::write(store, table, zone)?.try_finish(store, as_of)
}

/// A snapshot file without its final header. The revision is unknown until all pages of the sync are stored.
#[derive(Debug)]
pub(super) struct SnapshotDraft {
    file: Draft,
    header: Header,
}

impl SnapshotDraft {
    fn write(store: &Store, table: &DealTable, zone: &TimeZone) -> Result<Self, StoreError> {
        let (file, header) = store.draft_file(FILE_NAME, |file| encode(file, table, zone))?;
        Ok(Self { file, header })
    }

    /// Builds the table from the loaded rows, and its snapshot file if possible. Rows are written while the sort orders
    /// are computed.
    pub(super) fn build(
        store: &Store,
        gathered: UnsortedTable,
        zone: &TimeZone,
    ) -> (DealTable, Option<Self>) {
        let (orders, rows) = thread::scope(|scope| {
            let orders = scope.spawn(|| gathered.rows_by_status());
            let chunks = gathered.chunks.iter().map(|chunk| &**chunk);
            let rows = (!store.is_encrypted())
                .then(|| store.draft_file(FILE_NAME, |file| encode_rows(file, &gathered.index, chunks)));
            (orders.join().unwrap_or_else(|panic| resume_unwind(panic)), rows)
        });
        let table = gathered.into_table(orders);
        let complete = |(mut file, offsets): (Draft, Vec<u64>)| {
            let header = file.write_more(|file| encode_first_screen(file, &table, zone, &offsets))?;
            Ok(Self { file, header })
        };
        let draft = rows.and_then(|rows| {
            rows.and_then(complete).map_err(|error: StoreError| log_write_failure(&error)).ok()
        });
        (table, draft)
    }

    fn try_finish(self, store: &Store, as_of: AsOf) -> Result<(), StoreError> {
        let AsOf { revision, synced_at } = as_of;
        let header = Header { revision, synced_at, ..self.header };
        // No sync to disk: each block has a checksum, so a partly written file is detected.
        self.file.commit_unsynced(|file| write_header(file, &header))?;
        store.cache().forget_touched(revision)
    }

    /// Completes the file. If that fails, the next start loads the deals from the cache.
    pub(super) fn finish(self, store: &Store, as_of: AsOf) {
        if let Err(error) = self.try_finish(store, as_of) {
            log_write_failure(&error);
        }
    }
}

pub(super) fn log_write_failure(error: &StoreError) {
    tracing::warn!(%error, "failed to write the column snapshot");
}

/// Writes everything except the final header.
fn encode(file: &mut (impl Write + Seek), table: &DealTable, zone: &TimeZone) -> io::Result<Header> {
    let columns = table.columns();
    // A table from a damaged snapshot file may be incomplete.
    if !columns.load_all() {
        return Err(damage_error());
    }
    let offsets = encode_rows(file, columns.chunks.index(), columns.chunks.iter())?;
    encode_first_screen(file, table, zone, &offsets)
}

/// Writes the rows after the space for the header; returns the offsets of the index and of each chunk.
fn encode_rows<'a>(
    file: &mut (impl Write + Seek),
    index: &IdIndex,
    chunks: impl Iterator<Item = &'a Chunk>,
) -> io::Result<Vec<u64>> {
    let mut out = ArrayWriter::new(file);
    out.array(&[0_u64; Header::LEN])?;
    out.end()?;
    let mut offsets = vec![out.position()?];
    sections::write_index(&mut out, index)?;
    out.end()?;
    for chunk in chunks {
        offsets.push(out.position()?);
        sections::write_chunk(&mut out, chunk)?;
        out.end()?;
    }
    Ok(offsets)
}

/// Writes the first-screen data and the chunk offsets after the rows.
fn encode_first_screen(
    file: &mut (impl Write + Seek),
    table: &DealTable,
    zone: &TimeZone,
    offsets: &[u64],
) -> io::Result<Header> {
    let (columns, interned) = (table.columns(), table.texts());
    let mut out = ArrayWriter::new(file);
    let header = Header {
        revision: Revision { cache: 0, number: 0 },
        synced_at: None,
        zone: zone_hash(zone),
        rows: columns.len as u64,
        chunks: columns.chunks.chunk_count() as u64,
        first_screen: out.position()?,
    };
    sections::write_interned(&mut out, interned)?;
    sections::write_orders(&mut out, &columns.rows_by_status)?;
    sections::write_top(&mut out, &TopRows::from_orders(&columns.rows_by_status, &columns.chunks, interned))?;
    out.array(offsets)?;
    out.end()?;
    Ok(header)
}

fn write_header(file: &mut (impl Write + Seek), header: &Header) -> io::Result<()> {
    let mut out = ArrayWriter::new(file);
    out.rewind()?;
    out.array(&header.to_words())?;
    out.end()
}

/// Returns the header of a usable snapshot and the deals changed since.
fn usable_header(store: &Store, zone: &TimeZone) -> Result<Option<(Header, Vec<String>)>, StoreError> {
    match read_header(&store.dir().join(FILE_NAME)) {
        Ok(Some(header)) if header.zone == zone_hash(zone) => {
            let touched = store.cache().touched_since(header.revision)?;
            Ok(touched.map(|touched| (header, touched)))
        }
        Ok(_) => Ok(None),
        Err(error) => {
            log_read_failure(&error);
            Ok(None)
        }
    }
}

/// Loads the last snapshot of this cache, although the changes since are unknown. Also returns its full sync time,
/// because the file may be newer than its data.
pub(super) fn load_last(
    store: &Store,
    zone: &TimeZone,
) -> Result<Option<(DealTable, Option<Timestamp>)>, StoreError> {
    let (path, cache) = (store.dir().join(FILE_NAME), store.cache().revision()?.cache);
    let load = || {
        let Some(header) = read_header(&path)?
            .filter(|header| header.zone == zone_hash(zone) && header.revision.cache == cache)
        else {
            return Ok(None);
        };
        let table = decode(&path, &header)?;
        if !table.columns().load_all() {
            return Err(damage_error());
        }
        Ok(Some((table, header.synced_at)))
    };
    Ok(load().unwrap_or_else(|error| {
        log_read_failure(&error);
        None
    }))
}

/// Returns whether a usable snapshot exists.
pub(super) fn is_current(store: &Store, zone: &TimeZone) -> Result<bool, StoreError> {
    Ok(usable_header(store, zone)?.is_some())
}

/// Loads the snapshot if it is usable, and the ids of deals changed since. `preload` is a load that is already running.
pub(super) fn load_current(
    store: &Store,
    zone: &TimeZone,
    preload: Option<Preload>,
) -> Result<Option<(DealTable, Vec<String>)>, StoreError> {
    let Some((header, touched)) = usable_header(store, zone)? else {
        return Ok(None);
    };
    let preload = preload.and_then(|preload| preload.finish(&header));
    match preload.unwrap_or_else(|| decode(&store.dir().join(FILE_NAME), &header)) {
        Ok(table) => Ok(Some((table, touched))),
        Err(error) => {
            log_read_failure(&error);
            Ok(None)
        }
    }
}

fn log_read_failure(error: &io::Error) {
    if error.kind() != io::ErrorKind::NotFound {
        tracing::warn!(%error, "failed to read the column snapshot; loading the deals from the cache");
    }
}

fn read_header(path: &Path) -> io::Result<Option<Header>> {
    let file = files::open(path)?;
    let mut input = ArrayReader::new(&file)?;
    let header = Header::from_words(&input.array::<u64>()?);
    input.end()?;
    Ok(header)
}

/// Opens the snapshot's table. The first-screen data is loaded now, the rest on first use.
fn decode(path: &Path, header: &Header) -> io::Result<DealTable> {
    let file = files::open(path)?;
    let mut input = ArrayReader::new(&file)?;
    input.seek(header.first_screen)?;
    let interned = sections::read_interned(&mut input)?;
    let orders = sections::read_orders(&mut input)?;
    let top = sections::read_top(&mut input)?;
    let mut offsets = input.array::<u64>()?;
    input.end()?;
    // The index precedes the chunks.
    if offsets.len() as u64 != header.chunks + 1 {
        return Err(damage_error());
    }
    offsets.push(header.first_screen);
    drop(input);
    let source = Arc::new(LazySections::new(file, offsets));
    let chunks = Chunks::from_source(source, header.chunks as usize, top);
    let columns = ColumnStore::new(chunks, orders, header.rows as usize);
    Ok(DealTable::from_columns(columns, interned))
}

#[cfg(test)]
#[path = "column_snapshot/column_snapshot_tests.rs"]
mod tests;
