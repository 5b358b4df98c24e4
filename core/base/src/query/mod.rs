//! Query language of filters, saved views, the palette and the command line.
//!
//! Example: `parc lyon statut:ic,closing -classe:bureaux responsable:"A. Martin" ltv>=65% age>15j`. All terms must be
//! true; `and`, `et` or `&&` between them is optional. `or`, `ou` or `||` joins alternatives and binds less, brackets
//! group, and `not`, `non` or a minus negates a term or a group. English names work too (`status`, `class`, `owner`, `15d`).
//! A term with a leading `-` must be false, so `-ltv>65%` includes deals without an LTV. Values are compared without
//! case and accents, numbers exactly. A word is a part of a name; in quotes it is exact. An unsupported operator is
//! rejected with a hint: read as letters it would select other deals than requested. Pure: a query does not access the
//! store, only a [`QueryRow`].

mod age;
pub mod change_test;
mod completion;
pub mod condition_text;
pub mod date_input;
mod error;
mod field;
mod field_kind;
mod fix;
mod fuzzy_match;
pub mod known_values;
mod letter_mask;
pub mod local_test;
mod operators;
mod parse;
mod query_data;
mod query_errors;
pub mod received_test;
pub mod reference;
mod stop_words;
mod suggest;
pub mod time_test;
mod value;

#[cfg(test)]
mod tests;

use crate::query::local_test::LocalTest;
use crate::vocabulary::{Band, BandLimits, Thresholds, band_within, kpi_checks};
use rust_decimal::Decimal;
use std::collections::BTreeSet;
use std::sync::Arc;

pub use crate::query::condition_text::{condition, quote_value};
pub use crate::query::known_values::KnownValues;
pub use age::{AgeClock, AgeDays, WorkingDays};
pub use completion::{Completions, field_label};
pub use error::QueryError;
pub use field::Op;
pub use field_kind::{FieldKind, FieldKinds};
pub use fix::replace_chars;
pub use fuzzy_match::{Needle, fuzzy_score, matches_at_word, word_boundary_matches};
pub use letter_mask::letter_mask;
pub use stop_words::{is_stop_word, significant_words};
pub use suggest::{Suggestions, display_condition};
pub use value::FieldMatch;

/// Identifiers of deals.
pub type DealIds = BTreeSet<Arc<str>>;

/// Data of one deal that a query reads.
///
/// Texts are borrowed, so that evaluation allocates nothing for ordinary rows.
pub trait QueryRow {
    /// Returns the folded text ([`fold`](crate::text::search_fold::fold)) that words are searched in.
    ///
    /// It is the name, followed by a line feed and texts that match only exactly, such as the identifier.
    fn folded_text(&self) -> &str;
    /// Returns the identifier.
    fn id(&self) -> &str;
    /// Returns the status code as sent.
    fn status(&self) -> &str;
    /// Returns the class code as sent; empty if absent.
    fn class(&self) -> &str;
    /// Returns the owner as sent; empty if absent.
    fn owner(&self) -> &str;
    /// Returns the exact value of a `kpi_snapshot` number, by its key.
    fn number(&self, field: &str) -> Option<Decimal>;
    /// Returns the whole days in the current status, as far as observed. Calendar days include weekends.
    fn age_days(&self, in_calendar_days: bool) -> Option<AgeDays>;
}

/// One condition of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// True if the condition must be false.
    pub negated: bool,
    /// The condition.
    pub kind: ConditionKind,
    /// Start of the term in the text, in characters.
    pub start: usize,
    /// End of the term in the text, in characters.
    pub end: usize,
}

/// Kind of a condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// Folded word: a part of the text.
    Word(String),
    /// Folded phrase from quotes: in the text at word boundaries.
    Phrase(String),
    /// One of these statuses.
    Status(Vec<FieldMatch>),
    /// One of these classes.
    Class(Vec<FieldMatch>),
    /// One of these owners.
    Owner(Vec<FieldMatch>),
    /// Comparison of a number with an exact value. A deal without the number does not match.
    Number {
        /// Key in `kpi_snapshot`.
        field: &'static str,
        /// The comparison.
        op: Op,
        /// Value in the service's unit: 65 % is 0.65.
        value: Decimal,
    },
    /// The number is absent.
    Missing {
        /// Key in `kpi_snapshot`.
        field: &'static str,
    },
    /// The number is in one of these bands. A deal without the number does not match.
    Banded {
        /// Key in `kpi_snapshot`.
        field: &'static str,
        /// The bands.
        bands: Vec<Band>,
        /// Thresholds of the bands; without them only the out-of-range band can match.
        limits: Option<BandLimits>,
    },
    /// Comparison of the days in the current status.
    Age {
        /// The comparison.
        op: Op,
        /// Whole days.
        days: i64,
        /// True for weeks and months, which count every day.
        in_calendar_days: bool,
    },
    /// The days in the current status are unknown.
    UnknownAge,
    /// A condition on data outside the table.
    Local {
        /// The condition.
        test: LocalTest,
        /// Identifiers of the deals that meet it.
        deals: Arc<DealIds>,
    },
    /// An arithmetic check of one of these metrics fails; without metrics, any check.
    Check {
        /// Keys in `kpi_snapshot`.
        metrics: Vec<&'static str>,
        /// Tolerances of the checks.
        thresholds: Arc<Thresholds>,
    },
    /// At least one of these queries matches.
    Any(Vec<Query>),
    /// Order of the deals: names of columns, each with whether it is descending. Every deal matches.
    Sort(Vec<(&'static str, bool)>),
    /// Largest number of deals shown. Every deal matches.
    Limit(usize),
}

impl From<LocalTest> for ConditionKind {
    fn from(test: LocalTest) -> Self {
        Self::Local { test, deals: Arc::default() }
    }
}

/// A parsed query. An empty query matches every deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    terms: Vec<Term>,
}

impl Query {
    /// Parses a query.
    ///
    /// # Errors
    /// The column of an invalid term, and the message with the reason.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        Ok(Self { terms: parse::parse_terms(text)? })
    }

    /// Parses the valid beginning of a query.
    ///
    /// Returns the terms before the first invalid one, their text, and the error. The result depends only on the text,
    /// and on the known kinds of received fields, so equal texts always give equal results.
    #[must_use]
    pub fn parse_prefix(text: &str, kinds: Option<&FieldKinds>) -> (Self, String, Option<QueryError>) {
        let (mut terms, wrong) = parse::parse_prefix(text, kinds);
        if wrong.is_none() {
            return (Self { terms }, text.to_owned(), None);
        }
        let text_of = |terms: &[Term]| -> String {
            text.chars().take(terms.iter().map(|term| term.end).max().unwrap_or_default()).collect()
        };
        // The name of a field before a separate colon is a word only there.
        while parse::parse_terms(&text_of(&terms)).is_err() {
            terms.pop();
        }
        let valid_text = text_of(&terms);
        (Self { terms }, valid_text, wrong)
    }

    /// Returns whether every deal matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// Returns the terms in the order written.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Returns whether a deal meets every term. Cheap terms are evaluated first, words last.
    #[must_use]
    pub fn matches(&self, row: &impl QueryRow) -> bool {
        let (words_last, words_first) = (true, false);
        [words_first, words_last].into_iter().all(|is_word_turn| {
            self.terms.iter().filter(|term| term.is_word() == is_word_turn).all(|term| term.matches(row))
        })
    }

    /// Returns the text of this query without one term, for a removed filter chip.
    ///
    /// `text` is the text that the query was parsed from.
    #[must_use]
    pub fn without(&self, text: &str, term: usize) -> String {
        let Some(removed) = self.terms.get(term) else {
            return text.to_owned();
        };
        let select_chars = |start: usize, end| text.chars().take(end).skip(start).collect::<String>();
        let (before, after) = (select_chars(0, removed.start), select_chars(removed.end, usize::MAX));
        let rest = format!("{} {}", before.trim_end(), after.trim_start()).trim().to_owned();
        let remaining = self.terms.len() - 1;
        if Self::parse(&rest).is_ok_and(|query| query.terms.len() == remaining) {
            return rest;
        }
        // If the removed term separated a number from a word, or a word joined two terms, rebuild the text.
        let other_terms = self.terms.iter().enumerate().filter(|(at, _)| *at != term);
        let other_terms: Vec<String> =
            other_terms.map(|(_, term)| select_chars(term.start, term.end)).collect();
        let joined = other_terms.join(" ");
        if Self::parse(&joined).is_ok_and(|query| query.terms.len() == remaining) {
            return joined;
        }
        other_terms.join(" && ")
    }

    /// Combines two queries: a deal must meet both. Term positions are then not valid for one text.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.terms.extend(other.terms);
        self
    }

    /// Replaces `responsable:moi` (`owner:me`) by the user's names.
    ///
    /// Without names, no deal matches it.
    #[must_use]
    pub fn with_user_names(mut self, names: &[&str]) -> Self {
        if names.is_empty() {
            return self;
        }
        self.for_each_condition(&mut |kind| {
            if let ConditionKind::Owner(values) = kind {
                let own_names: Vec<FieldMatch> = names.iter().map(|name| FieldMatch::exact(name)).collect();
                *values = values
                    .drain(..)
                    .flat_map(|value| if value.is_me() { own_names.clone() } else { vec![value] })
                    .collect();
            }
        });
        self
    }

    /// Replaces the default thresholds of bands by your organisation's.
    #[must_use]
    pub fn with_thresholds(mut self, thresholds: &Thresholds) -> Self {
        self.for_each_condition(&mut |kind| match kind {
            ConditionKind::Banded { field, limits, .. } => *limits = thresholds.limits(field).copied(),
            ConditionKind::Check { thresholds: used, .. } => *used = Arc::new(thresholds.clone()),
            _ => {}
        });
        self
    }

    /// Evaluates the conditions on data outside the table: `deals` returns the deals that meet one.
    #[must_use]
    pub fn with_local_deals(mut self, deals: impl Fn(&LocalTest) -> DealIds) -> Self {
        self.for_each_condition(&mut |kind| {
            if let ConditionKind::Local { test, deals: matching } = kind {
                *matching = Arc::new(deals(test));
            }
        });
        self
    }

    /// Returns the number with a band condition but without thresholds; no deal can match the condition.
    #[must_use]
    pub fn field_without_thresholds(&self) -> Option<&'static str> {
        self.all_terms().into_iter().find_map(|(term, _)| match term.kind {
            ConditionKind::Banded { field, limits: None, .. } => Some(field),
            _ => None,
        })
    }

    /// Returns whether the result depends on the time that deals have been in their status.
    #[must_use]
    pub fn depends_on_age(&self) -> bool {
        self.has_condition(|kind| matches!(kind, ConditionKind::Age { .. } | ConditionKind::UnknownAge))
    }

    /// Returns whether the query asks for the user's deals (`responsable:moi`) without known names.
    #[must_use]
    pub fn needs_user_names(&self) -> bool {
        self.has_condition(
            |kind| matches!(kind, ConditionKind::Owner(values) if values.iter().any(FieldMatch::is_me)),
        )
    }

    /// Returns the terms with those inside groups, each with whether it must be false.
    #[must_use]
    pub fn all_terms(&self) -> Vec<(&Term, bool)> {
        let mut all = Vec::new();
        for term in &self.terms {
            match &term.kind {
                ConditionKind::Any(queries) => {
                    let inner = queries.iter().flat_map(Self::all_terms);
                    all.extend(inner.map(|(inner, negated)| (inner, negated != term.negated)));
                }
                _ => all.push((term, term.negated)),
            }
        }
        all
    }

    fn has_condition(&self, test: impl Fn(&ConditionKind) -> bool) -> bool {
        self.all_terms().iter().any(|(term, _)| test(&term.kind))
    }

    fn for_each_condition(&mut self, change: &mut impl FnMut(&mut ConditionKind)) {
        for term in &mut self.terms {
            match &mut term.kind {
                ConditionKind::Any(queries) => {
                    for query in queries {
                        query.for_each_condition(change);
                    }
                }
                kind => change(kind),
            }
        }
    }
}

impl Term {
    /// Creates a term that must be true.
    fn new(kind: ConditionKind, start: usize, end: usize) -> Self {
        Self { negated: false, kind, start, end }
    }

    fn is_word(&self) -> bool {
        matches!(self.kind, ConditionKind::Word(_) | ConditionKind::Phrase(_))
    }

    /// Returns whether a status, class or owner as sent is one that the term requests.
    ///
    /// Negation is ignored. False for terms of another kind.
    #[must_use]
    pub fn matches_value(&self, text: &str) -> bool {
        match &self.kind {
            ConditionKind::Status(values) | ConditionKind::Class(values) => {
                values.iter().any(|value| value.is_code(text))
            }
            ConditionKind::Owner(values) => values.iter().any(|value| value.is_name(text)),
            _ => false,
        }
    }

    /// Returns whether a number meets a condition on one number. Other conditions take every number for absent.
    #[must_use]
    pub fn matches_number(&self, number: Option<Decimal>) -> bool {
        let is_match = match &self.kind {
            ConditionKind::Number { op, value, .. } => {
                number.is_some_and(|number| op.compare(&number, value))
            }
            ConditionKind::Banded { field, bands, limits } => {
                number.is_some_and(|number| bands.contains(&band_within(field, limits.as_ref(), number)))
            }
            _ => number.is_none(),
        };
        is_match != self.negated
    }

    /// Returns whether a deal meets the condition.
    #[must_use]
    pub fn matches(&self, row: &impl QueryRow) -> bool {
        let is_match = match &self.kind {
            ConditionKind::Word(word) => row.folded_text().contains(word.as_str()),
            ConditionKind::Phrase(phrase) => matches_at_word(row.folded_text(), phrase),
            ConditionKind::Status(_) => self.matches_value(row.status()),
            ConditionKind::Class(_) => self.matches_value(row.class()),
            ConditionKind::Owner(_) => self.matches_value(row.owner()),
            ConditionKind::Number { field, .. }
            | ConditionKind::Missing { field }
            | ConditionKind::Banded { field, .. } => return self.matches_number(row.number(field)),
            ConditionKind::Age { op, days, in_calendar_days } => {
                row.age_days(*in_calendar_days).is_some_and(|age| age.certainly_matches(*op, *days))
            }
            ConditionKind::UnknownAge => row.age_days(true).is_none(),
            ConditionKind::Local { deals, .. } => deals.contains(row.id()),
            ConditionKind::Check { metrics, thresholds } => {
                let mut failed = kpi_checks::failed_metrics(|key| row.number(key), thresholds);
                failed.any(|key| metrics.is_empty() || metrics.contains(&key))
            }
            ConditionKind::Any(queries) => queries.iter().any(|query| query.matches(row)),
            ConditionKind::Sort(_) | ConditionKind::Limit(_) => true,
        };
        is_match != self.negated
    }
}
