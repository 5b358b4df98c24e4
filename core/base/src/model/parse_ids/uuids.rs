//! UUIDs anywhere in a text, also across line breaks.

/// Length of a written UUID.
const UUID_LEN: usize = 36;

/// Returns the UUIDs of a text in lower case.
pub(super) fn uuids(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let (mut ids, mut at) = (Vec::new(), 0);
    while at < bytes.len() {
        match uuid_at(text, at) {
            Some((uuid, end)) => {
                ids.push(uuid);
                at = end;
            }
            None => at += 1,
        }
    }
    ids
}

/// Returns whether a word contains a UUID directly beside digits that could belong to it.
pub(super) fn has_adjoining_uuid(word: &str) -> bool {
    (0..word.len()).any(|start| {
        let piece = word.get(start..start + UUID_LEN);
        piece.is_some_and(|piece| uuid_at(piece, 0).is_some()) && uuid_at(word, start).is_none()
    })
}

/// Joins broken UUIDs and addresses, and removes characters that word processors insert.
pub(super) fn join_broken(text: &str) -> String {
    let cleaned: String = text.chars().filter_map(plain_char).collect();
    let bytes = cleaned.as_bytes();
    let mut out = String::with_capacity(cleaned.len());
    let mut at = 0;
    while let Some(letter) = cleaned.get(at..).and_then(|rest| rest.chars().next()) {
        if let Some((uuid, end)) = uuid_at(&cleaned, at) {
            out.push_str(&uuid);
            at = end;
        } else if let Some(end) = after_break(bytes, at)
            && out.ends_with('/')
            && bytes.get(end).is_some_and(u8::is_ascii_alphanumeric)
        {
            // An address broken after a slash continues on the next line.
            at = end;
        } else {
            out.push(letter);
            at += letter.len_utf8();
        }
    }
    out
}

/// Returns the character as typed: hidden ones removed, hyphen variants replaced.
fn plain_char(letter: char) -> Option<char> {
    match letter {
        '\u{ad}' | '\u{200b}'..='\u{200d}' | '\u{2060}' | '\u{feff}' => None,
        '\u{2010}' | '\u{2011}' => Some('-'),
        letter => Some(letter),
    }
}

/// Returns the UUID at an offset, and its end.
fn uuid_at(text: &str, start: usize) -> Option<(String, usize)> {
    let bytes = text.as_bytes();
    let (mut uuid, mut at) = (String::with_capacity(UUID_LEN), start);
    while uuid.len() < UUID_LEN {
        let mut byte = *bytes.get(at)?;
        if !uuid.is_empty()
            && let Some(next) = after_break(bytes, at)
        {
            at = next;
            byte = *bytes.get(at)?;
        }
        let fits = match uuid.len() {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        };
        if !fits {
            return None;
        }
        uuid.push(char::from(byte.to_ascii_lowercase()));
        at += 1;
    }
    let continues = is_digits(text.get(..start)?.chars().rev()) || is_digits(text.get(at..)?.chars());
    (!continues).then_some((uuid, at))
}

/// Returns whether only hexadecimal digits are directly beside a UUID, or behind a hyphen. A word has other letters.
fn is_digits(neighbours: impl Iterator<Item = char>) -> bool {
    let mut neighbours = neighbours.peekable();
    neighbours.next_if_eq(&'-');
    let mut run = neighbours.take_while(|c| c.is_alphanumeric()).peekable();
    run.peek().is_some() && run.all(|c| c.is_ascii_hexdigit())
}

/// Returns the offset at which a broken text continues, after line end and quote marks.
fn after_break(bytes: &[u8], at: usize) -> Option<usize> {
    let skip = |mut at: usize, chars: &[u8]| {
        while bytes.get(at).is_some_and(|byte| chars.contains(byte)) {
            at += 1;
        }
        at
    };
    let mut end = skip(at, b" \t");
    if bytes.get(end) == Some(&b'=') {
        end += 1;
    }
    if bytes.get(end) == Some(&b'\r') {
        end += 1;
    }
    (bytes.get(end) == Some(&b'\n')).then(|| skip(end + 1, b" \t>"))
}
