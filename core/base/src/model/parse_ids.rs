//! Extraction of identifiers from pasted text or files: mail, tables, JSON, URLs, lists.

mod encoding;
mod uuids;

use std::collections::HashSet;

use crate::contract::ids::{IdError, check_segment};
use crate::contract::record::Record;
use crate::model::resources::resource_kind::Family;
use uuids::{is_glued, joined, uuids};

/// Replacement for a line end in a single-line field.
pub const LINE_END: char = '↵';

/// Identifiers found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// Identifiers in order, without duplicates.
    pub ids: Vec<String>,
    /// Texts that cannot be identifiers of the resource kind, with the reason.
    pub unusable: Vec<(String, Unusable)>,
    /// Words around identifiers, as in a mail, without duplicates; ignored.
    pub passed_over: Vec<String>,
}

/// Reason why a text is not an identifier of the resource kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unusable {
    /// Not valid in a path.
    Malformed(IdError),
    /// Address of another record or page.
    OtherAddress,
    /// An ordinary word beside identifiers.
    Word,
}

/// Finds the identifiers of a resource kind's records in a text.
///
/// UUIDs, the contract's form, are found anywhere, also beside letters, except in addresses of other records. Other
/// forms are found only where they are unambiguous: alone on a line, in a list, in an `id` column, in JSON of the
/// command line, or in an address such as `…/notifications/ID`. Nothing is guessed: list items that are not
/// identifiers are returned as unusable.
pub fn pasted(family: Family, text: &str) -> Pasted {
    pasted_file(family, text.replace(LINE_END, "\n").as_bytes()).unwrap_or_default()
}

/// Finds the identifiers in a file, with the encodings of mail programs and spreadsheets.
///
/// Returns `None` for a file without text.
pub fn pasted_file(family: Family, bytes: &[u8]) -> Option<Pasted> {
    let mut reading = Reading::of(family);
    for text in encoding::texts(bytes)? {
        reading.text(&text);
    }
    let mut found = reading.found;
    // In a mail, the identifier may be in one part and a lone word in another.
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

/// Finds identifiers in typed input, which may have any form without another meaning.
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

/// Classification of a word.
enum Read {
    /// UUIDs of records of the resource kind.
    Ids(Vec<String>),
    /// Identifier of another form in an address of the resource kind.
    Addressed(String),
    /// Address of another record or page.
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

    /// Processes a word where an identifier is expected.
    fn given(&mut self, word: &str) {
        let word = bare(word);
        match read(self.family, word) {
            Read::Ids(ids) => ids.into_iter().for_each(|id| self.take(id)),
            Read::Addressed(id) => self.take(id),
            Read::Elsewhere => self.unusable(word, Unusable::OtherAddress),
            Read::Word if word.contains(char::is_whitespace) || is_glued(word) => {
                self.unusable(word, Unusable::Word);
            }
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
        // Several words on a line, one of them ordinary: this is prose, not a list.
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

/// Returns whether it is an ordinary word: letters without digits and slashes.
fn is_plain(word: &str) -> bool {
    word.contains(char::is_alphabetic) && !word.contains(|c: char| c == '/' || c.is_ascii_digit())
}

/// Returns the words of a line, without quote marks and list bullets.
fn words(line: &str) -> Vec<&str> {
    let words = line.trim_start_matches(['>', ' ', '\t']);
    let words = words.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'));
    let marks = |word: &&str| !word.is_empty() && !matches!(*word, "-" | "*" | "•" | "–");
    words.map(bare).filter(marks).collect()
}

/// Removes quotes, brackets, punctuation and the spreadsheet text wrapper (`="…"`) around a word.
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
    // `..` alone is not the end of a sentence.
    let ended = inner.trim_end_matches(|c: char| around(c) || matches!(c, '.' | ':' | '!' | '?'));
    if ended.is_empty() { inner } else { ended }
}

/// Returns whether a word has the form of an identifier other than a UUID.
///
/// It has a digit and is not a date, hour or amount. If `letters` is set, it must also have a letter.
fn has_form(word: &str, letters: bool) -> bool {
    let digits = word.bytes().any(|byte| byte.is_ascii_digit());
    let letter = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let whole = word.bytes().all(|byte| byte.is_ascii_digit());
    let marks = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':' | b'~');
    // A part of a UUID, or several joined ones; one with extra letters is not another form either.
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
    // The address may be nested in another one, as mail servers prefix their own.
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

/// Returns the segment after the resource kind's name in an address or a path.
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

/// Names of a column of identifiers.
const ID_COLUMNS: [&str; 6] = [
    "id",
    "uuid",
    "guid",
    "identifier",
    "identifiant",
    "notification_id",
];

/// Returns the identifiers of a table whose first line names their column.
fn from_table(text: &str) -> Option<Vec<String>> {
    let text = text.trim_start();
    // Some spreadsheets expect a first line with the separator.
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
