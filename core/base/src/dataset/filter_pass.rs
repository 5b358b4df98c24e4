//! Filter evaluation over the confirmed rows, one bit per row, and the delta rows.
//!
//! The pass also keeps a superset of the matches. When the filter grows by a letter, only that superset is scanned.

use memchr::memmem::Finder;
use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealRow, DealTable, Stretch, Sum};
use crate::query::{AgeDays, Kind, Query, Row, Term, stands};

use super::bitset::{Bits, WORDS, filled};
use super::status_sums::StatusSums;
use super::substring_scan::{each, holding};
use crate::dataset::query_row::Filtered;

/// Cached result of the last pass.
#[derive(Clone, Debug, Default)]
pub struct Sieve {
    /// Table of the last pass, without its delta.
    over: DealTable,
    query: Query,
    /// Superset of the rows that any narrower query can match.
    loose: Option<Bits>,
    /// Outstanding principal of the matching rows, by status.
    principals: StatusSums,
}

/// A row with a single number, for terms that test one number.
struct Figure(Option<Decimal>);

impl Row for Figure {
    fn folded_text(&self) -> &'static str {
        ""
    }
    fn status(&self) -> &'static str {
        ""
    }
    fn class(&self) -> &'static str {
        ""
    }
    fn owner(&self) -> &'static str {
        ""
    }
    fn number(&self, _: &str) -> Option<Decimal> {
        self.0
    }
    fn age_days(&self) -> Option<AgeDays> {
        None
    }
}

/// A term prepared for a pass.
enum Ready<'a> {
    /// A test of a code column: true for each code that passes.
    Code(for<'b> fn(&Stretch<'b>) -> &'b [u32], Vec<bool>),
    /// A word or phrase with its prepared finder, and the term.
    Word(Box<Finder<'a>>, &'a Term),
    /// A test of one number of the row.
    Figure(&'a Term, KpiKey),
    /// A test that depends on the row alone.
    Row(&'a Term),
    /// A test that also depends on the time.
    Timed(&'a Term),
}

impl<'a> Ready<'a> {
    fn of(term: &'a Term, table: &DealTable) -> Self {
        let codes = |texts: &crate::model::intern::Interner| {
            texts
                .iter()
                .map(|(_, text)| term.holds_text(text) != term.negated)
                .collect()
        };
        match &term.kind {
            Kind::Status(_) => Self::Code(|s| s.statuses(), codes(table.statuses())),
            Kind::Class(_) => Self::Code(|s| s.classes(), codes(table.classes())),
            Kind::Owner(_) => Self::Code(|s| s.owners(), codes(table.owners())),
            Kind::Word(text) | Kind::Phrase(text) => Self::Word(Box::new(Finder::new(text)), term),
            Kind::Number { field, .. } | Kind::Missing { field } | Kind::Banded { field, .. } => {
                KpiKey::from_name(field).map_or(Self::Row(term), |key| Self::Figure(term, key))
            }
            Kind::Age { .. } | Kind::Ageless => Self::Timed(term),
        }
    }

    /// Returns the relative cost; cheap terms run first.
    fn cost(&self) -> u8 {
        match self {
            Self::Code(..) => 0,
            Self::Timed(_) => 1,
            Self::Figure(..) | Self::Row(_) => 2,
            Self::Word(..) => 3,
        }
    }
}

impl Sieve {
    /// Returns the confirmed rows of `table` that match `query`. `now` is in Unix seconds.
    pub(super) fn pass(&mut self, table: &DealTable, query: &Query, now: i64) -> Bits {
        let before = self.loose.take();
        let same = self.over.same_columns(table);
        let before = before.filter(|_| same && narrower(query, &self.query));
        let mut terms: Vec<Ready<'_>> = query.terms().iter().map(|term| Ready::of(term, table)).collect();
        terms.sort_by_key(Ready::cost);
        let (mut kept, mut loose) = (Vec::new(), Vec::new());
        for (number, stretch) in table.stretches().enumerate() {
            let mut both = Both::new(stretch.len());
            if let Some(known) = before.as_ref().and_then(|bits| bits.0.get(number * WORDS..)) {
                both.loose
                    .iter_mut()
                    .zip(known)
                    .for_each(|(own, known)| *own &= known);
                both.kept = both.loose;
            }
            for term in &terms {
                both.apply(term, &stretch, now);
            }
            kept.extend_from_slice(&both.kept);
            loose.extend_from_slice(&both.loose);
        }
        self.over = table.without_patches();
        self.query = query.clone();
        self.loose = Some(Bits(loose));
        Bits(kept)
    }

    /// Returns the rows of `table`, including its delta, that match `query`.
    pub fn kept(&mut self, table: &DealTable, query: &Query, now: i64) -> Bits {
        let mut kept = self.pass(&table.without_patches(), query, now);
        let holds = |row: DealRow<'_>| query.matches(&Filtered { row, now });
        table.gone().for_each(|ix| kept.set(ix, false));
        // Word terms test the name only, so only rows with a changed name need a new test.
        if query
            .terms()
            .iter()
            .all(|term| matches!(term.kind, Kind::Word(_) | Kind::Phrase(_)))
        {
            let renamed = table.renamed().filter_map(|ix| table.row(ix));
            renamed.for_each(|row| kept.set(row.ix, holds(row)));
        } else {
            table.laid().for_each(|row| kept.set(row.ix, holds(row)));
        }
        kept
    }

    /// Returns the sums of the outstanding principal of some rows of `table`, by status code.
    pub(crate) fn principals(&mut self, table: &DealTable, kept: &Bits) -> &[Sum] {
        self.principals.of(table, KpiKey::CrdTotal, kept)
    }
}

/// Returns whether the superset of `before` contains every match of `query`.
fn narrower(query: &Query, before: &Query) -> bool {
    let mut terms = query.terms().iter();
    !before.is_empty()
        && before
            .terms()
            .iter()
            .all(|old| terms.next().is_some_and(|new| tighter(new, old)))
}

fn tighter(new: &Term, old: &Term) -> bool {
    if new.negated != old.negated {
        return false;
    }
    match (&new.kind, &old.kind) {
        // A longer negated word matches more rows, not fewer, so only plain terms qualify.
        (Kind::Word(longer) | Kind::Phrase(longer), Kind::Word(shorter) | Kind::Phrase(shorter))
            if !new.negated =>
        {
            longer.contains(shorter.as_str())
        }
        (kind, other) => kind == other,
    }
}

/// The remaining rows of a row group: the exact matches and the superset.
struct Both {
    kept: [u64; WORDS],
    loose: [u64; WORDS],
}

impl Both {
    /// Starts with all rows of a row group of that length.
    fn new(rows: usize) -> Self {
        let all = filled(rows);
        Self {
            kept: all,
            loose: all,
        }
    }

    fn apply(&mut self, term: &Ready<'_>, stretch: &Stretch<'_>, now: i64) {
        match term {
            Ready::Code(column, left) => {
                let column = column(stretch);
                self.only(|at| column.get(at).and_then(|code| left.get(*code as usize)) == Some(&true));
            }
            Ready::Figure(term, key) => self.figure(term, *key, stretch),
            Ready::Row(term) => self.only(|at| holds(term, stretch.row(at), now)),
            Ready::Timed(term) => each(&self.kept.clone(), |at| {
                if !holds(term, stretch.row(at), now) {
                    clear(&mut self.kept, at);
                }
            }),
            Ready::Word(finder, term) => self.word(finder, term, stretch),
        }
    }

    /// Removes the rows that fail the test.
    fn only(&mut self, holds: impl Fn(usize) -> bool) {
        each(&self.loose.clone(), |at| {
            if !holds(at) {
                clear(&mut self.loose, at);
                clear(&mut self.kept, at);
            }
        });
    }

    fn figure(&mut self, term: &Term, key: KpiKey, stretch: &Stretch<'_>) {
        let mut left = [0; WORDS];
        if term.matches(&Figure(None)) {
            left = self.loose;
            for (left, there) in left.iter_mut().zip(stretch.with_number(key)) {
                *left &= !there;
            }
        }
        stretch.each_number(key, &self.loose, |at, value| {
            left[at / 64] |= u64::from(term.matches(&Figure(Some(value)))) << (at % 64);
        });
        for (own, left) in self.loose.iter_mut().zip(left) {
            *own &= left;
        }
        for (own, left) in self.kept.iter_mut().zip(left) {
            *own &= left;
        }
    }

    /// Keeps the rows that contain a word or phrase; for a negated term, those that do not. Rows that contain a phrase
    /// inside longer words stay in the superset, because a longer phrase may match there.
    fn word(&mut self, finder: &Finder<'_>, term: &Term, stretch: &Stretch<'_>) {
        let mut left = holding(&self.loose, finder, stretch);
        let mut loose = left;
        if let Kind::Phrase(phrase) = &term.kind {
            each(&loose, |at| {
                if !stands(stretch.folded_at(at), phrase) {
                    clear(&mut left, at);
                }
            });
        }
        if term.negated {
            for word in &mut left {
                *word = !*word;
            }
            loose = left;
        }
        let narrow = |own: &mut [u64; WORDS], left: [u64; WORDS]| {
            own.iter_mut().zip(left).for_each(|(own, left)| *own &= left);
        };
        narrow(&mut self.loose, loose);
        narrow(&mut self.kept, left);
    }
}

fn holds(term: &Term, row: Option<DealRow<'_>>, now: i64) -> bool {
    row.is_some_and(|row| term.matches(&Filtered { row, now }))
}

fn clear(bits: &mut [u64; WORDS], at: usize) {
    bits[at / 64] &= !(1 << (at % 64));
}
