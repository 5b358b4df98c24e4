//! Temporary storage of records on disk until a list is known to be complete.
//!
//! The output file is started only then, and the records need no memory meanwhile.

use std::fs::File;
use std::io::{self, BufReader, BufWriter, Seek as _, Write as _};
use std::path::Path;

use serde_json::value::RawValue;

/// JSON texts in insertion order, in an unnamed private file that is deleted on drop.
#[derive(Debug)]
pub struct Spool {
    file: BufWriter<File>,
    count: usize,
}

impl Spool {
    /// Creates an empty spool on the disk of `path`.
    ///
    /// # Errors
    /// No file can be created in the directory of `path`.
    pub fn create_in(path: &Path) -> io::Result<Self> {
        let dir = super::atomic_file::directory(path);
        Ok(Self { file: BufWriter::new(tempfile::tempfile_in(dir)?), count: 0 })
    }

    /// Returns the number of texts.
    #[must_use]
    pub fn count(&self) -> usize {
        self.count
    }

    /// Appends a text.
    ///
    /// # Errors
    /// The disk is full or not writable.
    pub fn push(&mut self, text: &str) -> io::Result<()> {
        self.count += 1;
        writeln!(self.file, "{text}")
    }

    /// Returns an iterator over the texts in insertion order.
    ///
    /// # Errors
    /// The data cannot be written or read back.
    pub fn into_reader(self) -> io::Result<impl Iterator<Item = io::Result<String>>> {
        let mut file = self.file.into_inner().map_err(io::IntoInnerError::into_error)?;
        file.rewind()?;
        let texts = serde_json::Deserializer::from_reader(BufReader::new(file)).into_iter::<Box<RawValue>>();
        Ok(texts.map(|text| Ok(text?.get().to_owned())))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spool_returns_its_texts_and_leaves_no_file() {
        let dir = tempfile::tempdir().unwrap();
        let mut spool = Spool::create_in(&dir.path().join("x.csv")).unwrap();
        let texts = ["{\n \"name\": \"é\"}", "[1.50]", "\"\\u0000\""];
        for text in texts {
            spool.push(text).unwrap();
        }
        assert_eq!(spool.count(), 3);
        assert_eq!(std::fs::read_dir(dir.path()).unwrap().count(), 0);
        let read: Vec<String> = spool.into_reader().unwrap().map(Result::unwrap).collect();
        assert_eq!(read, texts);
        assert!(Spool::create_in(&dir.path().join("none/x.csv")).is_err());
    }
}
