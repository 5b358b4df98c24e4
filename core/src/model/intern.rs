//! Interned texts: a column of a hundred thousand deals holds four bytes per cell, not a string.

use std::collections::HashMap;
use std::sync::Arc;

use foldhash::fast::RandomState;

/// The place of a text in its [`Interner`]. Only meaningful together with that interner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Code(u32);

impl Code {
    /// The code of the empty text, which every interner holds first: "the service gave none".
    pub const NONE: Self = Self(0);

    /// The code as an index into a table built with one entry per text.
    pub fn index(self) -> usize {
        self.0 as usize
    }

    /// The code with that number, as a column holds it.
    pub(crate) fn of(number: u32) -> Self {
        Self(number)
    }

    /// Its number.
    pub(crate) fn number(self) -> u32 {
        self.0
    }
}

/// A set of texts, each known by a small [`Code`].
#[derive(Clone, Debug, PartialEq)]
pub struct Interner {
    texts: Vec<Arc<str>>,
    codes: HashMap<Arc<str>, Code, RandomState>,
}

impl Default for Interner {
    fn default() -> Self {
        let none: Arc<str> = Arc::from("");
        Self {
            texts: vec![none.clone()],
            codes: std::iter::once((none, Code::NONE)).collect(),
        }
    }
}

impl Interner {
    /// The code of `text`, made if it is new.
    pub fn intern(&mut self, text: &str) -> Code {
        if text.is_empty() {
            return Code::NONE;
        }
        if let Some(code) = self.codes.get(text) {
            return *code;
        }
        let next = self.texts.len() as u32;
        let shared: Arc<str> = Arc::from(text);
        self.texts.push(shared.clone());
        self.codes.insert(shared, Code(next));
        Code(next)
    }

    /// The code of `text` if it is known.
    pub fn code(&self, text: &str) -> Option<Code> {
        self.codes.get(text).copied()
    }

    /// The text behind `code`; empty if the code is not of this interner.
    pub fn text(&self, code: Code) -> &str {
        self.texts.get(code.index()).map_or("", |text| text)
    }

    /// Every text with its code, in order of first sight. The empty text comes first.
    pub fn iter(&self) -> impl Iterator<Item = (Code, &str)> {
        self.texts
            .iter()
            .enumerate()
            .map(|(i, text)| (Code(i as u32), &**text))
    }

    /// How many texts there are, the empty one included.
    pub fn len(&self) -> usize {
        self.texts.len()
    }

    /// Whether there is no text but the empty one.
    pub fn is_empty(&self) -> bool {
        self.texts.len() <= 1
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_has_one_code_and_the_empty_text_is_none() {
        let mut interner = Interner::default();
        let ic = interner.intern("ic");
        assert_eq!(interner.intern("ic"), ic);
        assert_eq!(interner.text(ic), "ic");
        assert_eq!(interner.intern(""), Code::NONE);
        assert_eq!(interner.code("closing"), None);
        assert_eq!(interner.len(), 2);
    }
}
