//! `kpi_snapshot` (contract, "Financial snapshot"): keys, ranges, numbers or decimal strings; and its keys'
//! absence from the open `data` object.

use rust_decimal::Decimal;

use super::problem::Problem;
use crate::json::{Kind, Object, kind};

/// Every key of a snapshot with its range, where the contract states one.
const KEYS: [(&str, Option<(i64, i64)>); 13] = [
    ("ltv", Some((0, 2))),
    ("ltc", Some((0, 2))),
    ("debt_yield", None),
    ("dscr", None),
    ("icr", None),
    ("pct_perte_estimee", Some((0, 1))),
    ("risk_score_simple", Some((0, 100))),
    ("crd_total", None),
    ("crd_senior", None),
    ("crd_mezzanine", None),
    ("valeur_venale", None),
    ("noi", None),
    ("service_dette", None),
];

/// The one key that is a code.
const SOURCE: &str = "crd_total_source";

/// 422 unless the value is `null` or an object whose known keys hold what the contract says.
pub(crate) fn check(json: &str) -> Result<(), Problem> {
    if kind(json) == Kind::Null {
        return Ok(());
    }
    let wrong = |what: String| Err(Problem::invalid(what).reason("invalid_kpi"));
    let Ok(snapshot) = Object::parse(json.as_bytes()) else {
        return wrong("`kpi_snapshot` must be an object".to_owned());
    };
    for (key, value) in snapshot.iter() {
        if kind(value) == Kind::Null {
            continue;
        }
        if key == SOURCE {
            if !["\"financing_tranches\"", "\"operation_data\""].contains(&value) {
                return wrong(format!("`{SOURCE}` must be financing_tranches or operation_data"));
            }
        } else if let Some((_, range)) = KEYS.iter().find(|(known, _)| *known == key) {
            let Some(number) = decimal(value) else {
                return wrong(format!(
                    "`kpi_snapshot.{key}` must be a number or a decimal string"
                ));
            };
            if let Some((low, high)) = range
                && !(Decimal::from(*low)..=Decimal::from(*high)).contains(&number)
            {
                return wrong(format!("`kpi_snapshot.{key}` must lie between {low} and {high}"));
            }
        }
    }
    Ok(())
}

/// 422 if the open `data` object holds a key that belongs inside `kpi_snapshot`.
pub(crate) fn check_open_data(json: &str) -> Result<(), Problem> {
    if kind(json) == Kind::Null {
        return Ok(());
    }
    let Ok(data) = Object::parse(json.as_bytes()) else {
        return Err(Problem::invalid("`data` must be an object").reason("invalid_payload"));
    };
    let stray = data
        .iter()
        .map(|(key, _)| key)
        .find(|key| *key == SOURCE || KEYS.iter().any(|(known, _)| known == key));
    match stray {
        None => Ok(()),
        Some(key) => Err(
            Problem::invalid(format!("`{key}` belongs inside `kpi_snapshot`, not in `data`"))
                .reason("invalid_kpi"),
        ),
    }
}

fn decimal(json: &str) -> Option<Decimal> {
    let text = match kind(json) {
        Kind::Number => json.to_owned(),
        Kind::Text => serde_json::from_str(json).ok()?,
        _ => return None,
    };
    let digits = text
        .bytes()
        .all(|b| b.is_ascii_digit() || matches!(b, b'-' | b'+' | b'.' | b'e' | b'E'));
    Decimal::from_str_exact(&text)
        .ok()
        .or_else(|| Decimal::from_scientific(&text).ok())
        .filter(|_| digits)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_include_their_bounds() {
        for good in [
            "null",
            "{}",
            r#"{"ltv":0,"ltc":2,"pct_perte_estimee":"1","risk_score_simple":100}"#,
            r#"{"ltv":null,"dscr":"-0.35","noi":-120000.50,"crd_total":"14050000.00","notre_cle":"x"}"#,
            r#"{"crd_total_source":"operation_data","debt_yield":7.88e-2}"#,
        ] {
            assert_eq!(check(good), Ok(()), "{good}");
        }
        for bad in [
            "[]",
            "7",
            r#"{"ltv":2.0001}"#,
            r#"{"ltv":"-0.01"}"#,
            r#"{"pct_perte_estimee":1.01}"#,
            r#"{"risk_score_simple":"100.5"}"#,
            r#"{"dscr":"1,25"}"#,
            r#"{"dscr":"1_000"}"#,
            r#"{"dscr":true}"#,
            r#"{"crd_total_source":"tranches"}"#,
        ] {
            assert_eq!(check(bad).unwrap_err().status, 422, "{bad}");
        }
    }

    #[test]
    fn kpi_keys_stay_out_of_the_open_data() {
        assert_eq!(check_open_data(r#"{"surface":1200}"#), Ok(()));
        assert_eq!(check_open_data("null"), Ok(()));
        assert_eq!(
            check_open_data(r#"{"surface":1200,"noi":1}"#).unwrap_err().status,
            422
        );
        assert_eq!(check_open_data("[]").unwrap_err().status, 422);
    }
}
