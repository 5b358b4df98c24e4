//! Interned texts: a column of a hundred thousand deals needs four bytes per cell.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;

/// Index of a text in its [`Interner`]; valid only for that interner.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct InternCode(u32);

impl InternCode {
    /// Code of the empty text, which means that the service sent none. Every interner contains it first.
    pub const NONE: Self = Self(0);

    /// Returns the code as an index into a table with one entry per text.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// Creates the code from its number in a column.
    pub(crate) fn from_number(number: u32) -> Self {
        Self(number)
    }

    /// Returns the number.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// Set of texts, each with a small [`InternCode`].
#[derive(Clone, Debug, PartialEq)]
pub struct Interner {
    texts: Vec<Arc<str>>,
    codes: HashMap<Arc<str>, InternCode, RandomState>,
}

impl Default for Interner {
    fn default() -> Self {
        let none: Arc<str> = Arc::from("");
        Self { texts: vec![none.clone()], codes: std::iter::once((none, InternCode::NONE)).collect() }
    }
}

impl Interner {
    /// Returns the code of `text`; adds the text if it is new.
    pub fn intern(&mut self, text: &str) -> InternCode {
        if text.is_empty() {
            return InternCode::NONE;
        }
        if let Some(code) = self.codes.get(text) {
            return *code;
        }
        let next = self.texts.len() as u32;
        let shared: Arc<str> = Arc::from(text);
        self.texts.push(shared.clone());
        let before = self.codes.insert(shared, InternCode(next));
        debug_assert!(before.is_none() && self.codes.len() == self.texts.len());
        InternCode(next)
    }

    /// Returns the code of `text` if it is known.
    pub fn code(&self, text: &str) -> Option<InternCode> {
        let code = self.codes.get(text).copied();
        debug_assert!(code.is_none_or(|code| self.text(code) == text));
        code
    }

    /// Returns the text of `code`; empty for an unknown code.
    pub fn text(&self, code: InternCode) -> &str {
        self.texts.get(code.index()).map_or("", |text| text)
    }

    /// Iterates over all texts with their codes, in insertion order. The empty text comes first.
    pub fn iter(&self) -> impl Iterator<Item = (InternCode, &str)> {
        self.texts.iter().enumerate().map(|(i, text)| (InternCode(i as u32), &**text))
    }

    /// Returns the number of texts, including the empty one.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Returns whether there is only the empty text.
    pub fn is_empty(&self) -> bool {
        self.texts.len() <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn interned_text_has_one_code_and_empty_has_none() {
        let mut interner = Interner::default();
        let ic = interner.intern("ic");
        assert_eq!(interner.intern("ic"), ic);
        assert_eq!(interner.text(ic), "ic");
        assert_eq!(interner.intern(""), InternCode::NONE);
        assert_eq!(interner.code("closing"), None);
        assert_eq!(interner.len(), 2);
    }
}
