//! Deals by name: which answer what is typed in the palette, and which one a title tells of. Names are passed over as
//! columns, a bit a row for each way to answer; a letter more looks only at what the letters before left, and rows are made
//! of the few that are shown.

use crate::app::foundation::dataset::bitset::{Bits, WORDS, filled};
use crate::app::foundation::dataset::filtered::Lens;
use crate::app::foundation::dataset::substring_scan::{each, holding};
use crate::model::table::{DealRow, DealTable, RowIx, Stretch, by_age_order};
use crate::query::{Needle, marks};
use crate::text::fold;

use super::ranking::{A_WORD, HELD, RANKS, is_word, rank, spread};

/// Up to so many rows are put in order by themselves; of more the first of each status are, which stand in order already.
const FEW: usize = 500;
/// Of each status no more names than this are compared by how close the letters are together, the oldest first: what is
/// spread over more of them tells none apart.
const COMPARED: usize = 1_000;
/// The letters of [`marks`], without those that begin words.
const LETTERS: u64 = 0xffff_ffff;
/// A name of fewer letters is in too many titles.
const LEAST: usize = 4;

/// What was looked for last, and the rows that anything narrower can leave.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Named {
    /// The columns that were looked at.
    over: DealTable,
    words: Vec<String>,
    /// The rows whose own names hold every word.
    held: Option<Bits>,
}

/// The rows that answer in each way, by rank.
type Ranked = [Bits; RANKS as usize];

impl Named {
    /// The `most` deals of `table` that answer `needle` best, and how well; among those that answer alike the oldest in
    /// their status first. `whole` holds every deal by status in that order. Letters that are spread over a name count
    /// where fewer than so many hold the words.
    pub(in crate::app) fn best<'a>(
        &mut self,
        table: &'a DealTable,
        whole: &Lens,
        needle: &str,
        most: usize,
    ) -> Vec<(u8, DealRow<'a>)> {
        let words: Vec<Needle> = needle.split_whitespace().map(Needle::new).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let mut ranked = self.held(table, needle, &words);
        let mut best = firsts(table, whole, &ranked, 0..HELD, most);
        // Two letters are spread over almost every name, but beside a word they may be a name's abbreviation.
        if best.len() < most && needle.split_whitespace().any(is_word) {
            self.spread(table, whole, needle, &words, &mut ranked);
            let left = most - best.len();
            best.extend(firsts(table, whole, &ranked, HELD..RANKS, left));
        }
        best
    }

    /// The same of those alone whose names hold every word: one pass, whatever is typed.
    pub(in crate::app) fn holding<'a>(
        &mut self,
        table: &'a DealTable,
        whole: &Lens,
        needle: &str,
        most: usize,
    ) -> Vec<(u8, DealRow<'a>)> {
        let words: Vec<Needle> = needle.split_whitespace().map(Needle::new).collect();
        if words.is_empty() {
            return Vec::new();
        }
        let ranked = self.held(table, needle, &words);
        firsts(table, whole, &ranked, 0..HELD, most)
    }

    /// Forgets what was found, unless it holds whatever `needle` can find.
    fn begin(&mut self, table: &DealTable, needle: &str) {
        let mut typed = needle.split_whitespace();
        let narrower = self.over.same_columns(table)
            && self.words.iter().all(|word| {
                typed
                    .next()
                    .is_some_and(|longer| longer.starts_with(word.as_str()))
            });
        if !narrower {
            self.held = None;
            self.over = table.without_patches();
        }
        self.words = needle.split_whitespace().map(str::to_owned).collect();
    }

    /// The rows whose names hold every word, by how well they answer.
    fn held(&mut self, table: &DealTable, needle: &str, words: &[Needle]) -> Ranked {
        self.begin(table, needle);
        let (before, mut held) = (self.held.take(), Vec::new());
        let mut ranked: Ranked = Default::default();
        let first: String = needle.chars().take(1).collect();
        let (begins, typed) = (Needle::new(&first), Needle::new(needle));
        // Of a letter the marks alone say whether a word begins with it.
        let letter = matches!(needle.as_bytes(), [b'a'..=b'z']);
        for (number, stretch) in self.over.stretches().enumerate() {
            let mut rows = known(before.as_ref(), number, &stretch);
            for word in words {
                let hits = holding(&rows, word.finder(), &stretch);
                rows.iter_mut().zip(hits).for_each(|(own, hit)| *own &= hit);
            }
            each(&rows, |at| {
                let name = stretch.folded_at(at);
                let may_begin = stretch
                    .marks()
                    .get(at)
                    .is_none_or(|marks| begins.may_spread(*marks));
                let rank = match (may_begin, letter) {
                    (false, _) => HELD - 1,
                    (true, true) => u8::from(!name.starts_with(needle)),
                    (true, false) => held_as(name, &typed),
                };
                put(&mut ranked, Some(rank), stretch.ix(at));
            });
            held.extend_from_slice(&rows);
        }
        self.held = Some(Bits(held));
        let own = |row: &DealRow<'_>| rank(row.folded, needle);
        renamed(table, &mut ranked, own);
        ranked
    }

    /// The rows over whose names the letters are spread, beside those that hold them.
    fn spread(&self, table: &DealTable, whole: &Lens, needle: &str, words: &[Needle], ranked: &mut Ranked) {
        let may = self.may_spread(words);
        let own = |ix: RowIx| self.over.row(ix).map_or("", |row| row.folded);
        let ordered = |name: &str| {
            let in_order = |word: &Needle| word.in_order(name) || holds(word, name);
            words.iter().all(in_order)
        };
        for column in &whole.columns {
            let rows = column.rows.iter().copied().filter(|ix| may.has(*ix));
            let named = rows.map(|ix| (ix, own(ix))).filter(|(_, name)| ordered(name));
            for (ix, name) in named.take(COMPARED) {
                if !ranked.iter().take(usize::from(HELD)).any(|held| held.has(ix)) {
                    put(ranked, spread(name, needle), ix);
                }
            }
        }
        let own = |row: &DealRow<'_>| rank(row.folded, needle).or_else(|| spread(row.folded, needle));
        renamed(table, ranked, own);
    }

    /// The rows whose own names have the letters of every word, going by their marks, or hold it.
    fn may_spread(&self, words: &[Needle]) -> Bits {
        let mut may = Vec::new();
        for stretch in self.over.stretches() {
            let mut rows = filled(stretch.len());
            for word in words {
                // Who holds the only word needs no letters of it.
                let mut own = match words {
                    [_] => [0; WORDS],
                    _ => holding(&rows, word.finder(), &stretch),
                };
                for (at, marks) in stretch.marks().iter().enumerate() {
                    own[at / 64] |= u64::from(word.may_spread(*marks)) << (at % 64);
                }
                rows.iter_mut().zip(own).for_each(|(rows, own)| *rows &= own);
            }
            may.extend_from_slice(&rows);
        }
        Bits(may)
    }
}

fn holds(word: &Needle, name: &str) -> bool {
    word.finder().find(name.as_bytes()).is_some()
}

/// How a name answers that holds every word, as [`rank`] says: with all that was typed at its beginning or at that of a
/// word, or otherwise.
fn held_as(name: &str, typed: &Needle) -> u8 {
    let mut best = HELD - 1;
    for at in typed.finder().find_iter(name.as_bytes()) {
        let before = name.get(..at).and_then(|before| before.chars().next_back());
        match before {
            None => return 0,
            Some(letter) if !letter.is_alphanumeric() => best = A_WORD,
            Some(_) => {}
        }
    }
    best
}

/// Those of a stretch that were left before; all where nothing was looked for.
fn known(before: Option<&Bits>, number: usize, stretch: &Stretch<'_>) -> [u64; WORDS] {
    let mut rows = filled(stretch.len());
    if let Some(known) = before.and_then(|bits| bits.0.get(number * WORDS..)) {
        rows.iter_mut().zip(known).for_each(|(own, known)| *own &= known);
    }
    rows
}

fn put(ranked: &mut Ranked, rank: Option<u8>, ix: RowIx) {
    if let Some(rows) = rank.and_then(|rank| ranked.get_mut(usize::from(rank))) {
        rows.insert(ix);
    }
}

/// Ranks the rows that have another name than the columns by the name they have.
fn renamed(table: &DealTable, ranked: &mut Ranked, rank: impl Fn(&DealRow<'_>) -> Option<u8>) {
    for ix in table.renamed() {
        for rows in &mut *ranked {
            rows.remove(ix);
        }
        put(ranked, table.row(ix).and_then(|row| rank(&row)), ix);
    }
}

/// The first `most` rows of some ranks: the best rank first, in each the oldest.
fn firsts<'a>(
    table: &'a DealTable,
    whole: &Lens,
    ranked: &Ranked,
    ranks: std::ops::Range<u8>,
    most: usize,
) -> Vec<(u8, DealRow<'a>)> {
    let mut firsts = Vec::new();
    for rank in ranks {
        let left = most - firsts.len();
        let Some(rows) = ranked.get(usize::from(rank)).filter(|_| left > 0) else {
            break;
        };
        let oldest = oldest(table, whole, rows, left);
        firsts.extend(oldest.into_iter().map(|row| (rank, row)));
    }
    firsts
}

/// The `most` oldest of some rows, as far as they are there.
fn oldest<'a>(table: &'a DealTable, whole: &Lens, rows: &Bits, most: usize) -> Vec<DealRow<'a>> {
    let mut found: Vec<DealRow<'a>> = Vec::new();
    if rows.count() <= FEW {
        rows.each(|ix| found.extend(table.row(ix)));
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

/// The deal whose name a title holds, the oldest in its status where several are; matched by name alone.
pub(in crate::app) fn told_of<'a>(table: &'a DealTable, title: &str) -> Option<DealRow<'a>> {
    let title = fold(title);
    let (letters, windows) = (marks(&title) & LETTERS, windows(&title));
    let mut named: Vec<RowIx> = Vec::new();
    for stretch in table.stretches() {
        for (at, marks) in stretch.marks().iter().enumerate() {
            // Few names have no other letters than the title, and begin as something in it does.
            if marks & LETTERS & !letters == 0 && is_in(&title, &windows, stretch.folded_at(at)) {
                named.push(stretch.ix(at));
            }
        }
    }
    let rows = named.into_iter().chain(table.renamed());
    rows.filter_map(|ix| table.row(ix))
        .filter(|row| is_in(&title, &windows, row.folded))
        .min_by(by_age_order)
}

/// Four bytes of a text and where they stand.
type Window = ([u8; 4], usize);

/// Every four bytes that follow one another, in order.
fn windows(text: &str) -> Vec<Window> {
    let four = |(at, window): (usize, &[u8])| Some((*window.first_chunk()?, at));
    let mut windows: Vec<Window> = text.as_bytes().windows(4).enumerate().filter_map(four).collect();
    windows.sort_unstable();
    windows
}

/// Whether a name of some letters is in a text that has these windows.
fn is_in(text: &str, windows: &[Window], name: &str) -> bool {
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
    there && name.chars().count() >= LEAST
}

#[cfg(test)]
#[path = "deal_names_tests.rs"]
mod tests;
