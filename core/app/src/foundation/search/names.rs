//! Search terms of palette entries: names in each language, synonyms and related words.
//!
//! Related words do not name the entry (`deal` with `Delete`, `mode` with `dark`). The terms are folded once and
//! cached.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::query::fuzzy_score;
use crate::text::search_fold::word_starts_with;
use crate::text::{Lang, Messages, fold};

/// Minimum length of a word that can match as a beginning or as a plural.
const MIN_PREFIX_LEN: usize = 4;
/// Minimum length of a word that can match when misspelt. Four letters match too many names (`tour` in `Tout
/// sélectionner`).
const MIN_TYPO_LEN: usize = 6;

/// Kind of a palette entry, which determines words related to all entries of that kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum TermKind {
    Action,
    Theme,
    /// A screen, or a part of one.
    Screen,
    View,
}

impl TermKind {
    /// Returns the locale key of the words related to this kind.
    fn related_key(self) -> Option<&'static str> {
        match self {
            Self::Action => None,
            Self::Theme => Some("palette-about-looks"),
            Self::Screen => Some("palette-about-places"),
            Self::View => Some("palette-about-views"),
        }
    }
}

/// The folded search terms of one entry.
#[derive(Debug)]
pub(crate) struct SearchTerms {
    names: Vec<(Lang, String)>,
    synonyms: Vec<String>,
    related: String,
}

impl SearchTerms {
    /// Returns the search terms of a locale key.
    pub(crate) fn from_key(key: &'static str, kind: TermKind) -> Rc<Self> {
        thread_local! {
            static KNOWN: RefCell<HashMap<(&'static str, TermKind), Rc<SearchTerms>>> = RefCell::default();
        }
        let cached = KNOWN.with_borrow(|cached| cached.get(&(key, kind)).cloned());
        cached.unwrap_or_else(|| {
            let name = |lang| (lang, fold(&Messages::new(lang).get(key)));
            let attribute = |attribute| {
                let text_in = move |lang| Messages::new(lang).attribute(key, attribute);
                Lang::ALL.into_iter().filter_map(text_in).map(|text| fold(&text))
            };
            let phrases = |text: String| text.split(", ").map(str::to_owned).collect::<Vec<_>>();
            let terms = Rc::new(Self {
                names: Lang::ALL.into_iter().map(name).collect(),
                synonyms: attribute("also").flat_map(phrases).collect(),
                related: attribute("about").chain(related_words(kind)).collect::<Vec<_>>().join(" "),
            });
            KNOWN.with_borrow_mut(|cached| cached.insert((key, kind), Rc::clone(&terms)));
            terms
        })
    }

    /// Returns the search terms of a name that the user chose.
    pub(crate) fn from_name(name: &str, kind: TermKind) -> Self {
        let name = fold(name);
        Self {
            names: Lang::ALL.into_iter().map(|lang| (lang, name.clone())).collect(),
            synonyms: Vec::new(),
            related: related_words(kind).collect::<Vec<_>>().join(" "),
        }
    }

    /// Returns the search terms of a name in each language, with synonyms.
    pub(crate) fn from_names(name: impl Fn(Lang) -> String, synonyms: impl Iterator<Item = String>) -> Self {
        Self {
            names: Lang::ALL.into_iter().map(|lang| (lang, fold(&name(lang)))).collect(),
            synonyms: synonyms.map(|text| fold(&text)).collect(),
            related: String::new(),
        }
    }

    /// Returns its name in a language.
    pub(crate) fn name(&self, lang: Lang) -> &str {
        let entry = self.names.iter().find(|(language, _)| *language == lang);
        entry.map_or("", |(_, name)| name)
    }

    /// Returns its names in the other languages. Users may type a word of the language they used before.
    pub(super) fn other_names(&self, lang: Lang) -> impl Iterator<Item = &str> {
        let others = self.names.iter().filter(move |(language, _)| *language != lang);
        others.map(|(_, name)| name.as_str())
    }

    /// Returns its synonyms in a language, including its names in the other languages.
    pub(super) fn all_synonyms(&self, lang: Lang) -> impl Iterator<Item = &str> {
        self.other_names(lang).chain(self.synonyms.iter().map(String::as_str))
    }

    fn phrases(&self) -> impl Iterator<Item = &str> {
        let names = self.names.iter().map(|(_, name)| name.as_str());
        names.chain(self.synonyms.iter().map(String::as_str))
    }

    /// Returns whether a word of its names or synonyms begins with the typed word.
    pub(super) fn matches_name(&self, word: &str) -> bool {
        self.phrases().any(|phrase| has_word_prefix(phrase, word))
    }

    /// Returns whether the typed word matches its names, synonyms or related words.
    pub(crate) fn matches(&self, word: &str) -> bool {
        self.matches_name(word) || has_word_prefix(&self.related, word)
    }

    /// Returns whether the typed word certainly means this entry. A long word must begin one of its words, or be a
    /// misspelling of its name. A short word must be one of its words.
    pub(super) fn matches_surely(&self, word: &str) -> bool {
        let letters = word.chars().count();
        if letters < MIN_PREFIX_LEN {
            let has_word =
                |phrase: &str| phrase.split(|c: char| !c.is_alphanumeric()).any(|part| part == word);
            return self.phrases().any(has_word);
        }
        let is_close = |(_, name): &(Lang, String)| fuzzy_score(name, word).is_some();
        self.matches_name(word) || (letters >= MIN_TYPO_LEN && self.names.iter().any(is_close))
    }
}

fn related_words(kind: TermKind) -> impl Iterator<Item = String> {
    let key = kind.related_key();
    let text_in = move |lang| Some(fold(&Messages::new(lang).get(key?)));
    Lang::ALL.into_iter().filter_map(text_in)
}

/// Returns whether a word of a text begins with the typed word or its singular.
pub(crate) fn has_word_prefix(text: &str, word: &str) -> bool {
    word_starts_with(text, word) || word_starts_with(text, singular(word))
}

/// Returns whether two words differ only in number.
pub(crate) fn same_word(a: &str, b: &str) -> bool {
    singular(a) == singular(b)
}

/// Returns a word without its plural ending, in either language.
fn singular(word: &str) -> &str {
    let stem = word.strip_suffix(['s', 'x']).filter(|stem| stem.len() + 1 >= MIN_PREFIX_LEN);
    stem.unwrap_or(word)
}
