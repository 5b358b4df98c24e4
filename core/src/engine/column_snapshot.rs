//! A copy of all deals as columns, in a file of its own beside the cache: a start reads of it what a first screen shows,
//! and the rest behind it, instead of a million rows. It says of which cache and of which revision it is, and is brought
//! up to date with what was touched since. One of another version, machine, time zone or cache, and one that is damaged,
//! is not read: the deals are then read one by one and the copy is made anew, also where the damage is met behind a screen.
//! So it need not be on the disk before it has its name: a power cut may leave it damaged, and nothing else.

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

use super::actor::{Actor, Msg, initial_load};
use crate::files;
use crate::model::table::{Chunk, Chunks, Columns, DealTable, Gathered, IdIndex, Top};
use crate::store::{Cache, Draft, Revision, Store, StoreError};

use checksum_io::{Reader, Writer, damaged};
pub(super) use freshness::AsOf;
use lazy_reader::Copied;
pub(super) use preload::Begun;

/// The format. Raise it whenever a row is made otherwise from a record, or kept otherwise.
const FORMAT: u64 = 7;
/// What the file begins with, as this machine writes numbers.
const MAGIC: u64 = u64::from_le_bytes(*b"encoursC");
/// The file's name in the directory of the store.
const FILE: &str = "deals.columns";

/// What the file begins with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Head {
    revision: Revision,
    /// When all deals had last been read when it was made; `None` where they never were.
    read: Option<Timestamp>,
    zone: u64,
    rows: u64,
    chunks: u64,
    /// Where stands what a first screen shows, and behind it the places of the chunks.
    front: u64,
}

/// What stands in the head for no moment.
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
    Ok((initial_load::table(cache, zone)?, revision))
}

/// Writes the copy of `table`, which has no patches; where that fails, the next start reads the deals one by one.
pub(super) fn keep(store: &Store, table: &DealTable, as_of: AsOf, zone: &TimeZone) {
    if let Err(error) = write(store, table, as_of, zone) {
        unkept(&error);
    }
}

fn write(store: &Store, table: &DealTable, as_of: AsOf, zone: &TimeZone) -> Result<(), StoreError> {
    Drafted::write(store, table, zone)?.end(store, as_of)
}

/// A copy that is written but for what it is as of: while the last of a reading is still being kept, that is not known.
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

    /// The table of what was gathered, and its copy; none where that cannot be written. While the rows are put in order
    /// they are written already.
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
        // Nobody waits until twenty megabytes are on the disk: each block says whether it is as it was written.
        self.file.put(|file| seal(file, &head))?;
        store.cache().forget_touched(revision)
    }

    /// Keeps it; where that fails, the next start reads the deals one by one.
    pub(super) fn keep(self, store: &Store, as_of: AsOf) {
        if let Err(error) = self.end(store, as_of) {
            unkept(&error);
        }
    }
}

fn unkept(error: &StoreError) {
    tracing::warn!(%error, "the copy of the deals could not be kept");
}

/// Writes all but what it is as of.
fn encode(file: &mut (impl Write + Seek), table: &DealTable, zone: &TimeZone) -> io::Result<Head> {
    let columns = table.columns();
    // One that was itself read from a copy may lack what that did not give.
    if !columns.read() {
        return Err(damaged());
    }
    let places = encode_rows(file, columns.chunks.index(), columns.chunks.iter())?;
    encode_front(file, table, zone, &places)
}

/// Writes the rows behind the room for the head; where the index begins, and each chunk.
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

/// Writes behind the rows what a first screen shows, and where they lie.
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

/// The copy as it was made of this cache, though there is no telling what was touched since; and when all deals had last
/// been read then, for the file may be younger than what it shows.
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
    let file = files::open(path)?;
    let mut input = Reader::new(&file)?;
    let head = Head::of_words(&input.array::<u64>()?);
    input.end()?;
    Ok(head)
}

/// The table of the copy. What a first screen shows of it has been read, the rest is read when it is looked at.
fn decode(path: &Path, head: &Head) -> io::Result<DealTable> {
    let file = files::open(path)?;
    let mut input = Reader::new(&file)?;
    input.seek(head.front)?;
    let words = sections::read_words(&mut input)?;
    let orders = sections::read_orders(&mut input)?;
    let top = sections::read_top(&mut input)?;
    let mut places = input.array::<u64>()?;
    input.end()?;
    // Before the chunks lies the index.
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

impl Actor {
    /// Reads what is left of the copy that `table` stands on, beside whatever else goes on, and puts its texts in order, so
    /// that whoever sorts by one of them first waits no longer than anybody later.
    pub(super) fn read_on(&self, table: &DealTable) {
        if !table.columns().wait() {
            return;
        }
        let (me, table) = (self.me.clone(), table.without_patches());
        tokio::task::spawn_blocking(move || {
            if !table.columns().read() {
                // The loop has ended; the next start finds the same.
                let _ended = me.send(Msg::Unsound(Box::new(table)));
                return;
            }
            table.put_in_order();
        });
    }

    /// A copy was damaged behind what was shown of it: the deals are read one by one in its place.
    pub(super) fn take_unsound(&mut self, table: &DealTable) {
        if !self.confirmed.same_columns(table) {
            return;
        }
        let made = made_of(self.store.cache(), &self.settings.zone);
        if let Some((table, revision)) = self.kept(made) {
            self.keep_image(&table, revision);
            self.adopt(table);
            self.followed_to(revision);
        }
    }

    /// Puts the texts of a table without patches in order and keeps a copy of it, beside whatever else goes on.
    pub(super) fn keep_image(&self, table: &DealTable, revision: Revision) {
        let (store, zone, table) = (self.store.clone(), self.settings.zone.clone(), table.clone());
        // Told now: what is read while the copy is written is not in it.
        let as_of = AsOf::now(store.cache(), revision);
        let kept = store.hindrance().is_none();
        tokio::task::spawn_blocking(move || {
            table.put_in_order();
            if !kept {
                return;
            }
            match as_of {
                Ok(as_of) => keep(&store, &table, as_of, &zone),
                Err(error) => unkept(&error),
            }
            if let Err(error) = store.cache().settle() {
                tracing::warn!(%error, "the store's log stays longer than it needs to");
            }
        });
    }
}

#[cfg(test)]
#[path = "column_snapshot/column_snapshot_tests.rs"]
mod tests;
