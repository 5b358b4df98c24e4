//! The open file of a column snapshot, read in parts on first use. A damaged part is returned as empty; the damage is
//! reported when the whole table is requested.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::model::table::{Chunk, IdIndex, Source};

use super::checksum_io::{Reader, damaged};
use super::sections;

/// The parts of the file and their offsets.
#[derive(Debug)]
pub(super) struct Copied {
    file: Mutex<File>,
    /// Start offset of each part and end of the last: the id index, then the chunks.
    places: Vec<u64>,
    damaged: AtomicBool,
}

impl Copied {
    pub(super) fn new(file: File, places: Vec<u64>) -> Self {
        Self {
            file: Mutex::new(file),
            places,
            damaged: AtomicBool::new(false),
        }
    }

    /// Reads part `number` in one read, because it consists of many short arrays.
    fn part<T>(
        &self,
        number: usize,
        read: impl FnOnce(&mut Reader<Cursor<Vec<u8>>>) -> io::Result<T>,
    ) -> io::Result<T> {
        let place = |number: usize| self.places.get(number).copied().ok_or_else(damaged);
        let (start, end) = (place(number)?, place(number + 1)?);
        let length = end.checked_sub(start).ok_or_else(damaged)?;
        let mut bytes = Vec::new();
        {
            // A panic may have left any file position; the seek below sets it.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            if end > file.metadata()?.len() {
                return Err(damaged());
            }
            bytes.reserve_exact(length as usize);
            file.seek(SeekFrom::Start(start))?;
            (&mut *file).take(length).read_to_end(&mut bytes)?;
        }
        let mut input = Reader::of(Cursor::new(bytes), length);
        let part = read(&mut input)?;
        input.end()?;
        Ok(part)
    }

    fn kept<T: Default>(&self, read: io::Result<T>) -> T {
        read.unwrap_or_else(|error| {
            if !self.damaged.swap(true, Ordering::SeqCst) {
                super::unread(&error);
            }
            T::default()
        })
    }
}

impl Source for Copied {
    fn chunk(&self, number: usize) -> Chunk {
        self.kept(self.part(number + 1, sections::read_chunk))
    }

    fn index(&self) -> IdIndex {
        self.kept(self.part(0, sections::read_index))
    }

    fn is_sound(&self) -> bool {
        !self.damaged.load(Ordering::SeqCst)
    }
}
