//! Deals by name: the palette search, and the deal named in a title.
//!
//! Names are scanned as columns, with one bit per row for each rank. When the text grows by a letter, only the
//! remaining rows are scanned. Rows are built only for the results shown.

use crate::dataset::filtered::FilteredBoard;
use crate::dataset::row_set::{RowSet, WORDS_PER_GROUP, first_rows};
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
/// The letter bits of [`letter_mask`], without the bits for word beginnings.
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
    /// Returns the `limit` deals of `table` that match `needle` best, with their ranks.
    ///
    /// Deals of the same rank are ordered by age in their status, oldest first. `all_deals` contains every deal by status
    /// in that order. With `spread`, if fewer than `limit` names contain the words, names that contain the letters in
    /// order count too. Without it, one pass finds the deals of any text.
    pub(crate) fn best<'a>(
        &mut self,
        table: &'a DealTable,
        all_deals: &FilteredBoard,
        needle: &str,
        (limit, spread): (usize, bool),
    ) -> Vec<(u8, DealRow<'a>)> {
        let words: Vec<Needle> = needle.split_whitespace().map(Needle::new).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let mut ranked = self.rank_containing(table, needle, &words);
        let mut best = best_ranked(table, all_deals, &ranked, 0..CONTAINS_ALL, limit);
        // Two letters match almost every name, but beside a word they may be an abbreviation.
        if spread && best.len() < limit && needle.split_whitespace().any(is_word) {
            self.add_fuzzy_matches(table, all_deals, needle, &words, &mut ranked);
            let remaining = limit - best.len();
            best.extend(best_ranked(table, all_deals, &ranked, CONTAINS_ALL..RANK_COUNT, remaining));
        }
        best
    }

    /// Drops the cached rows, unless they include every match of `needle`.
    fn reset_unless_narrower(&mut self, table: &DealTable, needle: &str) {
        let mut typed = needle.split_whitespace();
        let is_narrower = self.table.same_columns(table)
            && self
                .words
                .iter()
                .all(|word| typed.next().is_some_and(|typed_word| typed_word.starts_with(word.as_str())));
        if !is_narrower {
            self.matching_rows = None;
            self.table = table.without_delta();
        }
        self.words = needle.split_whitespace().map(str::to_owned).collect();
    }

    /// Returns the rows whose names contain every word, by rank.
    fn rank_containing(&mut self, table: &DealTable, needle: &str, words: &[Needle]) -> RankedRows {
        self.reset_unless_narrower(table, needle);
        let (before, mut matching) = (self.matching_rows.take(), Vec::new());
        let mut ranked: RankedRows = Default::default();
        let first: String = needle.chars().take(1).collect();
        let (first_letter, typed) = (Needle::new(&first), Needle::new(needle));
        // For a single letter, the marks alone tell whether a word begins with it.
        let is_single_letter = matches!(needle.as_bytes(), [b'a'..=b'z']);
        for (number, row_group) in self.table.row_groups().enumerate() {
            let mut rows = cached_rows(before.as_ref(), number, &row_group);
            for word in words {
                let word_hits = rows_containing(&rows, word.finder(), &row_group);
                rows.iter_mut().zip(word_hits).for_each(|(row_bits, hits_bits)| *row_bits &= hits_bits);
            }
            for_each_bit(&rows, |at| {
                let name = row_group.folded_at(at);
                let may_begin =
                    row_group.letter_masks().get(at).is_none_or(|marks| first_letter.may_match(*marks));
                let rank = match (may_begin, is_single_letter) {
                    (false, _) => CONTAINS_ALL - 1,
                    (true, true) => u8::from(!name.starts_with(needle)),
                    (true, false) => containment_rank(name, &typed),
                };
                insert_ranked(&mut ranked, Some(rank), row_group.ix(at));
            });
            matching.extend_from_slice(&rows);
        }
        self.matching_rows = Some(RowSet(matching));
        let row_bits = |row: &DealRow<'_>| rank(row.folded, needle);
        rerank_renamed(table, &mut ranked, row_bits);
        ranked
    }

    /// Adds the rows whose names contain the letters in order.
    fn add_fuzzy_matches(
        &self,
        table: &DealTable,
        all_deals: &FilteredBoard,
        needle: &str,
        words: &[Needle],
        ranked: &mut RankedRows,
    ) {
        let possible = self.possible_matches(words);
        let name_of = |ix: RowIdx| self.table.row(ix).map_or("", |row| row.folded);
        let is_match = |name: &str| {
            let in_order = |word: &Needle| word.matches_in_order(name) || contains_word(word, name);
            words.iter().all(in_order)
        };
        for column in &all_deals.columns {
            let rows = column.rows.iter().copied().filter(|ix| possible.has(*ix));
            let with_name = rows.map(|ix| (ix, name_of(ix))).filter(|(_, name)| is_match(name));
            for (ix, name) in with_name.take(MAX_COMPARED) {
                if !ranked.iter().take(usize::from(CONTAINS_ALL)).any(|matched| matched.has(ix)) {
                    insert_ranked(ranked, fuzzy_rank(name, needle), ix);
                }
            }
        }
        let name_of = |row: &DealRow<'_>| rank(row.folded, needle).or_else(|| fuzzy_rank(row.folded, needle));
        rerank_renamed(table, ranked, name_of);
    }

    /// Returns the rows whose confirmed names can match every word. A name matches if it contains the word or,
    /// according to its marks, its letters.
    fn possible_matches(&self, words: &[Needle]) -> RowSet {
        let mut possible = Vec::new();
        for row_group in self.table.row_groups() {
            let mut rows = first_rows(row_group.len());
            for word in words {
                // With a single word, the names that contain it are already ranked.
                let mut word_rows = match words {
                    [_] => [0; WORDS_PER_GROUP],
                    _ => rows_containing(&rows, word.finder(), &row_group),
                };
                for (at, marks) in row_group.letter_masks().iter().enumerate() {
                    word_rows[at / 64] |= u64::from(word.may_match(*marks)) << (at % 64);
                }
                rows.iter_mut().zip(word_rows).for_each(|(rows, word_rows)| *rows &= word_rows);
            }
            possible.extend_from_slice(&rows);
        }
        RowSet(possible)
    }
}

fn contains_word(word: &Needle, name: &str) -> bool {
    word.finder().find(name.as_bytes()).is_some()
}

/// Ranks a name that contains every word, as [`rank`] does. The rank depends on where the whole text occurs: at the
/// beginning, at a word, or elsewhere.
fn containment_rank(name: &str, typed: &Needle) -> u8 {
    let mut best_rank = CONTAINS_ALL - 1;
    for at in typed.finder().find_iter(name.as_bytes()) {
        let prev = name.get(..at).and_then(|prev| prev.chars().next_back());
        match prev {
            None => return 0,
            Some(letter) if !letter.is_alphanumeric() => best_rank = WORD_START,
            Some(_) => {}
        }
    }
    best_rank
}

/// Returns the cached rows of a row group; all rows if nothing is cached.
fn cached_rows(cached: Option<&RowSet>, number: usize, row_group: &RowGroup<'_>) -> [u64; WORDS_PER_GROUP] {
    let mut rows = first_rows(row_group.len());
    if let Some(cached_words) = cached.and_then(|bits| bits.0.get(number * WORDS_PER_GROUP..)) {
        rows.iter_mut().zip(cached_words).for_each(|(row_bits, cached_words)| *row_bits &= cached_words);
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

/// Returns the first `limit` rows of some ranks: best rank first, oldest first within a rank.
fn best_ranked<'a>(
    table: &'a DealTable,
    all_deals: &FilteredBoard,
    ranked: &RankedRows,
    ranks: std::ops::Range<u8>,
    limit: usize,
) -> Vec<(u8, DealRow<'a>)> {
    let mut best = Vec::new();
    for rank in ranks {
        let remaining = limit - best.len();
        let Some(rows) = ranked.get(usize::from(rank)).filter(|_| remaining > 0) else {
            break;
        };
        let oldest = oldest_first(table, all_deals, rows, remaining);
        best.extend(oldest.into_iter().map(|row| (rank, row)));
    }
    best
}

/// Returns up to `limit` of some rows, oldest first.
fn oldest_first<'a>(
    table: &'a DealTable,
    all_deals: &FilteredBoard,
    rows: &RowSet,
    limit: usize,
) -> Vec<DealRow<'a>> {
    let mut sorted: Vec<DealRow<'a>> = Vec::new();
    if rows.count() <= MAX_SORTED_ROWS {
        rows.for_each(|ix| sorted.extend(table.row(ix)));
    } else {
        for column in &all_deals.columns {
            let column_rows = column.rows.iter().filter(|ix| rows.has(**ix));
            sorted.extend(column_rows.take(limit).filter_map(|ix| table.row(*ix)));
        }
    }
    sorted.sort_by(by_age_order);
    sorted.truncate(limit);
    sorted
}

/// Returns the deal whose name occurs in a title. If there are several, it is the oldest in its status.
pub(crate) fn deal_in_title<'a>(table: &'a DealTable, title: &str) -> Option<DealRow<'a>> {
    let title = fold(title);
    let (letters, windows) = (letter_mask(&title) & LETTER_MASK, windows(&title));
    let mut hits: Vec<RowIdx> = Vec::new();
    for row_group in table.row_groups() {
        for (at, marks) in row_group.letter_masks().iter().enumerate() {
            // Few names have only letters of the title and begin like a part of it.
            if marks & LETTER_MASK & !letters == 0 && occurs_in(&title, &windows, row_group.folded_at(at)) {
                hits.push(row_group.ix(at));
            }
        }
    }
    let rows = hits.into_iter().chain(table.renamed_rows());
    rows.filter_map(|ix| table.row(ix))
        .filter(|row| occurs_in(&title, &windows, row.folded))
        .min_by(by_age_order)
}

/// Four bytes of a text, with their position.
type Window = ([u8; 4], usize);

/// Returns every four consecutive bytes, sorted.
fn windows(text: &str) -> Vec<Window> {
    let to_window = |(at, window): (usize, &[u8])| Some((*window.first_chunk()?, at));
    let mut windows: Vec<Window> = text.as_bytes().windows(4).enumerate().filter_map(to_window).collect();
    windows.sort_unstable();
    windows
}

/// Returns whether a name of sufficient length occurs in a text with these windows.
fn occurs_in(text: &str, windows: &[Window], name: &str) -> bool {
    let Some(prefix) = name.as_bytes().first_chunk::<4>() else {
        return false;
    };
    let first = windows.partition_point(|(four, _)| four < prefix);
    let mut candidates = windows.iter().skip(first).take_while(|(four, _)| four == prefix);
    let is_found = candidates
        .any(|(_, at)| text.as_bytes().get(*at..).is_some_and(|tail| tail.starts_with(name.as_bytes())));
    is_found && name.chars().count() >= MIN_NAME_LEN
}

#[cfg(test)]
#[path = "deal_names_tests.rs"]
mod tests;
