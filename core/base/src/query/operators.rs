//! Words and signs that combine or negate conditions, here or in other search fields.
//!
//! As letters of a name they would select unintended deals, so each is applied or rejected. A name that contains one
//! must be quoted.

use super::error::QueryError;
use super::field::has_word;

/// Effect of an unquoted word between conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// Both conditions must be true, which is also the default.
    And,
    /// One side must be true.
    Or,
    /// The next condition must be false.
    Not,
    /// Negation is a leading minus or `not` instead.
    Without,
    /// The word has no meaning here.
    Unknown,
    /// A separate sign has no meaning here.
    Sign,
}

impl Operator {
    /// Returns the operator of a whole word. Accents make another word (`où`).
    pub(super) fn from_word(word: &str) -> Option<Self> {
        const WORDS: [(Operator, &str); 5] = [
            (Operator::And, "and et && &"),
            (Operator::Or, "or ou || | ∨"),
            (Operator::Not, "not non except sauf ! ¬"),
            (Operator::Without, "pas sans without"),
            (
                Operator::Unknown,
                "xor nor oder and/or et/ou und where like is between with avec over above under below plus moins \
                 au-dessus au-dessous",
            ),
        ];
        let word = word.to_lowercase();
        let known = WORDS.iter().find(|(_, words)| has_word(words, &word)).map(|(operator, _)| *operator);
        known.or_else(|| is_sign(&word).then_some(Self::Sign))
    }

    fn message_key(self) -> &'static str {
        match self {
            Self::And | Self::Or => "query-joins-two",
            Self::Not | Self::Without => "query-no-not",
            Self::Unknown => "query-no-word",
            Self::Sign => "query-no-sign",
        }
    }
}

/// Returns whether a word has only signs, the first without its own error message.
///
/// Dashes and quotes occur in names and do not count.
fn is_sign(word: &str) -> bool {
    let mut letters = word.chars();
    let Some(first) = letters.next() else { return false };
    let of_names = |letter: char| letter.is_alphanumeric() || "-−–—'’\"«»“”".contains(letter);
    !word.contains(of_names) && rejected_sign(first, letters.next(), true).is_none()
}

/// Returns the error, with a hint, for an operator at a wrong position.
pub(super) fn operator_error(operator: Operator, column: usize, word: &str) -> QueryError {
    QueryError::new(column, operator.message_key()).with("word", word)
}

/// Returns the error of a bracket that does not group conditions.
pub(super) fn bracket_error(column: usize, sign: Option<char>) -> QueryError {
    let key = sign.and_then(|sign| rejected_sign(sign, None, false));
    QueryError::new(column, key.unwrap_or("query-bracket")).with("word", &String::from_iter(sign))
}

/// Returns the message that rejects an unquoted sign; `first` means that it begins the word.
pub(super) fn rejected_sign(sign: char, next: Option<char>, first: bool) -> Option<&'static str> {
    match (sign, next) {
        ('(', _) => Some("query-bracket"),
        (')', _) => Some("query-unopened-bracket"),
        ('[' | ']' | '{' | '}', _) => Some("query-square-bracket"),
        ('<' | '>' | '=' | '≤' | '≥' | '≠' | '%', _) | ('!', Some('=')) => Some("query-no-field"),
        (':', _) if first => Some("query-no-field"),
        ('|', _) => Some(Operator::Or.message_key()),
        ('&', Some('&')) => Some(Operator::And.message_key()),
        ('!' | '¬', _) if first => Some(Operator::Not.message_key()),
        ('*' | '?' | '~' | '^' | '\\', _) => Some("query-no-sign"),
        ('+', _) if first => Some("query-no-sign"),
        _ => None,
    }
}

/// Words that users write after a number, besides the supported units.
const UNITS: &str = "an ans annee annees year years h heure heures hour hours pct percent pourcent pour euro euros \
                     million millions mio milliard milliards billion fois";

/// Joins a number with separate parts after it: its unit, or further digit groups.
///
/// Returns the text as written and in one piece; `None` if the number is complete. `reads` accepts numbers of the
/// field, `groups` allows digits to follow.
pub(super) fn join_number_parts(
    number: &str,
    following: &str,
    groups: bool,
    reads: impl Fn(&str) -> bool,
) -> Option<(String, String)> {
    let (mut as_written, mut joined) = (number.to_owned(), number.to_owned());
    for next in following.split_whitespace() {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let group = groups && digits(&joined) && next.len() == 3 && digits(next);
        let unit = !next.starts_with(|letter: char| letter.is_ascii_digit())
            && (reads(&format!("{joined}{next}")) || has_word(UNITS, &crate::text::fold(next)));
        if !group && !unit {
            break;
        }
        as_written = format!("{as_written} {next}");
        joined.push_str(next);
        if unit {
            break;
        }
    }
    (as_written != number).then_some((as_written, joined))
}
