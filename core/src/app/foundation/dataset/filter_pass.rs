//! A filter over the confirmed rows: a pass over columns that leaves one bit a row, and beside it what lies over them. What passes is remembered loosely,
//! so that a filter that grew by a letter looks only at what the shorter one left.

use memchr::memmem::Finder;
use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;
use crate::engine::{DealRow, DealTable, Stretch, Sum};
use crate::query::{AgeDays, Kind, Query, Row, Term, stands};

use super::bitset::{Bits, WORDS, filled};
use crate::app::foundation::dataset::query_row::Filtered;
use super::status_sums::StatusSums;
use super::substring_scan::{each, holding};

/// What the last pass left, for the next one.
#[derive(Clone, Debug, Default)]
pub(in crate::app) struct Sieve {
    /// The columns it was made over.
    over: DealTable,
    query: Query,
    /// The rows that any query narrower than this one can leave, and some more.
    loose: Option<Bits>,
    /// The outstanding principal of what was left, by status.
    principals: StatusSums,
}

/// A row of which a term asks one figure alone.
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

/// A term made ready for a pass.
enum Ready<'a> {
    /// By the code of a column: whether each code is left.
    Code(for<'b> fn(&Stretch<'b>) -> &'b [u32], Vec<bool>),
    /// A word or phrase, made ready to be found, and the term.
    Word(Box<Finder<'a>>, &'a Term),
    /// A figure of the row.
    Figure(&'a Term, KpiKey),
    /// What depends on the row alone.
    Row(&'a Term),
    /// What depends on the time too.
    Timed(&'a Term),
}

impl<'a> Ready<'a> {
    fn of(term: &'a Term, table: &DealTable) -> Self {
        let codes = |texts: &crate::engine::Interner| {
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

    /// Cheap terms go first.
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
    /// The confirmed rows of `table` that `query` leaves. `now` is in Unix seconds.
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

    /// The rows of `table`, with what lies over it, that `query` leaves.
    pub(in crate::app) fn kept(&mut self, table: &DealTable, query: &Query, now: i64) -> Bits {
        let mut kept = self.pass(&table.without_patches(), query, now);
        let holds = |row: DealRow<'_>| query.matches(&Filtered { row, now });
        table.gone().for_each(|ix| kept.set(ix, false));
        // Words ask for the name alone, which few of the rows that lie over the columns have another of.
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

    /// What the outstanding principals of some rows of `table` add up to, by the code of their status.
    pub(in crate::app) fn principals(&mut self, table: &DealTable, kept: &Bits) -> &[Sum] {
        self.principals.of(table, KpiKey::CrdTotal, kept)
    }
}

/// Whether whatever `query` leaves, `before` left too, loosely.
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
        // A row without the shorter word may hold neither or only that one: it grows the other way round.
        (Kind::Word(longer) | Kind::Phrase(longer), Kind::Word(shorter) | Kind::Phrase(shorter))
            if !new.negated =>
        {
            longer.contains(shorter.as_str())
        }
        (kind, other) => kind == other,
    }
}

/// What is left of a stretch: exactly, and loosely.
struct Both {
    kept: [u64; WORDS],
    loose: [u64; WORDS],
}

impl Both {
    /// All rows of a stretch of that length.
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

    /// Takes out what does not hold.
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

    /// Keeps the rows that have a word or phrase, or have it not. Of a phrase, rows that hold its letters inside longer words
    /// are kept loosely: a phrase of more words may be there.
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
