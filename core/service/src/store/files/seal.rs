//! The seal of a closed store: checksums of its files.
//!
//! If a file differs from its seal at the next start, it is read and checked row by row before use. Opening the store
//! removes the seal, so a killed process leaves none.

use std::fs::{self, File};
use std::io::{self, Read as _, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use crate::model::storage_health::Part;
use crate::store::files::companion_files::beside;
use crate::store::{Cache, StoreError};

use super::atomic_file::Draft;
use super::open::Look;
use super::process_lock::Presence;
use crate::store::files::open_private::open_private;

/// File name of the seal.
const FILE: &str = "sealed";
/// Size in bytes of the SQLite header before the first page.
const HEADER: usize = 100;
/// Maximum number of header bits that count as accidental damage.
const FLIPPED: u32 = 3;
/// Number of bytes covered by the seal. The rest of a larger file is observed deals with their own checksums, verified
/// when read. Covering them too would cost 4 % of a first sync, and time at every start.
const COVERED: u64 = 4 << 20;
/// Position of the change counter in the header.
const CHANGES: std::ops::Range<usize> = 24..28;

/// The state of a closed file.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Left {
    length: u64,
    /// Checksum of the covered bytes after the header.
    rest: u32,
    header: Vec<u8>,
}

impl Left {
    /// Returns the state of a file. `None` if it is too short, or is open or was not closed properly: its log then has
    /// data too, and reading it here would release another connection's locks.
    fn of(file: &Path) -> io::Result<Option<Self>> {
        let in_use = ["-wal", "-shm"]
            .iter()
            .any(|ending| beside(file, ending).exists());
        let begun = fs::metadata(beside(file, "-journal")).is_ok_and(|found| found.len() > 0);
        if in_use || begun {
            return Ok(None);
        }
        let mut open = File::open(file)?;
        let length = open.metadata()?.len();
        if length < HEADER as u64 {
            return Ok(None);
        }
        let mut header = vec![0; HEADER];
        open.read_exact(&mut header)?;
        let rest = sum(file, HEADER as u64, length.min(COVERED))?.finalize();
        Ok(Some(Self { length, rest, header }))
    }

    fn line(&self, part: Part) -> String {
        let line = format!("{} {} {:08x} ", part.file(), self.length, self.rest);
        self.header
            .iter()
            .fold(line, |line, byte| line + &format!("{byte:02x}"))
    }

    fn read(line: &str, part: Part) -> Option<Self> {
        let mut words = line.strip_prefix(part.file())?.strip_prefix(' ')?.split(' ');
        let (length, rest, header) = (words.next()?, words.next()?, words.next()?);
        let pairs = header.as_bytes().chunks_exact(2);
        let bytes = pairs.map(|pair| u8::from_str_radix(std::str::from_utf8(pair).ok()?, 16).ok());
        let header: Vec<u8> = bytes.collect::<Option<_>>()?;
        Some(Self {
            length: length.parse().ok()?,
            rest: u32::from_str_radix(rest, 16).ok()?,
            header: Some(header).filter(|header| header.len() == HEADER)?,
        })
    }
}

/// Computes the checksum of a part of a file.
fn sum(file: &Path, from: u64, to: u64) -> io::Result<crc32fast::Hasher> {
    let mut open = File::open(file)?;
    open.seek(SeekFrom::Start(from))?;
    let mut left = open.take(to - from);
    let (mut sum, mut bytes) = (crc32fast::Hasher::new(), vec![0; 256 << 10]);
    loop {
        match left.read(&mut bytes)? {
            0 => return Ok(sum),
            read => sum.update(bytes.get(..read).unwrap_or_default()),
        }
    }
}

/// A file that matched the seal at the start; its state stays valid until written.
#[derive(Debug)]
struct Found {
    part: Part,
    left: Left,
    at: Option<SystemTime>,
}

/// The seal of an open store, written when the last process closes it.
#[derive(Debug)]
pub(in crate::store) struct Seal {
    dir: PathBuf,
    alone: bool,
    /// True once the store was opened successfully; otherwise no seal is written.
    opened: bool,
    found: Vec<Found>,
    changed: Vec<Part>,
}

impl Seal {
    /// Compares the files in `dir` with their seal.
    ///
    /// If another process has the store open (not `alone`), nothing is compared.
    pub(in crate::store) fn look(dir: &Path, alone: bool) -> Self {
        let mut seal = Self {
            dir: dir.to_owned(),
            alone,
            opened: false,
            found: Vec::new(),
            changed: Vec::new(),
        };
        let Some(text) = kept(dir).filter(|_| alone) else {
            return seal;
        };
        for part in Part::ALL {
            let Some(was) = text.lines().find_map(|line| Left::read(line, part)) else {
                continue;
            };
            let file = dir.join(part.file());
            match compare(&file, &was) {
                Ok(true) => seal.found.push(Found {
                    part,
                    left: was,
                    at: modified(&file),
                }),
                Ok(false) => seal.changed.push(part),
                // An unreadable file is reported when it is opened.
                Err(error) => tracing::debug!(%error, "failed to compare a file with its seal"),
            }
        }
        seal
    }

    /// Notes that all files were opened and are intact.
    pub(in crate::store) fn opened(mut self) -> Self {
        self.opened = true;
        self
    }

    /// Removes the seal before the first write.
    pub(in crate::store) fn break_open(&self) -> Result<(), StoreError> {
        let file = self.dir.join(FILE);
        match fs::remove_file(&file) {
            Err(error) if self.alone && error.kind() != io::ErrorKind::NotFound => {
                Err(StoreError::io(&file, error))
            }
            _ => Ok(()),
        }
    }

    /// Returns how to check a file when it is opened.
    pub(in crate::store) fn how(&self, part: Part) -> Look {
        let untouched = self.found.iter().any(|found| found.part == part);
        // The user's data is small and exists only here, so it is always checked completely.
        let small = matches!(part, Part::Outbox | Part::Settings);
        Look {
            whole: !untouched && (self.alone || small),
            changed: self.changed.contains(&part),
        }
    }

    /// Returns whether a file differs from its seal.
    pub(in crate::store) fn is_changed(&self, part: Part) -> bool {
        self.changed.contains(&part)
    }

    fn put(&self) -> Result<(), StoreError> {
        if !self.opened || Cache::is_suspect(&self.dir) {
            return Ok(());
        }
        let Some(_door) = Presence::shut_door(&self.dir)? else {
            return Ok(());
        };
        let mut text = String::new();
        for part in Part::ALL {
            let file = self.dir.join(part.file());
            let same = self
                .found
                .iter()
                .find(|found| found.part == part && found.at.is_some() && found.at == modified(&file));
            let left = match same {
                Some(found) => Some(found.left.clone()),
                None => Left::of(&file).ok().flatten(),
            };
            if let Some(left) = left {
                text.push_str(&left.line(part));
                text.push('\n');
            }
        }
        let sum = crc32fast::hash(text.as_bytes());
        let write = |file: &mut File| write!(file, "{sum:08x}\n{text}");
        let (draft, ()) = Draft::begin(&self.dir, FILE, write)?;
        // The seal has its own checksum; without a valid seal, the files are checked.
        draft.put(|_| Ok(()))
    }
}

impl Drop for Seal {
    fn drop(&mut self) {
        if let Err(error) = self.put() {
            tracing::debug!(%error, "failed to seal the store; the next start checks all files");
        }
    }
}

/// Returns the text of the seal if its checksum matches.
fn kept(dir: &Path) -> Option<String> {
    let text = fs::read_to_string(dir.join(FILE)).ok()?;
    let (sum, rest) = text.split_once('\n')?;
    let sum = u32::from_str_radix(sum, 16).ok()?;
    (sum == crc32fast::hash(rest.as_bytes())).then(|| rest.to_owned())
}

/// Compares a file with its seal; restores a header that alone differs.
fn compare(file: &Path, was: &Left) -> io::Result<bool> {
    let Some(now) = Left::of(file)? else {
        return Ok(false);
    };
    if now == *was {
        return Ok(true);
    }
    let only_the_header = Left {
        header: was.header.clone(),
        ..now.clone()
    } == *was;
    let counted = now.header.get(CHANGES) != was.header.get(CHANGES);
    let bits = now
        .header
        .iter()
        .zip(&was.header)
        .map(|(now, was)| (now ^ was).count_ones());
    if !only_the_header || counted || bits.sum::<u32>() > FLIPPED {
        return Ok(false);
    }
    // Every regular write also changes the counter in the header, so this is damage.
    let mut open = open_private(file, false)?;
    open.seek(SeekFrom::Start(0))?;
    open.write_all(&was.header)?;
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
    fn the_seal_covers_the_first_part_of_a_large_file() {
        let tmp = tempfile::tempdir().unwrap();
        let file = tmp.path().join("large");
        let with_one_wrong_byte_at = |place: usize| {
            let mut bytes: Vec<u8> = (0..COVERED as u32 + 9_000).map(|at| (at / 7) as u8).collect();
            bytes[place] ^= 1;
            fs::write(&file, &bytes).unwrap();
            Left::of(&file).unwrap().unwrap()
        };
        let behind = with_one_wrong_byte_at(COVERED as usize + 1);
        assert_eq!(behind, with_one_wrong_byte_at(COVERED as usize + 5_000));
        assert_ne!(behind, with_one_wrong_byte_at(COVERED as usize - 1));
        assert_ne!(behind, with_one_wrong_byte_at(HEADER));
    }
}
