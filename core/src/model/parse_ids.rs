//! Identifiers out of what a person pastes or a file holds: mail, tables, JSON, addresses, lists.

mod encoding;
mod uuids;

use std::collections::HashSet;

use crate::contract::ids::{IdError, check_segment};
use crate::contract::record::Record;
use crate::model::resource_kind::Family;
use uuids::{is_glued, joined, uuids};

/// Stands for the end of a line where a text has to stand on one.
pub const LINE_END: char = '↵';

/// What a text gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// The identifiers, in order, each once.
    pub ids: Vec<String>,
    /// What cannot be an identifier of the family, and why.
    pub unusable: Vec<(String, Unusable)>,
    /// The words around identifiers, as of a mail, each once: no identifiers, and passed over.
    pub passed_over: Vec<String>,
}

/// Why a piece of text is no identifier of the family.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// It cannot stand in a path.
    Malformed(IdError),
    /// It is the address of something else.
    OtherAddress,
    /// It is a word like any other, beside identifiers.
    Word,
}

/// The identifiers of a family's records in a text. UUIDs, the contract's form, are taken wherever they stand, but for
/// those in the addresses of other records. Other forms are taken where nothing else can be meant: alone on a line or in a
/// list, in an `id` column, in JSON as the command line writes it, in an address such as `…/notifications/ID`. Nothing is
/// guessed: what stands in a list and does not read is given back.
pub fn pasted(family: Family, text: &str) -> Pasted {
    pasted_file(family, text.replace(LINE_END, "\n").as_bytes()).unwrap_or_default()
}

/// The same of a file, decoded as mail programs and spreadsheets encode them. `None` for a file that holds no text.
pub fn pasted_file(family: Family, bytes: &[u8]) -> Option<Pasted> {
    let mut reading = Reading::of(family);
    for text in encoding::texts(bytes)? {
        reading.text(&text);
    }
    let mut found = reading.found;
    // In a mail the identifier may stand in one part and a lone word in another.
    if !found.ids.is_empty() {
        let (words, unusable) = found
            .unusable
            .into_iter()
            .partition(|(word, why)| *why == Unusable::Word && is_plain(word));
        found.unusable = unusable;
        let words: Vec<(String, Unusable)> = words;
        found.passed_over.extend(words.into_iter().map(|(word, _)| word));
    }
    Some(found)
}

/// The same of what was typed as an identifier: of any form, if it reads as nothing else.
pub fn typed(family: Family, word: &str) -> Pasted {
    let found = pasted(family, word);
    let alone = matches!(found.unusable.as_slice(), [(_, Unusable::Word)]) && found.ids.is_empty();
    if !alone || word.contains(char::is_whitespace) {
        return found;
    }
    let mut reading = Reading::of(family);
    reading.given(word);
    reading.found
}

/// What a word is.
enum Read {
    /// UUIDs that name records of the family.
    Ids(Vec<String>),
    /// An identifier of another form in an address of the family.
    Addressed(String),
    /// The address of something else.
    Elsewhere,
    /// Any other word.
    Word,
}

struct Reading {
    family: Family,
    found: Pasted,
    seen: HashSet<String>,
}

impl Reading {
    fn of(family: Family) -> Self {
        Self {
            family,
            found: Pasted::default(),
            seen: HashSet::new(),
        }
    }

    fn text(&mut self, text: &str) {
        let text = joined(text);
        match from_json(&text).or_else(|| from_table(&text)) {
            Some(ids) => ids.iter().for_each(|id| self.given(id)),
            None => self.lines(&text),
        }
    }

    /// Takes what stands where identifiers are expected.
    fn given(&mut self, word: &str) {
        let word = bare(word);
        match read(self.family, word) {
            Read::Ids(ids) => ids.into_iter().for_each(|id| self.take(id)),
            Read::Addressed(id) => self.take(id),
            Read::Elsewhere => self.unusable(word, Unusable::OtherAddress),
            Read::Word if word.contains(char::is_whitespace) => self.unusable(word, Unusable::Word),
            Read::Word => match check_segment(word) {
                Ok(()) => self.take(word.to_owned()),
                Err(why) => self.unusable(word, Unusable::Malformed(why)),
            },
        }
    }

    fn lines(&mut self, text: &str) {
        let lines: Vec<Vec<(&str, Read)>> = text
            .lines()
            .map(|line| {
                let words = words(line).into_iter();
                words.map(|word| (word, read(self.family, word))).collect()
            })
            .collect();
        // Words beside each other, of which one is a word like any other: a mail, not a list.
        let prose = lines.iter().any(|words| {
            words.len() > 1
                && words
                    .iter()
                    .any(|(word, read)| matches!(read, Read::Word) && is_plain(word))
        });
        let any = lines
            .iter()
            .flatten()
            .any(|(_, read)| matches!(read, Read::Ids(_)));
        for words in lines {
            let alone = words.len() == 1;
            let list = words.iter().all(|(word, read)| match read {
                Read::Word => has_form(word, !alone || any),
                Read::Elsewhere => false,
                Read::Ids(_) | Read::Addressed(_) => true,
            });
            for (word, read) in words {
                let other_forms = if prose {
                    alone && !any && has_form(word, true)
                } else {
                    list || alone
                };
                match read {
                    Read::Ids(ids) => ids.into_iter().for_each(|id| self.take(id)),
                    Read::Addressed(id) if !prose || alone && !any => self.take(id),
                    Read::Word if other_forms && has_form(word, any) => self.take(word.to_owned()),
                    _ if prose => {
                        if self.seen.insert(format!(" {word}")) {
                            self.found.passed_over.push(word.to_owned());
                        }
                    }
                    Read::Addressed(_) | Read::Elsewhere => self.unusable(word, Unusable::OtherAddress),
                    Read::Word => match check_segment(word) {
                        Ok(()) => self.unusable(word, Unusable::Word),
                        Err(why) => self.unusable(word, Unusable::Malformed(why)),
                    },
                }
            }
        }
    }

    fn take(&mut self, id: String) {
        if self.seen.insert(id.clone()) {
            self.found.ids.push(id);
        }
    }

    fn unusable(&mut self, word: &str, why: Unusable) {
        self.found.unusable.push((word.to_owned(), why));
    }
}

/// Whether it is a word like any other: letters, and no digit and no slash.
fn is_plain(word: &str) -> bool {
    word.contains(char::is_alphabetic) && !word.contains(|c: char| c == '/' || c.is_ascii_digit())
}

/// The words of a line, without the marks of an answer quoted or of a list.
fn words(line: &str) -> Vec<&str> {
    let words = line.trim_start_matches(['>', ' ', '\t']);
    let words = words.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'));
    let marks = |word: &&str| !word.is_empty() && !matches!(*word, "-" | "*" | "•" | "–");
    words.map(bare).filter(marks).collect()
}

/// A word without what stands around it: quotes, brackets, the marks of a sentence, and what a spreadsheet writes around a
/// text that it is not to take for a number (`="…"`).
fn bare(word: &str) -> &str {
    const AROUND: [char; 17] = [
        '"', '\'', '<', '>', '(', ')', '[', ']', '{', '}', '«', '»', '“', '”', '‘', '’', '`',
    ];
    let around = |c: char| AROUND.contains(&c) || c.is_whitespace();
    let word = word.trim();
    let word = word
        .strip_prefix('=')
        .filter(|rest| rest.starts_with('"'))
        .unwrap_or(word);
    let inner = word.trim_matches(around);
    // `..` alone is no end of a sentence.
    let ended = inner.trim_end_matches(|c: char| around(c) || matches!(c, '.' | ':' | '!' | '?'));
    if ended.is_empty() { inner } else { ended }
}

/// Whether a word that is no UUID has the form of an identifier: it has a digit, and is no date, hour or amount. `letters`:
/// it is not all digits either.
fn has_form(word: &str, letters: bool) -> bool {
    let digits = word.bytes().any(|byte| byte.is_ascii_digit());
    let letter = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let whole = word.bytes().all(|byte| byte.is_ascii_digit());
    let marks = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':' | b'~');
    // A piece of a UUID, or more than one; one with letters too many is no other form either.
    let piece = word.len() >= 12
        && word.contains('-')
        && word.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
    digits && (letter || whole && !letters) && !piece && !is_glued(word) && word.bytes().all(marks)
}

fn read(family: Family, word: &str) -> Read {
    let decoded = percent_encoding::percent_decode_str(word).decode_utf8_lossy();
    if !word.contains('/') && !decoded.contains('/') {
        let ids = uuids(&decoded);
        return if ids.is_empty() {
            Read::Word
        } else {
            Read::Ids(ids)
        };
    }
    // An address may lie in another one, as those do that mail servers put before it.
    if let Some(id) = of_address(family, word).or_else(|| of_address(family, &decoded)) {
        let first = uuids(&id).into_iter().next();
        return match first {
            Some(uuid) => Read::Ids(vec![uuid]),
            None => Read::Addressed(id),
        };
    }
    let others = Family::ALL.into_iter().filter(|other| *other != family);
    let others: Vec<&str> = others.flat_map(Family::segments).copied().collect();
    let other = |segment: &str| others.contains(&segment) || matches!(segment, "deals" | "users");
    let ids = uuids(&decoded);
    if ids.is_empty() || decoded.split('/').any(other) {
        Read::Elsewhere
    } else {
        Read::Ids(ids)
    }
}

/// The segment after the family's word in an address or a path.
fn of_address(family: Family, text: &str) -> Option<String> {
    let mut segments = text
        .split('/')
        .skip_while(|segment| !family.segments().contains(segment));
    let end = ['?', '#', '&', '"', '\'', '<', '>', '(', ')', '[', ']', '{', '}'];
    let id = segments.nth(1)?.split(end).next()?;
    let id = bare(id);
    if id.is_empty() || check_segment(id).is_err() {
        return None;
    }
    let id = percent_encoding::percent_decode_str(id).decode_utf8().ok()?;
    check_segment(&id).is_ok().then(|| id.into_owned())
}

fn from_json(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    if text.starts_with('[') {
        let values: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
        return values.iter().map(id_of).collect();
    }
    if !text.starts_with('{') {
        return None;
    }
    if let Ok(one) = Record::parse(text) {
        return match one.array("items") {
            Some(items) => items
                .iter()
                .map(|item| id_of(&serde_json::from_str(item.get()).ok()?))
                .collect(),
            None => Some(vec![one.text("id")?.into_owned()]),
        };
    }
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| Some(Record::parse(line).ok()?.text("id")?.into_owned()))
        .collect()
}

fn id_of(value: &serde_json::Value) -> Option<String> {
    value
        .as_str()
        .or_else(|| value.get("id")?.as_str())
        .map(str::to_owned)
}

/// The names of a column of identifiers.
const ID_COLUMNS: [&str; 6] = [
    "id",
    "uuid",
    "guid",
    "identifier",
    "identifiant",
    "notification_id",
];

/// The identifiers of a table as a spreadsheet or a program writes it: its first line names their column.
fn from_table(text: &str) -> Option<Vec<String>> {
    let text = text.trim_start();
    // What some spreadsheets are told of the separator.
    let told = text
        .split_once('\n')
        .filter(|(first, _)| first.starts_with("sep="));
    let text = told.map_or(text, |(_, rest)| rest);
    let head = text.lines().next()?;
    let separator = [b';', b'\t', b',']
        .into_iter()
        .find(|mark| head.as_bytes().contains(mark));
    let mut table = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator.unwrap_or(b','))
        .from_reader(text.as_bytes());
    let mut rows = table.records().map_while(Result::ok);
    let names: Vec<String> = rows
        .next()?
        .iter()
        .map(|name| bare(name).to_lowercase())
        .collect();
    let column = ID_COLUMNS
        .iter()
        .find_map(|name| names.iter().position(|own| own == name))?;
    let cells = rows.filter_map(|row| row.get(column).map(str::to_owned));
    Some(cells.filter(|cell| !bare(cell).is_empty()).collect())
}

#[cfg(test)]
mod tests;
