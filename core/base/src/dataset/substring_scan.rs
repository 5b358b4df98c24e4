//! Substring search over the names of a row group. It scans all names as one text, or one by one if few rows are
//! requested.

use memchr::memmem::Finder;

use crate::model::table::RowGroup;

use super::row_set::WORDS_PER_GROUP;

/// If fewer than one row in this many is requested, names are searched individually.
const SPARSE_FACTOR: usize = 12;

/// Returns those of `rows` whose folded name contains the search text.
pub fn rows_containing(
    rows: &[u64; WORDS_PER_GROUP],
    finder: &Finder<'_>,
    group: &RowGroup<'_>,
) -> [u64; WORDS_PER_GROUP] {
    let mut hits = [0; WORDS_PER_GROUP];
    // A lone accent folds to an empty text, which every name contains.
    if finder.needle().is_empty() {
        return *rows;
    }
    let requested: u32 = rows.iter().map(|word| word.count_ones()).sum();
    if (requested as usize) * SPARSE_FACTOR < group.len() {
        for_each_bit(rows, |at| {
            if finder.find(group.folded_at(at).as_bytes()).is_some() {
                hits[at / 64] |= 1 << (at % 64);
            }
        });
        return hits;
    }
    let (text, ends) = group.folded();
    let (bytes, length) = (text.as_bytes(), finder.needle().len());
    let (mut from, mut row) = (0, 0);
    while let Some(at) = bytes.get(from..).and_then(|rest| finder.find(rest)) {
        let at = from + at;
        while ends.get(row).is_some_and(|end| *end as usize <= at) {
            row += 1;
        }
        let Some(end) = ends.get(row).map(|end| *end as usize) else {
            break;
        };
        if at + length <= end {
            hits[row / 64] |= 1 << (row % 64);
            from = end;
        } else {
            // The match spans two names; another match may begin inside it.
            from = at + 1;
        }
    }
    hits
}

/// Calls `f` with the position of every set bit.
pub fn for_each_bit(bits: &[u64; WORDS_PER_GROUP], mut f: impl FnMut(usize)) {
    for (word, mut remaining) in bits.iter().copied().enumerate() {
        while remaining != 0 {
            f(word * 64 + remaining.trailing_zeros() as usize);
            remaining &= remaining - 1;
        }
    }
}
