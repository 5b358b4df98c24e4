//! Values of text fields in queries.

use crate::text::search_fold::{fold, fold_cow, starts_with, word_starts_with};
use crate::text::{Lang, Messages};
use crate::vocabulary::{CodeEntry, CodeKind};

use super::fuzzy_match::matches_at_word;

/// One value of a text field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FieldMatch {
    /// `aucun`, `none`: the field is empty.
    Empty,
    /// A code of our dictionary.
    Code(&'static str),
    /// Folded text: the beginning of an unknown code, or of a word of an owner's name.
    Text(String),
    /// Folded text from quotes: a whole code, or whole words of an owner's name.
    Exact(String),
}

impl FieldMatch {
    pub(super) fn exact(text: &str) -> Self {
        Self::Exact(fold(text.trim()))
    }

    /// Parses an owner; in quotes it is always a name.
    pub(super) fn owner(text: &str, quoted: bool) -> Self {
        if quoted {
            return Self::exact(text);
        }
        let folded = fold(text.trim());
        if is_none_word(&folded) { Self::Empty } else { Self::Text(folded) }
    }

    /// Parses a code: the code itself, its name in either language, or a unique beginning of either.
    ///
    /// In quotes, only complete texts match. An unknown text stays a text, for codes that only the service knows.
    ///
    /// # Errors
    /// The possible codes, if it is the beginning of several.
    pub(super) fn code(text: &str, quoted: bool, kind: CodeKind) -> Result<Self, Vec<&'static str>> {
        let folded = fold(text.trim());
        if is_none_word(&folded) && !quoted {
            return Ok(Self::Empty);
        }
        let exact = kind.codes().iter().find(|code| code.code == folded);
        if let Some(code) =
            exact.or_else(|| kind.codes().iter().find(|code| code_names(code).any(|n| fold(&n) == folded)))
        {
            return Ok(Self::Code(code.code));
        }
        if quoted {
            return Ok(Self::Exact(folded));
        }
        // A match at the beginning of the whole name takes precedence over one inside it.
        for is_prefix in [starts_with as fn(&str, &str) -> bool, word_starts_with] {
            let matches: Vec<&'static str> = kind
                .codes()
                .iter()
                .filter(|code| {
                    code_names(code).any(|name| is_prefix(&name, &folded)) || is_prefix(code.code, &folded)
                })
                .map(|code| code.code)
                .collect();
            match matches.as_slice() {
                [] => {}
                [code] => return Ok(Self::Code(code)),
                _ => return Err(matches),
            }
        }
        Ok(Self::Text(folded))
    }

    /// Returns whether a code has this value.
    pub fn is_code(&self, code: &str) -> bool {
        match self {
            Self::Empty => code.is_empty(),
            Self::Code(own_code) => *own_code == code,
            Self::Text(text) => starts_with(code, text),
            Self::Exact(text) => fold_cow(code) == *text,
        }
    }

    /// Returns whether a name has this value.
    pub fn is_name(&self, name: &str) -> bool {
        match self {
            Self::Empty => name.is_empty(),
            Self::Code(code) => *code == name,
            // Without the user's names, "me" must not be the beginning of another name.
            Self::Text(text) => !name.is_empty() && !self.is_me() && word_starts_with(name, text),
            Self::Exact(text) => !name.is_empty() && matches_at_word(&fold_cow(name), text),
        }
    }

    pub(super) fn is_me(&self) -> bool {
        matches!(self, Self::Text(text) if matches!(text.as_str(), "moi" | "me"))
    }
}

/// Returns the word of a language for the user's own deals, for completion.
pub(super) fn me_word(lang: Lang) -> &'static str {
    lang.choose("moi", "me")
}

/// Returns the word of a language for an empty field, for completion.
pub(super) fn none_word(lang: Lang) -> &'static str {
    lang.choose("aucun", "none")
}

fn is_none_word(folded: &str) -> bool {
    matches!(fold_cow(folded).as_ref(), "aucun" | "aucune" | "sans" | "none" | "no" | "empty" | "vide")
}

fn code_names(code: &CodeEntry) -> impl Iterator<Item = std::borrow::Cow<'static, str>> {
    let keys = [code.label, code.short];
    Lang::ALL.into_iter().flat_map(move |lang| keys.map(|key| Messages::new(lang).get(key)))
}
