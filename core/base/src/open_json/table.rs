//! Table of records of unknown shape.
//!
//! Columns are in the order found: identifying and naming fields first, nested values last.

use crate::open_json::summary::NAMES;
use std::collections::{BTreeMap, HashMap};

use crate::contract::record::Record;
use crate::text::{Clean, width};

use super::known_fields::is_amount;
use super::summary::summary;
use super::value::{is_nested, is_number, value_of};
use super::{How, Labels};

/// Most columns; fields beyond these appear only in the tree.
const MOST: usize = 64;
/// Fields that identify a record, in the order of usefulness.
const FIRST: [&str; 7] = ["id", "name", "title", "nom", "code", "status", "statut"];

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Column {
    /// Name of the field on the wire.
    pub field: String,
    /// Display name.
    pub label: Clean,
    /// True if every value is a number, which is right-aligned.
    pub numeric: bool,
    /// True if its values are nested, for the tree.
    pub nested: bool,
    /// Number of records with a value.
    pub filled: usize,
    /// Width of the longest value of all rows, in terminal columns.
    ///
    /// A table as wide as its visible rows would change its width while scrolling.
    pub widest: usize,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cell {
    /// A value.
    Value(Clean),
    /// The service sent `null`: the field exists without a value.
    Null,
    /// The record does not have the field.
    Absent,
}

/// A table of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Table {
    /// Number of columns.
    pub columns: Vec<Column>,
    /// One row per record, with a cell per column.
    pub rows: Vec<Vec<Cell>>,
    /// Number of fields without a column.
    pub left_out: usize,
}

/// Shown length of an identifier of an unknown record, including the ellipsis.
const SHORT_ID: usize = 9;

impl Column {
    /// Returns whether it contains the identifiers of the records themselves.
    fn is_identity(&self) -> bool {
        self.field == "id" || self.field == "uuid"
    }
}

/// Returns whether a text is a UUID as services write it (RFC 9562, section 4).
fn is_uuid(text: &str) -> bool {
    text.len() == 36
        && text.bytes().enumerate().all(|(at, byte)| match at {
            8 | 13 | 18 | 23 => byte == b'-',
            _ => byte.is_ascii_hexdigit(),
        })
}

/// Fields that contain a record's status.
const STATES: [&str; 2] = ["statut", "status"];

impl Table {
    /// Keeps only these fields in this order; unknown fields are ignored.
    #[must_use]
    pub fn only(mut self, fields: &[String]) -> Self {
        let order: Vec<usize> = fields
            .iter()
            .filter_map(|field| self.columns.iter().position(|column| column.field == *field))
            .collect();
        self.columns = order
            .iter()
            .filter_map(|at| self.columns.get(*at).cloned())
            .collect();
        for row in &mut self.rows {
            *row = order.iter().filter_map(|at| row.get(*at).cloned()).collect();
        }
        self
    }

    /// Replaces identifiers of other records by their names in `names`.
    ///
    /// An unknown UUID is shortened to its first characters, which still distinguish it. A record's own identifier
    /// stays.
    #[must_use]
    pub fn naming(mut self, names: &BTreeMap<String, Clean>) -> Self {
        let own: Vec<bool> = self.columns.iter().map(Column::is_identity).collect();
        for (cell, _) in self
            .rows
            .iter_mut()
            .flat_map(|row| row.iter_mut().zip(&own))
            .filter(|(_, own)| !**own)
        {
            if let Cell::Value(value) = cell {
                if let Some(name) = names.get(value.as_str()) {
                    *value = name.clone();
                } else if is_uuid(value) {
                    *value = Clean::line_of(value, SHORT_ID);
                }
            }
        }
        self.measured()
    }

    /// Computes the column widths.
    fn measured(mut self) -> Self {
        for (at, column) in self.columns.iter_mut().enumerate() {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            let wide = cells.map(|cell| match cell {
                Cell::Value(value) => width(value),
                Cell::Null | Cell::Absent => 0,
            });
            column.widest = wide.max().unwrap_or(0);
        }
        self
    }

    /// Orders the columns for display: the record's name first, then its status and numbers.
    ///
    /// The identifier is last, because users do not read it. Scripts get the identifier first.
    #[must_use]
    pub fn for_people(mut self) -> Self {
        let place = |name: &str| {
            let named = |column: &Column| column.field == name && column.filled > 0;
            self.columns.iter().position(named)
        };
        let Some(name) = NAMES.iter().find_map(|name| place(name)) else {
            return self;
        };
        let id = self.columns.iter().position(Column::is_identity);
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        let rank = |at: usize| match self.columns.get(at) {
            Some(column) if STATES.contains(&column.field.as_str()) => 0,
            Some(column) if column.numeric => 1,
            _ => 2,
        };
        order.sort_by_key(|at| (*at != name, Some(*at) == id, rank(*at)));
        let columns = order.iter().filter_map(|at| self.columns.get(*at).cloned());
        self.columns = columns.collect();
        for row in &mut self.rows {
            *row = order.iter().filter_map(|at| row.get(*at).cloned()).collect();
        }
        self
    }
}

/// Creates the table of records. An object without list is one row.
pub fn table(how: &How, labels: &Labels, records: &[Record]) -> Table {
    let mut columns: Vec<Column> = Vec::new();
    let mut places: HashMap<&str, usize> = HashMap::new();
    for (field, raw) in records.iter().flat_map(Record::fields) {
        let place = *places.entry(field).or_insert_with(|| {
            columns.push(Column {
                field: field.to_owned(),
                label: labels.called(how, field),
                numeric: true,
                nested: false,
                filled: 0,
                widest: 0,
            });
            columns.len() - 1
        });
        if let Some(column) = columns.get_mut(place).filter(|_| raw.get() != "null") {
            column.filled += 1;
            column.numeric &= is_number(raw) || is_amount(field);
            column.nested |= is_nested(raw);
        }
    }
    for column in &mut columns {
        column.numeric &= column.filled > 0;
    }
    let rank = |column: &Column| {
        let first = FIRST.iter().position(|name| *name == column.field);
        (first.unwrap_or(FIRST.len()), column.nested)
    };
    // Stable sort: columns of one rank keep the order in which they were found.
    columns.sort_by_key(rank);
    let left_out = columns.len().saturating_sub(MOST);
    columns.truncate(MOST);
    let cell = |record: &Record, field: &str| match record.raw(field) {
        None => Cell::Absent,
        Some(raw) if raw.get() == "null" => Cell::Null,
        Some(raw) => {
            Cell::Value(summary(how, labels, field, raw).unwrap_or_else(|| value_of(how, field, raw)))
        }
    };
    let rows = records
        .iter()
        .map(|record| columns.iter().map(|column| cell(record, &column.field)).collect())
        .collect();
    let table = Table {
        columns,
        rows,
        left_out,
    };
    table.measured()
}

#[cfg(test)]
mod tests {
    use crate::open_json::Called;
    use crate::text::Lang;

    use super::*;
    use jiff::tz::TimeZone;

    fn records(json: &[&str]) -> Vec<Record> {
        json.iter().map(|json| Record::parse(json).unwrap()).collect()
    }

    #[test]
    fn columns_are_learned_from_the_data_and_named_by_definitions() {
        let how = How {
            lang: Lang::Fr,
            zone: TimeZone::UTC,
            called: Called::AsSent,
            currency: None,
        };
        let definitions =
            records(&[r#"{"id":"f","field_key":"nominal","label_fr":"Nominal de l’opération"}"#]);
        let labels = Labels::of(&definitions);
        let found = table(
            &how,
            &labels,
            &records(&[
                r#"{"data":{"x":1},"nominal":1000.50,"id":"a","ltv":"0.65"}"#,
                r#"{"id":"b","name":"Le Parc","nominal":null}"#,
            ]),
        );
        let heads: Vec<_> = found
            .columns
            .iter()
            .map(|column| {
                (
                    column.field.as_str(),
                    column.label.as_str(),
                    column.numeric,
                    column.filled,
                )
            })
            .collect();
        assert_eq!(
            heads,
            [
                ("id", "id", false, 2),
                ("name", "name", false, 1),
                ("nominal", "Nominal de l’opération", true, 1),
                ("ltv", "LTV", false, 1),
                ("data", "data", false, 1),
            ]
        );
        assert_eq!(found.rows[1][2], Cell::Null);
        assert_eq!(found.rows[1][3], Cell::Absent);
        assert_eq!(found.rows[0][2], Cell::Value(Clean::line("1\u{202f}000,5")));
    }

    #[test]
    fn what_a_record_points_at_is_named_and_its_own_identifier_is_kept() {
        let how = How {
            lang: Lang::En,
            zone: TimeZone::UTC,
            called: Called::AsSent,
            currency: None,
        };
        let [own, known, strange] = [
            "7e02c4aa-0d19-4e0f-8a6e-00000000d19a",
            "c83b19aa-04ef-4e0f-8a6e-0000000004ef",
            "1fd5a7aa-72b0-4e0f-8a6e-0000000072b0",
        ];
        let row =
            format!(r#"{{"id":"{own}","operateur_id":"{known}","spv_id":"{strange}","name":"b41d7a90"}}"#);
        let names = BTreeMap::from([(known.to_owned(), Clean::line("Ville & Pierre"))]);
        let named = table(&how, &Labels::default(), &records(&[&row])).naming(&names);
        let shown: Vec<&str> = named.rows[0]
            .iter()
            .map(|cell| match cell {
                Cell::Value(value) => value.as_str(),
                Cell::Null | Cell::Absent => "",
            })
            .collect();
        assert_eq!(shown, [own, "b41d7a90", "Ville & Pierre", "1fd5a7aa…"]);
    }

    #[test]
    fn a_record_of_a_thousand_fields_does_not_make_a_thousand_columns() {
        let members: Vec<_> = (0..1_000).map(|n| format!("\"f{n}\":{n}")).collect();
        let how = How {
            lang: Lang::En,
            zone: TimeZone::UTC,
            called: Called::AsSent,
            currency: None,
        };
        let wide = table(
            &how,
            &Labels::default(),
            &records(&[&format!("{{{}}}", members.join(","))]),
        );
        assert_eq!((wide.columns.len(), wide.left_out), (MOST, 1_000 - MOST));
        assert_eq!(table(&how, &Labels::default(), &[]), Table::default());
    }
}
