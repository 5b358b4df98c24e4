//! The chunks of a table. Those of a table that a copy on the disk holds are read when they are first looked at; what a
//! first screen shows of it lies beside them, so that it asks for none of them.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::chunk::{Chunk, ROWS, SHIFT};
use super::index::IdIndex;
use super::order::{Order, SHOWN};
use super::{RowIx, Words};

/// The most rows that a first screen may show.
const MOST: usize = 2_048;

/// Where the chunks of a copy are read.
pub(crate) trait Source: fmt::Debug + Send + Sync {
    /// A chunk by its number; one without a row where it cannot be read.
    fn chunk(&self, number: usize) -> Chunk;
    /// The rows by identifier; none where they cannot be read.
    fn index(&self) -> IdIndex;
    /// Whether everything that was asked for could be read.
    fn is_sound(&self) -> bool;
}

/// The rows that stand first in each status.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Top {
    /// Their numbers, in order.
    pub(crate) rows: Vec<RowIx>,
    /// The rows themselves, in the same order.
    pub(crate) chunk: Chunk,
}

impl Top {
    /// The first rows of `orders`.
    pub(crate) fn of(orders: &[Order], chunks: &Chunks, words: &Words) -> Self {
        let first = orders.iter().flat_map(|order| order.rows.iter().take(SHOWN));
        let mut rows: Vec<RowIx> = first.copied().take(MOST).collect();
        rows.sort_unstable();
        // Every word is known already, so that its code stays what it is.
        let (mut chunk, mut known) = (Chunk::default(), words.clone());
        rows.retain(|ix| {
            let row = chunks
                .place(*ix)
                .and_then(|(chunk, at)| chunk.row(at, *ix, words));
            if let Some(row) = &row {
                chunk.push(&row.new_row(), &mut known);
            }
            row.is_some()
        });
        Self { rows, chunk }
    }

    fn place(&self, ix: RowIx) -> Option<(&Chunk, usize)> {
        let at = self.rows.binary_search(&ix).ok()?;
        Some((&self.chunk, at))
    }

    fn find(&self, id: &str) -> Option<RowIx> {
        let at = (0..self.rows.len()).find(|at| self.chunk.id(*at) == id)?;
        self.rows.get(at).copied()
    }
}

/// The chunks and the rows by identifier.
#[derive(Clone, Debug, Default)]
pub(crate) struct Chunks {
    slots: Vec<OnceLock<Arc<Chunk>>>,
    index: OnceLock<IdIndex>,
    top: Top,
    source: Option<Arc<dyn Source>>,
}

impl Chunks {
    /// All of them, as they were made.
    pub(crate) fn made(chunks: Vec<Arc<Chunk>>, index: IdIndex) -> Self {
        Self {
            slots: chunks.into_iter().map(OnceLock::from).collect(),
            index: OnceLock::from(index),
            ..Self::default()
        }
    }

    /// As many as a copy holds; nothing but `top` has been read of them.
    pub(crate) fn copied(source: Arc<dyn Source>, count: usize, top: Top) -> Self {
        Self {
            slots: (0..count).map(|_| OnceLock::new()).collect(),
            index: OnceLock::new(),
            top,
            source: Some(source),
        }
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.slots.len()
    }

    /// Each of them, in order.
    pub(crate) fn iter(&self) -> impl Iterator<Item = &Chunk> {
        (0..self.slots.len()).filter_map(|number| self.get(number))
    }

    /// The rows by identifier.
    pub(crate) fn index(&self) -> &IdIndex {
        let read = || self.source.as_ref().map(|source| source.index());
        self.index.get_or_init(|| read().unwrap_or_default())
    }

    fn get(&self, number: usize) -> Option<&Chunk> {
        let read = || self.source.as_ref().map(|source| source.chunk(number));
        let slot = self.slots.get(number)?;
        Some(slot.get_or_init(|| Arc::new(read().unwrap_or_default())))
    }

    /// The chunk that holds the row `ix`, and the row's place in it.
    pub(crate) fn place(&self, ix: RowIx) -> Option<(&Chunk, usize)> {
        let number = (ix >> SHIFT) as usize;
        if self.slots.get(number)?.get().is_none()
            && let Some(place) = self.top.place(ix)
        {
            return Some(place);
        }
        let (chunk, at) = (self.get(number)?, ix as usize & (ROWS - 1));
        (at < chunk.len()).then_some((chunk, at))
    }

    /// The row of `id`.
    pub(crate) fn find(&self, id: &str) -> Option<RowIx> {
        if self.index.get().is_none()
            && let Some(ix) = self.top.find(id)
        {
            return Some(ix);
        }
        let text = |ix| self.place(ix).map_or("", |(chunk, at)| chunk.id(at));
        self.index().find(id, text)
    }

    /// Reads whatever has not been looked at yet: whether all of it is there, with `rows` rows in all.
    pub(crate) fn read(&self, rows: usize) -> bool {
        let read: usize = self.iter().map(Chunk::len).sum();
        let found = self.index().len();
        let sound = self.source.as_ref().is_none_or(|source| source.is_sound());
        sound && read == rows && found == rows
    }

    /// Whether there is something that has not been read.
    pub(crate) fn wait(&self) -> bool {
        self.index.get().is_none() || self.slots.iter().any(|slot| slot.get().is_none())
    }

    /// How many chunks have been read, or made.
    #[cfg(test)]
    pub(crate) fn looked_at(&self) -> usize {
        let read = self.slots.iter().filter(|slot| slot.get().is_some());
        read.count() + usize::from(self.index.get().is_some())
    }
}

impl PartialEq for Chunks {
    fn eq(&self, other: &Self) -> bool {
        self.index() == other.index() && self.iter().eq(other.iter())
    }
}
