//! Output of record lists: line by line if the format allows it, else at the end.

use std::io::{self, Write as _};

use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::{DealId, Fields, Record};
use encours_core::link::Link;
use encours_core::open_json::{self, FieldLabels, FormatOptions};
use encours_core::text::Messages;
use serde_json::value::RawValue;

use super::super::args::OutputFormat;
use super::optional_columns::ExtraColumn;
use super::table::{self, TableColumn};
use super::{Out, OutputKind, OutputStyle, RequestedColumns, ValueStyle, cell, csv, json};

/// A list that is being written. Only `ndjson` prints anything before `finish`.
pub struct RecordList<'a> {
    out: &'a mut Out,
    kind: OutputKind,
    /// Requested fields; `None` for all.
    columns: Option<RequestedColumns>,
    /// Records to print at the end, when all columns are known.
    buffered: Vec<Record>,
    /// JSON array so far, built as text to avoid a second copy.
    array: String,
    count: usize,
}

impl<'a> RecordList<'a> {
    pub(super) fn new(out: &'a mut Out, kind: OutputKind) -> Self {
        Self { out, kind, columns: None, buffered: Vec::new(), array: String::new(), count: 0 }
    }

    /// Limits the output to these fields.
    #[must_use]
    pub fn with_columns(self, only: Option<RequestedColumns>) -> Self {
        Self { columns: only, ..self }
    }

    /// Returns a requested field that no record has.
    pub fn unknown_field(&self) -> Option<&str> {
        self.columns.as_ref()?.unknown()
    }

    /// Adds the records of one page.
    pub fn push_page(&mut self, records: impl IntoIterator<Item = Record>) -> io::Result<()> {
        for record in records {
            self.push_record(record)?;
        }
        if self.out.style.format == OutputFormat::Ndjson { self.out.sink.flush() } else { Ok(()) }
    }

    /// Adds an element that is not a record. In tables and CSV it becomes a single field.
    ///
    /// Undocumented routes may send such elements.
    pub fn push_other(&mut self, element: Box<RawValue>) -> io::Result<()> {
        match self.out.style.format {
            OutputFormat::Ndjson => self.out.line(&json::compact(element.get()))?,
            OutputFormat::Json => self.push_element(element.get()),
            OutputFormat::Table | OutputFormat::Csv => {
                // An object with one raw token always parses.
                self.buffered.extend(Fields::new().set_raw("value", element).to_record().ok());
            }
        }
        self.count += 1;
        Ok(())
    }

    fn push_element(&mut self, text: &str) {
        self.array.push_str(if self.array.is_empty() { "[" } else { ",\n" });
        self.array.push_str(text);
    }

    fn push_record(&mut self, record: Record) -> io::Result<()> {
        self.count += 1;
        let record = match &mut self.columns {
            Some(only) => {
                only.observe(&record);
                only.select(&self.out.style, &record)
            }
            None => record,
        };
        match self.out.style.format {
            OutputFormat::Ndjson => self.out.line(&json::compact(record.as_str()))?,
            OutputFormat::Json => self.push_element(record.as_str()),
            OutputFormat::Table | OutputFormat::Csv => self.buffered.push(record),
        }
        Ok(())
    }

    /// Returns the number of records so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Writes all remaining output. Returns the number of records.
    pub fn finish(mut self) -> io::Result<usize> {
        let out = self.out;
        match out.style.format {
            OutputFormat::Ndjson => {}
            OutputFormat::Csv => match &self.columns {
                Some(only) => {
                    let columns = csv::CsvColumns::with_fields(only.names());
                    csv::write_lines(&mut out.sink, &columns, self.buffered.iter().map(Ok))?;
                }
                None => csv::write(&mut out.sink, self.kind, &self.buffered)?,
            },
            OutputFormat::Json => {
                self.array.push_str(if self.array.is_empty() { "[]" } else { "]" });
                out.json(&self.array)?;
            }
            OutputFormat::Table if self.buffered.is_empty() => {}
            OutputFormat::Table => {
                let only = self.columns.as_ref().map(RequestedColumns::names);
                let (columns, rows) = table_grid(&out.style, &out.labels, self.kind, only, &self.buffered);
                let has_links = out.style.links && self.kind == OutputKind::Deal;
                let links = self.buffered.iter().filter(|_| has_links).map(deal_link).collect::<Vec<_>>();
                table::write(&mut out.sink, &columns, &rows, out.style.width, out.style.color, &links)?;
            }
        }
        out.sink.flush()?;
        Ok(self.count)
    }
}

/// Returns a JSON array with one element per line.
pub(super) fn json_array(texts: &[String]) -> String {
    if texts.is_empty() { "[]".to_owned() } else { format!("[{}]", texts.join(",\n")) }
}

/// Returns the link of a deal.
fn deal_link(deal: &Record) -> Option<String> {
    let id = DealId::new(&*deal.text("id")?).ok()?;
    Some(Link::Deal(id).to_string())
}

fn table_grid(
    out_style: &OutputStyle,
    labels: &FieldLabels,
    kind: OutputKind,
    only: Option<&[String]>,
    records: &[Record],
) -> (Vec<TableColumn>, Vec<Vec<String>>) {
    let messages = Messages::new(out_style.lang);
    let learned = match only {
        Some(names) => names.to_vec(),
        None if kind.columns().is_empty() => undocumented_fields(out_style, labels, records),
        None => Vec::new(),
    };
    let fields: Vec<(&str, Option<ValueStyle>, u8)> = if !learned.is_empty() || kind.columns().is_empty() {
        learned.iter().map(|field| (field.as_str(), kind.style(field), 0)).collect()
    } else {
        kind.columns()
            .iter()
            .filter(|column| column.style != ValueStyle::Parts && !kind.leaves_out(column.field, records))
            .map(|column| (column.field, Some(column.style), column.drop_priority))
            .collect()
    };
    let extras = if only.is_some() { Vec::new() } else { ExtraColumn::for_records(out_style, kind, records) };
    let columns = fields
        .iter()
        .map(|(field, style, drop_priority)| TableColumn {
            label: column_header(out_style, labels, kind, field),
            align_right: style.is_some_and(ValueStyle::is_numeric),
            // A cut number or date would look like another one.
            is_flexible: !matches!(
                style,
                Some(ValueStyle::Id | ValueStyle::DateTime | ValueStyle::Day | ValueStyle::Count)
            ) && *field != "id",
            is_linked: *field == "name",
            is_id: *style == Some(ValueStyle::Id) && (*field == "id" || field.ends_with("_id")),
            drop_priority: *drop_priority,
        })
        .chain(extras.iter().map(|extra| TableColumn {
            label: messages.get(extra.label).into_owned(),
            align_right: extra.is_numeric(),
            is_flexible: extra.is_flexible(),
            is_id: false,
            is_linked: false,
            drop_priority: extra.drop_priority,
        }))
        .collect();
    let row = |record: &Record| {
        fields
            .iter()
            .map(|(field, style, _)| match KpiKey::from_name(field).filter(|_| only.is_some()) {
                Some(key) => cell::kpi_text(out_style, key, *style, record.raw(field)),
                None => cell::cell_text(out_style, *style, record.raw(field)),
            })
            .chain(extras.iter().map(|extra| extra.cell_text(out_style, record)))
            .collect()
    };
    (columns, records.iter().map(row).collect())
}

/// Returns the label of a column: from the contract, the field definitions, common usage, or the field's name.
fn column_header(out_style: &OutputStyle, labels: &FieldLabels, kind: OutputKind, field: &str) -> String {
    let messages = Messages::new(out_style.lang);
    if let Some(key) = kind.label(field) {
        return messages.get(out_style.heading(key)).into_owned();
    }
    let learned = labels.localized_name(out_style.lang, field).to_string();
    match open_json::label_key(field).filter(|_| learned == field) {
        Some(key) => messages.get(key).into_owned(),
        None => learned,
    }
}

/// Returns up to eight plain fields of records of an unknown kind, naming fields first.
fn undocumented_fields(out_style: &OutputStyle, labels: &FieldLabels, records: &[Record]) -> Vec<String> {
    let format_options = FormatOptions {
        lang: out_style.lang,
        zone: out_style.zone.clone(),
        naming: open_json::NamingStyle::AsSent,
        currency: None,
    };
    let columns = open_json::record_table(&format_options, labels, records).columns;
    let plain = columns.into_iter().filter(|column| !column.is_nested);
    plain.take(8).map(|column| column.field).collect()
}
