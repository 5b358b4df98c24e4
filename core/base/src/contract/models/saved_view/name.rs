//! Normalisation of a view's name.

use unicode_normalization::UnicodeNormalization;

/// Normalises a name as views store it.
///
/// The result has composed characters, single spaces between words and none around them. Invisible characters are
/// removed. Joiners and selectors inside a word stay, because scripts and emoji need them. A name of only such
/// characters becomes empty.
pub fn normalise(name: &str) -> String {
    let words: Vec<String> = name
        .split_whitespace()
        .filter(|word| !word.chars().all(is_invisible))
        .map(|word| word.chars().filter(|c| is_joiner(*c) || !is_invisible(*c)).collect())
        .collect();
    words.join(" ").nfc().collect()
}

/// Returns whether a character is invisible: controls, format characters, fillers, selectors, tags.
fn is_invisible(c: char) -> bool {
    c.is_control()
        || matches!(u32::from(c),
            0xad | 0x34f | 0x61c | 0x115f..=0x1160 | 0x17b4..=0x17b5 | 0x180b..=0x180f | 0x200b..=0x200f
            | 0x202a..=0x202e | 0x2060..=0x206f | 0x2800 | 0x3164 | 0xfe00..=0xfe0f | 0xfeff | 0xffa0
            | 0xfff0..=0xfffb | 0x1bca0..=0x1bca3 | 0x1d173..=0x1d17a | 0xe0000..=0xe0fff)
}

fn is_joiner(c: char) -> bool {
    matches!(u32::from(c), 0x200c..=0x200d | 0xfe00..=0xfe0f | 0xe0020..=0xe007f)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_composed_spaced_and_seen() {
        assert_eq!(normalise("  À \t suivre\n"), "À suivre");
        assert_eq!(normalise("e\u{301}te\u{301}"), "été");
        assert_eq!(normalise("a\u{7}b\u{a0}\u{3000}c"), "ab c");
        assert_eq!(normalise("\u{202e}abc\u{ad} \u{200b} d"), "abc d");
        let joined = "équipe \u{1f468}\u{200d}\u{1f469}";
        assert_eq!(normalise(joined), joined);
        for nothing in
            [" ", "\u{2800}", "\u{3164}\u{ffa0}", " \u{200b}\u{2060}", "\u{200d} \u{fe0f}", "\u{e0041}"]
        {
            assert_eq!(normalise(nothing), "", "{nothing:?}");
        }
    }
}
