//! Confirmed rows in chunks of columns: the result of a full sync.
//!
//! A running sync publishes its partial result by sharing the full chunks.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::chunk::Chunk;
use super::chunks::Chunks;
use super::index::IdIndex;
use super::order::{Order, orders};
use super::sort_ranks::TextRanks;
use super::{DealTable, RowData, RowIx, Words};
use crate::model::table::number_columns::{ROWS, SHIFT};
use crate::model::table::row::NewRow;

/// Confirmed rows by column. Built once per full sync.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    /// Rows by chunk.
    pub chunks: Chunks,
    /// Row numbers in each sort order.
    pub orders: Vec<Order>,
    /// Number of rows.
    pub len: usize,
    pub(super) ranks: TextRanks,
}

impl Columns {
    /// Creates columns with `len` rows in total.
    pub fn of(chunks: Chunks, orders: Vec<Order>, len: usize) -> Self {
        Self {
            chunks,
            orders,
            len,
            ranks: TextRanks::default(),
        }
    }

    pub(super) fn place(&self, ix: RowIx) -> Option<(&Chunk, usize)> {
        self.chunks.place(ix)
    }

    pub(super) fn find(&self, id: &str) -> Option<RowIx> {
        self.chunks.find(id)
    }

    /// Returns whether parts are still to be read from a snapshot file.
    pub fn wait(&self) -> bool {
        self.chunks.wait()
    }

    /// Reads those parts; returns whether they are intact.
    pub fn read(&self) -> bool {
        self.chunks.read(self.len)
    }

    /// Returns the number after the last row's.
    pub(super) fn end(&self) -> RowIx {
        (self.chunks.count() << SHIFT) as RowIx
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

/// Builder of [`Columns`]. A row with a known id replaces the earlier one.
#[derive(Clone, Debug)]
pub struct ColumnsBuilder {
    full: Vec<Arc<Chunk>>,
    open: Chunk,
    index: IdIndex,
    len: usize,
    words: Words,
    /// Repeated rows, by number.
    again: BTreeMap<RowIx, RowData>,
}

impl Default for ColumnsBuilder {
    fn default() -> Self {
        // The seed must only be unpredictable from outside.
        let seed = std::hash::BuildHasher::hash_one(&std::hash::RandomState::new(), ());
        Self {
            full: Vec::new(),
            open: Chunk::default(),
            index: IdIndex::new(seed),
            len: 0,
            words: Words::default(),
            again: BTreeMap::new(),
        }
    }
}

impl ColumnsBuilder {
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
        let (full, open) = (&self.full, &self.open);
        let more = rows.saturating_sub(self.len);
        self.index.reserve(more, |ix| id_of(full, open, ix));
    }

    /// Adds one row.
    pub fn push(&mut self, row: &RowData) {
        self.add(&row.new_row());
    }

    /// Adds one borrowed row.
    pub fn add(&mut self, row: &NewRow<'_>) {
        if let Some(known) = self.index.find(row.id, |ix| id_of(&self.full, &self.open, ix)) {
            self.again.insert(known, RowData::of(row));
            return;
        }
        let ix = self.put(row);
        let (full, open) = (&self.full, &self.open);
        self.index.insert(row.id, ix, |ix| id_of(full, open, ix));
    }

    /// Adds rows whose identifiers are known to be new and distinct.
    pub fn add_new<'a>(&mut self, rows: impl Iterator<Item = NewRow<'a>>) {
        let placed: Vec<(u64, RowIx)> = rows
            .map(|row| (self.index.hash(row.id), self.put(&row)))
            .collect();
        let (full, open) = (&self.full, &self.open);
        self.index.insert_all(&placed, |ix| id_of(full, open, ix));
    }

    /// Appends a row and returns its number.
    fn put(&mut self, row: &NewRow<'_>) -> RowIx {
        if self.open.is_full() {
            let next = self.open.like();
            let full = std::mem::replace(&mut self.open, next);
            self.full.push(Arc::new(full.tight()));
        }
        let ix = (self.full.len() << SHIFT | self.open.len()) as RowIx;
        self.open.push(row, &mut self.words);
        self.len += 1;
        ix
    }

    /// Returns the rows so far as a table without a delta. Shares the full chunks.
    pub fn table(&self) -> DealTable {
        self.clone().finish()
    }

    /// Returns the finished table without a delta.
    pub fn finish(self) -> DealTable {
        let gathered = self.gather();
        let orders = gathered.orders();
        gathered.table(orders)
    }

    /// Applies the repeated rows and returns all rows.
    pub fn gather(mut self) -> Gathered {
        if self.open.len() > 0 {
            self.full.push(Arc::new(self.open.tight()));
        }
        for (number, chunk) in self.full.iter_mut().enumerate() {
            let first = (number << SHIFT) as RowIx;
            let mut again = self.again.range(first..first + ROWS as RowIx).peekable();
            if again.peek().is_some() {
                *chunk = Arc::new(replaced(chunk, first, &again.collect(), &mut self.words));
            }
        }
        let rows: usize = self.full.iter().map(|chunk| chunk.len()).sum();
        debug_assert!(rows == self.len && rows == self.index.len());
        Gathered {
            chunks: self.full,
            index: self.index,
            len: self.len,
            words: self.words,
        }
    }
}

/// All rows of a table before sorting.
pub struct Gathered {
    /// Chunks of the gathered rows.
    pub chunks: Vec<Arc<Chunk>>,
    /// Row numbers by identifier.
    pub index: IdIndex,
    len: usize,
    words: Words,
}

impl Gathered {
    /// Returns the sorted row order of each status.
    pub fn orders(&self) -> Vec<Order> {
        orders(&self.chunks, self.words.statuses.len())
    }

    /// Builds the table with the given orders.
    pub fn table(self, orders: Vec<Order>) -> DealTable {
        let ordered: usize = orders.iter().map(|order| order.rows.len()).sum();
        debug_assert_eq!(ordered, self.len, "each row has one status");
        let columns = Columns::of(Chunks::made(self.chunks, self.index), orders, self.len);
        DealTable::of(columns, self.words)
    }
}

fn id_of<'a>(full: &'a [Arc<Chunk>], open: &'a Chunk, ix: RowIx) -> &'a str {
    let chunk = full.get((ix >> SHIFT) as usize).map_or(open, |chunk| &**chunk);
    chunk.id(ix as usize & (ROWS - 1))
}

/// Returns the chunk with some of its rows replaced.
fn replaced(chunk: &Chunk, first: RowIx, again: &BTreeMap<&RowIx, &RowData>, words: &mut Words) -> Chunk {
    let mut made = Chunk::default();
    let known = words.clone();
    for at in 0..chunk.len() {
        let ix = first + at as RowIx;
        match again.get(&ix) {
            Some(row) => made.push(&row.new_row(), words),
            None => {
                if let Some(row) = chunk.row(at, ix, &known) {
                    made.push(&row.new_row(), words);
                }
            }
        }
    }
    made
}
