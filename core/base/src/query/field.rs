//! Names of the query fields, and their numbers.

use rust_decimal::Decimal;

use crate::text::{fold, number};
use crate::vocabulary::{METRICS, MetricUnit};

/// A comparison.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Op {
    /// `=` or `:`
    Equal,
    /// `!=` or `≠`
    Different,
    /// `<`
    Less,
    /// `<=` or `≤`
    AtMost,
    /// `>`
    More,
    /// `>=` or `≥`
    AtLeast,
}

impl Op {
    /// Returns the sign as users write it.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Self::Equal => ":",
            Self::Different => "!=",
            Self::Less => "<",
            Self::AtMost => "<=",
            Self::More => ">",
            Self::AtLeast => ">=",
        }
    }

    pub(super) fn compare<T: PartialOrd>(self, left: &T, right: &T) -> bool {
        match self {
            Self::Equal => left == right,
            Self::Different => left != right,
            Self::Less => left < right,
            Self::AtMost => left <= right,
            Self::More => left > right,
            Self::AtLeast => left >= right,
        }
    }
}

/// Kind of a condition on changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ChangeKind {
    /// The deal has or had one of these statuses.
    Was,
    /// The deal got one of these statuses.
    Entered,
    /// The deal got another status.
    Moved,
    /// One of these fields got another value.
    Changed,
}

/// Splits a comparison after the colon, as in `followup:<=2026-12-01`.
pub(super) fn inner_operator(text: &str) -> Option<(&str, Op)> {
    let operators = [("≤", Op::AtMost), ("≥", Op::AtLeast)];
    let signs = [Op::AtMost, Op::AtLeast, Op::Less, Op::More].map(|op| (op.sign(), op));
    signs.into_iter().chain(operators).find_map(|(sign, op)| Some((text.strip_prefix(sign)?, op)))
}

/// Returns the lower bound of a range with the unit of the upper one: `60` and `70%` give `60%`.
pub(super) fn with_unit_of(low: &str, high: &str) -> String {
    let digits = |letter: char| letter.is_numeric() || "+-−., \u{a0}\u{202f}".contains(letter);
    let lacks_unit = low.ends_with(char::is_numeric) && !high.contains('/');
    format!("{low}{}", if lacks_unit { high.trim_start_matches(digits) } else { "" })
}

/// Field that a name before an operator denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryField {
    Status,
    Class,
    Owner,
    Age,
    Followup,
    Has,
    Is,
    Change(ChangeKind),
    Sort,
    Limit,
    Label,
    Check,
    Number(&'static str, MetricUnit),
}

/// Kind of a field's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldValueKind {
    /// Codes or names, separated by commas.
    Names,
    /// A number of days.
    Days,
    /// An urgency or a date.
    Due,
    /// A kind of data on this device.
    Local,
    /// A state of the deal on this device.
    State,
    /// Codes or names, then an optional time.
    NamesAndTime,
    /// An optional time.
    Time,
    /// A field, then an optional time.
    FieldAndTime,
    /// Fields to sort by.
    Columns,
    /// A number of deals.
    Count,
    /// Labels, separated by commas.
    Labels,
    /// Metrics whose arithmetic fails, separated by commas.
    Checks,
    /// A number in a unit.
    Number(MetricUnit),
}

/// Fields besides the numbers: their folded names, the message key of their label, and the kind of their value.
pub(super) const FIELDS: [(QueryField, &str, &str, FieldValueKind); 15] = [
    (QueryField::Status, "statut status", "field-status", FieldValueKind::Names),
    (QueryField::Class, "classe class classe_actif", "field-class", FieldValueKind::Names),
    (QueryField::Owner, "responsable resp owner", "field-owner", FieldValueKind::Names),
    (QueryField::Age, "age anciennete", "field-age", FieldValueKind::Days),
    (QueryField::Followup, "followup relance suivi", "field-followup", FieldValueKind::Due),
    (QueryField::Has, "has avec", "field-has", FieldValueKind::Local),
    (QueryField::Is, "is est", "field-is", FieldValueKind::State),
    (QueryField::Change(ChangeKind::Was), "was etait", "field-was", FieldValueKind::Names),
    (QueryField::Change(ChangeKind::Entered), "entered entre", "field-entered", FieldValueKind::NamesAndTime),
    (QueryField::Change(ChangeKind::Moved), "moved deplace", "field-moved", FieldValueKind::Time),
    (
        QueryField::Change(ChangeKind::Changed),
        "changed modifie",
        "field-changed",
        FieldValueKind::FieldAndTime,
    ),
    (QueryField::Sort, "sort tri", "cli-field-sort", FieldValueKind::Columns),
    (QueryField::Limit, "limit limite", "field-limit", FieldValueKind::Count),
    (QueryField::Label, "label etiquette", "field-labels", FieldValueKind::Labels),
    (QueryField::Check, "check controle", "field-check", FieldValueKind::Checks),
];

/// Folded names of numbers, besides the keys of `kpi_snapshot`.
const NUMBER_NAMES: [(&str, &str); 9] = [
    ("debt_yield", "rendement yield dy"),
    ("pct_perte_estimee", "perte loss"),
    ("risk_score_simple", "score risque risk"),
    ("crd_total", "crd principal"),
    ("crd_senior", "senior"),
    ("crd_mezzanine", "mezzanine mezz"),
    ("valeur_venale", "valeur value"),
    ("noi", "revenu"),
    ("service_dette", "service debt_service"),
];

/// Returns the names of all fields, besides the keys of `kpi_snapshot`.
pub(super) fn known_names() -> impl Iterator<Item = &'static str> {
    let fields = FIELDS.iter().map(|(_, names, ..)| *names);
    fields.chain(NUMBER_NAMES.iter().map(|(_, names)| *names)).flat_map(|names| names.split(' '))
}

/// Field names that also occur in deal names: alone, they are search words.
const AMBIGUOUS_NAMES: &str = "avec changed check controle deplace entered entre est etait etiquette has is label limit limite loss mezzanine modifie moved \
     perte principal relance rendement revenu risk risque senior service sort suivi tri valeur value was";

impl QueryField {
    /// Returns the field of a name, ignoring case and accents.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        let name = fold(name);
        if let Some((field, ..)) = FIELDS.iter().find(|(_, names, ..)| has_word(names, &name)) {
            return Some(*field);
        }
        let number = NUMBER_NAMES.iter().find(|(_, names)| has_word(names, &name));
        let key = number.map_or(&*name, |(key, _)| key);
        METRICS.iter().find(|kpi| kpi.key == key).map(|kpi| Self::Number(kpi.key, kpi.unit))
    }

    /// Returns whether a word is a field name that never occurs in deal names.
    pub(super) fn is_unambiguous(word: &str) -> bool {
        Self::by_name(word).is_some() && !has_word(AMBIGUOUS_NAMES, &fold(word))
    }
}

/// Returns whether a word is in a list with spaces.
pub(super) fn has_word(words: &str, word: &str) -> bool {
    words.split(' ').any(|known| known == word)
}

/// Reason why a number was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberError {
    /// The text is not a number of this unit.
    Unreadable,
    /// A ratio above 200 %: 65 probably means 65 %.
    Percent,
}

/// Parses a number in the unit of its field: `65%`, `0,65`, `1.25x`, `62/100`, `1,2M€`, `850k`.
pub(super) fn parse_number(text: &str, unit: MetricUnit) -> Result<Decimal, NumberError> {
    let text = text.trim();
    let read = |digits: &str| number::parse(digits).ok_or(NumberError::Unreadable);
    match unit {
        MetricUnit::Fraction { .. } => {
            if let Some(percent) = text.strip_suffix('%') {
                return Ok(read(percent.trim_end())? / Decimal::ONE_HUNDRED);
            }
            let value = read(text)?;
            if value.abs() > Decimal::TWO { Err(NumberError::Percent) } else { Ok(value) }
        }
        MetricUnit::Multiple => read(text.strip_suffix(['x', 'X', '×']).unwrap_or(text)),
        MetricUnit::Points => read(text.strip_suffix("/100").unwrap_or(text)),
        MetricUnit::Money => {
            let text = text.trim_start_matches('€');
            let text = text.strip_suffix('€').unwrap_or(text).trim_end();
            let digits = text.trim_end_matches(char::is_alphabetic);
            let size = match text.strip_prefix(digits).map(str::to_ascii_lowercase).as_deref() {
                Some("" | "eur") => 1_u32,
                Some("k") => 1_000,
                Some("m") => 1_000_000,
                Some("md" | "bn") => 1_000_000_000,
                _ => return Err(NumberError::Unreadable),
            };
            read(digits)?.checked_mul(size.into()).ok_or(NumberError::Unreadable)
        }
    }
}

/// Parses a number of days: `15`, `15j`, `15d`, `2sem`, `2w`, `3mois` (of thirty days). Returns true with weeks and
/// months, which are calendar days.
pub(super) fn parse_days(text: &str) -> Option<(i64, bool)> {
    let (months, days) = parse_span(text)?;
    let unit = text.trim_start_matches(|letter: char| letter.is_ascii_digit() || letter.is_whitespace());
    Some((months * 30 + days, unit.starts_with(['s', 'S', 'w', 'W', 'm', 'M'])))
}

/// Parses a span as in [`parse_days`], into months and days.
pub(super) fn parse_span(text: &str) -> Option<(i64, i64)> {
    let folded = fold(text.trim());
    let digits = folded.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let (months, days) = match folded.strip_prefix(digits)?.trim() {
        "" | "j" | "d" | "jour" | "jours" | "day" | "days" => (0, 1),
        "s" | "sem" | "semaine" | "semaines" | "w" | "week" | "weeks" => (0, 7),
        "m" | "mois" | "month" | "months" => (1, 0),
        _ => return None,
    };
    digits.parse::<u32>().ok().map(|count| (i64::from(count) * months, i64::from(count) * days))
}
