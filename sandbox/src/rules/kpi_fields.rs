//! Checks of `kpi_snapshot` (contract, "Financial snapshot"): keys, ranges, numbers or decimal strings.
//!
//! The snapshot's keys must not appear in the open `data` object. A value outside its range is stored and returned,
//! for clients to flag; the setting `kpi_out_of_range` can refuse it.

use serde_json::value::RawValue;

use super::enum_values;
use super::problem::ApiProblem;
use crate::{
    KpiOutOfRange,
    json::{JsonKind, Object, kind},
};

/// Every key of a snapshot with its maximum, if the contract states a range; each minimum is 0.
const KEYS: [(&str, Option<u64>); 13] = [
    ("ltv", Some(2)),
    ("ltc", Some(2)),
    ("debt_yield", None),
    ("dscr", None),
    ("icr", None),
    ("pct_perte_estimee", Some(1)),
    ("risk_score_simple", Some(100)),
    ("crd_total", None),
    ("crd_senior", None),
    ("crd_mezzanine", None),
    ("valeur_venale", None),
    ("noi", None),
    ("service_dette", None),
];

/// The only key that contains a code.
const SOURCE: &str = "crd_total_source";

/// Answers 422 unless the value is `null` or a valid snapshot object.
///
/// Its known keys must have the types of the contract. Values outside their range are rejected only if `policy` says
/// so.
pub(crate) fn check(json: &str, policy: KpiOutOfRange) -> Result<(), ApiProblem> {
    if kind(json) == JsonKind::Null {
        return Ok(());
    }
    let invalid = |detail: String| Err(ApiProblem::invalid(detail).with_reason("invalid_kpi"));
    let Ok(snapshot) = Object::parse(json.as_bytes()) else {
        return invalid("`kpi_snapshot` must be an object".to_owned());
    };
    let refuse_out_of_range = policy == KpiOutOfRange::Refuse;
    for (key, value) in snapshot.iter() {
        if kind(value) == JsonKind::Null {
            continue;
        }
        if key == SOURCE {
            let source = enum_values::parse_text(SOURCE, value)?;
            if refuse_out_of_range && !["financing_tranches", "operation_data"].contains(&&*source) {
                return invalid(format!("`{SOURCE}` must be financing_tranches or operation_data"));
            }
        } else if let Some((_, max)) = KEYS.iter().find(|(known, _)| *known == key) {
            let Some(text) = decimal(value) else {
                return invalid(format!("`kpi_snapshot.{key}` must be a number or a decimal string"));
            };
            if let Some(max) = max
                && refuse_out_of_range
                && !is_in_range(&text, *max)
            {
                return invalid(format!("`kpi_snapshot.{key}` must lie between 0 and {max}"));
            }
        }
    }
    Ok(())
}

/// Answers 422 if the open `data` object contains a key of `kpi_snapshot`.
pub(crate) fn check_open_data(json: &str) -> Result<(), ApiProblem> {
    if kind(json) == JsonKind::Null {
        return Ok(());
    }
    let Ok(data) = Object::parse(json.as_bytes()) else {
        return Err(ApiProblem::invalid("`data` must be an object").with_reason("invalid_payload"));
    };
    let misplaced = data
        .iter()
        .map(|(key, _)| key)
        .find(|key| *key == SOURCE || KEYS.iter().any(|(known, _)| known == key));
    match misplaced {
        None => Ok(()),
        Some(key) => {
            Err(ApiProblem::invalid(format!("`{key}` belongs inside `kpi_snapshot`, not in `data`"))
                .with_reason("invalid_kpi"))
        }
    }
}

/// Returns whether a value is a number or a decimal string above zero.
pub(crate) fn is_positive(json: &str) -> bool {
    decimal(json).is_some_and(|text| !text.starts_with('-') && !is_in_range(&text, 0))
}

/// Returns the text of a number or of a decimal string, of any length.
fn decimal(json: &str) -> Option<String> {
    match kind(json) {
        JsonKind::Number => Some(json.to_owned()),
        // A decimal string has the grammar of a JSON number.
        JsonKind::Text => serde_json::from_str::<String>(json).ok().filter(|text| {
            serde_json::from_str::<&RawValue>(text)
                .is_ok_and(|raw| raw.get() == text && kind(text) == JsonKind::Number)
        }),
        _ => None,
    }
}

/// Returns whether a JSON number is between 0 and `max`. It compares text to avoid rounding.
fn is_in_range(number: &str, max: u64) -> bool {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (negative, mantissa) = match mantissa.strip_prefix('-') {
        Some(magnitude) => (true, magnitude),
        None => (false, mantissa),
    };
    let (integer, fraction) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{integer}{fraction}");
    let significant = digits.trim_start_matches('0');
    if significant.is_empty() {
        return true;
    }
    // The number is 0.SIGNIFICANT times ten to this power.
    let leading = i64::try_from(digits.len() - significant.len()).unwrap_or(i64::MAX);
    let shift =
        exponent.parse::<i64>().unwrap_or(if exponent.starts_with('-') { i64::MIN } else { i64::MAX });
    let point =
        i64::try_from(integer.len()).unwrap_or(i64::MAX).saturating_sub(leading).saturating_add(shift);
    if negative || point > 3 {
        return false;
    }
    let digit_count = usize::try_from(point).unwrap_or(0);
    let units: String = significant.chars().chain(std::iter::repeat('0')).take(digit_count).collect();
    let has_fraction = significant.chars().skip(digit_count).any(|digit| digit != '0');
    let units: u64 = units.parse().unwrap_or(0);
    units < max || (units == max && !has_fraction)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kpi_ranges_are_inclusive_and_excess_is_configurable() {
        for good in [
            "null",
            "{}",
            r#"{"ltv":0,"ltc":2,"pct_perte_estimee":"1","risk_score_simple":100}"#,
            r#"{"ltv":null,"dscr":"-0.35","noi":-120000.50,"crd_total":"14050000.00","notre_cle":"x"}"#,
            r#"{"crd_total_source":"operation_data","debt_yield":7.88e-2}"#,
            r#"{"noi":1e400,"crd_total":"12345678901234567890.123456789012345678901234567890"}"#,
            r#"{"ltv":20e-1,"ltc":0.2E1,"pct_perte_estimee":-0.0,"risk_score_simple":1e2}"#,
            r#"{"ltv":0e999999999999999999999,"ltc":1e-999999999999999999999}"#,
        ] {
            assert_eq!(check(good, KpiOutOfRange::Refuse), Ok(()), "{good}");
        }
        for beyond in [
            r#"{"ltv":2.0001}"#,
            r#"{"ltv":"-0.01"}"#,
            r#"{"pct_perte_estimee":1.01}"#,
            r#"{"risk_score_simple":"100.5"}"#,
            r#"{"ltv":"2.000000000000000000000000000000000000000001"}"#,
            r#"{"ltv":1e999999999999999999999}"#,
            r#"{"ltv":-1e-400}"#,
            r#"{"risk_score_simple":1e3}"#,
            r#"{"crd_total_source":"tranches"}"#,
        ] {
            assert_eq!(check(beyond, KpiOutOfRange::Refuse).unwrap_err().status, 422, "{beyond}");
            assert_eq!(check(beyond, KpiOutOfRange::Keep), Ok(()), "{beyond}");
        }
        for bad in [
            "[]",
            "7",
            r#"{"dscr":"1,25"}"#,
            r#"{"dscr":" 1.25"}"#,
            r#"{"dscr":"+1.25"}"#,
            r#"{"dscr":"01.25"}"#,
            r#"{"dscr":""}"#,
            r#"{"dscr":"1_000"}"#,
            r#"{"dscr":true}"#,
            r#"{"ltv":[0.5]}"#,
            r#"{"crd_total_source":7}"#,
        ] {
            assert_eq!(check(bad, KpiOutOfRange::Keep).unwrap_err().status, 422, "{bad}");
        }
    }

    #[test]
    fn kpi_keys_stay_out_of_the_open_data() {
        assert_eq!(check_open_data(r#"{"surface":1200}"#), Ok(()));
        assert_eq!(check_open_data("null"), Ok(()));
        assert_eq!(check_open_data(r#"{"surface":1200,"noi":1}"#).unwrap_err().status, 422);
        assert_eq!(check_open_data("[]").unwrap_err().status, 422);
    }
}
