//! Output for terminals without UTF-8.
//!
//! Every character becomes ASCII of the same width, so that the layout stays the same.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde::Deserialize;
use unicode_normalization::UnicodeNormalization;
use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

/// Replacements from the token file; accented letters just lose their accent.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AsciiMap {
    map: BTreeMap<char, char>,
}

impl AsciiMap {
    /// Converts a text to ASCII of the same width. Characters without a replacement become `?`.
    #[must_use]
    pub fn convert<'a>(&self, text: &'a str) -> Cow<'a, str> {
        if text.is_ascii() {
            return Cow::Borrowed(text);
        }
        let mut out = String::with_capacity(text.len());
        let mut graphemes = text.graphemes(true).peekable();
        while let Some(grapheme) = graphemes.next() {
            // In `≥ 12`, the space after the sign gives room for a two-character replacement.
            if let Some(two_chars) = two_char_sign(grapheme)
                && graphemes.next_if(|next| next.chars().all(char::is_whitespace)).is_some()
            {
                out.push_str(two_chars);
            } else {
                self.push(&mut out, grapheme);
            }
        }
        Cow::Owned(out)
    }

    /// Returns whether the table has a replacement for the character.
    #[must_use]
    pub fn has(&self, sign: char) -> bool {
        self.map.contains_key(&sign)
    }

    /// Converts one grapheme; its width is that of the whole, not the sum of its characters.
    fn push(&self, out: &mut String, grapheme: &str) {
        let columns = grapheme.width();
        let Some(first) = grapheme.chars().next() else {
            return;
        };
        let replacement = match self.map.get(&first) {
            Some(&mapped) => Some(mapped),
            None if first.is_whitespace() => Some(' '),
            None => std::iter::once(first).nfkd().next().filter(char::is_ascii),
        };
        match replacement {
            _ if grapheme.is_ascii() => out.push_str(grapheme),
            Some(replacement) if columns == 1 => out.push(replacement),
            Some(' ') => out.extend(std::iter::repeat_n(' ', columns)),
            _ => out.extend(std::iter::repeat_n('?', columns)),
        }
    }
}

/// Returns the two-character ASCII form of a comparison sign, for a free next column.
///
/// A single `>` would have another meaning.
#[must_use]
pub fn two_char_sign(sign: &str) -> Option<&'static str> {
    match sign {
        "≥" => Some(">="),
        "≤" => Some("<="),
        "≠" => Some("!="),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use unicode_width::UnicodeWidthChar;

    use crate::theme::tokens;

    use super::*;

    #[test]
    fn screens_keep_their_columns() {
        for text in [
            "╭─ ▸ Comité d’investissement ─╮ 14 ↓ 54 de plus",
            "1\u{202f}234\u{202f}567,89\u{a0}€ · ≥ 12 j ◆ [V] ━━╸──",
            "Œuvre « Île » ½ 東京 e\u{301} 🏢 👩‍🚀 ﬁn",
        ] {
            let ascii = tokens().ascii().convert(text);
            assert!(ascii.is_ascii(), "{ascii}");
            assert_eq!(ascii.width(), text.width(), "{text} became {ascii}");
        }
    }

    #[test]
    fn ascii_conversion_keeps_words_readable() {
        let write = |text| tokens().ascii().convert(text).into_owned();
        assert_eq!(
            write("Présélection · « Œuvre » → 1\u{202f}234\u{a0}€"),
            "Preselection | \" Ouvre \" > 1 234 E"
        );
        assert_eq!(write("● ◆ ▲ ○"), "o # ! -");
        assert_eq!(write("東"), "??");
        assert_eq!(write("≥\u{a0}12\u{a0}j, ≤ 3"), ">=12 j, <=3");
        assert_eq!(write("◔ × 2 · ‖"), "o x 2 | =");
    }

    #[test]
    fn every_catalog_character_has_an_ascii_form() {
        let words = [
            include_str!("../../../../assets/locales/fr.ftl"),
            include_str!("../../../../assets/locales/en.ftl"),
        ];
        let statuses = ["sourcing", "screening", "ic", "structuring", "closing", "on_hold", "lost", "other"];
        let glyphs = statuses.map(crate::vocabulary::status_glyph).concat();
        let mut none: Vec<char> = words
            .concat()
            .chars()
            .chain(glyphs.chars())
            .filter(|sign| *sign != '?' && tokens().ascii().convert(&sign.to_string()).contains('?'))
            .collect();
        none.sort_unstable();
        none.dedup();
        assert!(none.is_empty(), "{none:?}");
    }

    #[test]
    fn ascii_map_preserves_width_and_is_pure_ascii() {
        let map = &tokens().ascii().map;
        assert!(map.iter().all(|(from, to)| from.width() == Some(1) && to.is_ascii_graphic()));
        assert!(map.keys().all(|from| !from.is_ascii()));
    }

    #[test]
    fn plain_text_is_not_copied() {
        assert!(matches!(tokens().ascii().convert("plain"), Cow::Borrowed("plain")));
    }
}
