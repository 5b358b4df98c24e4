//! Words and signs that join or turn conditions here or in other search boxes. Taken for letters of a name they would
//! leave other deals than were asked for, so each acts or is refused; a name that has them is put in quotes.

use super::error::QueryError;

/// What a word outside quotes does between conditions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    /// Both conditions must hold, as they do without it.
    And,
    /// There is none.
    Or,
    /// There is none: a minus does it.
    Not,
    /// It means nothing here, as a word.
    Foreign,
    /// Nor does a sign that stands alone.
    Sign,
}

impl Operator {
    /// The operator that a whole word is. An accent makes another word of it (`où`).
    pub(super) fn of(word: &str) -> Option<Self> {
        match word.to_lowercase().as_str() {
            "and" | "et" | "&&" | "&" => Some(Self::And),
            "or" | "ou" | "xor" | "nor" | "oder" | "and/or" | "et/ou" | "||" | "|" | "∨" => Some(Self::Or),
            "not" | "non" | "except" | "sauf" | "pas" | "sans" | "without" | "!" | "¬" => Some(Self::Not),
            "und" | "where" | "like" | "is" | "between" | "with" | "avec" | "over" | "above" | "under"
            | "below" | "plus" | "moins" | "au-dessus" | "au-dessous" => Some(Self::Foreign),
            signs => is_sign(signs).then_some(Self::Sign),
        }
    }

    fn refused(self) -> &'static str {
        match self {
            Self::And => "query-joins-two",
            Self::Or => "query-no-or",
            Self::Not => "query-no-not",
            Self::Foreign => "query-no-word",
            Self::Sign => "query-no-sign",
        }
    }
}

/// Whether a word is nothing but signs, of which the first has no refusal of its own. Names have dashes between their
/// words, and quotes may have a space after them.
fn is_sign(word: &str) -> bool {
    let mut letters = word.chars();
    let Some(first) = letters.next() else { return false };
    let of_names = |letter: char| letter.is_alphanumeric() || "-−–—'’\"«»“”".contains(letter);
    !word.contains(of_names) && refused(first, letters.next(), true).is_none()
}

/// What is right where an operator, as it was typed, can't stand.
pub(super) fn refusal(operator: Operator, column: usize, word: &str) -> QueryError {
    QueryError::new(column, operator.refused()).with("word", word)
}

/// The message that refuses a sign outside quotes in a word or in a value. `first`: it begins the word.
pub(super) fn refused(sign: char, next: Option<char>, first: bool) -> Option<&'static str> {
    match (sign, next) {
        ('(' | ')' | '[' | ']' | '{' | '}', _) => Some("query-no-groups"),
        ('<' | '>' | '=' | '≤' | '≥' | '≠' | '%', _) | ('!', Some('=')) => Some("query-no-field"),
        (':', _) if first => Some("query-no-field"),
        ('|', _) => Some(Operator::Or.refused()),
        ('&', Some('&')) => Some(Operator::And.refused()),
        ('!' | '¬', _) if first => Some(Operator::Not.refused()),
        ('*' | '?' | '~' | '^' | '\\', _) => Some("query-no-sign"),
        ('+', _) if first => Some("query-no-sign"),
        _ => None,
    }
}

/// Words that people write after a number, besides the units that are read.
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

/// A number with what spaces part from it: its unit, or the rest of its digits in groups of three. First as it is written,
/// then in one piece; `None` where it is whole. `reads` says what is a number of the field, `groups` that digits may follow.
pub(super) fn pieces(
    number: &str,
    rest: &str,
    groups: bool,
    reads: impl Fn(&str) -> bool,
) -> Option<(String, String)> {
    let (mut written, mut whole) = (number.to_owned(), number.to_owned());
    for next in rest.split_whitespace() {
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        let group = groups && digits(&whole) && next.len() == 3 && digits(next);
        let unit = !next.starts_with(|letter: char| letter.is_ascii_digit())
            && (reads(&format!("{whole}{next}")) || UNITS.contains(&crate::text::fold(next).as_str()));
        if !group && !unit {
            break;
        }
        written = format!("{written} {next}");
        whole.push_str(next);
        if unit {
            break;
        }
    }
    (written != number).then_some((written, whole))
}
