//! Extraction of identifiers from pasted text or files: mail, tables, JSON, URLs, lists.

mod encoding;
mod uuids;

use std::collections::HashSet;

use crate::contract::ids::{IdError, check_segment};
use crate::contract::record::Record;
use crate::model::resources::resource_kind::ResourceKind;
use uuids::{has_adjoining_uuid, join_broken, uuids};

/// Replacement for a line end in a single-line field.
pub const LINE_END: char = '↵';

/// Identifiers found in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ParsedIds {
    /// Identifiers in order, without duplicates.
    pub ids: Vec<String>,
    /// Texts that cannot be identifiers of the resource kind, with the reason.
    pub rejected: Vec<(String, IdRejection)>,
    /// Words around identifiers, as in a mail, without duplicates; ignored.
    pub ignored: Vec<String>,
}

/// Reason why a text is not an identifier of the resource kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdRejection {
    /// Not valid in a path.
    Malformed(IdError),
    /// Address of another record or page.
    OtherAddress,
    /// An ordinary word beside identifiers.
    PlainWord,
}

/// Finds the identifiers of a resource kind's records in a text.
///
/// UUIDs, the contract's form, are found anywhere, also beside letters, except in addresses of other records. Other
/// forms are found only where they are unambiguous: alone on a line, in a list, in an `id` column, in JSON of the
/// command line, or in an address such as `…/notifications/ID`. Nothing is guessed: list items that are not
/// identifiers are returned as unusable.
pub fn parse_pasted(kind: ResourceKind, text: &str) -> ParsedIds {
    parse_file(kind, text.replace(LINE_END, "\n").as_bytes()).unwrap_or_default()
}

/// Finds the identifiers in a file, with the encodings of mail programs and spreadsheets.
///
/// Returns `None` for a file without text.
pub fn parse_file(kind: ResourceKind, bytes: &[u8]) -> Option<ParsedIds> {
    let mut reading = IdParser::new(kind);
    for text in encoding::text_parts(bytes)? {
        reading.read_text(&text);
    }
    let mut parsed = reading.parsed;
    // In a mail, the identifier may be in one part and a lone word in another.
    if !parsed.ids.is_empty() {
        let (words, rejected) = parsed
            .rejected
            .into_iter()
            .partition(|(word, reason)| *reason == IdRejection::PlainWord && is_plain(word));
        parsed.rejected = rejected;
        let words: Vec<(String, IdRejection)> = words;
        parsed.ignored.extend(words.into_iter().map(|(word, _)| word));
    }
    Some(parsed)
}

/// Finds identifiers in typed input, which may have any form without another meaning.
pub fn parse_typed(kind: ResourceKind, word: &str) -> ParsedIds {
    let parsed = parse_pasted(kind, word);
    let is_single_word =
        matches!(parsed.rejected.as_slice(), [(_, IdRejection::PlainWord)]) && parsed.ids.is_empty();
    if !is_single_word || word.contains(char::is_whitespace) {
        return parsed;
    }
    let mut reading = IdParser::new(kind);
    reading.read_word(word);
    reading.parsed
}

/// Classification of a word.
enum WordKind {
    /// UUIDs of records of the resource kind.
    Ids(Vec<String>),
    /// Identifier of another form in an address of the resource kind.
    IdInAddress(String),
    /// Address of another record or page.
    OtherAddress,
    /// Any other word.
    Word,
}

struct IdParser {
    kind: ResourceKind,
    parsed: ParsedIds,
    seen: HashSet<String>,
}

impl IdParser {
    fn new(kind: ResourceKind) -> Self {
        Self { kind, parsed: ParsedIds::default(), seen: HashSet::new() }
    }

    fn read_text(&mut self, text: &str) {
        let text = join_broken(text);
        match ids_from_json(&text).or_else(|| ids_from_table(&text)) {
            Some(ids) => ids.iter().for_each(|id| self.read_word(id)),
            None => self.read_lines(&text),
        }
    }

    /// Processes a word where an identifier is expected.
    fn read_word(&mut self, word: &str) {
        let word = strip_wrapping(word);
        match classify(self.kind, word) {
            WordKind::Ids(ids) => ids.into_iter().for_each(|id| self.add_id(id)),
            WordKind::IdInAddress(id) => self.add_id(id),
            WordKind::OtherAddress => self.reject(word, IdRejection::OtherAddress),
            WordKind::Word if word.contains(char::is_whitespace) || has_adjoining_uuid(word) => {
                self.reject(word, IdRejection::PlainWord);
            }
            WordKind::Word => match check_segment(word) {
                Ok(()) => self.add_id(word.to_owned()),
                Err(error) => self.reject(word, IdRejection::Malformed(error)),
            },
        }
    }

    fn read_lines(&mut self, text: &str) {
        let lines: Vec<Vec<(&str, WordKind)>> = text
            .lines()
            .map(|line| {
                let words = words(line).into_iter();
                words.map(|word| (word, classify(self.kind, word))).collect()
            })
            .collect();
        // Several words on a line, one of them ordinary: this is prose, not a list.
        let is_prose = lines.iter().any(|words| {
            words.len() > 1
                && words.iter().any(|(word, read)| matches!(read, WordKind::Word) && is_plain(word))
        });
        let any = lines.iter().flatten().any(|(_, read)| matches!(read, WordKind::Ids(_)));
        for words in lines {
            let is_single = words.len() == 1;
            let list = words.iter().all(|(word, read)| match read {
                WordKind::Word => looks_like_id(word, !is_single || any),
                WordKind::OtherAddress => false,
                WordKind::Ids(_) | WordKind::IdInAddress(_) => true,
            });
            for (word, read) in words {
                let other_forms =
                    if is_prose { is_single && !any && looks_like_id(word, true) } else { list || is_single };
                match read {
                    WordKind::Ids(ids) => ids.into_iter().for_each(|id| self.add_id(id)),
                    WordKind::IdInAddress(id) if !is_prose || is_single && !any => self.add_id(id),
                    WordKind::Word if other_forms && looks_like_id(word, any) => self.add_id(word.to_owned()),
                    _ if is_prose => {
                        if self.seen.insert(format!(" {word}")) {
                            self.parsed.ignored.push(word.to_owned());
                        }
                    }
                    WordKind::IdInAddress(_) | WordKind::OtherAddress => {
                        self.reject(word, IdRejection::OtherAddress);
                    }
                    WordKind::Word => match check_segment(word) {
                        Ok(()) => self.reject(word, IdRejection::PlainWord),
                        Err(error) => self.reject(word, IdRejection::Malformed(error)),
                    },
                }
            }
        }
    }

    fn add_id(&mut self, id: String) {
        if self.seen.insert(id.clone()) {
            self.parsed.ids.push(id);
        }
    }

    fn reject(&mut self, word: &str, reason: IdRejection) {
        self.parsed.rejected.push((word.to_owned(), reason));
    }
}

/// Returns whether it is an ordinary word: letters without digits and slashes.
fn is_plain(word: &str) -> bool {
    word.contains(char::is_alphabetic) && !word.contains(|c: char| c == '/' || c.is_ascii_digit())
}

/// Returns the words of a line, without quote marks and list bullets.
fn words(line: &str) -> Vec<&str> {
    let unquoted = line.trim_start_matches(['>', ' ', '\t']);
    let unquoted = unquoted.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '|'));
    let is_word = |word: &&str| !word.is_empty() && !matches!(*word, "-" | "*" | "•" | "–");
    unquoted.map(strip_wrapping).filter(is_word).collect()
}

/// Removes quotes, brackets, punctuation and the spreadsheet text wrapper (`="…"`) around a word.
fn strip_wrapping(word: &str) -> &str {
    const WRAPPING: [char; 17] =
        ['"', '\'', '<', '>', '(', ')', '[', ']', '{', '}', '«', '»', '“', '”', '‘', '’', '`'];
    let around = |c: char| WRAPPING.contains(&c) || c.is_whitespace();
    let word = word.trim();
    let word = word.strip_prefix('=').filter(|rest| rest.starts_with('"')).unwrap_or(word);
    let inner = word.trim_matches(around);
    // `..` alone is not the end of a sentence.
    let ended = inner.trim_end_matches(|c: char| around(c) || matches!(c, '.' | ':' | '!' | '?'));
    if ended.is_empty() { inner } else { ended }
}

/// Returns whether a word has the form of an identifier other than a UUID.
///
/// It has a digit and is not a date, hour or amount. If `allows_letters` is set, it must also have a letter.
fn looks_like_id(word: &str, allows_letters: bool) -> bool {
    let digits = word.bytes().any(|byte| byte.is_ascii_digit());
    let letter = word.bytes().any(|byte| byte.is_ascii_alphabetic());
    let is_all_digits = word.bytes().all(|byte| byte.is_ascii_digit());
    let is_id_byte =
        |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.' | b':' | b'~');
    // A part of a UUID, or several joined ones; one with extra letters is not another form either.
    let is_fragment = word.len() >= 12
        && word.contains('-')
        && word.bytes().all(|byte| byte == b'-' || byte.is_ascii_hexdigit());
    digits
        && (letter || is_all_digits && !allows_letters)
        && !is_fragment
        && !has_adjoining_uuid(word)
        && word.bytes().all(is_id_byte)
}

fn classify(kind: ResourceKind, word: &str) -> WordKind {
    let decoded = percent_encoding::percent_decode_str(word).decode_utf8_lossy();
    if !word.contains('/') && !decoded.contains('/') {
        let ids = uuids(&decoded);
        return if ids.is_empty() { WordKind::Word } else { WordKind::Ids(ids) };
    }
    // The address may be nested in another one, as mail servers prefix their own.
    if let Some(id) = id_in_address(kind, word).or_else(|| id_in_address(kind, &decoded)) {
        let first = uuids(&id).into_iter().next();
        return match first {
            Some(uuid) => WordKind::Ids(vec![uuid]),
            None => WordKind::IdInAddress(id),
        };
    }
    let other_names = ResourceKind::ALL.iter().copied().filter(|is_other| *is_other != kind);
    let other_names: Vec<&str> = other_names.flat_map(ResourceKind::segments).copied().collect();
    let is_other = |segment: &str| other_names.contains(&segment) || matches!(segment, "deals" | "users");
    let ids = uuids(&decoded);
    if ids.is_empty() || decoded.split('/').any(is_other) {
        WordKind::OtherAddress
    } else {
        WordKind::Ids(ids)
    }
}

/// Returns the segment after the resource kind's name in an address or a path.
fn id_in_address(kind: ResourceKind, text: &str) -> Option<String> {
    let mut segments = text.split('/').skip_while(|segment| !kind.segments().contains(segment));
    let end = ['?', '#', '&', '"', '\'', '<', '>', '(', ')', '[', ']', '{', '}'];
    let id = segments.nth(1)?.split(end).next()?;
    let id = strip_wrapping(id);
    if id.is_empty() || check_segment(id).is_err() {
        return None;
    }
    let id = percent_encoding::percent_decode_str(id).decode_utf8().ok()?;
    check_segment(&id).is_ok().then(|| id.into_owned())
}

fn ids_from_json(text: &str) -> Option<Vec<String>> {
    let text = text.trim();
    if text.starts_with('[') {
        let values: Vec<serde_json::Value> = serde_json::from_str(text).ok()?;
        return values.iter().map(id_of).collect();
    }
    if !text.starts_with('{') {
        return None;
    }
    if let Ok(record) = Record::parse(text) {
        return match record.array("items") {
            Some(items) => items.iter().map(|item| id_of(&serde_json::from_str(item.get()).ok()?)).collect(),
            None => Some(vec![record.text("id")?.into_owned()]),
        };
    }
    text.lines()
        .filter(|line| !line.trim().is_empty())
        .map(|line| Some(Record::parse(line).ok()?.text("id")?.into_owned()))
        .collect()
}

fn id_of(value: &serde_json::Value) -> Option<String> {
    value.as_str().or_else(|| value.get("id")?.as_str()).map(str::to_owned)
}

/// Names of a column of identifiers.
const ID_COLUMNS: [&str; 6] = ["id", "uuid", "guid", "identifier", "identifiant", "notification_id"];

/// Returns the identifiers of a table whose first line names their column.
fn ids_from_table(text: &str) -> Option<Vec<String>> {
    let text = text.trim_start();
    // Some spreadsheets expect a first line with the separator.
    let after_header = text.split_once('\n').filter(|(first, _)| first.starts_with("sep="));
    let text = after_header.map_or(text, |(_, rest)| rest);
    let header = text.lines().next()?;
    let separator = [b';', b'\t', b','].into_iter().find(|sep| header.as_bytes().contains(sep));
    let mut table = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator.unwrap_or(b','))
        .from_reader(text.as_bytes());
    let mut rows = table.records().map_while(Result::ok);
    let names: Vec<String> = rows.next()?.iter().map(|name| strip_wrapping(name).to_lowercase()).collect();
    let column =
        ID_COLUMNS.iter().find_map(|name| names.iter().position(|header_name| header_name == name))?;
    let cells = rows.filter_map(|row| row.get(column).map(str::to_owned));
    Some(cells.filter(|cell| !strip_wrapping(cell).is_empty()).collect())
}

#[cfg(test)]
mod tests;
