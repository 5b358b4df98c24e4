//! Why a query cannot be understood, and where.

use crate::view::text::{Arg, Lang, Words};

/// An error in a query: the place and the message. It holds facts, so that a switch of language rewords it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryError {
    /// The character at which the trouble begins, counted from zero.
    pub column: usize,
    /// The key of the message.
    pub key: &'static str,
    /// The arguments of the message.
    pub args: Vec<(&'static str, String)>,
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

    /// The message, without its place.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let args: Vec<(&str, Arg<'_>)> = self
            .args
            .iter()
            .map(|(name, text)| (*name, text.into()))
            .collect();
        Words::new(lang).with(self.key, &args)
    }

    /// The message with its column, counted from one as people do: for the command line.
    #[must_use]
    pub fn text_with_column(&self, lang: Lang) -> String {
        let args: [(&str, Arg<'_>); 2] = [
            ("column", (self.column + 1).into()),
            ("error", self.text(lang).into()),
        ];
        Words::new(lang).with("query-at-column", &args)
    }
}
