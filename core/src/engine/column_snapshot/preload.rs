//! A reading of the copy that begins before the store is open: to open it takes about as long, and leaves a processor to
//! spare. What was read counts only if the open store says that it is the copy in force.

use std::io;
use std::path::Path;
use std::thread::{Builder, JoinHandle};

use super::{DealTable, FILE, Head, decode, head};

/// A reading that goes on.
#[derive(Debug)]
pub(in crate::engine) struct Begun(JoinHandle<Option<(Head, io::Result<DealTable>)>>);

impl Begun {
    /// Begins to read the copy in the directory of a store, if there is one.
    pub(in crate::engine) fn new(dir: &Path) -> Option<Self> {
        let path = dir.join(FILE);
        let reading = move || {
            // Whatever is wrong with it is said when it is asked for.
            let head = head(&path).ok()??;
            Some((head, decode(&path, &head)))
        };
        let thread = Builder::new().name("deals".into()).spawn(reading);
        thread.ok().map(Self)
    }

    /// What came of it, if it was the copy with this `head`.
    pub(super) fn end(self, head: &Head) -> Option<io::Result<DealTable>> {
        let (read, table) = self.0.join().ok()??;
        (read == *head).then_some(table)
    }
}
