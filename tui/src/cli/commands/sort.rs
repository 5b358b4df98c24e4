//! Sorts records by a field: numbers by value, text without case and accents, missing values last.

use std::cmp::Ordering;

use encours_core::contract::{Num, record::raw_text};
use encours_core::text::fold;
use rust_decimal::Decimal;
use serde_json::value::RawValue;

use super::super::output::RequestedColumns;
use crate::cli::prelude::*;

/// Sort key of a record.
#[derive(Debug, PartialEq)]
enum CellKey {
    Number(Decimal),
    Text(String),
    Missing,
}

/// Sorts by a field of the record, or of its `kpi_snapshot`. The sort is stable.
///
/// # Errors
/// [`Usage`](encours_core::error::ErrorKind::Usage) if no record has such a field.
pub(super) fn sort(
    out_style: &OutputStyle,
    records: &mut [Record],
    field: &str,
    descending: bool,
) -> Result<(), Error> {
    let mut sorting = Sorting::new(out_style, field);
    for record in records.iter() {
        sorting.add(record, record.clone());
    }
    for (index, record) in records.iter_mut().zip(sorting.finish(descending)?) {
        *index = record;
    }
    Ok(())
}

/// Sorts items by the fields of their records, without keeping the records in memory.
pub(super) struct Sorting<'a, T> {
    out_style: &'a OutputStyle,
    field: &'a str,
    known: bool,
    keyed: Vec<(CellKey, T)>,
}

impl<'a, T> Sorting<'a, T> {
    /// Creates a sorter by a field, with the rules of [`sort`].
    pub(super) fn new(out_style: &'a OutputStyle, field: &'a str) -> Self {
        Self { out_style, field, known: false, keyed: Vec::new() }
    }

    /// Adds a record's key with its item.
    pub(super) fn add(&mut self, record: &Record, it: T) {
        let key = RequestedColumns::value(self.out_style, record, self.field).map(|raw| key(&raw));
        self.known |= key.is_some();
        self.keyed.push((key.unwrap_or(CellKey::Missing), it));
    }

    /// Returns the items in sorted order.
    ///
    /// # Errors
    /// Those of [`sort`].
    pub(super) fn finish(mut self, descending: bool) -> Result<impl Iterator<Item = T>, Error> {
        if !self.known && !self.keyed.is_empty() {
            return Err(error_message::usage("usage-sort-field", &[("field", self.field)]));
        }
        self.keyed.sort_by(|(a, _), (b, _)| order(a, b, descending));
        Ok(self.keyed.into_iter().map(|(_, it)| it))
    }
}

fn key(raw: &RawValue) -> CellKey {
    match raw.get() {
        "null" => CellKey::Missing,
        "false" => CellKey::Number(Decimal::ZERO),
        "true" => CellKey::Number(Decimal::ONE),
        _ => match Num::from_raw(raw).and_then(|num| num.value()) {
            Some(number) => CellKey::Number(number),
            None => CellKey::Text(fold(&raw_text(raw).unwrap_or(raw.get().into()))),
        },
    }
}

fn order(a: &CellKey, b: &CellKey, descending: bool) -> Ordering {
    let order = match (a, b) {
        // Missing values come last in both directions.
        (CellKey::Missing, CellKey::Missing) => return Ordering::Equal,
        (CellKey::Missing, _) => return Ordering::Greater,
        (_, CellKey::Missing) => return Ordering::Less,
        (CellKey::Number(a), CellKey::Number(b)) => a.cmp(b),
        (CellKey::Text(a), CellKey::Text(b)) => a.cmp(b),
        (CellKey::Number(_), CellKey::Text(_)) => Ordering::Less,
        (CellKey::Text(_), CellKey::Number(_)) => Ordering::Greater,
    };
    if descending { order.reverse() } else { order }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn out_style() -> OutputStyle {
        OutputStyle::plain(encours_core::text::Lang::En, jiff::Timestamp::UNIX_EPOCH)
    }

    fn sorted(field: &str, descending: bool) -> String {
        let mut records: Vec<Record> = [
            r#"{"id":"a","name":"Tour","kpi_snapshot":{"ltv":"0.7"}}"#,
            r#"{"id":"b","name":"Îlot","kpi_snapshot":{"ltv":0.65}}"#,
            r#"{"id":"c","kpi_snapshot":{}}"#,
            r#"{"id":"d","name":"ilot","kpi_snapshot":{"ltv":10}}"#,
        ]
        .map(|json| Record::parse(json).unwrap())
        .into();
        sort(&out_style(), &mut records, field, descending).unwrap();
        records.iter().map(|record| record.text("id").unwrap().into_owned()).collect()
    }

    #[test]
    fn numbers_by_value_and_text_by_letters() {
        assert_eq!(sorted("ltv", false), "badc");
        assert_eq!(sorted("kpi_snapshot.ltv", true), "dabc");
        assert_eq!(sorted("name", false), "bdac");
        assert_eq!(sorted("name", true), "abdc");
    }

    #[test]
    fn sort_by_an_unknown_field_is_an_error() {
        let mut records = [Record::parse("{\"id\":\"a\"}").unwrap()];
        assert!(sort(&out_style(), &mut records, "nmae", false).is_err());
        assert!(sort(&out_style(), &mut [], "nmae", false).is_ok());
    }
}
