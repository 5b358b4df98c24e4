//! Text width in terminal columns.
//!
//! Wide letters take two columns, combining marks none. Text is only cut between graphemes. The input is
//! [`super::SafeText`] or our own text; control characters have no width here.

use std::borrow::Cow;

use unicode_segmentation::UnicodeSegmentation;
use unicode_width::UnicodeWidthStr;

const ELLIPSIS: char = '…';

/// Returns the number of columns of a text.
#[must_use]
pub fn width(text: &str) -> usize {
    if text.is_ascii() {
        return text.bytes().filter(|byte| !byte.is_ascii_control()).count();
    }
    text.graphemes(true).map(UnicodeWidthStr::width).sum()
}

/// Cuts the text to the given columns, with a final `…` if needed.
#[must_use]
pub fn truncate(text: &str, columns: usize) -> Cow<'_, str> {
    if text.len() <= columns || width(text) <= columns {
        return Cow::Borrowed(text);
    }
    if columns == 0 {
        return Cow::Borrowed("");
    }
    let mut cut = String::with_capacity(columns + ELLIPSIS.len_utf8());
    let mut used = 0;
    for grapheme in text.graphemes(true) {
        let next = grapheme.width();
        if used + next + 1 > columns {
            break;
        }
        used += next;
        cut.push_str(grapheme);
    }
    // "Saint …" looks as if a word were missing; "Saint…" shows that the text continues.
    cut.truncate(cut.trim_end().len());
    cut.push(ELLIPSIS);
    Cow::Owned(cut)
}

/// Cuts the text to the given columns, keeping a suffix after a dash.
///
/// The suffix is the subject of the text, so the middle is cut first. If needed, the suffix is cut too, but not
/// completely.
#[must_use]
pub fn truncate_keep_suffix(text: &str, columns: usize) -> Cow<'_, str> {
    const DASH: &str = " – ";
    /// The suffix may take at most three fifths of the columns.
    const MAX_SUFFIX_SHARE: (usize, usize) = (3, 5);
    let Some((prefix, suffix)) = text.rsplit_once(DASH).filter(|_| width(text) > columns) else {
        return truncate(text, columns);
    };
    let suffix = format!("{DASH}{suffix}");
    let max_width =
        (columns * MAX_SUFFIX_SHARE.0 / MAX_SUFFIX_SHARE.1).max(columns.saturating_sub(width(prefix)));
    let suffix = truncate(&suffix, max_width);
    let prefix = truncate(prefix, columns.saturating_sub(width(&suffix)));
    Cow::Owned(format!("{prefix}{suffix}"))
}

/// Cuts or pads the text with spaces to exactly this width, left-aligned.
#[must_use]
pub fn pad(text: &str, columns: usize) -> String {
    let mut padded = truncate(text, columns).into_owned();
    let missing = columns.saturating_sub(width(&padded));
    padded.extend(std::iter::repeat_n(' ', missing));
    padded
}

/// Like [`pad`], but right-aligned: for numbers.
#[must_use]
pub fn pad_left(text: &str, columns: usize) -> String {
    let text = truncate(text, columns);
    let mut padded = " ".repeat(columns.saturating_sub(width(&text)));
    padded.push_str(&text);
    padded
}

/// Wraps the text into lines of at most this width, at spaces if possible.
///
/// Line feeds stay, a word longer than a line is broken, and no-break spaces do not break. Zero columns give no lines.
#[must_use]
pub fn wrap(text: &str, columns: usize) -> Vec<String> {
    if columns == 0 {
        return Vec::new();
    }
    let mut lines = Vec::new();
    for paragraph in text.split('\n') {
        let mut line = String::new();
        let mut used = 0;
        for word in paragraph.split(' ') {
            let next = width(word);
            if used > 0 && used + 1 + next <= columns {
                line.push(' ');
                line.push_str(word);
                used += 1 + next;
                continue;
            }
            if used > 0 {
                lines.push(std::mem::take(&mut line));
                used = 0;
            }
            for grapheme in word.graphemes(true) {
                let cell = grapheme.width();
                if used > 0 && used + cell > columns {
                    lines.push(std::mem::take(&mut line));
                    used = 0;
                }
                // A wide letter does not fit a one-column line; show the ellipsis instead.
                if cell > columns {
                    line.push(ELLIPSIS);
                    used += 1;
                } else {
                    line.push_str(grapheme);
                    used += cell;
                }
            }
        }
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn width_counts_cells() {
        assert_eq!(width("Le Parc"), 7);
        assert_eq!(width("Îlot"), 4);
        assert_eq!(width("I\u{302}lot"), 4);
        assert_eq!(width("東京"), 4);
        assert_eq!(width("1\u{202f}234\u{a0}€"), 7);
    }

    #[test]
    fn truncation_ends_with_an_ellipsis() {
        assert_eq!(truncate("Clinique des Alpilles, Salon", 22), "Clinique des Alpilles…");
        assert_eq!(truncate("Le Parc", 7), "Le Parc");
        assert_eq!(truncate("Le Parc", 4), "Le…");
        assert_eq!(truncate("東京タワー", 4), "東…");
        assert_eq!(truncate("東京", 1), "…");
        assert_eq!(truncate("Le Parc", 0), "");
    }

    #[test]
    fn truncation_keeps_the_subject_at_the_end() {
        let text = "LTV au-dessus du seuil (75,6 %) – Le Parc, Lyon";
        assert_eq!(truncate_keep_suffix(text, 60), text);
        assert_eq!(truncate_keep_suffix(text, 36), "LTV au-dessus du se… – Le Parc, Lyon");
        assert_eq!(truncate_keep_suffix(text, 20), "LTV au-… – Le Parc,…");
        assert_eq!(truncate_keep_suffix("LTV – Ateliers Gambetta, Paris 20e", 20), "LTV – Ateliers Gamb…");
        assert_eq!(truncate_keep_suffix("Le Parc, Lyon", 8), "Le Parc…");
    }

    #[test]
    fn padding_fills_to_the_column() {
        assert_eq!(pad("Îlot", 6), "Îlot  ");
        assert_eq!(pad_left("12", 4), "  12");
        assert_eq!(pad_left("12345", 3), "12…");
        assert_eq!(pad("東京", 3), "東…");
        assert_eq!(pad("東東東", 4), "東… ");
    }

    #[test]
    fn lines_break_at_spaces() {
        assert_eq!(
            wrap("Bail principal renouvelé, 9\u{a0}ans fermes", 12),
            ["Bail", "principal", "renouvelé,", "9\u{a0}ans fermes"]
        );
        assert_eq!(wrap("a\n\nb", 3), ["a", "", "b"]);
        assert_eq!(wrap("abcdef", 4), ["abcd", "ef"]);
        assert_eq!(wrap("", 4), [""]);
        assert!(wrap("x", 0).is_empty());
        assert_eq!(wrap("東", 1), ["…"]);
    }

    proptest! {
        #[test]
        fn truncated_padded_and_wrapped_text_fits_its_width(text in "\\PC{0,60}", columns in 0_usize..30) {
            prop_assert!(width(&truncate(&text, columns)) <= columns);
            let about = format!("{text} – {text}");
            prop_assert!(width(&truncate_keep_suffix(&about, columns)) <= columns);
            prop_assert_eq!(width(&pad(&text, columns)), columns);
            prop_assert_eq!(width(&pad_left(&text, columns)), columns);
            for line in wrap(&text, columns) {
                prop_assert!(width(&line) <= columns, "{:?} in {}", line, columns);
            }
        }

        #[test]
        fn wrapping_loses_no_letter(text in "[a-zé ]{0,60}", columns in 1_usize..30) {
            let kept: String = wrap(&text, columns).concat().split(' ').collect();
            prop_assert_eq!(kept, text.replace(' ', ""));
        }
    }
}
