//! Records as the sheets of a workbook, every field that was sent among them.

use encours_core::contract::Record;
use encours_core::error::Error;
use encours_core::export::{self, Cell, Form, Sheet};
use serde_json::value::RawValue;

use super::super::super::output::Kind;

/// The deals, one a row: the documented fields, those of the financial snapshot, and everything else that was sent.
pub(super) fn deals(records: &[Record]) -> Result<Vec<u8>, Error> {
    let columns = columns(records);
    let row = |record: &Record| {
        let cell = |name: &Vec<String>| find(record, name).map_or(Cell::Empty, |raw| Cell::of_raw(&raw));
        columns.iter().map(cell).collect()
    };
    let sheet = Sheet {
        name: "deals".to_owned(),
        columns: columns.iter().map(|name| name.join(".")).collect(),
        rows: records.iter().map(row).collect(),
    };
    export::bytes(vec![sheet], Form::Xlsx)
}

/// The totals on one sheet, each breakdown on one of its own.
pub(super) fn portfolio(record: &Record) -> Result<Vec<u8>, Error> {
    let pair = |(name, raw): (&str, &RawValue)| vec![Cell::text(name), Cell::of_raw(raw)];
    let sheet = |name: &str, rows| Sheet {
        name: name.to_owned(),
        columns: Vec::new(),
        rows,
    };
    let mut sheets = vec![sheet("portfolio", plain(record).map(pair).collect())];
    for (name, raw) in record.fields() {
        if let Ok(codes) = Record::parse(raw.get()) {
            sheets.push(sheet(name, codes.fields().map(pair).collect()));
        }
    }
    export::bytes(sheets, Form::Xlsx)
}

fn plain(record: &Record) -> impl Iterator<Item = (&str, &RawValue)> {
    record.fields().filter(|(_, raw)| !raw.get().starts_with('{'))
}

/// The documented fields first, then what else was met; the members of `kpi_snapshot` stand on their own.
fn columns(records: &[Record]) -> Vec<Vec<String>> {
    let mut columns: Vec<Vec<String>> = Kind::Deal
        .columns()
        .iter()
        .map(|column| vec![column.field.to_owned()])
        .collect();
    let mut known: std::collections::HashSet<Vec<String>> = columns.iter().cloned().collect();
    for (name, raw) in records.iter().flat_map(Record::fields) {
        let members = if name == "kpi_snapshot" {
            Record::parse(raw.get()).ok()
        } else {
            None
        };
        let names: Vec<Vec<String>> = match members {
            Some(members) => members
                .fields()
                .map(|(member, _)| vec![name.to_owned(), member.to_owned()])
                .collect(),
            None => vec![vec![name.to_owned()]],
        };
        for name in names {
            if known.insert(name.clone()) {
                columns.push(name);
            }
        }
    }
    columns
}

fn find(record: &Record, name: &[String]) -> Option<Box<RawValue>> {
    match name {
        [field] => record
            .raw(field)
            .filter(|raw| field != "kpi_snapshot" || !raw.get().starts_with('{'))
            .map(ToOwned::to_owned),
        [object, member] => record.object(object)?.raw(member).map(ToOwned::to_owned),
        _ => None,
    }
}
