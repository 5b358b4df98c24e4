//! A column snapshot load that begins before the store is open. Opening the store takes about as long, and leaves a
//! processor idle. The result counts only if the open store names the same file.

use std::io;
use std::path::Path;
use std::thread::{Builder, JoinHandle};

use super::{DealTable, FILE_NAME, Header, decode, read_header};

/// A load in progress.
#[derive(Debug)]
pub(in crate::engine) struct Preload(JoinHandle<Option<(Header, io::Result<DealTable>)>>);

impl Preload {
    /// Begins to load the snapshot in a store's directory, if there is one.
    pub(in crate::engine) fn new(dir: &Path) -> Option<Self> {
        let path = dir.join(FILE_NAME);
        let load = move || {
            // Errors are reported when the snapshot is requested.
            let header = read_header(&path).ok()??;
            Some((header, decode(&path, &header)))
        };
        let thread = Builder::new().name("deals".into()).spawn(load);
        thread.ok().map(Self)
    }

    /// Returns the loaded table if its file has this `header`.
    pub(super) fn finish(self, header: &Header) -> Option<io::Result<DealTable>> {
        let (loaded, table) = self.0.join().ok()??;
        (loaded == *header).then_some(table)
    }
}
