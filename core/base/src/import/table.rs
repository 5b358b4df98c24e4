//! Rows of a spreadsheet, as read from a file or pasted.

use std::fmt::Write as _;

use sha2::{Digest, Sha256};

/// Rows to import.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportTable {
    /// Name of the file, or empty for pasted text.
    pub source: String,
    /// Digest of the content, in hexadecimal. The keys of the writes derive from it.
    pub digest: String,
    /// Headers of the columns.
    pub header: Vec<String>,
    /// Rows below the header; blank ones are left out.
    pub lines: Vec<ImportLine>,
}

/// A row.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ImportLine {
    /// Line number in the file or sheet, from 1.
    pub number: usize,
    /// Its cells.
    pub cells: Vec<ImportCell>,
}

/// Text of a cell, empty for an empty cell, or the error of a cell that could not be read, such as a formula.
pub type ImportCell = Result<String, String>;

impl ImportTable {
    /// Creates a table from all rows with their line numbers. The first row is the header; blank rows are dropped.
    ///
    /// `content` are the bytes that identify the table.
    pub fn new(source: String, content: &[u8], rows: impl IntoIterator<Item = ImportLine>) -> Self {
        let is_blank = |cell: &ImportCell| cell.as_ref().is_ok_and(|text| text.trim().is_empty());
        let mut lines = rows.into_iter().filter(|line| !line.cells.iter().all(is_blank));
        let header = lines.next().map(|line| line.cells).unwrap_or_default();
        let header = header.into_iter().map(|cell| cell.unwrap_or_else(|error| error)).collect();
        Self { source, digest: hex_digest(&[content]), header, lines: lines.collect() }
    }

    /// Makes the keys of the writes differ from those of an earlier import of the same content.
    pub fn salt(&mut self, salt: &str) {
        self.digest = hex_digest(&[self.digest.as_bytes(), salt.as_bytes()]);
    }
}

/// Returns the first 40 hexadecimal digits of the SHA-256 of all parts, each followed by a zero byte.
pub(super) fn hex_digest(parts: &[&[u8]]) -> String {
    let mut hash = Sha256::new();
    for part in parts {
        hash.update(part);
        hash.update([0]);
    }
    hash.finalize().iter().take(20).fold(String::new(), |mut out, byte| {
        let _ = write!(out, "{byte:02x}");
        out
    })
}
