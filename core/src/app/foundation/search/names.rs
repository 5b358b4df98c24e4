//! What a thing of the palette is called: its name in each language, the other words for it, and the words that go with
//! it without naming it (`deal` with `Delete`, `mode` with `dark`). Folded once for the life of the process.

use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

use crate::query::closeness;
use crate::text::search_fold::word_starts_with;
use crate::text::{Lang, Words, fold};

/// From so many letters on a word may be the beginning of one among others, or one of several.
const TELLING: usize = 4;
/// From so many letters on a word may be written otherwise and still be told: four are spread over many a name (`tour`
/// over `Tout sélectionner`).
const SPELT: usize = 6;

/// What a thing is, which says what words go with all of its kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(in crate::app) enum Kind {
    Action,
    Look,
    /// A screen, or a part of one.
    Place,
    View,
}

impl Kind {
    /// The words that go with everything of this kind, by their key in the locales.
    fn about_key(self) -> Option<&'static str> {
        match self {
            Self::Action => None,
            Self::Look => Some("palette-about-looks"),
            Self::Place => Some("palette-about-places"),
            Self::View => Some("palette-about-views"),
        }
    }
}

/// What one thing is called, folded.
#[derive(Debug)]
pub(in crate::app) struct Called {
    named: Vec<(Lang, String)>,
    also: Vec<String>,
    about: String,
}

impl Called {
    /// What the locales call a thing.
    pub(in crate::app) fn by_key(key: &'static str, kind: Kind) -> Rc<Self> {
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

    /// What a person called a thing.
    pub(in crate::app) fn by_name(name: &str, kind: Kind) -> Self {
        let name = fold(name);
        Self {
            named: Lang::ALL.into_iter().map(|lang| (lang, name.clone())).collect(),
            also: Vec::new(),
            about: about(kind).collect::<Vec<_>>().join(" "),
        }
    }

    /// Its name in a language.
    pub(in crate::app) fn name(&self, lang: Lang) -> &str {
        let named = self.named.iter().find(|(one, _)| *one == lang);
        named.map_or("", |(_, name)| name)
    }

    /// Its names in the other languages: habits outlive a switch, and nobody knows which word was chosen here.
    pub(super) fn other_names(&self, lang: Lang) -> impl Iterator<Item = &str> {
        let others = self.named.iter().filter(move |(one, _)| *one != lang);
        others.map(|(_, name)| name.as_str())
    }

    /// Every phrase that is another word for its name in a language.
    pub(super) fn other_words(&self, lang: Lang) -> impl Iterator<Item = &str> {
        self.other_names(lang).chain(self.also.iter().map(String::as_str))
    }

    fn phrases(&self) -> impl Iterator<Item = &str> {
        let named = self.named.iter().map(|(_, name)| name.as_str());
        named.chain(self.also.iter().map(String::as_str))
    }

    /// Whether a word of what it is called begins with a typed one.
    pub(super) fn is_called(&self, word: &str) -> bool {
        self.phrases().any(|phrase| begins(phrase, word))
    }

    /// Whether a typed word is of what it is called, or goes with it.
    pub(in crate::app) fn takes(&self, word: &str) -> bool {
        self.is_called(word) || begins(&self.about, word)
    }

    /// Whether a word is certainly of what it is called: more than a few letters that begin one of its words, a whole word
    /// of it, or a word of its name written somewhat otherwise.
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

/// Whether a word of a text begins with a typed one; one of several is one of its kind.
pub(in crate::app) fn begins(text: &str, word: &str) -> bool {
    word_starts_with(text, word) || word_starts_with(text, single(word))
}

/// Whether two words are the same but for their number.
pub(in crate::app) fn same(one: &str, other: &str) -> bool {
    single(one) == single(other)
}

/// A word without the letter that makes it many, in either language.
fn single(word: &str) -> &str {
    let one = word
        .strip_suffix(['s', 'x'])
        .filter(|one| one.len() + 1 >= TELLING);
    one.unwrap_or(word)
}
