//! A snapshot of all deals as columns, in a file next to `cache.db`. A start loads the first screen from it and the
//! rest in the background, instead of a million rows.
//!
//! The file names the cache and revision that it was made from, and later changes are applied on top. A file of another
//! format version, machine, time zone or cache is ignored, and so is a damaged file. The deals are then loaded from the
//! cache and the snapshot is rewritten, even if the damage is found after the first screen. The file is therefore
//! renamed without a sync to disk: a power cut can at worst damage it.

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
use crate::model::table::{Chunk, Chunks, Columns, DealTable, Gathered, IdIndex, Top};
use crate::store::{Cache, Draft, Revision, Store, StoreError};

use checksum_io::{Reader, Writer, damaged};
pub(super) use freshness::AsOf;
use lazy_reader::Copied;
pub(super) use preload::Begun;

/// Format version. Raise it whenever the conversion or storage of a row changes.
const FORMAT: u64 = 7;
/// First word of the file, in this machine's byte order.
const MAGIC: u64 = u64::from_le_bytes(*b"encoursC");
/// File name in the directory of the store.
const FILE: &str = "deals.columns";

/// The file header.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    revision: Revision,
    /// Time of the last full sync when the file was written; `None` before the first.
    read: Option<Timestamp>,
    zone: u64,
    rows: u64,
    chunks: u64,
    /// Offset of the first-screen data, which the chunk offsets follow.
    front: u64,
}

/// Header value for a missing time.
const NEVER: i64 = i64::MIN;

impl Head {
    const LEN: usize = 9;

    fn to_words(self) -> [u64; Self::LEN] {
        [
            MAGIC,
            FORMAT,
            self.revision.cache.cast_unsigned(),
            self.revision.number.cast_unsigned(),
            self.read.map_or(NEVER, Timestamp::as_microsecond).cast_unsigned(),
            self.zone,
            self.rows,
            self.chunks,
            self.front,
        ]
    }

    fn of_words(words: &[u64]) -> Option<Self> {
        let [MAGIC, FORMAT, cache, number, read, zone, rows, chunks, front] = *words else {
            return None;
        };
        Some(Self {
            revision: Revision {
                cache: cache.cast_signed(),
                number: number.cast_signed(),
            },
            read: Timestamp::from_microsecond(read.cast_signed()).ok(),
            zone,
            rows,
            chunks,
            front,
        })
    }
}

/// Returns a hash of the time zone; business dates are stored as timestamps in it.
fn zone_number(zone: &TimeZone) -> u64 {
    let mut hasher = DefaultHasher::new();
    zone.iana_name().hash(&mut hasher);
    if zone.iana_name().is_none() {
        format!("{zone:?}").hash(&mut hasher);
    }
    hasher.finish()
}

/// Loads every cached deal into a table, with the table's revision.
pub(super) fn made_of(cache: &Cache, zone: &TimeZone) -> Result<(DealTable, Revision), StoreError> {
    let revision = cache.revision()?;
    Ok((
        crate::engine::sync::rows::cached_rows::table(cache, zone)?,
        revision,
    ))
}

/// Writes the snapshot of `table`, which has no deltas. If that fails, the next start loads the deals from the cache.
pub(super) fn keep(store: &Store, table: &DealTable, as_of: AsOf, zone: &TimeZone) {
    if let Err(error) = write(store, table, as_of, zone) {
        unkept(&error);
    }
}

fn write(store: &Store, table: &DealTable, as_of: AsOf, zone: &TimeZone) -> Result<(), StoreError> {
    Drafted::write(store, table, zone)?.end(store, as_of)
}

/// A snapshot file without its final header. The revision is unknown until all pages of the sync are stored.
#[derive(Debug)]
pub(super) struct Drafted {
    file: Draft,
    head: Head,
}

impl Drafted {
    fn write(store: &Store, table: &DealTable, zone: &TimeZone) -> Result<Self, StoreError> {
        let (file, head) = store.draft_file(FILE, |file| encode(file, table, zone))?;
        Ok(Self { file, head })
    }

    /// Builds the table from the loaded rows, and its snapshot file if possible. Rows are written while the sort orders
    /// are computed.
    pub(super) fn of(store: &Store, gathered: Gathered, zone: &TimeZone) -> (DealTable, Option<Self>) {
        let (orders, rows) = thread::scope(|scope| {
            let orders = scope.spawn(|| gathered.orders());
            let chunks = gathered.chunks.iter().map(|chunk| &**chunk);
            let rows = store.draft_file(FILE, |file| encode_rows(file, &gathered.index, chunks));
            (orders.join().unwrap_or_else(|panic| resume_unwind(panic)), rows)
        });
        let table = gathered.table(orders);
        let copy = rows.and_then(|(mut file, places)| {
            let head = file.go_on(|file| encode_front(file, &table, zone, &places))?;
            Ok(Self { file, head })
        });
        (table, copy.map_err(|error| unkept(&error)).ok())
    }

    fn end(self, store: &Store, as_of: AsOf) -> Result<(), StoreError> {
        let AsOf { revision, read } = as_of;
        let head = Head {
            revision,
            read,
            ..self.head
        };
        // No sync to disk: each block has a checksum, so a partly written file is detected.
        self.file.put(|file| seal(file, &head))?;
        store.cache().forget_touched(revision)
    }

    /// Completes the file. If that fails, the next start loads the deals from the cache.
    pub(super) fn keep(self, store: &Store, as_of: AsOf) {
        if let Err(error) = self.end(store, as_of) {
            unkept(&error);
        }
    }
}

pub(super) fn unkept(error: &StoreError) {
    tracing::warn!(%error, "failed to write the column snapshot");
}

/// Writes everything except the final header.
fn encode(file: &mut (impl Write + Seek), table: &DealTable, zone: &TimeZone) -> io::Result<Head> {
    let columns = table.columns();
    // A table from a damaged snapshot file may be incomplete.
    if !columns.read() {
        return Err(damaged());
    }
    let places = encode_rows(file, columns.chunks.index(), columns.chunks.iter())?;
    encode_front(file, table, zone, &places)
}

/// Writes the rows after the space for the header; returns the offsets of the index and of each chunk.
fn encode_rows<'a>(
    file: &mut (impl Write + Seek),
    index: &IdIndex,
    chunks: impl Iterator<Item = &'a Chunk>,
) -> io::Result<Vec<u64>> {
    let mut out = Writer::new(file);
    out.array(&[0_u64; Head::LEN])?;
    out.end()?;
    let mut places = vec![out.position()?];
    sections::write_index(&mut out, index)?;
    out.end()?;
    for chunk in chunks {
        places.push(out.position()?);
        sections::write_chunk(&mut out, chunk)?;
        out.end()?;
    }
    Ok(places)
}

/// Writes the first-screen data and the chunk offsets after the rows.
fn encode_front(
    file: &mut (impl Write + Seek),
    table: &DealTable,
    zone: &TimeZone,
    places: &[u64],
) -> io::Result<Head> {
    let (columns, words) = (table.columns(), table.words());
    let mut out = Writer::new(file);
    let head = Head {
        revision: Revision { cache: 0, number: 0 },
        read: None,
        zone: zone_number(zone),
        rows: columns.len as u64,
        chunks: columns.chunks.count() as u64,
        front: out.position()?,
    };
    sections::write_words(&mut out, words)?;
    sections::write_orders(&mut out, &columns.orders)?;
    sections::write_top(&mut out, &Top::of(&columns.orders, &columns.chunks, words))?;
    out.array(places)?;
    out.end()?;
    Ok(head)
}

fn seal(file: &mut (impl Write + Seek), head: &Head) -> io::Result<()> {
    let mut out = Writer::new(file);
    out.rewind()?;
    out.array(&head.to_words())?;
    out.end()
}

/// Returns the header of a usable snapshot and the deals changed since.
fn current(store: &Store, zone: &TimeZone) -> Result<Option<(Head, Vec<String>)>, StoreError> {
    match head(&store.dir().join(FILE)) {
        Ok(Some(head)) if head.zone == zone_number(zone) => {
            let touched = store.cache().touched_since(head.revision)?;
            Ok(touched.map(|touched| (head, touched)))
        }
        Ok(_) => Ok(None),
        Err(error) => {
            unread(&error);
            Ok(None)
        }
    }
}

/// Loads the last snapshot of this cache, although the changes since are unknown. Also returns its full sync time,
/// because the file may be newer than its data.
pub(super) fn last(
    store: &Store,
    zone: &TimeZone,
) -> Result<Option<(DealTable, Option<Timestamp>)>, StoreError> {
    let (path, cache) = (store.dir().join(FILE), store.cache().revision()?.cache);
    let read = || {
        let Some(head) =
            head(&path)?.filter(|head| head.zone == zone_number(zone) && head.revision.cache == cache)
        else {
            return Ok(None);
        };
        let table = decode(&path, &head)?;
        if !table.columns().read() {
            return Err(damaged());
        }
        Ok(Some((table, head.read)))
    };
    Ok(read().unwrap_or_else(|error| {
        unread(&error);
        None
    }))
}

/// Returns whether a usable snapshot exists.
pub(super) fn is_current(store: &Store, zone: &TimeZone) -> Result<bool, StoreError> {
    Ok(current(store, zone)?.is_some())
}

/// Loads the snapshot if it is usable, and the ids of deals changed since. `begun` is a load that is already running.
pub(super) fn read(
    store: &Store,
    zone: &TimeZone,
    begun: Option<Begun>,
) -> Result<Option<(DealTable, Vec<String>)>, StoreError> {
    let Some((head, touched)) = current(store, zone)? else {
        return Ok(None);
    };
    let begun = begun.and_then(|begun| begun.end(&head));
    match begun.unwrap_or_else(|| decode(&store.dir().join(FILE), &head)) {
        Ok(table) => Ok(Some((table, touched))),
        Err(error) => {
            unread(&error);
            Ok(None)
        }
    }
}

fn unread(error: &io::Error) {
    if error.kind() != io::ErrorKind::NotFound {
        tracing::warn!(%error, "failed to read the column snapshot; loading the deals from the cache");
    }
}

fn head(path: &Path) -> io::Result<Option<Head>> {
    let file = files::open(path)?;
    let mut input = Reader::new(&file)?;
    let head = Head::of_words(&input.array::<u64>()?);
    input.end()?;
    Ok(head)
}

/// Opens the snapshot's table. The first-screen data is loaded now, the rest on first use.
fn decode(path: &Path, head: &Head) -> io::Result<DealTable> {
    let file = files::open(path)?;
    let mut input = Reader::new(&file)?;
    input.seek(head.front)?;
    let words = sections::read_words(&mut input)?;
    let orders = sections::read_orders(&mut input)?;
    let top = sections::read_top(&mut input)?;
    let mut places = input.array::<u64>()?;
    input.end()?;
    // The index precedes the chunks.
    if places.len() as u64 != head.chunks + 1 {
        return Err(damaged());
    }
    places.push(head.front);
    drop(input);
    let source = Arc::new(Copied::new(file, places));
    let chunks = Chunks::copied(source, head.chunks as usize, top);
    let columns = Columns::of(chunks, orders, head.rows as usize);
    Ok(DealTable::of(columns, words))
}

#[cfg(test)]
#[path = "column_snapshot/column_snapshot_tests.rs"]
mod tests;
