//! Spreadsheet tables with every received field: one column per field, typed numbers and dates.

use std::collections::HashSet;

use super::super::super::output::RequestedColumns as Asked;
use crate::cli::prelude::*;
use encours_core::contract::json::date_or_time::DateOrTime;
use encours_core::contract::models::kpi::{KpiKey, KpiUnit};
use encours_core::contract::record::{compact, raw_text};
use encours_core::export;
use encours_core::model::worksheet::{FileFormat, Worksheet, WorksheetCell};
use jiff::tz::TimeZone;
use serde_json::value::RawValue;

/// Field whose members have columns of their own.
const KPI: &str = "kpi_snapshot";

/// Columns of the deal table: the requested ones, else the documented fields and all other received fields.
#[derive(Debug)]
pub(super) struct WorksheetColumns {
    names: Vec<String>,
    known: HashSet<String>,
    is_requested: bool,
}

impl WorksheetColumns {
    /// Creates the documented columns, or the requested ones.
    pub(super) fn new(requested: Option<&Asked>) -> Self {
        let documented = || OutputKind::Deal.columns().iter().map(|column| column.field.to_owned()).collect();
        let names: Vec<String> = requested.map_or_else(documented, |requested| requested.names().to_vec());
        Self { known: names.iter().cloned().collect(), names, is_requested: requested.is_some() }
    }

    /// Adds columns for further fields of a deal.
    pub(super) fn observe(&mut self, record: &Record) {
        if self.is_requested {
            return;
        }
        let members = kpi_members(record);
        for (name, _) in record.fields() {
            match members.as_ref().filter(|_| name == KPI) {
                Some(members) => {
                    members.fields().for_each(|(member, _)| self.add(&format!("{KPI}.{member}")));
                }
                None => self.add(name),
            }
        }
    }

    fn add(&mut self, name: &str) {
        if !self.known.contains(name) {
            self.known.insert(name.to_owned());
            self.names.push(name.to_owned());
        }
    }

    /// Returns the column names.
    pub(super) fn names(&self) -> &[String] {
        &self.names
    }

    /// Returns the cells of a deal.
    pub(super) fn row(&self, out_style: &OutputStyle, record: &Record) -> Vec<WorksheetCell> {
        let members = kpi_members(record);
        let cell = |name: &String| {
            let member = name.strip_prefix(KPI).and_then(|name| name.strip_prefix('.'));
            let raw = match (member, &members) {
                _ if self.is_requested => Asked::value(out_style, record, name),
                (Some(member), Some(members)) => members.raw(member).map(ToOwned::to_owned),
                (None, Some(_)) if name == KPI => None,
                _ => record.raw(name).map(ToOwned::to_owned),
            };
            raw.map_or(WorksheetCell::Empty, |raw| to_cell(name, &raw, &out_style.zone))
        };
        self.names.iter().map(cell).collect()
    }
}

/// Returns the metrics of a deal, if they are an object.
fn kpi_members(record: &Record) -> Option<Record> {
    record.raw(KPI).and_then(|raw| Record::parse(raw.get()).ok())
}

/// Converts a field to a typed cell: ratio, amount, date or text.
///
/// Fields that are names or codes in the contract stay text.
fn to_cell(name: &str, raw: &RawValue, zone: &TimeZone) -> WorksheetCell {
    let field = name.rsplit('.').next().unwrap_or(name);
    let is_text = OutputKind::Deal.columns().iter().any(|column| column.field == field);
    let text = raw_text(raw).filter(|_| raw.get().starts_with('"'));
    if is_text && let Some(text) = text {
        return WorksheetCell::text(&text);
    }
    if raw.get().starts_with(['{', '[']) {
        return WorksheetCell::text(&compact(raw.get()));
    }
    match (text.and_then(|text| DateOrTime::parse(&text)), WorksheetCell::from_json(raw)) {
        (Some(DateOrTime::Day(day)), _) => WorksheetCell::Date(day),
        (Some(DateOrTime::Instant(instant)), _) => WorksheetCell::DateTime(date::local(instant, zone)),
        (None, WorksheetCell::Number(value)) => match KpiKey::from_name(field).map(KpiKey::unit) {
            Some(KpiUnit::Fraction) => WorksheetCell::Ratio(value),
            Some(KpiUnit::Money) => WorksheetCell::Amount(value),
            _ => WorksheetCell::Number(value),
        },
        (None, cell) => cell,
    }
}

/// Builds a workbook with the totals on one worksheet and each breakdown on its own.
pub(super) fn portfolio_workbook(record: &Record) -> Result<Vec<u8>, Error> {
    let pair =
        |(name, raw): (&str, &RawValue)| vec![WorksheetCell::text(name), WorksheetCell::from_json(raw)];
    let worksheet = |name: &str, rows| Worksheet { name: name.to_owned(), columns: Vec::new(), rows };
    let mut sheets = vec![worksheet("portfolio", plain_fields(record).map(pair).collect())];
    for (name, raw) in record.fields() {
        if let Ok(codes) = Record::parse(raw.get()) {
            sheets.push(worksheet(name, codes.fields().map(pair).collect()));
        }
    }
    export::to_bytes(sheets, FileFormat::Xlsx)
}

fn plain_fields(record: &Record) -> impl Iterator<Item = (&str, &RawValue)> {
    record.fields().filter(|(_, raw)| !raw.get().starts_with('{'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn worksheet_cells_have_the_type_of_their_field() {
        let zone = TimeZone::get("Europe/Paris").unwrap();
        let made = |name: &str, json: &str| {
            let raw = RawValue::from_string(json.to_owned()).unwrap();
            to_cell(name, &raw, &zone)
        };
        let number = |text: &str| text.parse().unwrap();
        for (name, json, wanted) in [
            ("ltv", "\"0.65\"", WorksheetCell::Ratio(number("0.65"))),
            ("kpi_snapshot.ltv", "0.650", WorksheetCell::Ratio(number("0.650"))),
            ("dscr", "1.25", WorksheetCell::Number(number("1.25"))),
            ("crd_total", "\"12500000.50\"", WorksheetCell::Amount(number("12500000.50"))),
            ("ltv", "\"n/d\"", WorksheetCell::text("n/d")),
            ("comite", "\"2026-11-20\"", WorksheetCell::Date(jiff::civil::date(2026, 11, 20))),
            (
                "created_at",
                "\"2026-11-20T23:30:00Z\"",
                WorksheetCell::DateTime(jiff::civil::date(2026, 11, 21).at(0, 30, 0, 0)),
            ),
            ("name", "\"2026-11-20\"", WorksheetCell::text("2026-11-20")),
            ("siren", "\"732829320\"", WorksheetCell::text("732829320")),
            ("data", "{ \"a\" : 1 }", WorksheetCell::text("{\"a\":1}")),
            ("x", "null", WorksheetCell::Empty),
        ] {
            assert_eq!(made(name, json), wanted, "{name} {json}");
        }
    }
}
