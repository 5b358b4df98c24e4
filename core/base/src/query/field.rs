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

/// Field that a name before an operator denotes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum QueryField {
    Status,
    Class,
    Owner,
    Age,
    Followup,
    Has,
    Number(&'static str, MetricUnit),
}

/// Folded names besides the keys of `kpi_snapshot`.
pub(super) const FIELD_NAMES: [(&str, FieldNameKind); 33] = [
    ("statut", FieldNameKind::Status),
    ("status", FieldNameKind::Status),
    ("classe", FieldNameKind::Class),
    ("class", FieldNameKind::Class),
    ("classe_actif", FieldNameKind::Class),
    ("responsable", FieldNameKind::Owner),
    ("resp", FieldNameKind::Owner),
    ("owner", FieldNameKind::Owner),
    ("age", FieldNameKind::Age),
    ("anciennete", FieldNameKind::Age),
    ("followup", FieldNameKind::Followup),
    ("relance", FieldNameKind::Followup),
    ("suivi", FieldNameKind::Followup),
    ("has", FieldNameKind::Has),
    ("avec", FieldNameKind::Has),
    ("rendement", FieldNameKind::Kpi("debt_yield")),
    ("yield", FieldNameKind::Kpi("debt_yield")),
    ("dy", FieldNameKind::Kpi("debt_yield")),
    ("perte", FieldNameKind::Kpi("pct_perte_estimee")),
    ("loss", FieldNameKind::Kpi("pct_perte_estimee")),
    ("score", FieldNameKind::Kpi("risk_score_simple")),
    ("risque", FieldNameKind::Kpi("risk_score_simple")),
    ("risk", FieldNameKind::Kpi("risk_score_simple")),
    ("crd", FieldNameKind::Kpi("crd_total")),
    ("principal", FieldNameKind::Kpi("crd_total")),
    ("senior", FieldNameKind::Kpi("crd_senior")),
    ("mezzanine", FieldNameKind::Kpi("crd_mezzanine")),
    ("mezz", FieldNameKind::Kpi("crd_mezzanine")),
    ("valeur", FieldNameKind::Kpi("valeur_venale")),
    ("value", FieldNameKind::Kpi("valeur_venale")),
    ("revenu", FieldNameKind::Kpi("noi")),
    ("service", FieldNameKind::Kpi("service_dette")),
    ("debt_service", FieldNameKind::Kpi("service_dette")),
];

/// Field names that also occur in deal names: alone, they are search words.
const AMBIGUOUS_NAMES: [&str; 16] = [
    "avec",
    "has",
    "loss",
    "mezzanine",
    "perte",
    "principal",
    "relance",
    "rendement",
    "revenu",
    "risk",
    "risque",
    "senior",
    "service",
    "suivi",
    "valeur",
    "value",
];

#[derive(Clone, Copy)]
pub(super) enum FieldNameKind {
    Status,
    Class,
    Owner,
    Age,
    Followup,
    Has,
    Kpi(&'static str),
}

impl QueryField {
    /// Returns the field of a name, ignoring case and accents.
    pub(super) fn by_name(name: &str) -> Option<Self> {
        let name = fold(name);
        let entry = FIELD_NAMES.iter().find(|(entry, _)| *entry == name).map(|(_, field)| *field);
        match entry {
            Some(FieldNameKind::Status) => Some(Self::Status),
            Some(FieldNameKind::Class) => Some(Self::Class),
            Some(FieldNameKind::Owner) => Some(Self::Owner),
            Some(FieldNameKind::Age) => Some(Self::Age),
            Some(FieldNameKind::Followup) => Some(Self::Followup),
            Some(FieldNameKind::Has) => Some(Self::Has),
            Some(FieldNameKind::Kpi(key)) => Self::kpi(key),
            None => Self::kpi(&name),
        }
    }

    /// Returns whether a word is a field name that never occurs in deal names.
    pub(super) fn is_unambiguous(word: &str) -> bool {
        Self::by_name(word).is_some() && !AMBIGUOUS_NAMES.contains(&fold(word).as_str())
    }

    fn kpi(key: &str) -> Option<Self> {
        METRICS.iter().find(|kpi| kpi.key == key).map(|kpi| Self::Number(kpi.key, kpi.unit))
    }
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
