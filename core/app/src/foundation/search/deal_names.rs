//! Deals by name: the palette search, and the deal named in a title.
//!
//! Names are scanned as columns, with one bit per row for each rank. When the text grows by a letter, only the
//! remaining rows are scanned. Rows are built only for the results shown.

use crate::dataset::bitset::{RowSet, WORDS_PER_GROUP, first_rows};
use crate::dataset::filtered::FilteredBoard;
use crate::dataset::substring_scan::{for_each_bit, rows_containing};
use crate::model::table::{DealRow, DealTable, RowGroup, RowIdx, by_age_order};
use crate::query::{Needle, letter_mask};
use crate::text::fold;

use super::ranking::{CONTAINS_ALL, RANK_COUNT, WORD_START, fuzzy_rank, is_word, rank};

/// Maximum number of rows that are sorted directly. Of more rows, only the first of each status are taken; these are
/// already sorted.
const MAX_SORTED_ROWS: usize = 500;
/// Maximum number of names per status that are compared by letter gaps, oldest first. Letters that match more names do
/// not distinguish them.
const MAX_COMPARED: usize = 1_000;
/// The letter bits of [`marks`], without the bits for word beginnings.
const LETTER_MASK: u64 = 0xffff_ffff;
/// Minimum length of a name; a shorter one occurs in too many titles.
const MIN_NAME_LEN: usize = 4;

/// The last search, with the rows that a narrower search can match.
#[derive(Clone, Debug, Default)]
pub(crate) struct DealNameSearch {
    /// Table that was searched.
    table: DealTable,
    words: Vec<String>,
    /// Rows whose confirmed names contain every word.
    matching_rows: Option<RowSet>,
}

/// Matching rows, by rank.
type RankedRows = [RowSet; RANK_COUNT as usize];

impl DealNameSearch {
    /// Returns the `most` deals of `table` that match `needle` best, with their ranks.
    ///
    /// Deals of the same rank are ordered by age in their status, oldest first. `whole` contains every deal by status
    /// in that order. If fewer than `most` names contain the words, names that contain the letters in order count too.
    pub(crate) fn best<'a>(
        &mut self,
        table: &'a DealTable,
        whole: &FilteredBoard,
        needle: &str,
        most: usize,
    ) -> Vec<(u8, DealRow<'a>)> {
        let words: Vec<Needle> = needle.split_whitespace().map(Needle::new).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let mut ranked = self.rank_containing(table, needle, &words);
        let mut best = best_ranked(table, whole, &ranked, 0..CONTAINS_ALL, most);
        // Two letters match almost every name, but beside a word they may be an abbreviation.
        if best.len() < most && needle.split_whitespace().any(is_word) {
            self.add_fuzzy_matches(table, whole, needle, &words, &mut ranked);
            let left = most - best.len();
            best.extend(best_ranked(table, whole, &ranked, CONTAINS_ALL..RANK_COUNT, left));
        }
        best
    }

    /// Returns the same, limited to names that contain every word. This needs one pass for any text.
    pub(crate) fn best_containing<'a>(
        &mut self,
        table: &'a DealTable,
        whole: &FilteredBoard,
        needle: &str,
        most: usize,
    ) -> Vec<(u8, DealRow<'a>)> {
        let words: Vec<Needle> = needle.split_whitespace().map(Needle::new).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let ranked = self.rank_containing(table, needle, &words);
        best_ranked(table, whole, &ranked, 0..CONTAINS_ALL, most)
    }

    /// Drops the cached rows, unless they include every match of `needle`.
    fn reset_unless_narrower(&mut self, table: &DealTable, needle: &str) {
        let mut typed = needle.split_whitespace();
        let narrower = self.table.same_columns(table)
            && self.words.iter().all(|word| {
                typed
                    .next()
                    .is_some_and(|longer| longer.starts_with(word.as_str()))
            });
        if !narrower {
            self.matching_rows = None;
            self.table = table.without_delta();
        }
        self.words = needle.split_whitespace().map(str::to_owned).collect();
    }

    /// Returns the rows whose names contain every word, by rank.
    fn rank_containing(&mut self, table: &DealTable, needle: &str, words: &[Needle]) -> RankedRows {
        self.reset_unless_narrower(table, needle);
        let (before, mut held) = (self.matching_rows.take(), Vec::new());
        let mut ranked: RankedRows = Default::default();
        let first: String = needle.chars().take(1).collect();
        let (begins, typed) = (Needle::new(&first), Needle::new(needle));
        // For a single letter, the marks alone tell whether a word begins with it.
        let letter = matches!(needle.as_bytes(), [b'a'..=b'z']);
        for (number, stretch) in self.table.row_groups().enumerate() {
            let mut rows = cached_rows(before.as_ref(), number, &stretch);
            for word in words {
                let hits = rows_containing(&rows, word.finder(), &stretch);
                rows.iter_mut().zip(hits).for_each(|(own, hit)| *own &= hit);
            }
            for_each_bit(&rows, |at| {
                let name = stretch.folded_at(at);
                let may_begin = stretch
                    .letter_masks()
                    .get(at)
                    .is_none_or(|marks| begins.may_match(*marks));
                let rank = match (may_begin, letter) {
                    (false, _) => CONTAINS_ALL - 1,
                    (true, true) => u8::from(!name.starts_with(needle)),
                    (true, false) => containment_rank(name, &typed),
                };
                insert_ranked(&mut ranked, Some(rank), stretch.ix(at));
            });
            held.extend_from_slice(&rows);
        }
        self.matching_rows = Some(RowSet(held));
        let own = |row: &DealRow<'_>| rank(row.folded, needle);
        rerank_renamed(table, &mut ranked, own);
        ranked
    }

    /// Adds the rows whose names contain the letters in order.
    fn add_fuzzy_matches(
        &self,
        table: &DealTable,
        whole: &FilteredBoard,
        needle: &str,
        words: &[Needle],
        ranked: &mut RankedRows,
    ) {
        let may = self.possible_matches(words);
        let own = |ix: RowIdx| self.table.row(ix).map_or("", |row| row.folded);
        let ordered = |name: &str| {
            let in_order = |word: &Needle| word.matches_in_order(name) || contains_word(word, name);
            words.iter().all(in_order)
        };
        for column in &whole.columns {
            let rows = column.rows.iter().copied().filter(|ix| may.has(*ix));
            let named = rows.map(|ix| (ix, own(ix))).filter(|(_, name)| ordered(name));
            for (ix, name) in named.take(MAX_COMPARED) {
                if !ranked
                    .iter()
                    .take(usize::from(CONTAINS_ALL))
                    .any(|held| held.has(ix))
                {
                    insert_ranked(ranked, fuzzy_rank(name, needle), ix);
                }
            }
        }
        let own = |row: &DealRow<'_>| rank(row.folded, needle).or_else(|| fuzzy_rank(row.folded, needle));
        rerank_renamed(table, ranked, own);
    }

    /// Returns the rows whose confirmed names can match every word. A name matches if it contains the word or,
    /// according to its marks, its letters.
    fn possible_matches(&self, words: &[Needle]) -> RowSet {
        let mut may = Vec::new();
        for stretch in self.table.row_groups() {
            let mut rows = first_rows(stretch.len());
            for word in words {
                // With a single word, the names that contain it are already ranked.
                let mut own = match words {
                    [_] => [0; WORDS_PER_GROUP],
                    _ => rows_containing(&rows, word.finder(), &stretch),
                };
                for (at, marks) in stretch.letter_masks().iter().enumerate() {
                    own[at / 64] |= u64::from(word.may_match(*marks)) << (at % 64);
                }
                rows.iter_mut().zip(own).for_each(|(rows, own)| *rows &= own);
            }
            may.extend_from_slice(&rows);
        }
        RowSet(may)
    }
}

fn contains_word(word: &Needle, name: &str) -> bool {
    word.finder().find(name.as_bytes()).is_some()
}

/// Ranks a name that contains every word, as [`rank`] does. The rank depends on where the whole text occurs: at the
/// beginning, at a word, or elsewhere.
fn containment_rank(name: &str, typed: &Needle) -> u8 {
    let mut best = CONTAINS_ALL - 1;
    for at in typed.finder().find_iter(name.as_bytes()) {
        let before = name.get(..at).and_then(|before| before.chars().next_back());
        match before {
            None => return 0,
            Some(letter) if !letter.is_alphanumeric() => best = WORD_START,
            Some(_) => {}
        }
    }
    best
}

/// Returns the cached rows of a row group; all rows if nothing is cached.
fn cached_rows(before: Option<&RowSet>, number: usize, stretch: &RowGroup<'_>) -> [u64; WORDS_PER_GROUP] {
    let mut rows = first_rows(stretch.len());
    if let Some(known) = before.and_then(|bits| bits.0.get(number * WORDS_PER_GROUP..)) {
        rows.iter_mut().zip(known).for_each(|(own, known)| *own &= known);
    }
    rows
}

fn insert_ranked(ranked: &mut RankedRows, rank: Option<u8>, ix: RowIdx) {
    if let Some(rows) = rank.and_then(|rank| ranked.get_mut(usize::from(rank))) {
        rows.insert(ix);
    }
}

/// Ranks renamed rows by their current name.
fn rerank_renamed(table: &DealTable, ranked: &mut RankedRows, rank: impl Fn(&DealRow<'_>) -> Option<u8>) {
    for ix in table.renamed_rows() {
        for rows in &mut *ranked {
            rows.remove(ix);
        }
        insert_ranked(ranked, table.row(ix).and_then(|row| rank(&row)), ix);
    }
}

/// Returns the first `most` rows of some ranks: best rank first, oldest first within a rank.
fn best_ranked<'a>(
    table: &'a DealTable,
    whole: &FilteredBoard,
    ranked: &RankedRows,
    ranks: std::ops::Range<u8>,
    most: usize,
) -> Vec<(u8, DealRow<'a>)> {
    let mut firsts = Vec::new();
    for rank in ranks {
        let left = most - firsts.len();
        let Some(rows) = ranked.get(usize::from(rank)).filter(|_| left > 0) else {
            break;
        };
        let oldest = oldest_first(table, whole, rows, left);
        firsts.extend(oldest.into_iter().map(|row| (rank, row)));
    }
    firsts
}

/// Returns up to `most` of some rows, oldest first.
fn oldest_first<'a>(
    table: &'a DealTable,
    whole: &FilteredBoard,
    rows: &RowSet,
    most: usize,
) -> Vec<DealRow<'a>> {
    let mut found: Vec<DealRow<'a>> = Vec::new();
    if rows.count() <= MAX_SORTED_ROWS {
        rows.for_each(|ix| found.extend(table.row(ix)));
    } else {
        for column in &whole.columns {
            let own = column.rows.iter().filter(|ix| rows.has(**ix));
            found.extend(own.take(most).filter_map(|ix| table.row(*ix)));
        }
    }
    found.sort_by(by_age_order);
    found.truncate(most);
    found
}

/// Returns the deal whose name occurs in a title. If there are several, it is the oldest in its status.
pub(crate) fn deal_in_title<'a>(table: &'a DealTable, title: &str) -> Option<DealRow<'a>> {
    let title = fold(title);
    let (letters, windows) = (letter_mask(&title) & LETTER_MASK, windows(&title));
    let mut named: Vec<RowIdx> = Vec::new();
    for stretch in table.row_groups() {
        for (at, marks) in stretch.letter_masks().iter().enumerate() {
            // Few names have only letters of the title and begin like a part of it.
            if marks & LETTER_MASK & !letters == 0 && occurs_in(&title, &windows, stretch.folded_at(at)) {
                named.push(stretch.ix(at));
            }
        }
    }
    let rows = named.into_iter().chain(table.renamed_rows());
    rows.filter_map(|ix| table.row(ix))
        .filter(|row| occurs_in(&title, &windows, row.folded))
        .min_by(by_age_order)
}

/// Four bytes of a text, with their position.
type Window = ([u8; 4], usize);

/// Returns every four consecutive bytes, sorted.
fn windows(text: &str) -> Vec<Window> {
    let four = |(at, window): (usize, &[u8])| Some((*window.first_chunk()?, at));
    let mut windows: Vec<Window> = text.as_bytes().windows(4).enumerate().filter_map(four).collect();
    windows.sort_unstable();
    windows
}

/// Returns whether a name of sufficient length occurs in a text with these windows.
fn occurs_in(text: &str, windows: &[Window], name: &str) -> bool {
    let Some(begins) = name.as_bytes().first_chunk::<4>() else {
        return false;
    };
    let first = windows.partition_point(|(four, _)| four < begins);
    let mut alike = windows.iter().skip(first).take_while(|(four, _)| four == begins);
    let there = alike.any(|(_, at)| {
        text.as_bytes()
            .get(*at..)
            .is_some_and(|rest| rest.starts_with(name.as_bytes()))
    });
    there && name.chars().count() >= MIN_NAME_LEN
}

#[cfg(test)]
#[path = "deal_names_tests.rs"]
mod tests;
