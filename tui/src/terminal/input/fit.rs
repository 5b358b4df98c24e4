//! Classifies bytes that begin with ESC: key, reply of the terminal, or neither.

/// ESC.
pub const ESC: u8 = 0x1b;
/// Maximum length of a key or a reply, except strings.
const MAX_LEN: usize = 64;

/// Possible continuation of the bytes so far.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fit {
    /// May be keys or the beginning of a sequence.
    Open,
    /// An incomplete sequence.
    Incomplete,
    /// Beginning of a terminal string, which ends with its terminator.
    Text,
    /// A complete sequence.
    Complete,
    /// A key with Alt.
    Alt,
    /// The last byte belongs to something else.
    Invalid,
}

/// Classifies `bytes`, which begin with ESC.
///
/// If the beginning was already reported as keys (`typed`), only bytes that users would not type count as a
/// sequence.
pub fn fit(bytes: &[u8], typed: bool) -> Fit {
    let (intro, rest) = match bytes {
        [ESC, intro, rest @ ..] => (*intro, rest),
        _ => return Fit::Open,
    };
    match intro {
        _ if bytes.len() > MAX_LEN => Fit::Invalid,
        b'[' => control(rest, typed),
        b'O' => function(rest, typed),
        b']' | b'P' | b'_' | b'X' | b'^' => string(intro, rest, typed),
        ESC => Fit::Invalid,
        _ if typed => Fit::Invalid,
        // Terminator of a cancelled string.
        b'\\' => Fit::Complete,
        _ => Fit::Alt,
    }
}

fn function(rest: &[u8], typed: bool) -> Fit {
    match rest {
        [] => Fit::Open,
        [b'A'..=b'D' | b'F' | b'H' | b'P'..=b'S'] => Fit::Complete,
        [b' '..=b'~'] if !typed => Fit::Complete,
        _ => Fit::Invalid,
    }
}

fn string(intro: u8, rest: &[u8], typed: bool) -> Fit {
    let Some(first) = rest.first() else {
        let asked_for = matches!(intro, b']' | b'P' | b'_');
        return if asked_for || !typed { Fit::Open } else { Fit::Invalid };
    };
    match (intro, first) {
        (b']', b'0'..=b'9') if typed => match rest.iter().position(|byte| !byte.is_ascii_digit()) {
            None => Fit::Open,
            Some(at) if rest[at] == b';' => Fit::Text,
            Some(_) => Fit::Invalid,
        },
        (b'P', b' '..=b'?') if typed && rest.len() == 1 => Fit::Open,
        (b']', b'0'..=b'9') | (b'P', b' '..=b'?') | (b'_', b'G') => Fit::Text,
        _ if typed => Fit::Invalid,
        (b']', b'l' | b'L' | b'I') | (b'P', b'q' | b'|') | (b'_' | b'X' | b'^', b' '..=b'~') => Fit::Text,
        _ => Fit::Invalid,
    }
}

fn control(rest: &[u8], typed: bool) -> Fit {
    match rest {
        [] => return Fit::Open,
        // Function keys of the Linux console, and clicks in the oldest mouse format.
        [b'[' | b'M'] | [b'M', _] | [b'M', _, _] if !typed => return Fit::Incomplete,
        [b'[', _] | [b'M', _, _, _] if !typed => return Fit::Complete,
        [b'A'..=b'D' | b'F' | b'H' | b'I' | b'O' | b'P'..=b'S' | b'Z'] => return Fit::Complete,
        [_, ..] => {}
    }
    let marked = matches!(rest[0], b'<'..=b'?');
    let end = rest.iter().position(|byte| !(b'0'..=b'?').contains(byte));
    let Some(after) = end.map(|end| &rest[end..]) else {
        let sure = !typed || marked || rest.len() > 2 || rest.contains(&b';');
        return if sure { Fit::Incomplete } else { Fit::Open };
    };
    let end = after.iter().position(|byte| !(b' '..=b'/').contains(byte));
    match end.map(|end| &after[end..]) {
        None if typed && after.len() == rest.len() => Fit::Invalid,
        None => Fit::Incomplete,
        Some([b'@'..=b'~']) if !typed || marked => Fit::Complete,
        // Final byte of a reply or of a key with numbers.
        Some([last]) if after.len() < rest.len() && b"ABCDFHMPQRSZcmntuxyz~".contains(last) => Fit::Complete,
        Some(_) => Fit::Invalid,
    }
}
