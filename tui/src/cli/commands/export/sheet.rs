//! Records as the sheets of a workbook, every field that was sent among them.

use std::collections::HashSet;

use encours_core::contract::Record;
use encours_core::error::Error;
use encours_core::export::{self, Cell, Form, Sheet};
use serde_json::value::RawValue;

use super::super::super::output::Kind;

/// The columns of deals, one deal a row: the documented fields, then everything else that was sent; the members of
/// `kpi_snapshot` stand on their own.
#[derive(Debug)]
pub(super) struct Columns {
    columns: Vec<Vec<String>>,
    known: HashSet<Vec<String>>,
}

impl Default for Columns {
    fn default() -> Self {
        let documented = Kind::Deal.columns().iter();
        let columns: Vec<Vec<String>> = documented.map(|column| vec![column.field.to_owned()]).collect();
        Self {
            known: columns.iter().cloned().collect(),
            columns,
        }
    }
}

impl Columns {
    /// Adds the fields that a deal has besides.
    pub(super) fn meet(&mut self, record: &Record) {
        for (name, raw) in record.fields() {
            let members = if name == "kpi_snapshot" {
                Record::parse(raw.get()).ok()
            } else {
                None
            };
            match members {
                Some(members) => {
                    for (member, _) in members.fields() {
                        self.add(vec![name.to_owned(), member.to_owned()]);
                    }
                }
                None => self.add(vec![name.to_owned()]),
            }
        }
    }

    fn add(&mut self, name: Vec<String>) {
        if !self.known.contains(&name) {
            self.known.insert(name.clone());
            self.columns.push(name);
        }
    }

    /// Their names.
    pub(super) fn names(&self) -> Vec<String> {
        self.columns.iter().map(|name| name.join(".")).collect()
    }

    /// The cells of a deal.
    pub(super) fn row(&self, record: &Record) -> Vec<Cell> {
        let cell = |name: &Vec<String>| find(record, name).map_or(Cell::Empty, |raw| Cell::of_raw(&raw));
        self.columns.iter().map(cell).collect()
    }
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
