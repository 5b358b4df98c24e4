//! The confirmed rows in chunks of columns: what a full reading of the pipeline becomes. A reading under way shows what
//! it has so far by sharing the chunks that are full.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::chunk::{Chunk, NewRow, ROWS, SHIFT};
use super::chunks::Chunks;
use super::index::IdIndex;
use super::order::{Order, orders};
use super::sort_ranks::TextRanks;
use super::{DealTable, RowData, RowIx, Words};

/// Confirmed rows, column by column. Built once per full reading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Columns {
    pub(crate) chunks: Chunks,
    pub(crate) orders: Vec<Order>,
    pub(crate) len: usize,
    pub(super) ranks: TextRanks,
}

impl Columns {
    /// Of `len` rows in all.
    pub(crate) fn of(chunks: Chunks, orders: Vec<Order>, len: usize) -> Self {
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

    /// Whether parts of them are still to be read from a copy.
    pub(crate) fn wait(&self) -> bool {
        self.chunks.wait()
    }

    /// Reads those parts: whether everything is as the copy was written.
    pub(crate) fn read(&self) -> bool {
        self.chunks.read(self.len)
    }

    /// The number after the last row's.
    pub(super) fn end(&self) -> RowIx {
        (self.chunks.count() << SHIFT) as RowIx
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }
}

/// Fills [`Columns`] row by row; a row whose id was seen before replaces it (the later body wins).
#[derive(Clone, Debug)]
pub struct ColumnsBuilder {
    full: Vec<Arc<Chunk>>,
    open: Chunk,
    index: IdIndex,
    len: usize,
    words: Words,
    /// Rows that came again, by number.
    again: BTreeMap<RowIx, RowData>,
}

impl Default for ColumnsBuilder {
    fn default() -> Self {
        // Any number will do, as long as nobody outside can know it.
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
    /// How many different rows have been added.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether none has.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Makes room for so many rows in all.
    pub fn expect(&mut self, rows: usize) {
        let (full, open) = (&self.full, &self.open);
        let more = rows.saturating_sub(self.len);
        self.index.reserve(more, |ix| id_of(full, open, ix));
    }

    /// Adds one row.
    pub fn push(&mut self, row: &RowData) {
        self.add(&row.new_row());
    }

    /// Adds one row that is only borrowed.
    pub(crate) fn add(&mut self, row: &NewRow<'_>) {
        if let Some(known) = self.index.find(row.id, |ix| id_of(&self.full, &self.open, ix)) {
            self.again.insert(known, RowData::of(row));
            return;
        }
        let ix = self.put(row);
        let (full, open) = (&self.full, &self.open);
        self.index.insert(row.id, ix, |ix| id_of(full, open, ix));
    }

    /// Adds rows whose identifiers are known to differ from each other and from those of all rows so far.
    pub(crate) fn add_new<'a>(&mut self, rows: impl Iterator<Item = NewRow<'a>>) {
        let placed: Vec<(u64, RowIx)> = rows
            .map(|row| (self.index.hash(row.id), self.put(&row)))
            .collect();
        let (full, open) = (&self.full, &self.open);
        self.index.insert_all(&placed, |ix| id_of(full, open, ix));
    }

    /// Puts a row behind the others; its number.
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

    /// The rows so far as a table, without any patch. What is full is shared, not copied.
    pub fn table(&self) -> DealTable {
        self.clone().finish()
    }

    /// The finished table, without any patch.
    pub fn finish(self) -> DealTable {
        let gathered = self.gather();
        let orders = gathered.orders();
        gathered.table(orders)
    }

    /// Every row as it stays.
    pub(crate) fn gather(mut self) -> Gathered {
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
        Gathered {
            chunks: self.full,
            index: self.index,
            len: self.len,
            words: self.words,
        }
    }
}

/// All rows of a table, before they are put in order.
pub(crate) struct Gathered {
    pub(crate) chunks: Vec<Arc<Chunk>>,
    pub(crate) index: IdIndex,
    len: usize,
    words: Words,
}

impl Gathered {
    /// Their order.
    pub(crate) fn orders(&self) -> Vec<Order> {
        orders(&self.chunks, self.words.statuses.len())
    }

    /// The table, once that is known.
    pub(crate) fn table(self, orders: Vec<Order>) -> DealTable {
        let columns = Columns::of(Chunks::made(self.chunks, self.index), orders, self.len);
        DealTable::of(columns, self.words)
    }
}

fn id_of<'a>(full: &'a [Arc<Chunk>], open: &'a Chunk, ix: RowIx) -> &'a str {
    let chunk = full.get((ix >> SHIFT) as usize).map_or(open, |chunk| &**chunk);
    chunk.id(ix as usize & (ROWS - 1))
}

/// The chunk with some of its rows otherwise.
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
