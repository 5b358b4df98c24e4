//! Confirmed rows in chunks of columns: the result of a full sync.
//!
//! A running sync publishes its partial result by sharing the full chunks.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::chunk::Chunk;
use super::chunks::Chunks;
use super::index::IdIndex;
use super::order::{StatusRows, rows_by_status};
use super::sort_ranks::TextRanks;
use super::{DealTable, InternedTexts, RowData, RowIdx};
use crate::model::table::number_columns::{ROWS, SHIFT};
use crate::model::table::row::RowRef;

/// Confirmed rows by column. Built once per full sync.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ColumnStore {
    /// Rows by chunk.
    pub chunks: Chunks,
    /// Row numbers in each sort order.
    pub rows_by_status: Vec<StatusRows>,
    /// Number of rows.
    pub len: usize,
    pub(super) ranks: TextRanks,
}

impl ColumnStore {
    /// Creates columns with `len` rows in total.
    pub fn new(chunks: Chunks, rows_by_status: Vec<StatusRows>, len: usize) -> Self {
        Self { chunks, rows_by_status, len, ranks: TextRanks::default() }
    }

    pub(super) fn locate(&self, ix: RowIdx) -> Option<(&Chunk, usize)> {
        self.chunks.locate(ix)
    }

    pub(super) fn find(&self, id: &str) -> Option<RowIdx> {
        self.chunks.find(id)
    }

    /// Returns whether parts are still to be read from a snapshot file.
    pub fn has_unloaded(&self) -> bool {
        self.chunks.has_unloaded()
    }

    /// Reads those parts; returns whether they are intact.
    pub fn load_all(&self) -> bool {
        self.chunks.load_all(self.len)
    }

    /// Returns the number after the last row's.
    pub(super) fn end(&self) -> RowIdx {
        (self.chunks.chunk_count() << SHIFT) as RowIdx
    }

    /// Returns the number of rows.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there are zero rows.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Builder of [`ColumnStore`]. A row with a known id replaces the earlier one.
#[derive(Clone, Debug)]
pub struct ColumnStoreBuilder {
    full_chunks: Vec<Arc<Chunk>>,
    open_chunk: Chunk,
    index: IdIndex,
    len: usize,
    texts: InternedTexts,
    /// Repeated rows, by number.
    repeated: BTreeMap<RowIdx, RowData>,
}

impl Default for ColumnStoreBuilder {
    fn default() -> Self {
        // The seed must only be unpredictable from outside.
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), ());
        Self {
            full_chunks: Vec::new(),
            open_chunk: Chunk::default(),
            index: IdIndex::new(seed),
            len: 0,
            texts: InternedTexts::default(),
            repeated: BTreeMap::new(),
        }
    }
}

impl ColumnStoreBuilder {
    /// Returns the number of distinct rows so far.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether no row was added.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Reserves memory for that many rows in total.
    pub fn expect(&mut self, rows: usize) {
        let (full, open) = (&self.full_chunks, &self.open_chunk);
        let more = rows.saturating_sub(self.len);
        self.index.reserve(more, |ix| id_at(full, open, ix));
    }

    /// Adds one row.
    pub fn push(&mut self, row: &RowData) {
        self.add(&row.row_ref());
    }

    /// Adds one borrowed row.
    pub fn add(&mut self, row: &RowRef<'_>) {
        if let Some(existing) = self.index.find(row.id, |ix| id_at(&self.full_chunks, &self.open_chunk, ix)) {
            self.repeated.insert(existing, RowData::from_ref(row));
            return;
        }
        let ix = self.append(row);
        let (full, open) = (&self.full_chunks, &self.open_chunk);
        self.index.insert(row.id, ix, |ix| id_at(full, open, ix));
    }

    /// Adds rows whose identifiers are known to be new and distinct.
    pub fn add_new<'a>(&mut self, rows: impl Iterator<Item = RowRef<'a>>) {
        let placed: Vec<(u64, RowIdx)> =
            rows.map(|row| (self.index.hash(row.id), self.append(&row))).collect();
        let (full, open) = (&self.full_chunks, &self.open_chunk);
        self.index.insert_all(&placed, |ix| id_at(full, open, ix));
    }

    /// Appends a row and returns its number.
    fn append(&mut self, row: &RowRef<'_>) -> RowIdx {
        if self.open_chunk.is_full() {
            let next = self.open_chunk.with_capacity_of();
            let full = std::mem::replace(&mut self.open_chunk, next);
            self.full_chunks.push(Arc::new(full.shrunk()));
        }
        let ix = (self.full_chunks.len() << SHIFT | self.open_chunk.len()) as RowIdx;
        self.open_chunk.push(row, &mut self.texts);
        self.len += 1;
        ix
    }

    /// Returns the rows so far as a table without a delta. Shares the full chunks.
    pub fn table(&self) -> DealTable {
        self.clone().finish()
    }

    /// Returns the finished table without a delta.
    pub fn finish(self) -> DealTable {
        let gathered = self.into_unsorted();
        let orders = gathered.rows_by_status();
        gathered.into_table(orders)
    }

    /// Applies the repeated rows and returns all rows.
    pub fn into_unsorted(mut self) -> UnsortedTable {
        if self.open_chunk.len() > 0 {
            self.full_chunks.push(Arc::new(self.open_chunk.shrunk()));
        }
        for (number, chunk) in self.full_chunks.iter_mut().enumerate() {
            let first = (number << SHIFT) as RowIdx;
            let mut repeated = self.repeated.range(first..first + ROWS as RowIdx).peekable();
            if repeated.peek().is_some() {
                *chunk = Arc::new(replace_rows(chunk, first, &repeated.collect(), &mut self.texts));
            }
        }
        let rows: usize = self.full_chunks.iter().map(|chunk| chunk.len()).sum();
        debug_assert!(rows == self.len && rows == self.index.len());
        UnsortedTable { chunks: self.full_chunks, index: self.index, len: self.len, texts: self.texts }
    }
}

/// All rows of a table before sorting.
pub struct UnsortedTable {
    /// Chunks of the gathered rows.
    pub chunks: Vec<Arc<Chunk>>,
    /// Row numbers by identifier.
    pub index: IdIndex,
    len: usize,
    texts: InternedTexts,
}

impl UnsortedTable {
    /// Returns the sorted row order of each status.
    pub fn rows_by_status(&self) -> Vec<StatusRows> {
        rows_by_status(&self.chunks, self.texts.statuses.len())
    }

    /// Builds the table with the given orders.
    pub fn into_table(self, orders: Vec<StatusRows>) -> DealTable {
        let ordered: usize = orders.iter().map(|order| order.rows.len()).sum();
        debug_assert_eq!(ordered, self.len, "each row has one status");
        let columns = ColumnStore::new(Chunks::from_chunks(self.chunks, self.index), orders, self.len);
        DealTable::from_columns(columns, self.texts)
    }
}

fn id_at<'a>(full: &'a [Arc<Chunk>], open: &'a Chunk, ix: RowIdx) -> &'a str {
    let chunk = full.get((ix >> SHIFT) as usize).map_or(open, |chunk| &**chunk);
    chunk.id(ix as usize & (ROWS - 1))
}

/// Returns the chunk with some of its rows replaced.
fn replace_rows(
    chunk: &Chunk,
    first: RowIdx,
    repeated: &BTreeMap<&RowIdx, &RowData>,
    texts: &mut InternedTexts,
) -> Chunk {
    let mut made = Chunk::default();
    let all_texts = texts.clone();
    for at in 0..chunk.len() {
        let ix = first + at as RowIdx;
        match repeated.get(&ix) {
            Some(row) => made.push(&row.row_ref(), texts),
            None => {
                if let Some(row) = chunk.row(at, ix, &all_texts) {
                    made.push(&row.row_ref(), texts);
                }
            }
        }
    }
    made
}
