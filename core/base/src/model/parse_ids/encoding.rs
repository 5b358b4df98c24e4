//! Texts of files from mail programs and spreadsheets: message parts, HTML, any encoding.

use std::borrow::Cow;

use encoding_rs::{Encoding, UTF_16BE, UTF_16LE, WINDOWS_1252};
use mail_parser::decoders::html::html_to_text;
use mail_parser::decoders::quoted_printable::quoted_printable_decode;
use mail_parser::mailbox::mbox::MessageIterator;
use mail_parser::{Message, MessageParser, PartType};

use super::uuids::uuids;

/// Deepest nesting of messages.
const MAX_NESTING: usize = 4;

/// Returns the texts of a file, one for each message part.
///
/// Returns `None` for a file without text, such as a picture or a workbook.
pub(super) fn text_parts(bytes: &[u8]) -> Option<Vec<String>> {
    let mut texts = Vec::new();
    add_texts(bytes, MAX_NESTING, &mut texts).then_some(texts)
}

/// Adds the texts of a file and returns whether it contains text.
fn add_texts(bytes: &[u8], depth: usize, into: &mut Vec<String>) -> bool {
    let Some(text) = decode(bytes) else { return false };
    if is_message(&text) && depth > 0 {
        // Message parts have their own encodings; UTF-16 or UTF-32 applies to the whole file.
        let is_utf_32 = decode_utf_32(bytes).is_some()
            || detect_encoding(bytes).is_some_and(|encoding| encoding == UTF_16LE || encoding == UTF_16BE);
        let raw = if is_utf_32 { text.as_bytes() } else { bytes };
        add_messages(raw.trim_ascii_start(), depth - 1, into);
    } else {
        into.push(visible_text(&text));
    }
    true
}

/// Adds the parts of one message, or of each message in a mailbox.
fn add_messages(raw: &[u8], depth: usize, into: &mut Vec<String>) {
    let parser = MessageParser::default();
    if !raw.starts_with(b"From ") {
        if let Some(message) = parser.parse(raw) {
            add_message_parts(&message, depth, into);
        }
        return;
    }
    for mail in MessageIterator::new(raw).map_while(Result::ok) {
        if let Some(message) = parser.parse(mail.contents()) {
            add_message_parts(&message, depth, into);
        }
    }
}

fn add_message_parts(message: &Message<'_>, depth: usize, into: &mut Vec<String>) {
    // Of the headers, only the subject is written by a user; others have unrelated identifiers. A lone word in the
    // subject is not a list.
    let subject = message.subject().filter(|subject| !uuids(subject).is_empty());
    into.extend(subject.map(str::to_owned));
    for part in &message.parts {
        match &part.body {
            PartType::Text(text) => into.push(visible_text(text)),
            PartType::Html(html) => into.push(html_text(html)),
            PartType::Binary(bytes) | PartType::InlineBinary(bytes) if depth > 0 => {
                add_texts(bytes, depth - 1, into);
            }
            PartType::Message(inner) if depth > 0 => add_message_parts(inner, depth - 1, into),
            PartType::Binary(_)
            | PartType::InlineBinary(_)
            | PartType::Message(_)
            | PartType::Multipart(_) => {}
        }
    }
}

/// Headers of which a message has at least one.
const MAIL_HEADERS: [&str; 11] = [
    "from",
    "to",
    "subject",
    "date",
    "message-id",
    "mime-version",
    "content-type",
    "content-transfer-encoding",
    "received",
    "return-path",
    "delivered-to",
];

/// Returns whether a text begins with message headers, or is a mailbox.
fn is_message(text: &str) -> bool {
    let mut has_header = false;
    for (at, line) in text.trim_start().lines().enumerate() {
        if line.is_empty() {
            break;
        }
        if line.starts_with([' ', '\t']) || at == 0 && line.starts_with("From ") {
            continue;
        }
        let Some((name, _)) = line.split_once(':') else {
            return false;
        };
        if name.is_empty() || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-') {
            return false;
        }
        has_header |= MAIL_HEADERS.contains(&name.to_ascii_lowercase().as_str());
    }
    has_header
}

/// Returns the visible text if the input is a source format.
fn visible_text(text: &str) -> String {
    let text = decode_quoted_printable(text);
    let lower = text.to_ascii_lowercase();
    if ["<html", "<!doctype", "<body", "<a href", "<table", "<div", "<p>", "<br"]
        .iter()
        .any(|tag| lower.contains(tag))
    {
        html_text(&text)
    } else {
        text.into_owned()
    }
}

/// Returns the visible text of HTML, and each link target on its own line.
fn html_text(html: &str) -> String {
    let mut text = html_to_text(html);
    let lower = html.to_ascii_lowercase();
    for (at, name) in lower.match_indices("href") {
        let rest = html.get(at + name.len()..).unwrap_or_default().trim_start();
        let Some(value) = rest.strip_prefix('=').map(str::trim_start) else {
            continue;
        };
        let value = match value.chars().next() {
            Some(quote @ ('"' | '\'')) => value.split(quote).nth(1),
            _ => value.split([' ', '>', '\n', '\t']).next(),
        };
        if let Some(value) = value.filter(|value| value.contains('/')) {
            text.push('\n');
            text.push_str(&html_to_text(value));
        }
    }
    text
}

/// Decodes quoted-printable text whose header was lost.
///
/// It is recognised by lines that end in `=`. Every other `=` must precede two digits.
fn decode_quoted_printable(text: &str) -> Cow<'_, str> {
    let soft = text.lines().any(|line| line.trim_end_matches([' ', '\t']).ends_with('='));
    let unchanged = || {
        text.split('=').skip(1).any(|after| {
            let after = after.as_bytes();
            let code = after.get(..2).is_some_and(|code| code.iter().all(u8::is_ascii_hexdigit));
            !code
                && !after.trim_ascii_start().is_empty()
                && !matches!(after.first(), Some(b'\r' | b'\n' | b' ' | b'\t'))
        })
    };
    if !soft || unchanged() {
        return Cow::Borrowed(text);
    }
    let decoded = quoted_printable_decode(text.as_bytes());
    match decoded.as_deref().and_then(self::decode) {
        Some(decoded) => Cow::Owned(decoded.into_owned()),
        None => Cow::Borrowed(text),
    }
}

/// Decodes bytes by byte order mark, as UTF-8, as UTF-16 or UTF-32, else as Windows-1252.
fn decode(bytes: &[u8]) -> Option<Cow<'_, str>> {
    if let Some(text) = decode_utf_32(bytes) {
        return Some(Cow::Owned(text));
    }
    if let Some(encoding) = detect_encoding(bytes) {
        return Some(encoding.decode(bytes).0);
    }
    if bytes.contains(&0) || bytes.starts_with(b"%PDF-") {
        return None;
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => Some(Cow::Borrowed(text)),
        Err(_) => Some(WINDOWS_1252.decode(bytes).0),
    }
}

/// Decodes UTF-32 with a byte order mark. Its little-endian mark begins with that of UTF-16.
fn decode_utf_32(bytes: &[u8]) -> Option<String> {
    let (decode, rest): (fn([u8; 4]) -> u32, _) = match bytes {
        [0xff, 0xfe, 0, 0, rest @ ..] => (u32::from_le_bytes, rest),
        [0, 0, 0xfe, 0xff, rest @ ..] => (u32::from_be_bytes, rest),
        _ => return None,
    };
    let (chunks, _cut) = rest.as_chunks();
    let letter = |bytes: &[u8; 4]| char::from_u32(decode(*bytes)).unwrap_or(char::REPLACEMENT_CHARACTER);
    Some(chunks.iter().map(letter).collect())
}

/// Returns the encoding by byte order mark, or UTF-16 if every second byte is zero.
fn detect_encoding(bytes: &[u8]) -> Option<&'static Encoding> {
    if let Some((encoding, _)) = Encoding::for_bom(bytes) {
        return Some(encoding);
    }
    let pairs = || bytes.chunks_exact(2).take(512);
    let zeros = |at: usize| pairs().filter(|pair| pair.get(at) == Some(&0)).count() * 10;
    let threshold = pairs().count() * 8;
    if threshold == 0 {
        None
    } else if zeros(1) >= threshold && zeros(0) == 0 {
        Some(UTF_16LE)
    } else if zeros(0) >= threshold && zeros(1) == 0 {
        Some(UTF_16BE)
    } else {
        None
    }
}
