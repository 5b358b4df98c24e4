//! The one query language: filter lines, saved views, the palette and the command line all speak it.
//!
//! `parc lyon statut:ic,closing -classe:bureaux responsable:"A. Martin" ltv>=65% age>15j`: terms, all of which must
//! hold; `and`, `et`, `&&` between two of them say so. English names work too (`status`, `class`, `owner`, `15d`). A term
//! in front of which `-` stands must not hold, so `-ltv>65%` keeps deals without an LTV. Values are compared without case
//! and accents, numbers exactly. A word is a part of a name; in quotes it is exact. What looks like an operator that there
//! is not is refused with what would be right: read as letters it would leave other deals than were asked for.
//! Pure: a query knows nothing of the store; it asks a [`Row`].

mod age;
mod completion;
mod error;
mod field;
mod fuzzy_match;
mod letter_mask;
mod mistakes;
mod operators;
mod parse;
pub mod reference;
mod stop_words;
mod suggest;
mod value;

#[cfg(test)]
mod tests;

use rust_decimal::Decimal;

use crate::vocabulary::{Band, Bands, Limits, judged};

pub use age::AgeDays;
pub use completion::{Completions, Vocabulary, condition, field_label};
pub use error::QueryError;
pub use field::Op;
pub use fuzzy_match::{Needle, closeness, standing, stands};
pub use letter_mask::marks;
pub use stop_words::{is_small, telling};
pub use suggest::{Meant, spoken};
pub use value::Value;

/// What a query may ask of one deal. Text is borrowed from wherever it is kept: evaluating allocates nothing for
/// ordinary rows.
pub trait Row {
    /// What words are looked for in, folded ([`fold`](crate::text::search_fold::fold)): the name, and after a line feed what should be found only as
    /// it is written, such as the identifier.
    fn folded_text(&self) -> &str;
    /// The status code, as the service wrote it.
    fn status(&self) -> &str;
    /// The class code, as the service wrote it; empty where there is none.
    fn class(&self) -> &str;
    /// The owner, as the service wrote it; empty where there is none.
    fn owner(&self) -> &str;
    /// The exact value of a figure of `kpi_snapshot`, by its key.
    fn number(&self, field: &str) -> Option<Decimal>;
    /// Whole days in the current status, as far as they were observed.
    fn age_days(&self) -> Option<AgeDays>;
}

/// One condition of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// Whether the condition must not hold.
    pub negated: bool,
    /// The condition.
    pub kind: Kind,
    /// Where the term begins in the text, in characters.
    pub start: usize,
    /// Where the term ends in the text, in characters.
    pub end: usize,
}

/// What a term asks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A folded word: a part of the text.
    Word(String),
    /// A folded phrase that was in quotes: in the text between the ends of words.
    Phrase(String),
    /// One of these statuses.
    Status(Vec<Value>),
    /// One of these classes.
    Class(Vec<Value>),
    /// One of these owners.
    Owner(Vec<Value>),
    /// A figure compared with an exact number. A deal without the figure does not match.
    Number {
        /// The key inside `kpi_snapshot`.
        field: &'static str,
        /// The comparison.
        op: Op,
        /// In the service's unit: 65 % is 0.65.
        value: Decimal,
    },
    /// The figure is not communicated.
    Missing {
        /// The key inside `kpi_snapshot`.
        field: &'static str,
    },
    /// The figure stands in one of these bands. A deal without the figure does not match.
    Banded {
        /// The key inside `kpi_snapshot`.
        field: &'static str,
        /// The bands.
        bands: Vec<Band>,
        /// The limits they go by; without any the figure stands in none but out of its range.
        limits: Option<Limits>,
    },
    /// The days in the current status compared.
    Age {
        /// The comparison.
        op: Op,
        /// Whole days.
        days: i64,
    },
    /// The days in the current status are not known.
    Ageless,
}

/// A parsed query. The empty query matches every deal.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Query {
    terms: Vec<Term>,
}

impl Query {
    /// Reads a query.
    ///
    /// # Errors
    /// Where a term cannot be understood: its column, and the message that says why.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        Ok(Self {
            terms: parse::terms(text)?,
        })
    }

    /// Reads as much of a query as can be read: the terms before the first that can't, their text, and what is wrong
    /// with that one. It depends on the text alone, so that the same text always shows the same, however it came about.
    #[must_use]
    pub fn readable(text: &str) -> (Self, String, Option<QueryError>) {
        let (terms, wrong) = parse::readable(text);
        let kept = match (&wrong, terms.last()) {
            (None, _) => text.to_owned(),
            (Some(_), Some(last)) => text.chars().take(last.end).collect(),
            (Some(_), None) => String::new(),
        };
        (Self { terms }, kept, wrong)
    }

    /// Whether every deal matches.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.terms.is_empty()
    }

    /// The terms in the order they were written.
    #[must_use]
    pub fn terms(&self) -> &[Term] {
        &self.terms
    }

    /// Whether a deal meets every term. The cheap terms are asked first, the words last.
    #[must_use]
    pub fn matches(&self, row: &impl Row) -> bool {
        let (words, others) = (true, false);
        [others, words].into_iter().all(|turn| {
            self.terms
                .iter()
                .filter(|term| term.is_word() == turn)
                .all(|term| term.matches(row))
        })
    }

    /// The text of this query without one of its terms: what remains when a chip is closed. `text` is the text the
    /// query was parsed from.
    #[must_use]
    pub fn without(&self, text: &str, term: usize) -> String {
        let Some(gone) = self.terms.get(term) else {
            return text.to_owned();
        };
        let kept = |range: &dyn Fn(usize) -> bool| -> String {
            text.chars()
                .enumerate()
                .filter(|(at, _)| range(*at))
                .map(|(_, letter)| letter)
                .collect()
        };
        let before = kept(&|at| at < gone.start);
        let after = kept(&|at| at >= gone.end);
        let rest = format!("{} {}", before.trim_end(), after.trim_start())
            .trim()
            .to_owned();
        let left = self.terms.len() - 1;
        if Self::parse(&rest).is_ok_and(|query| query.terms.len() == left) {
            return rest;
        }
        // Where what stood between them kept a number and a word apart, or a word joined them, that is said anew.
        let others = self.terms.iter().enumerate().filter(|(at, _)| *at != term);
        let others: Vec<String> = others
            .map(|(_, own)| kept(&|at| (own.start..own.end).contains(&at)))
            .collect();
        let together = others.join(" ");
        if Self::parse(&together).is_ok_and(|query| query.terms.len() == left) {
            return together;
        }
        others.join(" && ")
    }

    /// This query and another: a deal must meet both. Where their terms begin is no longer told of one text.
    #[must_use]
    pub fn and(mut self, other: Self) -> Self {
        self.terms.extend(other.terms);
        self
    }

    /// The same query with `responsable:moi` (`owner:me`) standing for the names a person goes by. Without names
    /// the word stays what it is: the beginning of an owner's name.
    #[must_use]
    pub fn for_person(mut self, names: &[&str]) -> Self {
        if names.is_empty() {
            return self;
        }
        for term in &mut self.terms {
            if let Kind::Owner(values) = &mut term.kind {
                let mine: Vec<Value> = names.iter().map(|name| Value::exact(name)).collect();
                *values = values
                    .drain(..)
                    .flat_map(|value| if value.is_me() { mine.clone() } else { vec![value] })
                    .collect();
            }
        }
        self
    }

    /// The same query with the bands of a figure by the house's limits; those of a query as read are the usual ones.
    #[must_use]
    pub fn by_house(mut self, house: &Bands) -> Self {
        for term in &mut self.terms {
            if let Kind::Banded { field, limits, .. } = &mut term.kind {
                *limits = house.limits(field).copied();
            }
        }
        self
    }

    /// The figure that a band is asked of and that has no limits, so that no deal can stand in one.
    #[must_use]
    pub fn unlimited(&self) -> Option<&'static str> {
        self.terms.iter().find_map(|term| match term.kind {
            Kind::Banded {
                field, limits: None, ..
            } => Some(field),
            _ => None,
        })
    }

    /// Whether the answer depends on how long deals have stood in their status.
    #[must_use]
    pub fn asks_for_age(&self) -> bool {
        self.terms
            .iter()
            .any(|term| matches!(term.kind, Kind::Age { .. } | Kind::Ageless))
    }

    /// Whether it asks for the deals of the person (`responsable:moi`), whose names are not known.
    #[must_use]
    pub fn asks_for_person(&self) -> bool {
        self.terms
            .iter()
            .any(|term| matches!(&term.kind, Kind::Owner(values) if values.iter().any(Value::is_me)))
    }
}

impl Term {
    fn is_word(&self) -> bool {
        matches!(self.kind, Kind::Word(_) | Kind::Phrase(_))
    }

    /// Whether a status, class or owner as the service wrote it is one that the term asks for, before it is negated.
    /// `false` for terms that ask something else.
    #[must_use]
    pub fn holds_text(&self, text: &str) -> bool {
        match &self.kind {
            Kind::Status(values) | Kind::Class(values) => values.iter().any(|value| value.is_code(text)),
            Kind::Owner(values) => values.iter().any(|value| value.is_name(text)),
            Kind::Word(_)
            | Kind::Phrase(_)
            | Kind::Number { .. }
            | Kind::Missing { .. }
            | Kind::Banded { .. }
            | Kind::Age { .. }
            | Kind::Ageless => false,
        }
    }

    /// Whether a deal meets the condition.
    #[must_use]
    pub fn matches(&self, row: &impl Row) -> bool {
        let holds = match &self.kind {
            Kind::Word(word) => row.folded_text().contains(word.as_str()),
            Kind::Phrase(phrase) => stands(row.folded_text(), phrase),
            Kind::Status(_) => self.holds_text(row.status()),
            Kind::Class(_) => self.holds_text(row.class()),
            Kind::Owner(_) => self.holds_text(row.owner()),
            Kind::Number { field, op, value } => {
                row.number(field).is_some_and(|number| op.holds(&number, value))
            }
            Kind::Missing { field } => row.number(field).is_none(),
            Kind::Banded { field, bands, limits } => row
                .number(field)
                .is_some_and(|number| bands.contains(&judged(field, limits.as_ref(), number))),
            Kind::Age { op, days } => row.age_days().is_some_and(|age| age.holds(*op, *days)),
            Kind::Ageless => row.age_days().is_none(),
        };
        holds != self.negated
    }
}
