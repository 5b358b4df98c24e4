//! Search terms of palette entries: names in each language, synonyms and related words.
//!
//! Related words do not name the entry (`deal` with `Delete`, `mode` with `dark`). The terms are folded once and
//! cached.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::query::closeness;
use crate::text::search_fold::word_starts_with;
use crate::text::{Lang, Words, fold};

/// Minimum length of a word that can match as a beginning or as a plural.
const TELLING: usize = 4;
/// Minimum length of a word that can match when misspelt. Four letters match too many names (`tour` in `Tout
/// sélectionner`).
const SPELT: usize = 6;

/// Kind of a palette entry, which determines words related to all entries of that kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Kind {
    Action,
    Look,
    /// A screen, or a part of one.
    Place,
    View,
}

impl Kind {
    /// Returns the locale key of the words related to this kind.
    fn about_key(self) -> Option<&'static str> {
        match self {
            Self::Action => None,
            Self::Look => Some("palette-about-looks"),
            Self::Place => Some("palette-about-places"),
            Self::View => Some("palette-about-views"),
        }
    }
}

/// The folded search terms of one entry.
#[derive(Debug)]
pub(crate) struct Called {
    named: Vec<(Lang, String)>,
    also: Vec<String>,
    about: String,
}

impl Called {
    /// Returns the search terms of a locale key.
    pub(crate) fn by_key(key: &'static str, kind: Kind) -> Rc<Self> {
        thread_local! {
            static KNOWN: RefCell<HashMap<(&'static str, Kind), Rc<Called>>> = RefCell::default();
        }
        let known = KNOWN.with_borrow(|known| known.get(&(key, kind)).cloned());
        known.unwrap_or_else(|| {
            let name = |lang| (lang, fold(&Words::new(lang).get(key)));
            let part = |part| {
                let of = move |lang| Words::new(lang).part(key, part);
                Lang::ALL.into_iter().filter_map(of).map(|text| fold(&text))
            };
            let phrases = |text: String| text.split(", ").map(str::to_owned).collect::<Vec<_>>();
            let called = Rc::new(Self {
                named: Lang::ALL.into_iter().map(name).collect(),
                also: part("also").flat_map(phrases).collect(),
                about: part("about").chain(about(kind)).collect::<Vec<_>>().join(" "),
            });
            KNOWN.with_borrow_mut(|known| known.insert((key, kind), Rc::clone(&called)));
            called
        })
    }

    /// Returns the search terms of a name that the user chose.
    pub(crate) fn by_name(name: &str, kind: Kind) -> Self {
        let name = fold(name);
        Self {
            named: Lang::ALL.into_iter().map(|lang| (lang, name.clone())).collect(),
            also: Vec::new(),
            about: about(kind).collect::<Vec<_>>().join(" "),
        }
    }

    /// Returns its name in a language.
    pub(crate) fn name(&self, lang: Lang) -> &str {
        let named = self.named.iter().find(|(one, _)| *one == lang);
        named.map_or("", |(_, name)| name)
    }

    /// Returns its names in the other languages. Users may type a word of the language they used before.
    pub(super) fn other_names(&self, lang: Lang) -> impl Iterator<Item = &str> {
        let others = self.named.iter().filter(move |(one, _)| *one != lang);
        others.map(|(_, name)| name.as_str())
    }

    /// Returns its synonyms in a language, including its names in the other languages.
    pub(super) fn other_words(&self, lang: Lang) -> impl Iterator<Item = &str> {
        self.other_names(lang).chain(self.also.iter().map(String::as_str))
    }

    fn phrases(&self) -> impl Iterator<Item = &str> {
        let named = self.named.iter().map(|(_, name)| name.as_str());
        named.chain(self.also.iter().map(String::as_str))
    }

    /// Returns whether a word of its names or synonyms begins with the typed word.
    pub(super) fn is_called(&self, word: &str) -> bool {
        self.phrases().any(|phrase| begins(phrase, word))
    }

    /// Returns whether the typed word matches its names, synonyms or related words.
    pub(crate) fn takes(&self, word: &str) -> bool {
        self.is_called(word) || begins(&self.about, word)
    }

    /// Returns whether the typed word certainly means this entry. A long word must begin one of its words, or be a
    /// misspelling of its name. A short word must be one of its words.
    pub(super) fn is_surely_called(&self, word: &str) -> bool {
        let letters = word.chars().count();
        if letters < TELLING {
            let whole = |phrase: &str| {
                phrase
                    .split(|c: char| !c.is_alphanumeric())
                    .any(|one| one == word)
            };
            return self.phrases().any(whole);
        }
        let close = |(_, name): &(Lang, String)| closeness(name, word).is_some();
        self.is_called(word) || (letters >= SPELT && self.named.iter().any(close))
    }
}

fn about(kind: Kind) -> impl Iterator<Item = String> {
    let key = kind.about_key();
    let of = move |lang| Some(fold(&Words::new(lang).get(key?)));
    Lang::ALL.into_iter().filter_map(of)
}

/// Returns whether a word of a text begins with the typed word or its singular.
pub(crate) fn begins(text: &str, word: &str) -> bool {
    word_starts_with(text, word) || word_starts_with(text, single(word))
}

/// Returns whether two words differ only in number.
pub(crate) fn same(one: &str, other: &str) -> bool {
    single(one) == single(other)
}

/// Returns a word without its plural ending, in either language.
fn single(word: &str) -> &str {
    let one = word
        .strip_suffix(['s', 'x'])
        .filter(|one| one.len() + 1 >= TELLING);
    one.unwrap_or(word)
}
