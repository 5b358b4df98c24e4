//! The seal of a closed store: checksums of its files.
//!
//! If a file differs from its seal at the next start, it is read and checked row by row before use. Opening the store
//! removes the seal, so a killed process leaves none.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::model::storage_health::DbFile;
use crate::store::files::companion_files::companion_path;
use crate::store::{Cache, StoreError};

use super::atomic_file::Draft;
use super::open::OpenCheck;
use super::process_lock::Presence;
use crate::store::files::open_private::open_private;

/// File name of the seal.
const FILE_NAME: &str = "sealed";
/// Size in bytes of the SQLite header before the first page.
const HEADER_SIZE: usize = 100;
/// Maximum number of header bits that count as accidental damage.
const MAX_FLIPPED_BITS: u32 = 3;
/// Number of bytes covered by the seal. The rest of a larger file is observed deals with their own checksums, verified
/// when read. Covering them too would cost 4 % of a first sync, and time at every start.
const COVERED_SIZE: u64 = 4 << 20;
/// Position of the change counter in the header.
const CHANGE_COUNTER: std::ops::Range<usize> = 24..28;

/// The state of a closed file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct ClosedFile {
    length: u64,
    /// Checksum of the covered bytes after the header.
    covered_sum: u32,
    header: Vec<u8>,
}

impl ClosedFile {
    /// Returns the state of a file. `None` if it is too short, or is open or was not closed properly: its log then has
    /// data too, and reading it here would release another connection's locks.
    fn of_file(file: &Path) -> io::Result<Option<Self>> {
        let in_use = ["-wal", "-shm"].iter().any(|ending| companion_path(file, ending).exists());
        let has_journal =
            fs::metadata(companion_path(file, "-journal")).is_ok_and(|metadata| metadata.len() > 0);
        if in_use || has_journal {
            return Ok(None);
        }
        let mut input = File::open(file)?;
        let length = input.metadata()?.len();
        if length < HEADER_SIZE as u64 {
            return Ok(None);
        }
        let mut header = vec![0; HEADER_SIZE];
        input.read_exact(&mut header)?;
        let covered_sum = checksum(file, HEADER_SIZE as u64, length.min(COVERED_SIZE))?.finalize();
        Ok(Some(Self { length, covered_sum, header }))
    }

    fn to_line(&self, part: DbFile) -> String {
        let line = format!("{} {} {:08x} ", part.file_name(), self.length, self.covered_sum);
        self.header.iter().fold(line, |line, byte| line + &format!("{byte:02x}"))
    }

    fn parse(line: &str, part: DbFile) -> Option<Self> {
        let mut fields = line.strip_prefix(part.file_name())?.strip_prefix(' ')?.split(' ');
        let (length, covered_sum, header) = (fields.next()?, fields.next()?, fields.next()?);
        let pairs = header.as_bytes().chunks_exact(2);
        let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        let header: Vec<u8> = bytes.collect::<Option<_>>()?;
        Some(Self {
            length: length.parse().ok()?,
            covered_sum: u32::from_str_radix(covered_sum, 16).ok()?,
            header: Some(header).filter(|header| header.len() == HEADER_SIZE)?,
        })
    }
}

/// Computes the checksum of a part of a file.
fn checksum(file: &Path, from: u64, to: u64) -> io::Result<crc32fast::Hasher> {
    let mut input = File::open(file)?;
    input.seek(SeekFrom::Start(from))?;
    let mut reader = input.take(to - from);
    let (mut sum, mut bytes) = (crc32fast::Hasher::new(), vec![0; 256 << 10]);
    loop {
        match reader.read(&mut bytes)? {
            0 => return Ok(sum),
            read => sum.update(bytes.get(..read).unwrap_or_default()),
        }
    }
}

/// A file that matched the seal at the start; its state stays valid until written.
#[derive(Debug)]
struct MatchedFile {
    part: DbFile,
    closed: ClosedFile,
    modified_at: Option<SystemTime>,
}

/// The seal of an open store, written when the last process closes it.
#[derive(Debug)]
pub(in crate::store) struct Seal {
    dir: PathBuf,
    alone: bool,
    /// True once the store was opened successfully; otherwise no seal is written.
    opened: bool,
    matched: Vec<MatchedFile>,
    changed: Vec<DbFile>,
}

impl Seal {
    /// Compares the files in `dir` with their seal.
    ///
    /// If another process has the store open (not `alone`), nothing is compared.
    pub(in crate::store) fn check(dir: &Path, alone: bool) -> Self {
        let mut seal =
            Self { dir: dir.to_owned(), alone, opened: false, matched: Vec::new(), changed: Vec::new() };
        let Some(text) = read_sealed(dir).filter(|_| alone) else {
            return seal;
        };
        for part in DbFile::ALL {
            let Some(closed) = text.lines().find_map(|line| ClosedFile::parse(line, part)) else {
                continue;
            };
            let file = dir.join(part.file_name());
            match compare(&file, &closed) {
                Ok(true) => seal.matched.push(MatchedFile { part, closed, modified_at: modified(&file) }),
                Ok(false) => seal.changed.push(part),
                // An unreadable file is reported when it is opened.
                Err(error) => tracing::debug!(%error, "failed to compare a file with its seal"),
            }
        }
        seal
    }

    /// Notes that all files were opened and are intact.
    pub(in crate::store) fn mark_opened(mut self) -> Self {
        self.opened = true;
        self
    }

    /// Removes the seal before the first write.
    pub(in crate::store) fn remove(&self) -> Result<(), StoreError> {
        let file = self.dir.join(FILE_NAME);
        match fs::remove_file(&file) {
            Err(error) if self.alone && error.kind() != io::ErrorKind::NotFound => {
                Err(StoreError::io(&file, error))
            }
            _ => Ok(()),
        }
    }

    /// Returns how to check a file when it is opened.
    pub(in crate::store) fn open_check(&self, part: DbFile) -> OpenCheck {
        let untouched = self.matched.iter().any(|file| file.part == part);
        // The user's data is small and exists only here, so it is always checked completely.
        let small = matches!(part, DbFile::Outbox | DbFile::Settings);
        OpenCheck { full: !untouched && (self.alone || small), changed: self.changed.contains(&part) }
    }

    /// Returns whether a file differs from its seal.
    pub(in crate::store) fn is_changed(&self, part: DbFile) -> bool {
        self.changed.contains(&part)
    }

    fn write(&self) -> Result<(), StoreError> {
        if !self.opened || Cache::is_suspect(&self.dir) {
            return Ok(());
        }
        let Some(_door) = Presence::lock_out_others(&self.dir)? else {
            return Ok(());
        };
        let mut text = String::new();
        for part in DbFile::ALL {
            let file = self.dir.join(part.file_name());
            let unchanged = self.matched.iter().find(|matched| {
                matched.part == part
                    && matched.modified_at.is_some()
                    && matched.modified_at == modified(&file)
            });
            let closed = match unchanged {
                Some(matched) => Some(matched.closed.clone()),
                None => ClosedFile::of_file(&file).ok().flatten(),
            };
            if let Some(closed) = closed {
                text.push_str(&closed.to_line(part));
                text.push('\n');
            }
        }
        let sum = crc32fast::hash(text.as_bytes());
        let write = |file: &mut File| write!(file, "{sum:08x}\n{text}");
        let (draft, ()) = Draft::create(&self.dir, FILE_NAME, write)?;
        // The seal has its own checksum; without a valid seal, the files are checked.
        draft.commit_unsynced(|_| Ok(()))
    }
}

impl Drop for Seal {
    fn drop(&mut self) {
        if let Err(error) = self.write() {
            tracing::debug!(%error, "failed to seal the store; the next start checks all files");
        }
    }
}

/// Returns the text of the seal if its checksum matches.
fn read_sealed(dir: &Path) -> Option<String> {
    let text = fs::read_to_string(dir.join(FILE_NAME)).ok()?;
    let (sum, body) = text.split_once('\n')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == crc32fast::hash(body.as_bytes())).then(|| body.to_owned())
}

/// Compares a file with its seal; restores a header that alone differs.
fn compare(file: &Path, closed: &ClosedFile) -> io::Result<bool> {
    let Some(now) = ClosedFile::of_file(file)? else {
        return Ok(false);
    };
    if now == *closed {
        return Ok(true);
    }
    let only_the_header = ClosedFile { header: closed.header.clone(), ..now.clone() } == *closed;
    let counter_changed = now.header.get(CHANGE_COUNTER) != closed.header.get(CHANGE_COUNTER);
    let bits = now.header.iter().zip(&closed.header).map(|(now, closed)| (now ^ closed).count_ones());
    if !only_the_header || counter_changed || bits.sum::<u32>() > MAX_FLIPPED_BITS {
        return Ok(false);
    }
    // Every regular write also changes the counter in the header, so this is damage.
    let mut open = open_private(file, false)?;
    open.seek(SeekFrom::Start(0))?;
    open.write_all(&closed.header)?;
    open.sync_all()?;
    tracing::warn!(file = %file.display(), "the header of a file was damaged; it was restored");
    Ok(true)
}

fn modified(file: &Path) -> Option<SystemTime> {
    fs::metadata(file).ok()?.modified().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seal_covers_the_first_part_of_a_large_file() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("large");
        let with_one_wrong_byte_at = |place: usize| {
            let mut bytes: Vec<u8> = (0..COVERED_SIZE as u32 + 9_000).map(|at| (at / 7) as u8).collect();
            bytes[place] ^= 1;
            fs::write(&file, &bytes).unwrap();
            ClosedFile::of_file(&file).unwrap().unwrap()
        };
        let behind = with_one_wrong_byte_at(COVERED_SIZE as usize + 1);
        assert_eq!(behind, with_one_wrong_byte_at(COVERED_SIZE as usize + 5_000));
        assert_ne!(behind, with_one_wrong_byte_at(COVERED_SIZE as usize - 1));
        assert_ne!(behind, with_one_wrong_byte_at(HEADER_SIZE));
    }

    #[test]
    fn only_a_properly_closed_file_has_a_state() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("outbox.db");
        let is_closed = || ClosedFile::of_file(&file).unwrap().is_some();
        for (size, closed) in [(HEADER_SIZE - 1, false), (HEADER_SIZE, true), (200, true)] {
            fs::write(&file, vec![7; size]).unwrap();
            assert_eq!(is_closed(), closed, "{size}");
        }
        for (ending, content, closed) in
            [("-wal", "", false), ("-shm", "", false), ("-journal", "", true), ("-journal", "x", false)]
        {
            let companion = companion_path(&file, ending);
            fs::write(&companion, content).unwrap();
            assert_eq!(is_closed(), closed, "{ending} {content}");
            fs::remove_file(companion).unwrap();
        }
    }

    #[test]
    fn few_wrong_bits_in_the_header_are_restored() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("outbox.db");
        let intact: Vec<u8> = (0..200).collect();
        fs::write(&file, &intact).unwrap();
        let closed = ClosedFile::of_file(&file).unwrap().unwrap();
        for (damage, is_restored) in [
            (&[(0_usize, 0_u8)] as &[_], true),
            (&[(5, 0b111)], true),
            (&[(5, 0b11), (99, 1)], true),
            (&[(5, 0b11), (99, 0b11)], false),
            (&[(CHANGE_COUNTER.start, 1)], false),
            (&[(CHANGE_COUNTER.end - 1, 1)], false),
            (&[(5, 1), (HEADER_SIZE, 1)], false),
        ] {
            let mut bytes = intact.clone();
            for (at, bits) in damage {
                bytes[*at] ^= bits;
            }
            fs::write(&file, &bytes).unwrap();
            assert_eq!(compare(&file, &closed).unwrap(), is_restored, "{damage:?}");
            let expected = if is_restored { &intact } else { &bytes };
            assert_eq!(&fs::read(&file).unwrap(), expected, "{damage:?}");
        }
        fs::write(&file, &intact[..150]).unwrap();
        assert!(!compare(&file, &closed).unwrap(), "another length");
    }

    #[test]
    fn state_of_a_file_survives_as_text() {
        let closed = ClosedFile { length: 4_096, covered_sum: 0xab, header: (0..100).collect() };
        let line = closed.to_line(DbFile::Outbox);
        assert_eq!(ClosedFile::parse(&line, DbFile::Outbox), Some(closed));
        assert_eq!(ClosedFile::parse(&line, DbFile::Cache), None);
        let cut = line.strip_suffix("63").unwrap();
        assert_eq!(ClosedFile::parse(cut, DbFile::Outbox), None);
    }
}
