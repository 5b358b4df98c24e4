//! What could come next in a query that is being typed.

use super::field::Field;
use super::suggest::{self, Meant};
use super::{Query, value};
use crate::text::search_fold::{fold, word_starts_with};
use crate::text::{Lang, Words};
use crate::vocabulary::{self, Band, Family};

/// The values that the person's own data holds, for completion.
#[derive(Clone, Copy, Debug, Default)]
pub struct Vocabulary<'a> {
    /// Status codes seen.
    pub statuses: &'a [&'a str],
    /// Class codes seen.
    pub classes: &'a [&'a str],
    /// Owners seen.
    pub owners: &'a [&'a str],
}

/// What may stand in the place of the term under the cursor.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completions {
    /// Where the replaced part begins, in characters.
    pub start: usize,
    /// Where it ends.
    pub end: usize,
    /// What may stand there, likeliest first.
    pub items: Vec<String>,
    /// Whose codes they are, where they are codes.
    pub family: Option<Family>,
}

impl Completions {
    /// The code of an item, where it is a status or a class: of a name that we know its own.
    #[must_use]
    pub fn code<'a>(&self, lang: Lang, item: &'a str) -> Option<&'a str> {
        let family = self.family?;
        let name = fold(item.trim_matches('"'));
        let mut known = family.codes().iter().map(|code| code.code);
        known
            .find(|code| fold(&vocabulary::label(lang, family, code)) == name)
            .or(Some(item))
    }

    /// What else an item is called: the code of a name that is not its code in other letters, the name of a condition.
    #[must_use]
    pub fn label(&self, lang: Lang, item: &str) -> Option<String> {
        let Some(code) = self.code(lang, item) else {
            return suggest::called(lang, item);
        };
        (fold(item.trim_matches('"')) != fold(code).replace('_', " ")).then(|| code.to_owned())
    }
}

/// What a field is called whose name an item is, where the name alone does not tell it: `crd>` is the outstanding principal.
#[must_use]
pub fn field_label(lang: Lang, item: &str) -> Option<String> {
    let name = item.trim_start_matches('-').strip_suffix([':', '<', '>'])?;
    match Field::named(name)? {
        Field::Status => Some(Words::new(lang).get("field-status").into_owned()),
        Field::Class => Some(Words::new(lang).get("field-class").into_owned()),
        Field::Owner => Some(Words::new(lang).get("field-owner").into_owned()),
        Field::Age => Some(Words::new(lang).get("field-age").into_owned()),
        Field::Number(key, _) => Some(vocabulary::kpi_label(lang, key).into_owned()),
    }
}

/// The condition that a field holds a value; none, where the value is empty.
#[must_use]
pub fn condition(lang: Lang, name: &str, value: &str) -> String {
    let value = match value {
        "" => value::none(lang).to_owned(),
        value => quoted(&value.replace('"', "")),
    };
    format!("{name}:{value}")
}

impl Query {
    /// Where the word at `cursor` begins, in characters.
    #[must_use]
    pub fn word_start(text: &str, cursor: usize) -> usize {
        let letters: Vec<char> = text.chars().collect();
        word_start(&letters, cursor.min(letters.len()))
    }

    /// Completions of the word at `cursor` (in characters): names of fields first, then the values of the field; of a word
    /// that begins none the conditions that it may stand for. What is typed already is none.
    #[must_use]
    pub fn completions(text: &str, cursor: usize, vocabulary: &Vocabulary<'_>, lang: Lang) -> Completions {
        let letters: Vec<char> = text.chars().collect();
        let cursor = cursor.min(letters.len());
        let start = word_start(&letters, cursor);
        let typed: String = letters.get(start..cursor).unwrap_or_default().iter().collect();
        let (minus, body) = typed
            .strip_prefix('-')
            .map_or(("", typed.as_str()), |body| ("-", body));
        if let Some((name, begun)) = body.split_once(['<', '>']) {
            let begun = begun.trim_start_matches('=');
            return Completions {
                start: cursor - begun.chars().count(),
                end: cursor,
                items: limits(lang, name, begun),
                family: None,
            };
        }
        let Some((field, values)) = body.split_once(':') else {
            let folded = fold(body);
            let begun = |names: &'static [&'static str]| {
                names
                    .iter()
                    .copied()
                    .filter(|name| name.starts_with(&folded))
                    .collect::<Vec<_>>()
            };
            // The words of the language first; where it has none, those of the contract and of the other language, which
            // are understood as well.
            let mut names = begun(fields(lang));
            if names.is_empty() {
                names = begun(&CONTRACT);
            }
            if names.is_empty() {
                names = begun(fields(lang.other()));
            }
            // A word is looked for in names alone: what is called so otherwise is found by a condition.
            let called = Meant::by(lang, vocabulary, &folded).each(lang);
            let items = names
                .into_iter()
                .map(str::to_owned)
                .chain(called)
                .map(|item| format!("{minus}{item}"))
                .filter(|item| *item != typed)
                .collect();
            return Completions {
                start,
                end: cursor,
                items,
                family: None,
            };
        };
        let begun = values.rsplit(',').next().unwrap_or(values);
        let begun_folded = fold(begun.trim_start_matches('"'));
        let mut items = match fold(field).as_str() {
            "statut" | "status" => codes(lang, Family::DealStatus, vocabulary.statuses, &begun_folded),
            "classe" | "class" | "classe_actif" => {
                let classes = codes(lang, Family::AssetClass, vocabulary.classes, &begun_folded);
                with_words(&[value::none(lang)], classes, &begun_folded)
            }
            "responsable" | "resp" | "owner" => {
                let words = [value::me(lang), value::none(lang)];
                with_words(&words, owners(vocabulary.owners, &begun_folded), &begun_folded)
            }
            name => banded(lang, name, &begun_folded),
        };
        // What stands before a comma is not asked for twice.
        let bare = |value: &str| fold(value.trim_matches('"'));
        let taken: Vec<String> = values.rsplit(',').skip(1).map(bare).collect();
        items.retain(|item| item != begun && !taken.contains(&bare(item)));
        let family = match fold(field).as_str() {
            "statut" | "status" => Some(Family::DealStatus),
            "classe" | "class" | "classe_actif" => Some(Family::AssetClass),
            _ => None,
        };
        // By their names, as people say them; their codes are understood, too.
        if let Some(family) = family {
            items = items.into_iter().map(|item| named(lang, family, item)).collect();
            items.retain(|item| bare(item) != bare(begun) && !taken.contains(&bare(item)));
        }
        Completions {
            start: cursor - begun.chars().count(),
            end: cursor,
            items,
            family,
        }
    }
}

/// Where the word under the cursor begins; a space inside quotes does not end a word.
fn word_start(letters: &[char], cursor: usize) -> usize {
    let mut start = 0;
    let mut quoted = false;
    for (at, letter) in letters.iter().enumerate().take(cursor) {
        match letter {
            '"' => quoted = !quoted,
            _ if letter.is_whitespace() && !quoted => start = at + 1,
            _ => {}
        }
    }
    start
}

/// The fields of the contract that the filter asks for by their own names.
const CONTRACT: [&str; 3] = ["status:", "classe_actif:", "responsable:"];

fn fields(lang: Lang) -> &'static [&'static str] {
    match lang {
        Lang::Fr => &[
            "statut:",
            "classe:",
            "responsable:",
            "ltv>",
            "ltc>",
            "dscr<",
            "icr<",
            "age>",
            "crd>",
        ],
        Lang::En => &[
            "status:", "class:", "owner:", "ltv>", "ltc>", "dscr<", "icr<", "age>", "crd>",
        ],
    }
}

/// Round numbers that a figure is often compared with, so that one can be asked for without a keyboard.
fn limits(lang: Lang, name: &str, begun: &str) -> Vec<String> {
    let numbers: &[&str] = match Field::named(&fold(name)) {
        Some(Field::Age) => &["7", "14", "21", "28", "60", "90"],
        Some(Field::Number("ltv" | "ltc", _)) => &["60%", "65%", "70%", "75%", "80%"],
        Some(Field::Number("dscr" | "icr", _)) => &["1", "1.1", "1.2", "1.25", "1.5", "2"],
        Some(Field::Number("crd_total", _)) => &["1M", "5M", "10M", "25M", "50M"],
        _ => &[],
    };
    let written = numbers.iter().map(|text| match lang {
        Lang::Fr => text.replace('.', ","),
        Lang::En => (*text).to_owned(),
    });
    written
        .filter(|text| text.starts_with(begun) && text != begun)
        .collect()
}

fn codes(lang: Lang, family: Family, seen: &[&str], begun: &str) -> Vec<String> {
    let known = family.codes().iter().map(|code| code.code);
    let learned = seen
        .iter()
        .copied()
        .filter(|code| !code.is_empty() && family.find(code).is_none());
    let all: Vec<&str> = known.chain(learned).collect();
    let said = |code: &str| {
        [
            code.to_owned(),
            vocabulary::label(lang, family, code).into_owned(),
        ]
    };
    likeliest(all, begun, said)
}

/// A code that we know by its name; any other value as it is.
fn named(lang: Lang, family: Family, value: String) -> String {
    match family.find(&value) {
        Some(_) => quoted(&vocabulary::label(lang, family, &value)),
        None => value,
    }
}

/// The values of which a word begins as it was typed. `said` is what a value is known by.
fn likeliest<const N: usize>(
    values: Vec<&str>,
    begun: &str,
    said: impl Fn(&str) -> [String; N],
) -> Vec<String> {
    let starts = |value: &&str| said(value).iter().any(|text| word_starts_with(text, begun));
    values.into_iter().filter(starts).map(quoted).collect()
}

/// The words that stand for no value of their own, beside the values: before them while nothing is typed, for nobody would
/// guess them; after them once a letter says that a value is meant.
fn with_words(words: &[&str], values: Vec<String>, begun: &str) -> Vec<String> {
    let words = words.iter().filter(|word| word.starts_with(begun));
    let words = words.map(|word| (*word).to_owned());
    if begun.is_empty() {
        words.chain(values).collect()
    } else {
        values.into_iter().chain(words).collect()
    }
}

/// The bands of a figure that has limits, by the words on the screen, and the word for none.
fn banded(lang: Lang, name: &str, begun: &str) -> Vec<String> {
    let limited = Field::named(name).is_some_and(|field| match field {
        Field::Number(key, _) => vocabulary::may_be_limited(key),
        _ => false,
    });
    if !limited {
        return Vec::new();
    }
    let words = Words::new(lang);
    [Band::Alert, Band::Watch, Band::Ok]
        .into_iter()
        .map(|band| words.get(band.key()).into_owned())
        .chain(std::iter::once(value::none(lang).to_owned()))
        .filter(|word| word_starts_with(word, begun))
        .collect()
}

fn owners(seen: &[&str], begun: &str) -> Vec<String> {
    let named = seen.iter().copied().filter(|name| !name.is_empty());
    likeliest(named.collect(), begun, |name| [name.to_owned()])
}

/// A value as it must be written: in quotes where it holds what ends it or looks like an operator.
pub(super) fn quoted(value: &str) -> String {
    let plain = |letter: char| letter.is_alphanumeric() || matches!(letter, '.' | '_' | '-' | '\'' | '’');
    if value.chars().all(plain) || value.contains('"') {
        value.to_owned()
    } else {
        format!("\"{value}\"")
    }
}
