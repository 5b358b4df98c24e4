//! Requested fields of deals, in the requested order.

use std::collections::HashSet;

use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::{Fields, Record};
use serde_json::value::RawValue;

use super::{OutputKind, OutputStyle, optional_columns};

/// Age of a deal in its status in days, computed here; the service has no such field.
const AGE_FIELD: &str = "age";

/// Fields from this device, which the service does not have: day of the open follow-up, star, labels.
pub const LOCAL_FIELDS: [&str; 3] = ["followup", "star", "labels"];

/// Returns a field of a record: its own, one of `kpi_snapshot`, or the member of an object (`object.member`).
fn record_field(record: &Record, name: &str) -> Option<Box<RawValue>> {
    if let Some(raw) = record.raw(name) {
        return Some(raw.to_owned());
    }
    if let Some((object, member)) = name.split_once('.') {
        return record.object(object)?.raw(member).map(ToOwned::to_owned);
    }
    record.object("kpi_snapshot")?.raw(name).map(ToOwned::to_owned)
}

/// Requested fields without duplicates, and those that no record had yet.
#[derive(Debug, Clone)]
pub struct RequestedColumns {
    names: Vec<String>,
    missing: HashSet<String>,
    records: usize,
}

impl RequestedColumns {
    /// Creates the columns, or returns `None` if no names are given, which means all fields.
    #[must_use]
    pub fn new<'a>(names: impl IntoIterator<Item = &'a str>) -> Option<Self> {
        let mut unmet = HashSet::new();
        let names: Vec<String> =
            names.into_iter().filter(|name| unmet.insert((*name).to_owned())).map(str::to_owned).collect();
        // A documented name is valid even if no deal has the field.
        unmet.retain(|name| {
            let documented = OutputKind::Deal.columns().iter().any(|column| column.field == name);
            !documented
                && name != AGE_FIELD
                && !LOCAL_FIELDS.contains(&name.as_str())
                && KpiKey::from_name(name).is_none()
        });
        (!names.is_empty()).then_some(Self { names, missing: unmet, records: 0 })
    }

    /// Returns the names.
    #[must_use]
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// Records which fields a record has.
    pub fn observe(&mut self, record: &Record) {
        self.records += 1;
        self.missing.retain(|name| record_field(record, name).is_none());
    }

    /// Returns a requested field that none of the records has.
    #[must_use]
    pub fn unknown(&self) -> Option<&str> {
        let unmet = |name: &&String| self.records > 0 && self.missing.contains(*name);
        self.names.iter().find(unmet).map(String::as_str)
    }

    /// Returns the value of a requested field. That of a deal without a follow-up or a label is `null`.
    #[must_use]
    pub fn value(out_style: &OutputStyle, record: &Record, name: &str) -> Option<Box<RawValue>> {
        if name == AGE_FIELD && !record.has(AGE_FIELD) {
            let days = optional_columns::days_in_status(out_style, record)?;
            return RawValue::from_string(days.to_string()).ok();
        }
        if LOCAL_FIELDS.contains(&name) && !record.has(name) {
            let (id, local) = (record.text("id").unwrap_or_default(), &out_style.local_deals);
            let value = match name {
                "followup" => serde_json::json!(local.open_followup(&id).map(|found| found.date.to_string())),
                "star" => serde_json::json!(local.stars().contains(&*id)),
                _ => serde_json::json!(local.labels().get(&*id).map(|labels| labels.join(", "))),
            };
            return RawValue::from_string(value.to_string()).ok();
        }
        record_field(record, name)
    }

    /// Returns a record with the requested fields only; missing ones are `null`.
    #[must_use]
    pub fn select(&self, out_style: &OutputStyle, record: &Record) -> Record {
        let mut picked = Fields::new();
        for name in &self.names {
            picked.set(name, &Self::value(out_style, record, name));
        }
        // An object of raw tokens always parses.
        picked.to_record().unwrap_or_else(|_| record.clone())
    }
}

#[cfg(test)]
mod tests {
    use encours_core::text::Lang;

    use super::*;

    #[test]
    fn requested_columns_keep_their_order_and_raw_values() {
        let out_style = OutputStyle::plain(Lang::En, "2026-01-13T23:00:00Z".parse().unwrap());
        let deal = Record::parse(
            r#"{"id":"1","name":"a","status_since":"2026-01-01","kpi_snapshot":{"ltv":0.70},"data":{"x":1}}"#,
        )
        .unwrap();
        let mut columns =
            RequestedColumns::new(["ltv", "name", "age", "data.x", "kpi_snapshot.ltv", "ltv", "dscr"])
                .unwrap();
        columns.observe(&deal);
        assert_eq!(columns.unknown(), None);
        assert_eq!(
            columns.select(&out_style, &deal).as_str(),
            r#"{"ltv":0.70,"name":"a","age":12,"data.x":1,"kpi_snapshot.ltv":0.70,"dscr":null}"#
        );
        let mut wrong = RequestedColumns::new(["id", "nope"]).unwrap();
        assert_eq!(wrong.unknown(), None, "without deals no name is unknown");
        wrong.observe(&deal);
        assert_eq!(wrong.unknown(), Some("nope"));
        assert!(RequestedColumns::new([]).is_none());
    }
}
