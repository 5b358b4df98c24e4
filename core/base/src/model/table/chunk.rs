//! Chunk of a few thousand rows, stored by column, with one buffer per text column.
//!
//! A full chunk is immutable: tables share it, a file stores it unchanged, and a change copies no part of it.

use super::number_columns::NumberColumns;
use super::{DealRow, InternedTexts, RowIdx, StatusSince, TimePrecision};
use crate::model::intern::InternCode;
use crate::model::table::number_columns::{Numbers, ROWS};
use crate::model::table::row::RowRef;
use crate::query;
use crate::text::search_fold::fold_onto;

/// Most bytes of names in a chunk before its last row; text offsets have four bytes.
const MAX_NAME_BYTES: usize = 1 << 26;

/// Concatenated texts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TextColumn {
    /// All texts, joined without a separator.
    pub text: String,
    /// End of each text, in bytes.
    pub ends: Vec<u32>,
}

impl TextColumn {
    fn push(&mut self, text: &str) {
        self.text.push_str(text);
        self.ends.push(self.text.len() as u32);
    }

    fn get(&self, at: usize) -> &str {
        let (start, end) = span(&self.ends, at);
        self.text.get(start..end).unwrap_or_default()
    }
}

fn span(ends: &[u32], at: usize) -> (usize, usize) {
    let start = at.checked_sub(1).and_then(|before| ends.get(before));
    let end = ends.get(at).copied().unwrap_or_default();
    (start.copied().unwrap_or_default() as usize, end as usize)
}

/// Rows stored by column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chunk {
    /// Identifiers.
    pub ids: TextColumn,
    /// Names.
    pub names: TextColumn,
    /// Names without accents and case.
    pub folded: TextColumn,
    /// Letter mask of each folded name, see [`query::letter_mask`].
    pub letter_masks: Vec<u64>,
    /// Status of each row, as a number of its interner.
    pub status: Vec<u32>,
    /// Asset class of each row, likewise.
    pub class: Vec<u32>,
    /// Owner of each row, likewise.
    pub owner: Vec<u32>,
    /// Unix seconds, valid if `bound` marks them as known.
    pub since: Vec<i64>,
    /// See `bound_byte`.
    pub bound: Vec<u8>,
    /// Positions of the rows whose status changed between two syncs.
    ///
    /// `after` has the earlier sync's time of each in Unix seconds. Such rows are rare.
    pub interval: Vec<u32>,
    /// Earlier time of each of these rows.
    pub interval_starts: Vec<i64>,
    /// Ratios and amounts.
    pub numbers: NumberColumns,
}

impl Chunk {
    pub(crate) fn len(&self) -> usize {
        self.status.len()
    }

    /// Returns whether every column has a value for each row, and each interval its start.
    pub(super) fn is_even(&self) -> bool {
        let texts = [&self.ids, &self.names, &self.folded].map(|texts| texts.ends.len());
        let codes = [&self.status, &self.class, &self.owner].map(Vec::len);
        let others = [self.letter_masks.len(), self.since.len(), self.bound.len()];
        let mut all = texts.into_iter().chain(codes).chain(others);
        all.all(|rows| rows == self.len()) && self.interval.len() == self.interval_starts.len()
    }

    pub(super) fn is_full(&self) -> bool {
        self.len() >= ROWS
            || self.names.text.len() + self.folded.text.len() + self.ids.text.len() > MAX_NAME_BYTES
    }

    /// Creates an empty chunk with the capacity of this one.
    ///
    /// Chunks of one list are similar, and repeated growth would copy the buffers.
    pub(super) fn with_capacity_of(&self) -> Self {
        let texts = |texts: &TextColumn| TextColumn {
            text: String::with_capacity(texts.text.len() + texts.text.len() / 16),
            ends: Vec::with_capacity(texts.ends.len()),
        };
        Self {
            ids: texts(&self.ids),
            names: texts(&self.names),
            folded: texts(&self.folded),
            letter_masks: Vec::with_capacity(self.letter_masks.len()),
            status: Vec::with_capacity(self.status.len()),
            class: Vec::with_capacity(self.class.len()),
            owner: Vec::with_capacity(self.owner.len()),
            since: Vec::with_capacity(self.since.len()),
            bound: Vec::with_capacity(self.bound.len()),
            interval: Vec::new(),
            interval_starts: Vec::new(),
            numbers: self.numbers.with_capacity_of(),
        }
    }

    /// Shrinks the memory to the needed size, because the chunk no longer changes.
    pub(super) fn shrunk(mut self) -> Self {
        debug_assert!(self.is_even() && self.interval.is_sorted());
        for texts in [&mut self.ids, &mut self.names, &mut self.folded] {
            texts.text.shrink_to_fit();
            texts.ends.shrink_to_fit();
        }
        for codes in [&mut self.status, &mut self.class, &mut self.owner] {
            codes.shrink_to_fit();
        }
        self.letter_masks.shrink_to_fit();
        self.since.shrink_to_fit();
        self.bound.shrink_to_fit();
        self.interval.shrink_to_fit();
        self.interval_starts.shrink_to_fit();
        self.numbers.shrink_to_fit();
        self
    }

    pub(super) fn push(&mut self, row: &RowRef<'_>, texts: &mut InternedTexts) {
        self.numbers.push(self.len(), row.numbers);
        self.ids.push(row.id);
        self.names.push(row.name);
        fold_onto(row.name, &mut self.folded.text);
        self.folded.ends.push(self.folded.text.len() as u32);
        self.letter_masks.push(query::letter_mask(self.folded.get(self.len())));
        self.status.push(texts.statuses.intern(row.status).number());
        self.class.push(texts.classes.intern(row.class).number());
        self.owner.push(texts.owners.intern(row.owner).number());
        if let Some(TimePrecision::Interval { after }) = row.since.map(|since| since.precision) {
            self.interval.push(self.since.len() as u32);
            self.interval_starts.push(after);
        }
        self.since.push(row.since.map_or(0, |since| since.at));
        self.bound.push(bound_byte(row.since.map(|since| since.precision)));
    }

    pub(super) fn id(&self, at: usize) -> &str {
        self.ids.get(at)
    }

    pub(super) fn name(&self, at: usize) -> &str {
        self.names.get(at)
    }

    pub(super) fn has_name(&self, at: usize) -> bool {
        !self.name(at).is_empty()
    }

    pub(super) fn folded(&self, at: usize) -> &str {
        self.folded.get(at)
    }

    pub(super) fn since(&self, at: usize) -> Option<StatusSince> {
        Some(StatusSince {
            at: *self.since.get(at)?,
            precision: match *self.bound.get(at)? {
                1 => TimePrecision::Received,
                2 => TimePrecision::Exact,
                3 => TimePrecision::Interval { after: self.interval_start(at)? },
                4 => TimePrecision::AtLeast,
                _ => return None,
            },
        })
    }

    pub(super) fn has_interval(&self, at: usize) -> bool {
        self.bound.get(at) == Some(&3)
    }

    fn interval_start(&self, at: usize) -> Option<i64> {
        let pos = self.interval.binary_search(&u32::try_from(at).ok()?).ok()?;
        self.interval_starts.get(pos).copied()
    }

    pub(super) fn numbers(&self, at: usize) -> Numbers<'_> {
        Numbers::InColumns(&self.numbers, at)
    }

    pub(super) fn row<'a>(&'a self, at: usize, ix: RowIdx, texts: &'a InternedTexts) -> Option<DealRow<'a>> {
        let status = InternCode::from_number(*self.status.get(at)?);
        let class = InternCode::from_number(*self.class.get(at)?);
        let owner = InternCode::from_number(*self.owner.get(at)?);
        Some(DealRow {
            ix,
            id: self.id(at),
            name: self.name(at),
            folded: self.folded(at),
            status: texts.statuses.text(status),
            status_code: status,
            class: texts.classes.text(class),
            class_code: class,
            owner: texts.owners.text(owner),
            owner_code: owner,
            since: self.since(at),
            pending: None,
            numbers: self.numbers(at),
        })
    }
}

/// Returns the stored form of a bound; 0 if the time is unknown.
fn bound_byte(bound: Option<TimePrecision>) -> u8 {
    match bound {
        None => 0,
        Some(TimePrecision::Received) => 1,
        Some(TimePrecision::Exact) => 2,
        Some(TimePrecision::Interval { .. }) => 3,
        Some(TimePrecision::AtLeast) => 4,
    }
}
