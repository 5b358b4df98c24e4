//! Names of the query fields, and their numbers.

use rust_decimal::Decimal;

use crate::text::{fold, number};
use crate::vocabulary::{KPIS, Unit};

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
    pub(super) fn holds<T: PartialOrd>(self, left: &T, right: &T) -> bool {
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
pub(super) enum Field {
    Status,
    Class,
    Owner,
    Age,
    Number(&'static str, Unit),
}

/// Folded names besides the keys of `kpi_snapshot`.
pub(super) const NAMES: [(&str, Name); 28] = [
    ("statut", Name::Status),
    ("status", Name::Status),
    ("classe", Name::Class),
    ("class", Name::Class),
    ("classe_actif", Name::Class),
    ("responsable", Name::Owner),
    ("resp", Name::Owner),
    ("owner", Name::Owner),
    ("age", Name::Age),
    ("anciennete", Name::Age),
    ("rendement", Name::Kpi("debt_yield")),
    ("yield", Name::Kpi("debt_yield")),
    ("dy", Name::Kpi("debt_yield")),
    ("perte", Name::Kpi("pct_perte_estimee")),
    ("loss", Name::Kpi("pct_perte_estimee")),
    ("score", Name::Kpi("risk_score_simple")),
    ("risque", Name::Kpi("risk_score_simple")),
    ("risk", Name::Kpi("risk_score_simple")),
    ("crd", Name::Kpi("crd_total")),
    ("principal", Name::Kpi("crd_total")),
    ("senior", Name::Kpi("crd_senior")),
    ("mezzanine", Name::Kpi("crd_mezzanine")),
    ("mezz", Name::Kpi("crd_mezzanine")),
    ("valeur", Name::Kpi("valeur_venale")),
    ("value", Name::Kpi("valeur_venale")),
    ("revenu", Name::Kpi("noi")),
    ("service", Name::Kpi("service_dette")),
    ("debt_service", Name::Kpi("service_dette")),
];

/// Field names that also occur in deal names: alone, they are search words.
const WORDS: [&str; 12] = [
    "loss",
    "mezzanine",
    "perte",
    "principal",
    "rendement",
    "revenu",
    "risk",
    "risque",
    "senior",
    "service",
    "valeur",
    "value",
];

#[derive(Clone, Copy)]
pub(super) enum Name {
    Status,
    Class,
    Owner,
    Age,
    Kpi(&'static str),
}

impl Field {
    /// Returns the field of a name, ignoring case and accents.
    pub(super) fn named(name: &str) -> Option<Self> {
        let name = fold(name);
        let known = NAMES
            .iter()
            .find(|(known, _)| *known == name)
            .map(|(_, field)| *field);
        match known {
            Some(Name::Status) => Some(Self::Status),
            Some(Name::Class) => Some(Self::Class),
            Some(Name::Owner) => Some(Self::Owner),
            Some(Name::Age) => Some(Self::Age),
            Some(Name::Kpi(key)) => Self::figure(key),
            None => Self::figure(&name),
        }
    }

    /// Returns whether a word is a field name that never occurs in deal names.
    pub(super) fn is_only_a_name(word: &str) -> bool {
        Self::named(word).is_some() && !WORDS.contains(&fold(word).as_str())
    }

    fn figure(key: &str) -> Option<Self> {
        KPIS.iter()
            .find(|kpi| kpi.key == key)
            .map(|kpi| Self::Number(kpi.key, kpi.unit))
    }
}

/// Reason why a number was rejected.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NumberFault {
    /// The text is not a number of this unit.
    Unreadable,
    /// A ratio above 200 %: 65 probably means 65 %.
    Percent,
}

/// Parses a number in the unit of its field: `65%`, `0,65`, `1.25x`, `62/100`, `1,2M€`, `850k`.
pub(super) fn number(text: &str, unit: Unit) -> Result<Decimal, NumberFault> {
    let text = text.trim();
    let read = |digits: &str| number::parse(digits).ok_or(NumberFault::Unreadable);
    match unit {
        Unit::Fraction { .. } => {
            if let Some(percent) = text.strip_suffix('%') {
                return Ok(read(percent.trim_end())? / Decimal::ONE_HUNDRED);
            }
            let value = read(text)?;
            if value.abs() > Decimal::TWO {
                Err(NumberFault::Percent)
            } else {
                Ok(value)
            }
        }
        Unit::Multiple => read(text.strip_suffix(['x', 'X', '×']).unwrap_or(text)),
        Unit::Points => read(text.strip_suffix("/100").unwrap_or(text)),
        Unit::Money => {
            let text = text.trim_start_matches('€');
            let text = text.strip_suffix('€').unwrap_or(text).trim_end();
            let digits = text.trim_end_matches(char::is_alphabetic);
            let size = match text.strip_prefix(digits).map(str::to_ascii_lowercase).as_deref() {
                Some("" | "eur") => 1_u32,
                Some("k") => 1_000,
                Some("m") => 1_000_000,
                Some("md" | "bn") => 1_000_000_000,
                _ => return Err(NumberFault::Unreadable),
            };
            read(digits)?
                .checked_mul(size.into())
                .ok_or(NumberFault::Unreadable)
        }
    }
}

/// Parses a number of days: `15`, `15j`, `15d`, `2sem`, `2w`, `3mois` (of thirty days).
pub(super) fn days(text: &str) -> Option<i64> {
    let folded = fold(text.trim());
    let digits = folded.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit = match folded.strip_prefix(digits)?.trim() {
        "" | "j" | "d" | "jour" | "jours" | "day" | "days" => 1,
        "s" | "sem" | "semaine" | "semaines" | "w" | "week" | "weeks" => 7,
        "m" | "mois" | "month" | "months" => 30,
        _ => return None,
    };
    digits.parse::<u32>().ok().map(|count| i64::from(count) * unit)
}
