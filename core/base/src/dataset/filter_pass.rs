//! Filter evaluation over the confirmed rows, one bit per row, and the delta rows.
//!
//! The pass also keeps a superset of the matches. When the filter grows by a letter, only that superset is scanned.

use memchr::memmem::Finder;

use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealRow, DealTable, RowGroup};
use crate::query::{AgeClock, ConditionKind, Query, Term, matches_at_word};

use super::row_set::{RowSet, WORDS_PER_GROUP, first_rows};
use super::substring_scan::{for_each_bit, rows_containing};
use crate::dataset::query_row::FilterRow;

/// Cached result of the last pass.
#[derive(Clone, Debug, Default)]
pub struct FilterPass {
    /// Table of the last pass, without its delta.
    table: DealTable,
    query: Query,
    /// Superset of the rows that any narrower query can match.
    superset: Option<RowSet>,
}

/// A term prepared for a pass.
enum PreparedTerm<'a> {
    /// A test of a code column: true for each code that passes.
    Code(for<'b> fn(&RowGroup<'b>) -> &'b [u32], Vec<bool>),
    /// A word or phrase with its prepared finder, and the term.
    Word(Box<Finder<'a>>, &'a Term),
    /// A test of one number of the row.
    Number(&'a Term, KpiKey),
    /// A set of rows, of which a negated term wants the complement.
    Rows(RowSet, bool),
    /// A test that depends on the row alone.
    Row(&'a Term),
    /// A test that also depends on the time.
    Timed(&'a Term),
    /// Alternatives, each with its terms; true if they are negated.
    Any(Vec<Vec<Self>>, bool),
}

impl<'a> PreparedTerm<'a> {
    fn prepare(term: &'a Term, table: &DealTable) -> Self {
        let codes = |texts: &crate::model::intern::Interner| {
            texts.iter().map(|(_, text)| term.matches_value(text) != term.negated).collect()
        };
        match &term.kind {
            ConditionKind::Status(_) => Self::Code(|s| s.statuses(), codes(table.statuses())),
            ConditionKind::Class(_) => Self::Code(|s| s.classes(), codes(table.classes())),
            ConditionKind::Owner(_) => Self::Code(|s| s.owners(), codes(table.owners())),
            ConditionKind::Word(text) | ConditionKind::Phrase(text) => {
                Self::Word(Box::new(Finder::new(text)), term)
            }
            ConditionKind::Number { field, .. }
            | ConditionKind::Missing { field }
            | ConditionKind::Banded { field, .. } => {
                KpiKey::from_name(field).map_or(Self::Row(term), |key| Self::Number(term, key))
            }
            ConditionKind::Age { .. } | ConditionKind::UnknownAge => Self::Timed(term),
            ConditionKind::Check { .. } => Self::Row(term),
            ConditionKind::Local { deals, .. } => {
                let rows: Vec<_> = deals.iter().filter_map(|id| table.find(id)).collect();
                Self::Rows(RowSet::from_rows(&rows), term.negated)
            }
            ConditionKind::Sort(_) | ConditionKind::Limit(_) => Self::Any(vec![Vec::new()], false),
            ConditionKind::Any(queries) => {
                Self::Any(queries.iter().map(|query| Self::prepare_all(query, table)).collect(), term.negated)
            }
        }
    }

    /// Prepares the terms of a query, cheap ones first.
    fn prepare_all(query: &'a Query, table: &DealTable) -> Vec<Self> {
        let mut terms: Vec<Self> = query.terms().iter().map(|term| Self::prepare(term, table)).collect();
        terms.sort_by_key(Self::cost);
        terms
    }

    /// Returns the relative cost; cheap terms run first.
    fn cost(&self) -> u8 {
        match self {
            Self::Code(..) | Self::Rows(..) => 0,
            Self::Timed(_) => 1,
            Self::Number(..) | Self::Row(_) => 2,
            Self::Word(..) => 3,
            Self::Any(..) => 4,
        }
    }
}

impl FilterPass {
    /// Returns the confirmed rows of `table` that match `query`.
    pub(super) fn matching_confirmed(
        &mut self,
        table: &DealTable,
        query: &Query,
        clock: AgeClock<'_>,
    ) -> RowSet {
        let before = self.superset.take();
        let same = self.table.same_columns(table);
        let before = before.filter(|_| same && is_narrower(query, &self.query));
        let terms = PreparedTerm::prepare_all(query, table);
        let (mut exact, mut superset) = (Vec::new(), Vec::new());
        for (number, group) in table.row_groups().enumerate() {
            let mut matches = GroupMatches::new(group.len());
            if let Some(prior) = before.as_ref().and_then(|bits| bits.0.get(number * WORDS_PER_GROUP..)) {
                matches.superset.iter_mut().zip(prior).for_each(|(word, prior)| *word &= prior);
                matches.exact = matches.superset;
            }
            for term in &terms {
                matches.apply(term, &group, number, clock);
            }
            exact.extend_from_slice(&matches.exact);
            superset.extend_from_slice(&matches.superset);
        }
        self.table = table.without_delta();
        self.query = query.clone();
        self.superset = Some(RowSet(superset));
        RowSet(exact)
    }

    /// Returns the rows of `table`, including its delta, that match `query`.
    pub fn matching_rows(&mut self, table: &DealTable, query: &Query, clock: AgeClock<'_>) -> RowSet {
        let mut matches = self.matching_confirmed(&table.without_delta(), query, clock);
        let holds = |row: DealRow<'_>| query.matches(&FilterRow { row, clock });
        table.deleted_rows().for_each(|ix| matches.set(ix, false));
        // Word terms test the name only, so only rows with a changed name need a new test.
        if query
            .terms()
            .iter()
            .all(|term| matches!(term.kind, ConditionKind::Word(_) | ConditionKind::Phrase(_)))
        {
            let renamed = table.renamed_rows().filter_map(|ix| table.row(ix));
            renamed.for_each(|row| matches.set(row.ix, holds(row)));
        } else {
            table.delta_rows().for_each(|row| matches.set(row.ix, holds(row)));
        }
        matches
    }
}

/// Returns whether the superset of `before` contains every match of `query`.
fn is_narrower(query: &Query, before: &Query) -> bool {
    let mut terms = query.terms().iter();
    !before.is_empty()
        && before.terms().iter().all(|old| terms.next().is_some_and(|new| is_tighter(new, old)))
}

fn is_tighter(new: &Term, old: &Term) -> bool {
    if new.negated != old.negated {
        return false;
    }
    match (&new.kind, &old.kind) {
        // A longer negated word matches more rows, not fewer, so only plain terms qualify.
        (
            ConditionKind::Word(needle) | ConditionKind::Phrase(needle),
            ConditionKind::Word(shorter) | ConditionKind::Phrase(shorter),
        ) if !new.negated => needle.contains(shorter.as_str()),
        (kind, other) => kind == other,
    }
}

/// The remaining rows of a row group: the exact matches and the superset.
struct GroupMatches {
    exact: [u64; WORDS_PER_GROUP],
    superset: [u64; WORDS_PER_GROUP],
}

impl GroupMatches {
    /// Starts with all rows of a row group of that length.
    fn new(rows: usize) -> Self {
        let all = first_rows(rows);
        Self { exact: all, superset: all }
    }

    /// Removes the rows outside these.
    fn intersect(&mut self, superset: &[u64; WORDS_PER_GROUP], exact: &[u64; WORDS_PER_GROUP]) {
        self.superset.iter_mut().zip(superset).for_each(|(word, other)| *word &= other);
        self.exact.iter_mut().zip(exact).for_each(|(word, other)| *word &= other);
    }

    /// Applies a term to the row group of this number.
    fn apply(&mut self, term: &PreparedTerm<'_>, group: &RowGroup<'_>, number: usize, clock: AgeClock<'_>) {
        match term {
            PreparedTerm::Any(alternatives, negated) => {
                let mut any = Self::new(0);
                for terms in alternatives {
                    let mut own = Self { exact: self.exact, superset: self.superset };
                    for term in terms {
                        own.apply(term, group, number, clock);
                    }
                    any.exact.iter_mut().zip(own.exact).for_each(|(word, own)| *word |= own);
                    any.superset.iter_mut().zip(own.superset).for_each(|(word, own)| *word |= own);
                }
                if *negated {
                    // Rows in the superset may stop to match an alternative, so the superset stays.
                    self.exact.iter_mut().zip(any.exact).for_each(|(word, any)| *word &= !any);
                } else {
                    *self = any;
                }
            }
            PreparedTerm::Rows(rows, negated) => {
                let word = |at| rows.word(number * WORDS_PER_GROUP + at);
                let rows = std::array::from_fn(|at| if *negated { !word(at) } else { word(at) });
                self.intersect(&rows, &rows);
            }
            PreparedTerm::Code(column, allowed) => {
                let column = column(group);
                self.retain(|at| column.get(at).and_then(|code| allowed.get(*code as usize)) == Some(&true));
            }
            PreparedTerm::Number(term, key) => self.apply_number(term, *key, group),
            PreparedTerm::Row(term) => self.retain(|at| row_matches(term, group.row(at), clock)),
            PreparedTerm::Timed(term) => for_each_bit(&self.exact.clone(), |at| {
                if !row_matches(term, group.row(at), clock) {
                    clear_bit(&mut self.exact, at);
                }
            }),
            PreparedTerm::Word(finder, term) => self.apply_word(finder, term, group),
        }
    }

    /// Removes the rows that fail the test.
    fn retain(&mut self, predicate: impl Fn(usize) -> bool) {
        for_each_bit(&self.superset.clone(), |at| {
            if !predicate(at) {
                clear_bit(&mut self.superset, at);
                clear_bit(&mut self.exact, at);
            }
        });
    }

    fn apply_number(&mut self, term: &Term, key: KpiKey, group: &RowGroup<'_>) {
        let mut matching = [0; WORDS_PER_GROUP];
        if term.matches_number(None) {
            matching = self.superset;
            for (matching, present) in matching.iter_mut().zip(group.present_of(key)) {
                *matching &= !present;
            }
        }
        group.for_each_number(key, &self.superset, |at, value| {
            matching[at / 64] |= u64::from(term.matches_number(Some(value))) << (at % 64);
        });
        self.intersect(&matching, &matching);
    }

    /// Keeps the rows that contain a word or phrase; for a negated term, those that do not. Rows that contain a phrase
    /// inside longer words stay in the superset, because a longer phrase may match there.
    fn apply_word(&mut self, finder: &Finder<'_>, term: &Term, group: &RowGroup<'_>) {
        let mut matching = rows_containing(&self.superset, finder, group);
        let mut superset = matching;
        if let ConditionKind::Phrase(phrase) = &term.kind {
            for_each_bit(&superset, |at| {
                if !matches_at_word(group.folded_at(at), phrase) {
                    clear_bit(&mut matching, at);
                }
            });
        }
        if term.negated {
            matching = matching.map(|word| !word);
            superset = matching;
        }
        self.intersect(&superset, &matching);
    }
}

fn row_matches(term: &Term, row: Option<DealRow<'_>>, clock: AgeClock<'_>) -> bool {
    row.is_some_and(|row| term.matches(&FilterRow { row, clock }))
}

fn clear_bit(bits: &mut [u64; WORDS_PER_GROUP], at: usize) {
    bits[at / 64] &= !(1 << (at % 64));
}
