//! Error of a query, with its position.

use crate::text::{MessageArg, Messages};

/// An error in a query: position and message key. A language switch translates it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    pub(super) column: usize,
    pub(super) key: &'static str,
    args: Vec<(&'static str, String)>,
}

impl QueryError {
    pub(super) fn new(column: usize, key: &'static str) -> Self {
        Self { column, key, args: Vec::new() }
    }

    pub(super) fn with(mut self, name: &'static str, text: &str) -> Self {
        self.args.push((name, text.to_owned()));
        self
    }

    pub(super) fn arg(&self, name: &str) -> Option<&str> {
        self.args.iter().find(|(known, _)| *known == name).map(|(_, text)| text.as_str())
    }

    /// Returns whether a name before an operator is not a field.
    #[must_use]
    pub fn is_unknown_field(&self) -> bool {
        self.key == "query-unknown-field"
    }

    /// Returns the position of the error in characters, from zero.
    #[must_use]
    pub fn column(&self) -> usize {
        self.column
    }

    /// Returns the message without the position.
    #[must_use]
    pub fn message(&self, messages: &'static Messages) -> String {
        let args: Vec<(&str, MessageArg<'_>)> =
            self.args.iter().map(|(name, text)| (*name, text.into())).collect();
        messages.with(self.key, &args)
    }

    /// Returns the message with the column, counted from one, for the command line.
    #[must_use]
    pub fn message_with_column(&self, messages: &'static Messages) -> String {
        let args = [("column", MessageArg::from(self.column + 1)), ("error", self.message(messages).into())];
        messages.with("query-at-column", &args)
    }
}
