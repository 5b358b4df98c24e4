//! The open file of a column snapshot, read in parts on first use. A damaged part is returned as empty; the damage is
//! reported when the whole table is requested.

use std::fs::File;
use std::io::{self, Cursor, Read, Seek, SeekFrom};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use crate::model::table::{Chunk, ChunkSource, IdIndex};

use super::checksum_io::{ArrayReader, damage_error};
use super::sections;

/// The parts of the file and their offsets.
#[derive(Debug)]
pub(super) struct LazySections {
    file: Mutex<File>,
    /// Start offset of each part and end of the last: the id index, then the chunks.
    offsets: Vec<u64>,
    damaged: AtomicBool,
}

impl LazySections {
    pub(super) fn new(file: File, offsets: Vec<u64>) -> Self {
        Self { file: Mutex::new(file), offsets, damaged: AtomicBool::new(false) }
    }

    /// Reads part `number` in one read, because it consists of many short arrays.
    fn read_section<T>(
        &self,
        number: usize,
        decode: impl FnOnce(&mut ArrayReader<Cursor<Vec<u8>>>) -> io::Result<T>,
    ) -> io::Result<T> {
        let offset = |number: usize| self.offsets.get(number).copied().ok_or_else(damage_error);
        let (start, end) = (offset(number)?, offset(number + 1)?);
        let length = end.checked_sub(start).ok_or_else(damage_error)?;
        let mut bytes = Vec::new();
        {
            // A panic may have left any file position; the seek below sets it.
            let mut file = self.file.lock().unwrap_or_else(PoisonError::into_inner);
            if end > file.metadata()?.len() {
                return Err(damage_error());
            }
            bytes.reserve_exact(length as usize);
            file.seek(SeekFrom::Start(start))?;
            (&mut *file).take(length).read_to_end(&mut bytes)?;
        }
        let mut input = ArrayReader::with_length(Cursor::new(bytes), length);
        let section = decode(&mut input)?;
        input.end()?;
        Ok(section)
    }

    fn or_damaged<T: Default>(&self, result: io::Result<T>) -> T {
        result.unwrap_or_else(|error| {
            if !self.damaged.swap(true, Ordering::SeqCst) {
                super::log_read_failure(&error);
            }
            T::default()
        })
    }
}

impl ChunkSource for LazySections {
    fn chunk(&self, number: usize) -> Chunk {
        self.or_damaged(self.read_section(number + 1, sections::read_chunk))
    }

    fn index(&self) -> IdIndex {
        self.or_damaged(self.read_section(0, sections::read_index))
    }

    fn is_intact(&self) -> bool {
        !self.damaged.load(Ordering::SeqCst)
    }
}
