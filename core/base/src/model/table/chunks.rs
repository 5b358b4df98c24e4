//! Chunks of a table, loaded lazily.
//!
//! Chunks of a snapshot file are read on first use. The rows of the first screen are stored separately, so that it
//! needs no chunk.

use std::fmt;
use std::sync::{Arc, OnceLock};

use super::chunk::Chunk;
use super::index::IdIndex;
use super::order::{MAX_SHOWN, StatusRows};
use super::{InternedTexts, RowIdx};
use crate::model::table::number_columns::{ROWS, SHIFT};

/// Most rows on a first screen.
const MAX_TOP_ROWS: usize = 2_048;

/// Source of a snapshot's chunks.
pub trait ChunkSource: fmt::Debug + Send + Sync {
    /// Returns a chunk by number; an empty one if it is unreadable.
    fn chunk(&self, number: usize) -> Chunk;
    /// Returns the index by identifier; an empty one if it is unreadable.
    fn index(&self) -> IdIndex;
    /// Returns whether every read so far succeeded.
    fn is_intact(&self) -> bool;
}

/// First rows of each status.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TopRows {
    /// Row numbers in ascending order.
    pub rows: Vec<RowIdx>,
    /// The rows, in the same order.
    pub chunk: Chunk,
}

impl TopRows {
    /// Collects the first rows of `orders`.
    pub fn from_orders(orders: &[StatusRows], chunks: &Chunks, texts: &InternedTexts) -> Self {
        let first = orders.iter().flat_map(|order| order.rows.iter().take(MAX_SHOWN));
        let mut rows: Vec<RowIdx> = first.copied().take(MAX_TOP_ROWS).collect();
        rows.sort_unstable();
        // All texts are interned already, so the codes stay the same.
        let (mut chunk, mut all_texts) = (Chunk::default(), texts.clone());
        rows.retain(|ix| {
            let row = chunks.locate(*ix).and_then(|(chunk, at)| chunk.row(at, *ix, texts));
            if let Some(row) = &row {
                chunk.push(&row.row_ref(), &mut all_texts);
            }
            row.is_some()
        });
        Self { rows, chunk }
    }

    fn locate(&self, ix: RowIdx) -> Option<(&Chunk, usize)> {
        let at = self.rows.binary_search(&ix).ok()?;
        Some((&self.chunk, at))
    }

    fn find(&self, id: &str) -> Option<RowIdx> {
        let at = (0..self.rows.len()).find(|at| self.chunk.id(*at) == id)?;
        self.rows.get(at).copied()
    }
}

/// Chunks and the index by identifier.
#[derive(Clone, Debug, Default)]
pub struct Chunks {
    slots: Vec<OnceLock<Arc<Chunk>>>,
    index: OnceLock<IdIndex>,
    top: TopRows,
    source: Option<Arc<dyn ChunkSource>>,
}

impl Chunks {
    /// Creates the collection from complete chunks.
    pub(crate) fn from_chunks(chunks: Vec<Arc<Chunk>>, index: IdIndex) -> Self {
        Self {
            slots: chunks.into_iter().map(OnceLock::from).collect(),
            index: OnceLock::from(index),
            ..Self::default()
        }
    }

    /// Creates a collection whose chunks are read from `source` on demand; only `top` is in memory.
    pub fn from_source(source: Arc<dyn ChunkSource>, count: usize, top: TopRows) -> Self {
        Self {
            slots: (0..count).map(|_| OnceLock::new()).collect(),
            index: OnceLock::new(),
            top,
            source: Some(source),
        }
    }

    /// Returns the number of chunks.
    pub fn chunk_count(&self) -> usize {
        self.slots.len()
    }

    /// Iterates over the chunks in order.
    pub fn iter(&self) -> impl Iterator<Item = &Chunk> {
        (0..self.slots.len()).filter_map(|number| self.get(number))
    }

    /// Returns the index by identifier.
    pub fn index(&self) -> &IdIndex {
        let read = || self.source.as_ref().map(|source| source.index());
        self.index.get_or_init(|| read().unwrap_or_default())
    }

    fn get(&self, number: usize) -> Option<&Chunk> {
        let read = || self.source.as_ref().map(|source| source.chunk(number));
        let slot = self.slots.get(number)?;
        Some(slot.get_or_init(|| Arc::new(read().unwrap_or_default())))
    }

    /// Returns the chunk of the row `ix` and the position in it.
    pub(crate) fn locate(&self, ix: RowIdx) -> Option<(&Chunk, usize)> {
        let number = (ix >> SHIFT) as usize;
        if self.slots.get(number)?.get().is_none()
            && let Some(top_pos) = self.top.locate(ix)
        {
            return Some(top_pos);
        }
        let (chunk, at) = (self.get(number)?, ix as usize & (ROWS - 1));
        (at < chunk.len()).then_some((chunk, at))
    }

    /// Returns the row of `id`.
    pub(crate) fn find(&self, id: &str) -> Option<RowIdx> {
        if self.index.get().is_none()
            && let Some(ix) = self.top.find(id)
        {
            return Some(ix);
        }
        let text = |ix| self.locate(ix).map_or("", |(chunk, at)| chunk.id(at));
        self.index().find(id, text)
    }

    /// Reads all remaining parts; returns whether they are intact and have `rows` rows.
    pub(crate) fn load_all(&self, rows: usize) -> bool {
        let read: usize = self.iter().map(Chunk::len).sum();
        let indexed = self.index().len();
        let is_intact = self.source.as_ref().is_none_or(|source| source.is_intact());
        is_intact && read == rows && indexed == rows
    }

    /// Returns whether some parts are still unread.
    pub(crate) fn has_unloaded(&self) -> bool {
        self.index.get().is_none() || self.slots.iter().any(|slot| slot.get().is_none())
    }

    /// Returns the number of loaded parts, so that tests can prove that a first screen loads none.
    pub fn loaded_parts(&self) -> usize {
        let read = self.slots.iter().filter(|slot| slot.get().is_some());
        read.count() + usize::from(self.index.get().is_some())
    }
}

impl PartialEq for Chunks {
    fn eq(&self, other: &Self) -> bool {
        self.index() == other.index() && self.iter().eq(other.iter())
    }
}
