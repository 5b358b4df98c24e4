//! Table of records of unknown shape.
//!
//! Columns are in the order found: identifying and naming fields first, nested values last.

use crate::open_json::summary::NAME_FIELDS;
use std::collections::{BTreeMap, HashMap};

use crate::contract::record::Record;
use crate::text::{SafeText, width};

use super::known_fields::is_amount;
use super::summary::summary;
use super::value::{format_field_value, is_nested, is_number};
use super::{FieldLabels, FormatOptions};

/// Most columns; fields beyond these appear only in the tree.
const MAX_COLUMNS: usize = 64;
/// Fields that identify a record, in the order of usefulness.
const LEADING_FIELDS: [&str; 7] = ["id", "name", "title", "nom", "code", "status", "statut"];

/// One column.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordColumn {
    /// Name of the field on the wire.
    pub field: String,
    /// Display name.
    pub label: SafeText,
    /// True if every value is a number, which is right-aligned.
    pub is_numeric: bool,
    /// True if its values are nested, for the tree.
    pub is_nested: bool,
    /// Number of records with a value.
    pub filled: usize,
    /// Width of the longest value of all rows, in terminal columns.
    ///
    /// A table as wide as its visible rows would change its width while scrolling.
    pub max_width: usize,
}

/// One cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RecordCell {
    /// A value.
    Value(SafeText),
    /// The service sent `null`: the field exists without a value.
    Null,
    /// The record does not have the field.
    Absent,
}

/// A table of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordTable {
    /// Number of columns.
    pub columns: Vec<RecordColumn>,
    /// One row per record, with a cell per column.
    pub rows: Vec<Vec<RecordCell>>,
    /// Number of fields without a column.
    pub omitted_fields: usize,
}

/// Shown length of an identifier of an unknown record, including the ellipsis.
const SHORT_ID_LEN: usize = 9;

impl RecordColumn {
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
const STATUS_FIELDS: [&str; 2] = ["statut", "status"];

impl RecordTable {
    /// Builds a table of texts, without a value where a text is empty. A column has its field, its label, and true for
    /// numbers.
    #[must_use]
    pub fn from_texts(columns: &[(&str, &str, bool)], rows: &[Vec<&str>]) -> Self {
        let column = |(at, (field, label, is_numeric)): (usize, &(&str, &str, bool))| {
            let texts = || rows.iter().filter_map(move |row| row.get(at));
            RecordColumn {
                field: (*field).to_owned(),
                label: SafeText::line(label),
                is_numeric: *is_numeric,
                is_nested: false,
                filled: texts().filter(|text| !text.is_empty()).count(),
                max_width: texts().map(|text| width(text)).max().unwrap_or_default(),
            }
        };
        let cell = |text: &&str| match *text {
            "" => RecordCell::Absent,
            text => RecordCell::Value(SafeText::line(text)),
        };
        Self {
            columns: columns.iter().enumerate().map(column).collect(),
            rows: rows.iter().map(|row| row.iter().map(cell).collect()).collect(),
            omitted_fields: 0,
        }
    }

    /// Keeps only these fields in this order; unknown fields are ignored.
    #[must_use]
    pub fn with_fields(mut self, fields: &[String]) -> Self {
        let order: Vec<usize> = fields
            .iter()
            .filter_map(|field| self.columns.iter().position(|column| column.field == *field))
            .collect();
        self.columns = order.iter().filter_map(|at| self.columns.get(*at).cloned()).collect();
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
    pub fn with_names(mut self, names: &BTreeMap<String, SafeText>) -> Self {
        let identity_columns: Vec<bool> = self.columns.iter().map(RecordColumn::is_identity).collect();
        for (cell, _) in self
            .rows
            .iter_mut()
            .flat_map(|row| row.iter_mut().zip(&identity_columns))
            .filter(|(_, identity_columns)| !**identity_columns)
        {
            if let RecordCell::Value(value) = cell {
                if let Some(name) = names.get(value.as_str()) {
                    *value = name.clone();
                } else if is_uuid(value) {
                    *value = SafeText::line_within(value, SHORT_ID_LEN);
                }
            }
        }
        self.with_widths()
    }

    /// Computes the column widths.
    fn with_widths(mut self) -> Self {
        for (at, column) in self.columns.iter_mut().enumerate() {
            let cells = self.rows.iter().filter_map(|row| row.get(at));
            let widths = cells.map(|cell| match cell {
                RecordCell::Value(value) => width(value),
                RecordCell::Null | RecordCell::Absent => 0,
            });
            column.max_width = widths.max().unwrap_or(0);
        }
        self
    }

    /// Orders the columns for display: the record's name first, then its status and numbers.
    ///
    /// The identifier is last, because users do not read it. Scripts get the identifier first.
    #[must_use]
    pub fn in_display_order(mut self) -> Self {
        let position_of = |name: &str| {
            let has_name = |column: &RecordColumn| column.field == name && column.filled > 0;
            self.columns.iter().position(has_name)
        };
        let Some(name) = NAME_FIELDS.iter().find_map(|name| position_of(name)) else {
            return self;
        };
        let id = self.columns.iter().position(RecordColumn::is_identity);
        let mut order: Vec<usize> = (0..self.columns.len()).collect();
        let rank = |at: usize| match self.columns.get(at) {
            Some(column) if STATUS_FIELDS.contains(&column.field.as_str()) => 0,
            Some(column) if column.is_numeric => 1,
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
pub fn record_table(options: &FormatOptions, labels: &FieldLabels, records: &[Record]) -> RecordTable {
    let mut columns: Vec<RecordColumn> = Vec::new();
    let mut index_by_field: HashMap<&str, usize> = HashMap::new();
    for (field, raw) in records.iter().flat_map(Record::fields) {
        let idx = *index_by_field.entry(field).or_insert_with(|| {
            columns.push(RecordColumn {
                field: field.to_owned(),
                label: labels.label(options, field),
                is_numeric: true,
                is_nested: false,
                filled: 0,
                max_width: 0,
            });
            columns.len() - 1
        });
        if let Some(column) = columns.get_mut(idx).filter(|_| raw.get() != "null") {
            column.filled += 1;
            column.is_numeric &= is_number(raw) || is_amount(field);
            column.is_nested |= is_nested(raw);
        }
    }
    for column in &mut columns {
        column.is_numeric &= column.filled > 0;
    }
    let rank = |column: &RecordColumn| {
        let first = LEADING_FIELDS.iter().position(|name| *name == column.field);
        (first.unwrap_or(LEADING_FIELDS.len()), column.is_nested)
    };
    // Stable sort: columns of one rank keep the order in which they were found.
    columns.sort_by_key(rank);
    let left_out = columns.len().saturating_sub(MAX_COLUMNS);
    columns.truncate(MAX_COLUMNS);
    let cell = |record: &Record, field: &str| match record.raw(field) {
        None => RecordCell::Absent,
        Some(raw) if raw.get() == "null" => RecordCell::Null,
        Some(raw) => RecordCell::Value(
            summary(options, labels, field, raw).unwrap_or_else(|| format_field_value(options, field, raw)),
        ),
    };
    let rows = records
        .iter()
        .map(|record| columns.iter().map(|column| cell(record, &column.field)).collect())
        .collect();
    let table = RecordTable { columns, rows, omitted_fields: left_out };
    table.with_widths()
}

#[cfg(test)]
mod tests {
    use crate::open_json::NamingStyle;
    use crate::text::Lang;

    use super::*;
    use jiff::tz::TimeZone;

    fn records(json: &[&str]) -> Vec<Record> {
        json.iter().map(|json| Record::parse(json).unwrap()).collect()
    }

    #[test]
    fn columns_come_from_data_and_names_from_definitions() {
        let options = FormatOptions {
            lang: Lang::Fr,
            zone: TimeZone::UTC,
            naming: NamingStyle::AsSent,
            currency: None,
        };
        let definitions =
            records(&[r#"{"id":"f","field_key":"nominal","label_fr":"Nominal de l’opération"}"#]);
        let labels = FieldLabels::from_definitions(&definitions);
        let found = record_table(
            &options,
            &labels,
            &records(&[
                r#"{"data":{"x":1},"nominal":1000.50,"id":"a","ltv":"0.65"}"#,
                r#"{"id":"b","name":"Le Parc","nominal":null}"#,
            ]),
        );
        let heads: Vec<_> = found
            .columns
            .iter()
            .map(|column| (column.field.as_str(), column.label.as_str(), column.is_numeric, column.filled))
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
        assert_eq!(found.rows[1][2], RecordCell::Null);
        assert_eq!(found.rows[1][3], RecordCell::Absent);
        assert_eq!(found.rows[0][2], RecordCell::Value(SafeText::line("1\u{202f}000,5")));
    }

    #[test]
    fn referenced_ids_are_named_and_the_own_id_stays() {
        let options = FormatOptions {
            lang: Lang::En,
            zone: TimeZone::UTC,
            naming: NamingStyle::AsSent,
            currency: None,
        };
        let [own, known, strange] = [
            "7e02c4aa-0d19-4e0f-8a6e-00000000d19a",
            "c83b19aa-04ef-4e0f-8a6e-0000000004ef",
            "1fd5a7aa-72b0-4e0f-8a6e-0000000072b0",
        ];
        let row =
            format!(r#"{{"id":"{own}","operateur_id":"{known}","spv_id":"{strange}","name":"b41d7a90"}}"#);
        let names = BTreeMap::from([(known.to_owned(), SafeText::line("Ville & Pierre"))]);
        let named = record_table(&options, &FieldLabels::default(), &records(&[&row])).with_names(&names);
        let shown: Vec<&str> = named.rows[0]
            .iter()
            .map(|cell| match cell {
                RecordCell::Value(value) => value.as_str(),
                RecordCell::Null | RecordCell::Absent => "",
            })
            .collect();
        assert_eq!(shown, [own, "b41d7a90", "Ville & Pierre", "1fd5a7aa…"]);
    }

    #[test]
    fn record_with_a_thousand_fields_has_limited_columns() {
        let members: Vec<_> = (0..1_000).map(|n| format!("\"f{n}\":{n}")).collect();
        let options = FormatOptions {
            lang: Lang::En,
            zone: TimeZone::UTC,
            naming: NamingStyle::AsSent,
            currency: None,
        };
        let wide = record_table(
            &options,
            &FieldLabels::default(),
            &records(&[&format!("{{{}}}", members.join(","))]),
        );
        assert_eq!((wide.columns.len(), wide.omitted_fields), (MAX_COLUMNS, 1_000 - MAX_COLUMNS));
        assert_eq!(record_table(&options, &FieldLabels::default(), &[]), RecordTable::default());
    }
}
