//! Why a query cannot be understood, and where.

use crate::text::{Arg, Words};

/// An error in a query: the place and the message. It holds facts, so that a switch of language rewords it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    pub(super) column: usize,
    pub(super) key: &'static str,
    args: Vec<(&'static str, String)>,
}

impl QueryError {
    pub(super) fn new(column: usize, key: &'static str) -> Self {
        Self {
            column,
            key,
            args: Vec::new(),
        }
    }

    pub(super) fn with(mut self, name: &'static str, text: &str) -> Self {
        self.args.push((name, text.to_owned()));
        self
    }

    /// The character at which it goes wrong, counted from zero.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// What is wrong, without its place.
    #[must_use]
    pub fn message(&self, words: &'static Words) -> String {
        let args: Vec<(&str, Arg<'_>)> = self
            .args
            .iter()
            .map(|(name, text)| (*name, text.into()))
            .collect();
        words.with(self.key, &args)
    }

    /// What is wrong and at which column, counted from one as people do: for the command line.
    #[must_use]
    pub fn message_with_column(&self, words: &'static Words) -> String {
        let args = [
            ("column", Arg::from(self.column + 1)),
            ("error", self.message(words).into()),
        ];
        words.with("query-at-column", &args)
    }
}
