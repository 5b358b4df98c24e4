//! Bit mask of the letters in a text.
//!
//! It rejects most names for a spread word without reading them.

/// Bit of any digit.
const DIGIT: u32 = 26;
/// Bit of any letter or digit beyond ASCII.
const NON_ASCII: u32 = 27;
/// Offset of the bits for letters that begin words.
const WORD_START_OFFSET: u32 = 32;

/// Returns the mask of a folded text: its letters, and those that begin words. Only the first line counts.
#[must_use]
pub fn letter_mask(text: &str) -> u64 {
    if text.is_ascii() {
        return ascii_letter_mask(text.as_bytes());
    }
    let (mut mask, mut inside) = (0, false);
    for letter in text.chars().take_while(|letter| *letter != '\n') {
        let bit = bit(letter);
        let bits = bit.map_or(0, |bit| 1 << bit);
        mask |= bits;
        if !inside {
            mask |= bits << WORD_START_OFFSET;
        }
        inside = bit.is_some() || letter.is_alphanumeric();
    }
    mask
}

/// Mask of each ASCII byte, or `WORD_CHAR` for a word character without a bit.
const ASCII_MASKS: [u64; 128] = {
    let (mut table, mut at) = ([0; 128], 0);
    while at < table.len() {
        let byte = at as u8;
        table[at] = match byte {
            b'a'..=b'z' => 1 << (byte - b'a'),
            b'0'..=b'9' => 1 << DIGIT,
            b'A'..=b'Z' => WORD_CHAR,
            _ => 0,
        };
        at += 1;
    }
    table
};

/// Marker in [`ASCII_MASKS`] for a word character without a bit.
const WORD_CHAR: u64 = 1 << 63;

/// Returns the mask of an ASCII text. The loop has no exit but the line end.
fn ascii_letter_mask(text: &[u8]) -> u64 {
    let (mut mask, mut before) = (0, 0);
    for byte in text.iter().take_while(|byte| **byte != b'\n') {
        let bits = ASCII_MASKS[usize::from(byte & 0x7f)];
        let word_start_bits = if before == 0 { bits & !WORD_CHAR } else { 0 };
        mask |= bits & !WORD_CHAR | word_start_bits << WORD_START_OFFSET;
        before = bits;
    }
    mask
}

fn bit(letter: char) -> Option<u32> {
    match letter {
        'a'..='z' => Some(letter as u32 - 'a' as u32),
        '0'..='9' => Some(DIGIT),
        _ if !letter.is_ascii() && letter.is_alphanumeric() => Some(NON_ASCII),
        _ => None,
    }
}

/// Bits that a text needs to contain a word whose first letter begins a word.
#[derive(Clone, Copy, Debug)]
pub(super) struct RequiredLetters(u64);

impl RequiredLetters {
    pub(super) fn for_word(word: &str) -> Self {
        let letter_bit = |letter: char| bit(letter).map_or(0, |bit| 1_u64 << bit);
        let letters = word.chars().map(letter_bit).fold(0, |all, mask| all | mask);
        let first = word.chars().next().map_or(0, letter_bit);
        Self(letters | first << WORD_START_OFFSET)
    }

    pub(super) fn may_match(self, mask: u64) -> bool {
        self.0 & !mask == 0
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn ascii_is_marked_as_any_text_is(text in "[ -~\\n\\t]{0,40}") {
            // A non-ASCII letter after the first line only selects the slower code path.
            let line = text.split('\n').next().unwrap_or_default();
            prop_assert_eq!(letter_mask(&text), letter_mask(&format!("{line}\né")));
        }
    }

    #[test]
    fn a_text_shows_its_letters_and_their_beginnings() {
        let marks = letter_mask("le parc 2\nz");
        for (word, may) in
            [("lprc", true), ("parc", true), ("2", true), ("arc", false), ("lz", false), ("京", false)]
        {
            assert_eq!(RequiredLetters::for_word(word).may_match(marks), may, "{word}");
        }
    }
}
