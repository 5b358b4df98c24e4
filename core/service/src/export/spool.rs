//! Temporary storage of records on disk until a list is known to be complete.
//!
//! The output file is started only then, and the records need no memory meanwhile.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// Texts in insertion order, in an unnamed private file that is deleted on drop.
#[derive(Debug)]
pub struct Spool {
    file: BufWriter<File>,
    len: usize,
}

impl Spool {
    /// Creates an empty spool on the disk of `path`.
    ///
    /// # Errors
    /// No file can be created in the directory of `path`.
    pub fn create_in(path: &Path) -> io::Result<Self> {
        let dir = super::atomic_file::directory(path);
        Ok(Self { file: BufWriter::new(tempfile::tempfile_in(dir)?), len: 0 })
    }

    /// Returns the number of texts.
    #[must_use]
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether the spool is empty.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Appends a text.
    ///
    /// # Errors
    /// The disk is full or not writable.
    pub fn push(&mut self, text: &str) -> io::Result<()> {
        // The length precedes the text, because a text may contain any character.
        self.file.write_all(&(text.len() as u64).to_le_bytes())?;
        self.file.write_all(text.as_bytes())?;
        self.len += 1;
        Ok(())
    }

    /// Returns an iterator over the texts in insertion order.
    ///
    /// # Errors
    /// The data cannot be written or read back.
    pub fn into_reader(self) -> io::Result<SpoolReader> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.seek(SeekFrom::Start(0))?;
        Ok(SpoolReader { file: BufReader::new(file), remaining: self.len })
    }
}

/// Iterator over the texts of a [`Spool`].
#[derive(Debug)]
pub struct SpoolReader {
    file: BufReader<File>,
    remaining: usize,
}

impl SpoolReader {
    fn read_one(&mut self) -> io::Result<String> {
        let mut length = [0; 8];
        self.file.read_exact(&mut length)?;
        let length = usize::try_from(u64::from_le_bytes(length)).map_err(io::Error::other)?;
        let mut text = vec![0; length];
        self.file.read_exact(&mut text)?;
        String::from_utf8(text).map_err(io::Error::other)
    }
}

impl Iterator for SpoolReader {
    type Item = io::Result<String>;

    fn next(&mut self) -> Option<Self::Item> {
        self.remaining = self.remaining.checked_sub(1)?;
        Some(self.read_one())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spool_returns_its_texts_and_leaves_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let mut spool = Spool::create_in(&dir.path().join("x.csv")).unwrap();
        let texts = ["{\n \"name\": \"é\"}", "", "\u{0}"];
        for text in texts {
            spool.push(text).unwrap();
        }
        assert_eq!(spool.len(), 3);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        let read: Vec<String> = spool.into_reader().unwrap().map(Result::unwrap).collect();
        assert_eq!(read, texts);
        assert!(Spool::create_in(&dir.path().join("none/x.csv")).is_err());
    }
}
