//! Changes to requests and response bodies that make the records wrong.
//!
//! Examples are unknown codes and fields, nulls, numbers as strings, and duplicated or shifted pages.

use serde_json::value::RawValue;

use super::FaultKind;
use crate::{
    json::{JsonKind, Object, kind, quote},
    rules::query::QueryParams,
};

/// Changes the query parameters before the service sees them.
pub(crate) fn change_query(kinds: &[FaultKind], query: &mut QueryParams) {
    for fault in kinds {
        match fault {
            FaultKind::Clamp(max) => {
                let requested = query.get("limit").ok().flatten().and_then(|text| text.parse::<u32>().ok());
                query.set("limit", requested.map_or(*max, |requested| requested.min(*max)).to_string());
            }
            FaultKind::IgnoreOffset => {
                query.remove("offset");
                query.remove("page");
            }
            FaultKind::Shift => {
                let requested = query.get("offset").ok().flatten().and_then(|text| text.parse::<u64>().ok());
                if let Some(earlier) = requested.and_then(|requested| requested.checked_sub(1)) {
                    query.set("offset", earlier.to_string());
                }
            }
            _ => {}
        }
    }
}

/// Changes a JSON body of the service.
pub(crate) fn change_body(kinds: &[FaultKind], body: &str) -> String {
    let mut shape = ParsedBody::read(body);
    for fault in kinds {
        shape.apply(fault);
    }
    shape.write().unwrap_or_else(|| body.to_owned())
}

/// Returns whether a fault changes bodies.
pub(crate) fn changes_body(fault: &FaultKind) -> bool {
    matches!(
        fault,
        FaultKind::NewStatus
            | FaultKind::NewField
            | FaultKind::OddKpi
            | FaultKind::Null(_)
            | FaultKind::FlipNumbers
            | FaultKind::LongDecimal
            | FaultKind::Total(_)
            | FaultKind::Duplicate
    )
}

/// A parsed response: one record, a page object or an array of records.
enum ParsedBody {
    Record(Object),
    Page(Object, Vec<Object>),
    Array(Vec<Object>),
    /// Anything else; left unchanged.
    Other,
}

impl ParsedBody {
    fn read(body: &str) -> Self {
        if kind(body) == JsonKind::Array {
            return parse_records(body).map_or(Self::Other, Self::Array);
        }
        let Ok(object) = Object::parse(body.as_bytes()) else {
            return Self::Other;
        };
        match object.get("items").and_then(parse_records) {
            Some(items) => Self::Page(object, items),
            None => Self::Record(object),
        }
    }

    fn write(self) -> Option<String> {
        let joined = |records: &[Object]| {
            format!("[{}]", records.iter().map(ToString::to_string).collect::<Vec<_>>().join(","))
        };
        match self {
            Self::Record(object) => Some(object.to_string()),
            Self::Array(records) => Some(joined(&records)),
            Self::Page(mut page, records) => {
                page.set("items", joined(&records));
                Some(page.to_string())
            }
            Self::Other => None,
        }
    }

    fn records_mut(&mut self) -> &mut [Object] {
        match self {
            Self::Record(object) => std::slice::from_mut(object),
            Self::Page(_, records) | Self::Array(records) => records,
            Self::Other => &mut [],
        }
    }

    fn apply(&mut self, fault: &FaultKind) {
        match fault {
            FaultKind::NewStatus => {
                if let Some(record) = self.records_mut().first_mut() {
                    for field in ["status", "statut"]
                        .into_iter()
                        .filter(|field| record.get(field).is_some())
                        .collect::<Vec<_>>()
                    {
                        record.set_text(field, "statut_inedit");
                    }
                }
            }
            FaultKind::NewField => {
                for record in self.records_mut() {
                    record.set("champ_inedit", r#"{"valeur":1.10,"liste":[1,null,"é"]}"#);
                }
            }
            FaultKind::OddKpi => self.records_mut().iter_mut().for_each(set_out_of_range),
            FaultKind::Null(field) => {
                for record in self.records_mut() {
                    record.set(field, "null");
                }
            }
            FaultKind::FlipNumbers => self.records_mut().iter_mut().for_each(flip_numbers),
            FaultKind::LongDecimal => {
                for record in self.records_mut() {
                    record.set("montant_long", "12345678901234567890.123456789012345678");
                    record.set_text("montant_texte", "0.100000000000000000000000000001");
                }
            }
            FaultKind::Total(delta) => {
                if let Self::Page(page, _) = self
                    && let Some(total) = page.get("total").and_then(|raw| raw.parse::<i64>().ok())
                {
                    page.set("total", total.saturating_add(*delta).max(0).to_string());
                }
            }
            FaultKind::Duplicate => {
                if let Self::Page(_, records) | Self::Array(records) = self
                    && let Some(last) = records.last().cloned()
                {
                    records.push(last);
                }
            }
            _ => {}
        }
    }
}

fn parse_records(json: &str) -> Option<Vec<Object>> {
    serde_json::from_str(json).ok()
}

/// Puts an out-of-range value into one snapshot in sixteen, always the same ones.
///
/// One of the values is a percentage where a fraction belongs.
fn set_out_of_range(record: &mut Object) {
    let Some(mut snapshot) = record.get("kpi_snapshot").and_then(|json| Object::parse(json.as_bytes()).ok())
    else {
        return;
    };
    let drawn = record
        .get("id")
        .unwrap_or_default()
        .bytes()
        .fold(0_u8, |sum, byte| sum.wrapping_mul(31).wrapping_add(byte));
    let (key, value) = match drawn % 64 {
        0 => ("ltv", "-0.6250"),
        1 => ("ltv", "62.5000"),
        2 => ("pct_perte_estimee", "-0.0200"),
        3 => ("risk_score_simple", "117"),
        _ => return,
    };
    snapshot.set(key, value);
    record.set("kpi_snapshot", snapshot.to_string());
}

/// Turns numbers into strings and decimal strings into numbers, also in nested objects.
fn flip_numbers(record: &mut Object) {
    let fields: Vec<(String, String)> =
        record.iter().map(|(name, json)| (name.to_owned(), json.to_owned())).collect();
    for (name, json) in fields {
        match kind(&json) {
            JsonKind::Number => record.set(&name, quote(&json)),
            JsonKind::Text => {
                let number = serde_json::from_str::<String>(&json).ok().filter(|text| {
                    text.contains('.')
                        && serde_json::from_str::<&RawValue>(text)
                            .is_ok_and(|raw| kind(raw.get()) == JsonKind::Number)
                });
                if let Some(number) = number {
                    record.set(&name, number);
                }
            }
            JsonKind::Object => {
                if let Ok(mut inner) = Object::parse(json.as_bytes()) {
                    flip_numbers(&mut inner);
                    record.set(&name, inner.to_string());
                }
            }
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const PAGE: &str =
        r#"{"items":[{"id":"a","status":"ic"},{"id":"b","status":"ic"}],"total":2,"limit":50,"offset":0}"#;

    #[test]
    fn pages_are_distorted_record_by_record() {
        let page = change_body(&[FaultKind::NewStatus, FaultKind::Duplicate, FaultKind::Total(-1)], PAGE);
        assert_eq!(
            page,
            r#"{"items":[{"id":"a","status":"statut_inedit"},{"id":"b","status":"ic"},{"id":"b","status":"ic"}],"total":1,"limit":50,"offset":0}"#
        );
        assert_eq!(
            change_body(&[FaultKind::Null("status".into())], r#"[{"status":"ic"}]"#),
            r#"[{"status":null}]"#
        );
        assert!(change_body(&[FaultKind::NewField], r#"{"id":"a"}"#).contains("champ_inedit"));
        assert!(
            change_body(&[FaultKind::LongDecimal], r#"{"id":"a"}"#)
                .contains("12345678901234567890.123456789012345678")
        );
    }

    #[test]
    fn numbers_and_decimal_strings_change_places() {
        let flipped = change_body(
            &[FaultKind::FlipNumbers],
            r#"{"n":0.10,"t":"0.650","name":"12","kpi_snapshot":{"ltv":"0.7504","s":62}}"#,
        );
        assert_eq!(flipped, r#"{"n":"0.10","t":0.650,"name":"12","kpi_snapshot":{"ltv":0.7504,"s":"62"}}"#);
    }

    #[test]
    fn bodies_that_are_no_record_stay_unchanged() {
        assert_eq!(change_body(&[FaultKind::NewField], "\"text\""), "\"text\"");
        assert_eq!(change_body(&[FaultKind::NewField], ""), "");
    }

    #[test]
    fn questions_are_changed_before_the_service_sees_them() {
        let mut asked = QueryParams::parse("limit=100&offset=40").unwrap();
        change_query(&[FaultKind::Clamp(10), FaultKind::Shift], &mut asked);
        assert_eq!((asked.get("limit").unwrap(), asked.get("offset").unwrap()), (Some("10"), Some("39")));
        change_query(&[FaultKind::IgnoreOffset], &mut asked);
        assert_eq!(asked.get("offset").unwrap(), None);
    }
}
