//! The query language of filters. Every bare word has to be found in the name, accents and case put aside.

use rust_decimal::Decimal;

pub use crate::view::text::fold;
use crate::view::text::Words;

/// A filter, ready to be asked.
#[derive(Clone, Debug, Default)]
pub struct Query {
    words: Vec<String>,
}

/// Why a text is no filter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    key: &'static str,
    column: usize,
}

impl QueryError {
    /// What is wrong, in words.
    pub fn message(&self, words: &'static Words) -> String {
        words.get(self.key).into_owned()
    }

    /// The character at which it goes wrong, from 0.
    pub fn column(&self) -> usize {
        self.column
    }
}

/// What a filter asks of a row.
pub trait Row {
    /// Its name, folded.
    fn folded_text(&self) -> &str;
    /// Its status code.
    fn status(&self) -> &str;
    /// Its class code.
    fn class(&self) -> &str;
    /// Its owner, empty if none.
    fn owner(&self) -> &str;
    /// A number of it.
    fn number(&self, field: &str) -> Option<Decimal>;
    /// Whole days in its status.
    fn age_days(&self) -> Option<i64>;
}

impl Query {
    /// Reads a filter.
    ///
    /// # Errors
    /// What is wrong with the text, and where.
    pub fn parse(text: &str) -> Result<Self, QueryError> {
        Ok(Self { words: text.split_whitespace().map(fold).collect() })
    }

    /// Whether it lets everything through.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Whether it lets a row through.
    pub fn matches(&self, row: &impl Row) -> bool {
        self.words.iter().all(|word| row.folded_text().contains(word.as_str()))
    }
}
