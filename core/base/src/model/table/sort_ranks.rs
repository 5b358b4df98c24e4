//! Alphabetical ranks of names and identifiers, computed once per full sync.
//!
//! They are stored with the columns. Texts with a common prefix are compared by the next eight bytes, repeatedly, so
//! that few texts are compared as a whole.

use std::sync::OnceLock;

use super::{DealTable, RowGroup, RowIdx};

/// Number of eight-byte levels before texts are compared as a whole.
const MAX_LEVELS: usize = 8;
/// Number of equal rows above which the next bytes are read in memory order.
const LONG_RUN: usize = 64;

/// Text of a row to sort by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SortText {
    /// Folded name; absent for a row without a name.
    Name,
    /// Identifier.
    Id,
}

/// Function that returns the text of a row in a row group.
type TextReader = for<'a> fn(&RowGroup<'a>, usize) -> Option<&'a str>;

impl SortText {
    /// All texts, the most used one first.
    const ALL: [Self; 2] = [Self::Name, Self::Id];

    fn reader(self) -> TextReader {
        match self {
            Self::Name => |group, at| group.has_name(at).then(|| group.folded_at(at)),
            Self::Id => |group, at| Some(group.id_at(at)),
        }
    }
}

/// Lazily computed ranks of the rows of one full sync.
#[derive(Clone, Debug, Default)]
pub(super) struct TextRanks {
    names: OnceLock<TextRank>,
    ids: OnceLock<TextRank>,
}

/// Always equal: ranks are derived from the rows.
impl PartialEq for TextRanks {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Rank of each confirmed row by number, and the first row of each rank. Equal texts share a rank.
#[derive(Clone, Debug, Default)]
pub struct TextRank {
    ranks: Vec<u32>,
    first_rows: Vec<RowIdx>,
}

/// Rank of a row without the text.
const NONE: u32 = u32::MAX;

impl DealTable {
    /// Returns the ranks of the confirmed rows.
    ///
    /// The first call sorts all texts. The engine makes it in advance, outside its loop.
    pub fn text_ranks(&self, text: SortText) -> &TextRank {
        let lazy_ranks = &self.columns.ranks;
        let lazy_ranks = match text {
            SortText::Name => &lazy_ranks.names,
            SortText::Id => &lazy_ranks.ids,
        };
        lazy_ranks.get_or_init(|| TextRank::compute(self, text.reader()))
    }

    /// Computes the ranks of all texts in advance, to make the first sort fast.
    pub fn compute_ranks(&self) {
        for text in SortText::ALL {
            self.text_ranks(text);
        }
    }
}

impl TextRank {
    /// Returns the rank of a confirmed row; `None` without the text.
    pub fn rank(&self, ix: RowIdx) -> Option<u32> {
        let rank = self.ranks.get(ix as usize).copied().filter(|rank| *rank != NONE);
        debug_assert!(rank.is_none_or(|rank| (rank as usize) < self.first_rows.len()));
        rank
    }

    /// Returns the number of ranks before `text`, and whether the next rank equals it.
    ///
    /// `read` returns the text of a confirmed row.
    pub fn ranks_before<'a>(&self, text: &str, read: impl Fn(RowIdx) -> &'a str) -> (usize, bool) {
        let before = self.first_rows.partition_point(|ix| read(*ix) < text);
        let is_equal = self.first_rows.get(before).is_some_and(|ix| read(*ix) == text);
        (before, is_equal)
    }

    fn compute(table: &DealTable, read: TextReader) -> Self {
        let mut texts = TextSorter {
            row_groups: table.row_groups().collect(),
            read,
            words: Vec::new(),
            has_zero_bytes: false,
            ranks: Vec::new(),
            first_rows: Vec::new(),
        };
        let mut rows = Vec::with_capacity(table.len());
        for group in &texts.row_groups {
            texts.ranks.resize(group.ix(0) as usize + group.len(), NONE);
            let there = (0..group.len()).filter(|at| read(group, *at).is_some());
            rows.extend(there.map(|at| (0, group.ix(at))));
        }
        texts.rank_equal_rows(&mut rows, 0);
        // A rank without a first row would shift every search by text.
        debug_assert!(texts.first_rows.len() <= rows.len() && rows.len() <= texts.ranks.len());
        Self { ranks: texts.ranks, first_rows: texts.first_rows }
    }
}

/// Texts during sorting.
struct TextSorter<'a> {
    row_groups: Vec<RowGroup<'a>>,
    read: TextReader,
    /// Eight bytes of each row by its number as sortable integers, one vector per level.
    words: Vec<Vec<u64>>,
    /// True if a text contains a zero byte, which is also the padding.
    has_zero_bytes: bool,
    ranks: Vec<u32>,
    first_rows: Vec<RowIdx>,
}

impl<'a> TextSorter<'a> {
    fn text(&self, ix: RowIdx) -> &'a str {
        let group = self.row_groups.get(ix as usize / RowGroup::ROWS);
        let text = group.and_then(|group| (self.read)(group, ix as usize % RowGroup::ROWS));
        text.unwrap_or_default()
    }

    /// Ranks rows that are equal before `level` and come after all ranked rows.
    fn rank_equal_rows(&mut self, rows: &mut [(u64, RowIdx)], level: usize) {
        if level >= MAX_LEVELS {
            rows.sort_unstable_by(|(_, left), (_, right)| self.text(*left).cmp(self.text(*right)));
            return self.rank_sorted(rows);
        }
        self.read_level(rows, level);
        rows.sort_unstable();
        for equal_rows in rows.chunk_by_mut(|left, right| left.0 == right.0) {
            match equal_rows {
                [_] => self.push_rank(equal_rows),
                // All texts have ended here. They differ at most by zero bytes, hence by length.
                equal_rows if equal_rows.iter().all(|(_, ix)| self.text(*ix).len() <= (level + 1) * 8) => {
                    equal_rows.sort_unstable_by_key(|(_, ix)| self.text(*ix).len());
                    self.rank_sorted(equal_rows);
                }
                equal_rows => self.rank_equal_rows(equal_rows, level + 1),
            }
        }
    }

    /// Ranks sorted rows.
    fn rank_sorted(&mut self, rows: &[(u64, RowIdx)]) {
        let mut rest = rows;
        while let Some((_, first)) = rest.first() {
            let text = self.text(*first);
            let equal_rows = rest.iter().take_while(|(_, ix)| self.text(*ix) == text);
            let (equal_rows, later_rows) = rest.split_at(equal_rows.count());
            self.push_rank(equal_rows);
            rest = later_rows;
        }
    }

    fn push_rank(&mut self, equal_rows: &[(u64, RowIdx)]) {
        let rank = self.first_rows.len() as u32;
        self.first_rows.extend(equal_rows.first().map(|(_, ix)| *ix));
        for (_, ix) in equal_rows {
            if let Some(rank_slot) = self.ranks.get_mut(*ix as usize) {
                *rank_slot = rank;
            }
        }
    }

    fn read_level(&mut self, rows: &mut [(u64, RowIdx)], level: usize) {
        if rows.len() > LONG_RUN && self.words.len() == level {
            let mut words = vec![0; self.ranks.len()];
            for group in &self.row_groups {
                let slots = words.iter_mut().skip(group.ix(0) as usize);
                for (at, word) in (0..group.len()).zip(slots) {
                    let nought;
                    (*word, nought) = sort_word((self.read)(group, at).unwrap_or_default(), level);
                    self.has_zero_bytes |= nought;
                }
            }
            self.words.push(words);
        }
        for (word, ix) in rows {
            if let Some(words) = self.words.get(level) {
                *word = words.get(*ix as usize).copied().unwrap_or_default();
            } else {
                let nought;
                (*word, nought) = sort_word(self.text(*ix), level);
                self.has_zero_bytes |= nought;
            }
        }
    }
}

/// Returns eight bytes as a sortable integer padded with zeros.
///
/// The second value is true if the text itself has a zero byte there.
fn sort_word(text: &str, level: usize) -> (u64, bool) {
    let rest = text.as_bytes().get(level * 8..).unwrap_or_default();
    if let Some(eight) = rest.first_chunk::<8>() {
        return (u64::from_be_bytes(*eight), eight.contains(&0));
    }
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(rest).for_each(|(to, from)| *to = *from);
    (u64::from_be_bytes(bytes), rest.contains(&0))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::table::columns::ColumnStoreBuilder;
    use crate::model::table::row::RowData;

    /// Names with common prefixes of and beyond the compared length, some with zero bytes.
    fn name() -> impl Strategy<Value = String> {
        prop_oneof!["[ab]{0,3}\u{0}{0,2}", "(eight by){1,10}[ab\u{0}]{0,9}", Just(String::new())]
    }

    proptest! {
        #[test]
        fn ranks_are_the_places_of_the_texts_in_order(
            names in proptest::collection::vec(name(), 0..200), asked in name()
        ) {
            let mut builder = ColumnStoreBuilder::default();
            for (id, name) in names.iter().enumerate() {
                builder.push(&RowData { id: format!("{:03}", id * 7 % 200), name: name.clone(), ..RowData::default() });
            }
            let table = builder.finish();
            for text in [SortText::Name, SortText::Id] {
                let own = |ix: RowIdx| {
                    let row = table.row(ix).unwrap();
                    if text == SortText::Id { row.id } else { row.folded }
                };
                let has = |ix: &RowIdx| text == SortText::Id || !table.row(*ix).unwrap().name.is_empty();
                let rows: Vec<RowIdx> = (0..table.len() as RowIdx).collect();
                let mut texts: Vec<&str> = rows.iter().filter(|ix| has(ix)).map(|ix| own(*ix)).collect();
                texts.sort_unstable();
                texts.dedup();
                let ranks = table.text_ranks(text);
                for ix in rows {
                    let wanted = has(&ix).then(|| texts.binary_search(&own(ix)).unwrap() as u32);
                    prop_assert_eq!(ranks.rank(ix), wanted);
                }
                let wanted = match texts.binary_search(&&*asked) {
                    Ok(at) => (at, true),
                    Err(at) => (at, false),
                };
                prop_assert_eq!(ranks.ranks_before(&asked, own), wanted);
            }
        }
    }

    #[test]
    fn rows_put_in_order_are_ranked_by_each_text() {
        let mut builder = ColumnStoreBuilder::default();
        builder.push(&RowData { id: "d-1".to_owned(), name: "Le Parc".to_owned(), ..RowData::default() });
        let table = builder.finish();
        table.compute_ranks();
        let ranks = &table.columns.ranks;
        assert!(ranks.names.get().is_some());
        assert!(ranks.ids.get().is_some());
    }

    #[test]
    fn many_names_that_begin_alike_are_ranked_too() {
        let mut builder = ColumnStoreBuilder::default();
        for n in 0..9_000_u32 {
            let name = format!("Résidence des Îles n° {}, Lyon", n.wrapping_mul(7_919) % 4_001);
            builder.push(&RowData { id: n.to_string(), name, ..RowData::default() });
        }
        let table = builder.finish();
        let ranks = table.text_ranks(SortText::Name);
        let mut rows: Vec<RowIdx> = (0..9_000).collect();
        rows.sort_by_key(|ix| ranks.rank(*ix));
        let names: Vec<&str> = rows.iter().map(|ix| table.row(*ix).unwrap().folded).collect();
        assert!(names.is_sorted());
        let alike = |pair: &[RowIdx]| ranks.rank(pair[0]) == ranks.rank(pair[1]);
        let told: Vec<bool> = rows.windows(2).map(alike).collect();
        let wanted: Vec<bool> = names.windows(2).map(|pair| pair[0] == pair[1]).collect();
        assert_eq!(told, wanted);
    }
}
