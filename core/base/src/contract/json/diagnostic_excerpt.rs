//! Short, sanitised excerpts of remote text for diagnostics.

use std::fmt::Write;

/// Most characters of a diagnostic excerpt.
pub const MAX_EXCERPT_CHARS: usize = 2_048;

/// Returns text that is safe for a log or a terminal.
///
/// Control, bidirectional and invisible characters become visible escapes. Text beyond `max` characters is cut with an
/// ellipsis.
pub fn excerpt(text: &str, max: usize) -> String {
    let mut safe = String::with_capacity(text.len().min(max));
    for (count, character) in text.chars().enumerate() {
        if count == max {
            safe.push('…');
            break;
        }
        if character == '\n' || character == '\t' || character == '\r' {
            safe.push(' ');
        } else if character.is_control() || is_invisible(character) {
            // Writing to a String cannot fail.
            let _ = write!(safe, "\\u{{{:x}}}", u32::from(character));
        } else {
            safe.push(character);
        }
    }
    safe
}

/// Returns whether a character reorders or hides text: bidirectional controls, zero-width and tag characters.
pub(crate) fn is_invisible(character: char) -> bool {
    matches!(u32::from(character),
        0x00ad | 0x061c | 0x180e | 0x200b..=0x200f | 0x2028..=0x202e | 0x2060..=0x206f | 0xfeff | 0xfff9..=0xfffb
        | 0xe0000..=0xe007f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn hostile_text_becomes_visible() {
        assert_eq!(excerpt("a\u{1b}[31mb\n\u{202e}c", 99), "a\\u{1b}[31mb \\u{202e}c");
        assert_eq!(excerpt("abcdef", 3), "abc…");
        assert_eq!(excerpt("Îlot à Évry", 99), "Îlot à Évry");
    }

    proptest! {
        #[test]
        fn excerpt_contains_no_control_or_invisible_characters(text in proptest::collection::vec(any::<char>(), 0..100)) {
            let text: String = text.into_iter().collect();
            let safe = excerpt(&text, 50);
            prop_assert!(!safe.chars().any(|c| c.is_control() || is_invisible(c)));
        }
    }
}
