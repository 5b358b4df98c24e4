//! Words and signs that combine or negate conditions, here or in other search fields.
//!
//! As letters of a name they would select unintended deals, so each is applied or rejected. A name that contains one
//! must be quoted.

use super::error::QueryError;

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
        match word.to_lowercase().as_str() {
            "and" | "et" | "&&" | "&" => Some(Self::And),
            "or" | "ou" | "||" | "|" | "∨" => Some(Self::Or),
            "not" | "non" | "except" | "sauf" | "!" | "¬" => Some(Self::Not),
            "pas" | "sans" | "without" => Some(Self::Without),
            "xor" | "nor" | "oder" | "and/or" | "et/ou" | "und" | "where" | "like" | "is" | "between"
            | "with" | "avec" | "over" | "above" | "under" | "below" | "plus" | "moins" | "au-dessus"
            | "au-dessous" => Some(Self::Unknown),
            signs => is_sign(signs).then_some(Self::Sign),
        }
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

/// Returns the message that rejects an unquoted sign; `first` means that it begins the word.
pub(super) fn rejected_sign(sign: char, next: Option<char>, first: bool) -> Option<&'static str> {
    match (sign, next) {
        ('(' | ')' | '[' | ']' | '{' | '}', _) => Some("query-bracket"),
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
const UNITS: [&str; 24] = [
    "an",
    "ans",
    "annee",
    "annees",
    "year",
    "years",
    "h",
    "heure",
    "heures",
    "hour",
    "hours",
    "pct",
    "percent",
    "pourcent",
    "pour",
    "euro",
    "euros",
    "million",
    "millions",
    "mio",
    "milliard",
    "milliards",
    "billion",
    "fois",
];

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
            && (reads(&format!("{joined}{next}")) || UNITS.contains(&crate::text::fold(next).as_str()));
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
