//! Identifiers out of whatever a person pastes or a file holds: bare ones, addresses, CSV, JSON.

use super::Family;
use crate::contract::ids::{IdError, check_segment};
use crate::contract::record::Record;

/// Stands for the end of a line where a text has to stand on one.
pub const LINE_END: char = '↵';

/// What a text gave.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Pasted {
    /// The identifiers, in order, each once.
    pub ids: Vec<String>,
    /// What cannot be an identifier of the family, and why.
    pub unusable: Vec<(String, Unusable)>,
    /// The words around identifiers, as of a mail: no identifiers, and passed over.
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

/// The identifiers of a family's records in a text. Understood are: addresses such as `https://…/notifications/ID`;
/// identifiers in the contract's form (UUID), wherever they stand, in a mail for instance, whose other words are left
/// alone; a list of identifiers of any form, apart by line ends, commas and semicolons; CSV with an `id` column; JSON as
/// the command line writes it (one object, an array, or one object a line). Nothing is guessed: what stands in a list
/// and does not read is given back.
pub fn pasted(family: Family, text: &str) -> Pasted {
    let mut found = Pasted::default();
    let text = text.trim_start_matches('\u{feff}').replace(LINE_END, "\n");
    let text = text.as_str();
    if let Some(ids) = from_json(text).or_else(|| from_csv(text)) {
        for id in ids {
            found.add(family, &id);
        }
    } else {
        let bare = |word: &str| -> String {
            let quotes = ['"', '\'', '<', '>', '(', ')', '[', ']', '«', '»', '“', '”'];
            let word = word.trim_matches(quotes);
            // A sentence ends after an identifier as after any word; `..` alone is no sentence.
            let ended = word.trim_end_matches(['.', ':', '!', '?']);
            let word = if is_ours(family, ended) { ended } else { word };
            word.to_owned()
        };
        let pieces: Vec<Vec<String>> = text
            .split(['\n', '\r', ',', ';'])
            .map(|piece| {
                piece
                    .split_whitespace()
                    .map(bare)
                    .filter(|word| !word.is_empty())
                    .collect()
            })
            .collect();
        let plain = |word: &String| {
            !is_ours(family, word) && !word.contains('/') && !word.chars().any(|c| c.is_ascii_digit())
        };
        // Words beside each other, of which one is a word like any other: a mail, not a list.
        let sentences = pieces
            .iter()
            .any(|words: &Vec<String>| words.len() > 1 && words.iter().any(plain));
        let ours = pieces.iter().flatten().any(|word| is_ours(family, word));
        for word in pieces.iter().flatten() {
            if is_ours(family, word) || !(sentences || ours && plain(word)) {
                found.add(family, word);
            } else if !sentences {
                found.unusable.push((word.clone(), Unusable::Word));
            } else {
                found.passed_over.push(word.clone());
            }
        }
    }
    found
}

/// Whether a word can be nothing but an identifier of the family: a UUID, or the address of one of its records.
fn is_ours(family: Family, word: &str) -> bool {
    if word.contains('/') {
        return of_address(family, word).is_some();
    }
    let groups: Vec<&str> = word.split('-').collect();
    groups.iter().map(|group| group.len()).eq([8, 4, 4, 4, 12])
        && groups
            .iter()
            .all(|group| group.bytes().all(|byte| byte.is_ascii_hexdigit()))
}

impl Pasted {
    fn add(&mut self, family: Family, word: &str) {
        let id = if word.contains('/') {
            match of_address(family, word) {
                Some(id) => id,
                None => return self.unusable.push((word.to_owned(), Unusable::OtherAddress)),
            }
        } else {
            word.to_owned()
        };
        match check_segment(&id) {
            Ok(()) if self.ids.contains(&id) => {}
            Ok(()) => self.ids.push(id),
            Err(why) => self.unusable.push((word.to_owned(), Unusable::Malformed(why))),
        }
    }
}

/// The segment after the family's word in an address or a path.
fn of_address(family: Family, text: &str) -> Option<String> {
    let path = text.split(['?', '#']).next()?;
    let mut segments = path
        .split('/')
        .skip_while(|segment| !family.segments().contains(segment));
    let id = segments.nth(1).filter(|id| !id.is_empty())?;
    percent_encoding::percent_decode_str(id)
        .decode_utf8()
        .ok()
        .map(std::borrow::Cow::into_owned)
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

/// The `id` column of a CSV text: one whose first line names it among others, or alone.
fn from_csv(text: &str) -> Option<Vec<String>> {
    let mut lines = text.lines().filter(|line| !line.trim().is_empty());
    let head = lines.next()?;
    let comma = if head.contains(';') { ';' } else { ',' };
    let column = cells(head, comma)
        .iter()
        .position(|name| name.trim().eq_ignore_ascii_case("id"))?;
    Some(
        lines
            .filter_map(|line| cells(line, comma).into_iter().nth(column))
            .map(|cell| cell.trim().to_owned())
            .filter(|cell| !cell.is_empty())
            .collect(),
    )
}

/// The cells of one line; a quoted one may hold the separator (RFC 4180 §2).
fn cells(line: &str, comma: char) -> Vec<String> {
    let (mut cells, mut cell, mut quoted) = (Vec::new(), String::new(), false);
    let mut chars = line.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            '"' if quoted && chars.peek() == Some(&'"') => {
                chars.next();
                cell.push('"');
            }
            '"' => quoted = !quoted,
            c if c == comma && !quoted => cells.push(std::mem::take(&mut cell)),
            c => cell.push(c),
        }
    }
    cells.push(cell);
    cells
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ids(text: &str) -> Vec<String> {
        pasted(Family::Notifications, text).ids
    }

    #[test]
    fn words_addresses_tables_and_json_all_give_identifiers() {
        for text in [
            "a\nb",
            "a, b;a",
            "<a>\n\"b\"\n",
            "https://host/v1/notifications/a?x=1 /notifications/b/actions/read",
            "\u{feff}id,title\r\na,\"x, y\"\r\nb,z\r\n",
            "title;ID\nx;a\ny;b\n",
            "id\na\nb",
            "id,title↵a,Le Parc↵b,Lyon",
            "id;titre↵a;Le Parc, Lyon↵b;\"x; y\"",
            "a↵b",
            r#"["a","b"]"#,
            r#"[{"id":"a"},{"id":"b"}]"#,
            r#"{"items":[{"id":"a"},{"id":"b"}],"total":2}"#,
            "{\"id\":\"a\"}\n{\"id\":\"b\"}\n",
        ] {
            assert_eq!(ids(text), ["a", "b"], "{text}");
        }
        assert_eq!(ids(r#"{"id":"a","read":false}"#), ["a"]);
        assert_eq!(ids("/notifications/a%2Fb"), ["a/b"]);
    }

    #[test]
    fn of_a_mail_only_identifiers_are_taken() {
        let (one, two) = (
            "0f2d1111-2222-4333-8444-555555555555",
            "11111111-2222-3333-4444-555555555555",
        );
        let mail = format!(
            "Bonjour,\nvoici https://x.example/notifications/{one}, et {two}. Merci avant le 15 !\n-- \nA. Martin, 06 12 34 56 78\nhttps://x.example/contact"
        );
        let found = pasted(Family::Notifications, &mail);
        assert_eq!(found.ids, [one, two]);
        assert_eq!(found.unusable, []);
        let words = pasted(Family::Notifications, "bonjour tout le monde");
        assert_eq!((words.ids.len(), words.unusable.len()), (0, 0));
        let list = pasted(Family::Notifications, &format!("Bonjour\n{two}\nn-17\n"));
        assert_eq!(list.ids, [two, "n-17"]);
        assert_eq!(list.unusable, [("Bonjour".to_owned(), Unusable::Word)]);
    }

    #[test]
    fn words_around_identifiers_are_passed_over_and_told() {
        let (one, two) = (
            "0f2d1111-2222-4333-8444-555555555555",
            "11111111-2222-3333-4444-555555555555",
        );
        let found = pasted(Family::Notifications, &format!("{one} {two} pas-un-id"));
        assert_eq!(found.ids, [one, two]);
        assert_eq!(found.unusable, []);
        assert_eq!(found.passed_over, ["pas-un-id"]);
    }

    #[test]
    fn what_does_not_read_is_given_back() {
        let found = pasted(Family::Notifications, "a\nhttps://host/v1/alerts/b, ..");
        assert_eq!(found.ids, ["a"]);
        assert_eq!(
            found.unusable,
            [
                ("https://host/v1/alerts/b".to_owned(), Unusable::OtherAddress),
                ("..".to_owned(), Unusable::Malformed(IdError::Dots))
            ]
        );
        assert_eq!(pasted(Family::Alerts, ""), Pasted::default());
    }
}
