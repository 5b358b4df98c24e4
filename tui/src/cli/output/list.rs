//! Output of record lists: line by line if the format allows it, else at the end.

use std::io::{self, Write as _};

use encours_core::contract::models::kpi::KpiKey;
use encours_core::contract::{Fields, Record};
use encours_core::open_json::{self, How, Labels};
use encours_core::text::Words;
use serde_json::value::RawValue;

use super::super::args::Format;
use super::optional_columns::Extra;
use super::table::{self, Head};
use super::{Columns, Kind, Look, Out, Style, cell, csv, json};

/// A list that is being written. Only `ndjson` prints anything before `finish`.
pub struct List<'a> {
    out: &'a mut Out,
    kind: Kind,
    /// Requested fields; `None` for all.
    only: Option<Columns>,
    /// Records to print at the end, when all columns are known.
    kept: Vec<Record>,
    /// JSON array so far, built as text to avoid a second copy.
    array: String,
    count: usize,
}

impl<'a> List<'a> {
    pub(super) fn new(out: &'a mut Out, kind: Kind) -> Self {
        Self {
            out,
            kind,
            only: None,
            kept: Vec::new(),
            array: String::new(),
            count: 0,
        }
    }

    /// Limits the output to these fields.
    #[must_use]
    pub fn only(self, only: Option<Columns>) -> Self {
        Self { only, ..self }
    }

    /// Returns a requested field that no record has.
    pub fn unknown(&self) -> Option<&str> {
        self.only.as_ref()?.unknown()
    }

    /// Adds the records of one page.
    pub fn page(&mut self, records: impl IntoIterator<Item = Record>) -> io::Result<()> {
        for record in records {
            self.one(record)?;
        }
        if self.out.look.format == Format::Ndjson {
            self.out.sink.flush()
        } else {
            Ok(())
        }
    }

    /// Adds an element that is not a record. In tables and CSV it becomes a single field.
    ///
    /// Undocumented routes may send such elements.
    pub fn other(&mut self, element: Box<RawValue>) -> io::Result<()> {
        match self.out.look.format {
            Format::Ndjson => self.out.line(&json::compact(element.get()))?,
            Format::Json => self.element(element.get()),
            Format::Table | Format::Csv => {
                let mut lone = Fields::new();
                lone.set_raw("value", element);
                // An object with one raw token always parses.
                self.kept.extend(Record::parse(lone.to_body()).ok());
            }
        }
        self.count += 1;
        Ok(())
    }

    fn element(&mut self, text: &str) {
        self.array
            .push_str(if self.array.is_empty() { "[" } else { ",\n" });
        self.array.push_str(text);
    }

    fn one(&mut self, record: Record) -> io::Result<()> {
        self.count += 1;
        let record = match &mut self.only {
            Some(only) => {
                only.meet(&record);
                only.pick(&self.out.look, &record)
            }
            None => record,
        };
        match self.out.look.format {
            Format::Ndjson => self.out.line(&json::compact(record.as_str()))?,
            Format::Json => self.element(record.as_str()),
            Format::Table | Format::Csv => self.kept.push(record),
        }
        Ok(())
    }

    /// Returns the number of records so far.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Writes all remaining output.
    pub fn finish(mut self) -> io::Result<()> {
        let out = self.out;
        match out.look.format {
            Format::Ndjson => {}
            Format::Csv => match &self.only {
                Some(only) => {
                    let heads = csv::Heads::only(only.names());
                    csv::lines(&mut out.sink, &heads, self.kept.iter().map(Ok))?;
                }
                None => csv::write(&mut out.sink, self.kind, &self.kept)?,
            },
            Format::Json => {
                self.array
                    .push_str(if self.array.is_empty() { "[]" } else { "]" });
                out.json(&self.array)?;
            }
            Format::Table if self.kept.is_empty() => {}
            Format::Table => {
                let only = self.only.as_ref().map(Columns::names);
                let (heads, rows) = grid(&out.look, &out.labels, self.kind, only, &self.kept);
                table::write(&mut out.sink, &heads, &rows, out.look.width, out.look.color)?;
            }
        }
        out.sink.flush()
    }
}

/// Returns a JSON array with one element per line.
pub(super) fn array(texts: &[String]) -> String {
    if texts.is_empty() {
        "[]".to_owned()
    } else {
        format!("[{}]", texts.join(",\n"))
    }
}

fn grid(
    look: &Look,
    labels: &Labels,
    kind: Kind,
    only: Option<&[String]>,
    records: &[Record],
) -> (Vec<Head>, Vec<Vec<String>>) {
    let words = Words::new(look.lang);
    let learned = match only {
        Some(names) => names.to_vec(),
        None if kind.columns().is_empty() => undocumented(look, labels, records),
        None => Vec::new(),
    };
    let fields: Vec<(&str, Option<Style>, u8)> = if !learned.is_empty() || kind.columns().is_empty() {
        learned
            .iter()
            .map(|field| (field.as_str(), kind.style(field), 0))
            .collect()
    } else {
        kind.columns()
            .iter()
            .filter(|column| column.style != Style::Parts)
            .map(|column| (column.field, Some(column.style), column.aside))
            .collect()
    };
    let extras = if only.is_some() {
        Vec::new()
    } else {
        Extra::of(kind, records)
    };
    let heads = fields
        .iter()
        .map(|(field, style, aside)| Head {
            label: head(look, labels, kind, field),
            right: style.is_some_and(Style::is_numeric),
            // A cut number or date would look like another one.
            flexible: !matches!(style, Some(Style::Id | Style::Moment | Style::Day | Style::Count))
                && *field != "id",
            short: *style == Some(Style::Id) && (*field == "id" || field.ends_with("_id")),
            aside: *aside,
        })
        .chain(extras.iter().map(|extra| Head {
            label: words.get(extra.label()).into_owned(),
            right: extra.is_numeric(),
            flexible: extra.is_flexible(),
            short: false,
            aside: extra.aside(),
        }))
        .collect();
    let row = |record: &Record| {
        fields
            .iter()
            .map(
                |(field, style, _)| match KpiKey::from_name(field).filter(|_| only.is_some()) {
                    Some(key) => cell::kpi(look, key, *style, record.raw(field)),
                    None => cell::shown(look, *style, record.raw(field)),
                },
            )
            .chain(extras.iter().map(|extra| extra.shown(look, record)))
            .collect()
    };
    (heads, records.iter().map(row).collect())
}

/// Returns the label of a column: from the contract, the field definitions, common usage, or the field's name.
fn head(look: &Look, labels: &Labels, kind: Kind, field: &str) -> String {
    let words = Words::new(look.lang);
    if let Some(key) = kind.label(field) {
        return words.get(key).into_owned();
    }
    let learned = labels.name(look.lang, field).to_string();
    match open_json::label_key(field).filter(|_| learned == field) {
        Some(key) => words.get(key).into_owned(),
        None => learned,
    }
}

/// Returns up to eight plain fields of records of an unknown kind, naming fields first.
fn undocumented(look: &Look, labels: &Labels, records: &[Record]) -> Vec<String> {
    let how = How {
        lang: look.lang,
        zone: look.zone.clone(),
        called: open_json::Called::AsSent,
        currency: None,
    };
    let columns = open_json::table(&how, labels, records).columns;
    let plain = columns.into_iter().filter(|column| !column.nested);
    plain.take(8).map(|column| column.field).collect()
}
