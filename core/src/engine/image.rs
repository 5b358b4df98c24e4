//! A copy of all deals as columns, in a file of its own beside the cache: a start reads it whole instead of a million
//! rows. It says of which cache and of which revision it is, and is brought up to date with what was touched since. One
//! of another version, machine, time zone or cache, and one that is damaged, is not read: the deals are then read one
//! by one and the copy is made anew.

mod begun;
mod check;
mod parts;

use std::fs::File;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::io::{self, BufReader, Seek, Write};
use std::num::NonZero;
use std::path::Path;
use std::sync::Arc;
use std::thread;

use jiff::Timestamp;
use jiff::tz::TimeZone;

use crate::store::{Cache, Revision, Store, StoreError};

use super::DealTable;
use super::actor::Actor;
use super::load;
use super::table::{Chunk, Columns, IdIndex, Words};
pub(super) use begun::Begun;
use check::{Reader, Writer, damaged};

/// The format. Raise it whenever a row is made otherwise from a record, or kept otherwise.
const FORMAT: u64 = 3;
/// What the file begins with, as this machine writes numbers.
const MAGIC: u64 = u64::from_le_bytes(*b"encoursC");
/// The file's name in the directory of the store.
const FILE: &str = "deals.columns";
/// The most threads that read it.
const THREADS: usize = 4;

/// What the file begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    revision: Revision,
    zone: u64,
    rows: u64,
    chunks: u64,
    /// Where the places of the chunks stand.
    places: u64,
}

impl Head {
    const LEN: usize = 8;

    fn to_words(self) -> [u64; Self::LEN] {
        [
            MAGIC,
            FORMAT,
            self.revision.cache.cast_unsigned(),
            self.revision.number.cast_unsigned(),
            self.zone,
            self.rows,
            self.chunks,
            self.places,
        ]
    }

    fn of_words(words: &[u64]) -> Option<Self> {
        let [MAGIC, FORMAT, cache, number, zone, rows, chunks, places] = *words else {
            return None;
        };
        Some(Self {
            revision: Revision {
                cache: cache.cast_signed(),
                number: number.cast_signed(),
            },
            zone,
            rows,
            chunks,
            places,
        })
    }
}

/// What tells one time zone from another: business dates are kept as moments.
fn zone_number(zone: &TimeZone) -> u64 {
    let mut hasher = DefaultHasher::new();
    zone.iana_name().hash(&mut hasher);
    if zone.iana_name().is_none() {
        format!("{zone:?}").hash(&mut hasher);
    }
    hasher.finish()
}

/// Every deal of the cache as a table, and what it is as of.
pub(super) fn made_of(cache: &Cache, zone: &TimeZone) -> Result<(DealTable, Revision), StoreError> {
    let revision = cache.revision()?;
    Ok((load::table(cache, zone)?, revision))
}

/// Writes the copy of `table`, which has no patches, as of `revision`; where that fails, the next start reads the deals
/// one by one.
pub(super) fn keep(store: &Store, table: &DealTable, revision: Revision, zone: &TimeZone) {
    if let Err(error) = write(store, table, revision, zone) {
        tracing::warn!(%error, "the copy of the deals could not be kept");
    }
}

fn write(store: &Store, table: &DealTable, revision: Revision, zone: &TimeZone) -> Result<(), StoreError> {
    store.replace_file(FILE, |file| encode(file, table, revision, zone))?;
    store.cache().forget_touched(revision)
}

fn encode(
    file: &mut (impl Write + Seek),
    table: &DealTable,
    revision: Revision,
    zone: &TimeZone,
) -> io::Result<()> {
    let columns = table.columns();
    let mut head = Head {
        revision,
        zone: zone_number(zone),
        rows: columns.len as u64,
        chunks: columns.chunks.len() as u64,
        places: 0,
    };
    let mut out = Writer::new(file);
    out.array(&head.to_words())?;
    out.end()?;
    parts::write_words(&mut out, table.words())?;
    parts::write_orders(&mut out, &columns.orders)?;
    parts::write_index(&mut out, &columns.index)?;
    out.end()?;
    let mut places = Vec::with_capacity(columns.chunks.len());
    for chunk in &columns.chunks {
        places.push(out.position()?);
        parts::write_chunk(&mut out, chunk)?;
        out.end()?;
    }
    head.places = out.position()?;
    out.array(&places)?;
    out.end()?;
    out.rewind()?;
    out.array(&head.to_words())?;
    out.end()
}

/// The copy that can be brought up to date, if there is one: its head, and which deals were touched since.
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

/// The copy as it was made of this cache, though there is no telling what was touched since; and when that was.
pub(super) fn last(store: &Store, zone: &TimeZone) -> Result<Option<(DealTable, Timestamp)>, StoreError> {
    let (path, cache) = (store.dir().join(FILE), store.cache().revision()?.cache);
    let read = || {
        let Some(head) =
            head(&path)?.filter(|head| head.zone == zone_number(zone) && head.revision.cache == cache)
        else {
            return Ok(None);
        };
        let made = std::fs::metadata(&path)?.modified()?;
        let at = Timestamp::try_from(made).map_err(|_| damaged())?;
        Ok(Some((decode(&path, &head)?, at)))
    };
    Ok(read().unwrap_or_else(|error| {
        unread(&error);
        None
    }))
}

/// Whether there is a copy that can be brought up to date.
pub(super) fn is_current(store: &Store, zone: &TimeZone) -> Result<bool, StoreError> {
    Ok(current(store, zone)?.is_some())
}

/// Reads the copy, if there is one that can be brought up to date; and which deals were touched since. `begun`: a reading
/// that is under way already.
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
        tracing::warn!(%error, "the copy of the deals is not read; they are read one by one");
    }
}

fn head(path: &Path) -> io::Result<Option<Head>> {
    let mut input = Reader::new(File::open(path)?)?;
    let head = Head::of_words(&input.array::<u64>()?);
    input.end()?;
    Ok(head)
}

fn decode(path: &Path, head: &Head) -> io::Result<DealTable> {
    let mut input = Reader::new(File::open(path)?)?;
    input.seek(head.places)?;
    let places = input.array::<u64>()?;
    input.end()?;
    if places.len() as u64 != head.chunks {
        return Err(damaged());
    }
    let threads = thread::available_parallelism()
        .map_or(1, NonZero::get)
        .clamp(1, THREADS);
    let share = places.len().div_ceil(threads).max(1);
    let (rest, chunks) = thread::scope(|scope| {
        let readers: Vec<_> = places
            .chunks(share)
            .map(|places| scope.spawn(move || read_chunks(path, places)))
            .collect();
        let rest = read_rest(input);
        let mut chunks = Vec::with_capacity(places.len());
        for reader in readers {
            chunks.extend(reader.join().map_err(|_| damaged())??);
        }
        Ok::<_, io::Error>((rest?, chunks))
    })?;
    let (words, orders, index) = rest;
    let rows: usize = chunks.iter().map(|chunk| chunk.len()).sum();
    if rows as u64 != head.rows {
        return Err(damaged());
    }
    let columns = Columns {
        chunks,
        index,
        orders,
        len: rows,
    };
    Ok(DealTable::of(columns, words))
}

type Rest = (Words, Vec<super::Order>, IdIndex);

fn read_rest(mut input: Reader<BufReader<File>>) -> io::Result<Rest> {
    input.seek(0)?;
    input.array::<u64>()?;
    input.end()?;
    let words = parts::read_words(&mut input)?;
    let orders = parts::read_orders(&mut input)?;
    let index = parts::read_index(&mut input)?;
    input.end()?;
    Ok((words, orders, index))
}

fn read_chunks(path: &Path, places: &[u64]) -> io::Result<Vec<Arc<Chunk>>> {
    let mut input = Reader::new(File::open(path)?)?;
    let mut chunks = Vec::with_capacity(places.len());
    for place in places {
        input.seek(*place)?;
        chunks.push(Arc::new(parts::read_chunk(&mut input)?));
        input.end()?;
    }
    Ok(chunks)
}

impl Actor {
    /// Keeps a copy of a table without patches, beside whatever else goes on.
    pub(super) fn keep_image(&self, table: &DealTable, revision: Revision) {
        if self.store.hindrance().is_some() {
            return;
        }
        let (store, zone, table) = (self.store.clone(), self.settings.zone.clone(), table.clone());
        tokio::task::spawn_blocking(move || {
            keep(&store, &table, revision, &zone);
            if let Err(error) = store.cache().settle() {
                tracing::warn!(%error, "the store's log stays longer than it needs to");
            }
        });
    }
}

#[cfg(test)]
#[path = "image/image_tests.rs"]
mod tests;
