//! Search folding: `eleve` finds `Élevé`, and `oeuvre` finds `Œuvre`.
//!
//! Folding removes case, accents and ligatures, and unifies apostrophes, dashes and spaces. Domain rule: cote, coté,
//! côte and côté are equal; œ is oe. Folded text is for comparisons, never for display.

use std::borrow::Cow;

use unicode_normalization::char::{decompose_compatible, is_combining_mark};

/// Returns the folded form of a text.
///
/// ASCII without capitals is copied at once; folding twice equals folding once.
#[must_use]
pub fn fold(text: &str) -> String {
    fold_cow(text).into_owned()
}

/// Like [`fold`], but borrows text that is already folded.
#[must_use]
pub fn fold_cow(text: &str) -> Cow<'_, str> {
    if text.is_ascii() && !text.bytes().any(changes_when_folded) {
        return Cow::Borrowed(text);
    }
    let mut folded = String::with_capacity(text.len());
    fold_onto(text, &mut folded);
    Cow::Owned(folded)
}

/// Appends the folded form of a text to another.
pub fn fold_onto(text: &str, folded: &mut String) {
    let mut rest = text;
    while let Some(letter) = rest.chars().next() {
        let ascii_len = rest.bytes().take_while(u8::is_ascii).count();
        let (first_run, tail) = rest.split_at(if ascii_len == 0 { letter.len_utf8() } else { ascii_len });
        if ascii_len == 0 {
            push(letter, folded);
        } else {
            fold_ascii_onto(first_run, folded);
        }
        rest = tail;
    }
}

/// Appends a run of ASCII text at once.
fn fold_ascii_onto(text: &str, folded: &mut String) {
    if text.bytes().any(is_other_space) {
        folded.extend(text.chars().map(fold_ascii_char));
        return;
    }
    let start = folded.len();
    folded.push_str(text);
    if let Some(copied) = folded.get_mut(start..) {
        copied.make_ascii_lowercase();
    }
}

/// Returns whether folding changes an ASCII byte.
fn changes_when_folded(byte: u8) -> bool {
    byte.is_ascii_uppercase() || is_other_space(byte)
}

/// Returns whether an ASCII byte is white space other than a space.
fn is_other_space(byte: u8) -> bool {
    byte.is_ascii_whitespace() && byte != b' '
}

/// Returns whether the folded `text` begins with `folded`. Allocates only for non-ASCII text.
#[must_use]
pub fn starts_with(text: &str, folded: &str) -> bool {
    if text.is_ascii() {
        return is_prefix(text.as_bytes(), folded.as_bytes());
    }
    fold_cow(text).starts_with(folded)
}

/// Returns whether a word of the folded `text` begins with `folded` (`martin` in `A. Martin`).
///
/// A word begins after any character other than a letter or digit. An empty needle always matches.
#[must_use]
pub fn word_starts_with(text: &str, folded: &str) -> bool {
    if folded.is_empty() {
        return true;
    }
    let haystack = if text.is_ascii() { Cow::Borrowed(text) } else { fold_cow(text) };
    if !haystack.is_ascii() {
        return haystack.match_indices(folded).any(|(at, _)| {
            haystack.get(..at).and_then(|before| before.chars().next_back()).is_none_or(is_separator)
        });
    }
    let bytes = haystack.as_bytes();
    let needle = folded.as_bytes();
    (0..bytes.len())
        .filter(|&at| at == 0 || bytes.get(at - 1).is_some_and(|byte| is_separator(char::from(*byte))))
        .any(|at| bytes.get(at..).is_some_and(|rest| is_prefix(rest, needle)))
}

fn is_separator(letter: char) -> bool {
    !letter.is_alphanumeric()
}

fn is_prefix(text: &[u8], folded: &[u8]) -> bool {
    text.get(..folded.len()).is_some_and(|head| head.eq_ignore_ascii_case(folded))
}

fn fold_ascii_char(letter: char) -> char {
    if letter.is_ascii_whitespace() { ' ' } else { letter.to_ascii_lowercase() }
}

fn push(letter: char, folded: &mut String) {
    if push_known(letter, folded) {
        return;
    }
    decompose_compatible(letter, |decomposed| {
        if is_combining_mark(decomposed) || push_known(decomposed, folded) {
            return;
        }
        for small in decomposed.to_lowercase() {
            if !is_combining_mark(small) && !push_known(small, folded) {
                folded.push(small);
            }
        }
    });
}

/// Folds letters by table: ASCII, French and neighbouring alphabets, and marks without a useful decomposition.
fn push_known(letter: char, folded: &mut String) -> bool {
    let letters = match letter {
        _ if letter.is_ascii() => {
            folded.push(fold_ascii_char(letter));
            return true;
        }
        'é' | 'è' | 'ê' | 'ë' | 'É' | 'È' | 'Ê' | 'Ë' => "e",
        'à' | 'â' | 'ä' | 'À' | 'Â' | 'Ä' => "a",
        'î' | 'ï' | 'Î' | 'Ï' | 'ı' => "i",
        'ô' | 'ö' | 'Ô' | 'Ö' | 'ø' | 'Ø' => "o",
        'ù' | 'û' | 'ü' | 'Ù' | 'Û' | 'Ü' => "u",
        'ç' | 'Ç' => "c",
        'œ' | 'Œ' => "oe",
        'æ' | 'Æ' => "ae",
        'ß' | 'ẞ' => "ss",
        'ł' | 'Ł' => "l",
        'đ' | 'Đ' | 'ð' | 'Ð' => "d",
        '’' | '‘' | 'ʼ' | '´' | '′' => "'",
        '“' | '”' | '«' | '»' => "\"",
        '‐' | '‑' | '‒' | '–' | '—' | '−' => "-",
        _ if letter.is_whitespace() => " ",
        _ => return false,
    };
    folded.push_str(letters);
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn accents_case_ligatures_and_apostrophes_fold() {
        assert_eq!(fold("Îlot Saint-Michel"), "ilot saint-michel");
        assert_eq!(fold("Les Quais d’Or"), "les quais d'or");
        assert_eq!(fold("Œuvre Æneas Straße"), "oeuvre aeneas strasse");
        assert_eq!(fold("cote coté côte côté"), "cote cote cote cote");
        assert_eq!(fold("e\u{301}te\u{301}"), "ete");
        assert_eq!(fold("1\u{202f}234\u{a0}€"), "1 234 €");
        assert_eq!(fold("ŽIŽKA İzmir ﬁn"), "zizka izmir fin");
        assert_eq!(fold("A\tB\nC"), "a b c");
    }

    #[test]
    fn folded_ascii_is_borrowed() {
        assert!(matches!(fold_cow("le parc, lyon"), Cow::Borrowed(_)));
        assert!(matches!(fold_cow("Le Parc"), Cow::Owned(_)));
    }

    #[test]
    fn words_match_by_their_prefix() {
        for (text, needle, found) in [
            ("A. Martin", "martin", true),
            ("A. Martin", "a", true),
            ("A. Martin", "artin", false),
            ("Élodie Noël", "noel", true),
            ("Élodie Noël", "oel", false),
            ("Łukasz Žižka", "zi", true),
            ("花 子", "子", true),
            ("", "x", false),
            ("", "", true),
        ] {
            assert_eq!(word_starts_with(text, needle), found, "{text} {needle}");
        }
        assert!(starts_with("Île", "il") && starts_with("ILE", "il") && !starts_with("l’île", "il"));
    }

    proptest! {
        #[test]
        fn folding_twice_changes_nothing(text in "\\PC{0,40}") {
            let once = fold(&text);
            prop_assert_eq!(fold(&once), once);
        }

        #[test]
        fn beginnings_agree_with_folding(text in "[ -~éÉœ’]{0,20}", needle in "[a-z ]{0,3}") {
            prop_assert_eq!(starts_with(&text, &needle), fold(&text).starts_with(&needle));
        }
    }
}
