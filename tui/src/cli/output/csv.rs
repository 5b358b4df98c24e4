//! CSV output (RFC 4180): a header, CRLF line ends, quotes if needed.
//!
//! The documented fields come first and are always present. Other fields follow in the order of their first
//! appearance, so nothing received is lost.

use std::borrow::Borrow;
use std::collections::HashSet;
use std::io::{self, Write};

use encours_core::contract::Record;
use encours_core::text::guard_formula;

use super::{OutputKind, cell};

/// Columns: the documented fields, then the additional fields of the records.
#[derive(Debug)]
pub struct CsvColumns {
    fields: Vec<String>,
    known: HashSet<String>,
}

impl CsvColumns {
    /// Creates columns from the documented fields of a kind.
    pub fn for_kind(kind: OutputKind) -> Self {
        let fields: Vec<String> = kind.columns().iter().map(|column| column.field.to_owned()).collect();
        Self { known: fields.iter().cloned().collect(), fields }
    }

    /// Creates columns from these fields only.
    pub fn with_fields(fields: &[String]) -> Self {
        Self { known: fields.iter().cloned().collect(), fields: fields.to_vec() }
    }

    /// Adds columns for further fields of a record.
    pub fn observe(&mut self, record: &Record) {
        for (name, _) in record.fields() {
            if !self.known.contains(name) {
                self.known.insert(name.to_owned());
                self.fields.push(name.to_owned());
            }
        }
    }
}

/// Writes a header and one line per record.
pub(super) fn write(sink: &mut dyn Write, kind: OutputKind, records: &[Record]) -> io::Result<()> {
    let mut csv_columns = CsvColumns::for_kind(kind);
    if kind == OutputKind::Token && !records.iter().any(|record| record.has("access_token")) {
        csv_columns.fields.retain(|field| field != "access_token");
    }
    for record in records {
        csv_columns.observe(record);
    }
    if csv_columns.fields.is_empty() {
        // An empty header would read as a record with one empty field.
        return Ok(());
    }
    write_lines(sink, &csv_columns, records.iter().map(Ok))
}

/// Writes the header and one line per record as the records arrive.
pub fn write_lines<R: Borrow<Record>>(
    sink: &mut dyn Write,
    csv_columns: &CsvColumns,
    records: impl Iterator<Item = io::Result<R>>,
) -> io::Result<()> {
    let fields = &csv_columns.fields;
    let mut writer = csv::WriterBuilder::new().terminator(csv::Terminator::CRLF).from_writer(sink);
    let csv_columns = fields.iter().map(|field| guard_formula(field.into()).into_owned());
    writer.write_record(csv_columns).map_err(io_error)?;
    for record in records {
        let record = record?;
        let cells = fields.iter().map(|field| cell::csv_text(record.borrow().raw(field)).into_owned());
        writer.write_record(cells).map_err(io_error)?;
    }
    writer.flush()
}

/// Returns the I/O error of the sink, so that a broken pipe stays recognisable.
fn io_error(error: csv::Error) -> io::Error {
    match error.into_kind() {
        csv::ErrorKind::Io(error) => error,
        other => io::Error::other(format!("{other:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn written(kind: OutputKind, records: &[&str]) -> String {
        let records: Vec<_> = records.iter().map(|json| Record::parse(json).unwrap()).collect();
        let mut out = Vec::new();
        write(&mut out, kind, &records).unwrap();
        String::from_utf8(out).unwrap()
    }

    #[test]
    fn csv_lists_documented_columns_before_additional_columns() {
        let text = written(
            OutputKind::Deal,
            &[
                r#"{"id":"1","x":1.10,"name":"a, \"b\""}"#,
                r#"{"status":"ic","id":"2","name":"=1+1","y":{ "z": -1 }}"#,
            ],
        );
        assert_eq!(
            text,
            "id,name,status,classe_actif,responsable,x,y\r\n\
             1,\"a, \"\"b\"\"\",,,,1.10,\r\n\
             2,'=1+1,ic,,,,\"{\"\"z\"\":-1}\"\r\n"
        );
    }

    #[test]
    fn closed_pipe_is_recognised_while_writing_csv() {
        struct ClosedPipe;
        impl Write for ClosedPipe {
            fn write(&mut self, _: &[u8]) -> io::Result<usize> {
                Err(io::ErrorKind::BrokenPipe.into())
            }
            fn flush(&mut self) -> io::Result<()> {
                Ok(())
            }
        }
        // Larger than the CSV writer's buffer, so that the pipe breaks while records are written.
        let long = Record::parse(format!("{{\"name\":\"{}\"}}", "x".repeat(100_000))).unwrap();
        for records in [&[][..], &[long]] {
            let error = write(&mut ClosedPipe, OutputKind::Deal, records).unwrap_err();
            assert_eq!(error.kind(), io::ErrorKind::BrokenPipe);
        }
    }

    #[test]
    fn an_empty_list_still_has_its_header() {
        assert_eq!(written(OutputKind::Note, &[]), "id,content\r\n");
    }
}
