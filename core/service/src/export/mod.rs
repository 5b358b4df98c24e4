//! Export of tables to files.
//!
//! Rows are written one by one, and the file appears complete or not at all. Values are rounded or localised only if
//! the format requires it. No text becomes a formula. A table is never in memory as a whole.

pub mod atomic_file;
mod csv;
mod json;
mod pdf_text;
pub mod spool;
mod xlsx;

use crate::document::Document;
use crate::model::worksheet::{ExportError, FileFormat, RowStream, Worksheet, WorksheetCell};
use std::io::{BufWriter, Write};
use std::path::Path;

pub use xlsx::fit_text;

use crate::error::Error;

/// Returns worksheets as the bytes of a file, for small data.
///
/// # Errors
/// A workbook cannot contain them: too many rows, or a text too long.
pub fn to_bytes(worksheets: Vec<Worksheet>, format: FileFormat) -> Result<Vec<u8>, Error> {
    let flows = worksheets.into_iter().map(RowStream::from).collect();
    let mut bytes = Vec::new();
    let made = match format {
        FileFormat::Xlsx => xlsx::write(flows, &mut bytes, xlsx::TextStorage::Shared),
        _ => write(flows, format, &mut bytes, Path::new("")),
    };
    match made {
        Ok(_) => Ok(bytes),
        Err(ExportError::Format(error)) => Err(error),
        Err(ExportError::Io(error)) => Err(Error::unexpected(error.to_string())),
    }
}

/// Returns a document in the format of a file extension.
///
/// # Errors
/// No format of documents has this extension.
pub fn document_bytes(document: &Document, extension: &str) -> Result<Vec<u8>, Error> {
    match extension {
        "pdf" => Ok(pdf_text::to_pdf(document)),
        "html" => Ok(document.to_html().into_bytes()),
        "md" => Ok(document.to_markdown().into_bytes()),
        other => Err(Error::unexpected(format!("no document ends with .{other}"))),
    }
}

/// Writes tables to `to` row by row and returns the number of rows.
///
/// The rows of a workbook are stored in `dir` until they are packed: a directory on the target disk.
///
/// # Errors
/// `to` cannot be written, or a workbook cannot contain the data: too many rows, or a text too long.
pub fn write(
    flows: Vec<RowStream<'_>>,
    format: FileFormat,
    to: impl Write + Send,
    dir: &Path,
) -> Result<usize, ExportError> {
    match format {
        FileFormat::Csv => csv::write(merge_tables(flows), csv::CsvStyle::PLAIN, to),
        FileFormat::Spreadsheet(lang) => csv::write_blocks(flows, csv::CsvStyle::for_lang(lang), to),
        FileFormat::Xlsx => xlsx::write(flows, to, xlsx::TextStorage::Inline(dir)),
        FileFormat::Json => json::write(flows, BufWriter::new(to)),
    }
}

/// Merges several tables into one for scripts.
///
/// A first column names the table, and columns of the same name are merged.
fn merge_tables(mut flows: Vec<RowStream<'_>>) -> RowStream<'_> {
    if flows.len() == 1
        && let Some(single) = flows.pop()
    {
        return single;
    }
    let mut columns = vec!["sheet".to_owned()];
    for name in flows.iter().flat_map(|stream| &stream.columns) {
        if !columns.contains(name) {
            columns.push(name.clone());
        }
    }
    let names = columns.clone();
    let rows = flows.into_iter().flat_map(move |stream| {
        let indices: Vec<usize> =
            stream.columns.iter().filter_map(|name| names.iter().position(|column| column == name)).collect();
        let (width, name) = (names.len(), stream.name);
        stream.rows.map(move |row| {
            let mut cells = vec![WorksheetCell::Empty; width];
            if let Some(first) = cells.first_mut() {
                *first = WorksheetCell::text(&name);
            }
            for (index, cell) in indices.iter().zip(row) {
                if let Some(at) = cells.get_mut(*index) {
                    *at = cell;
                }
            }
            cells
        })
    });
    RowStream { name: String::new(), columns, rows: Box::new(rows) }
}

#[cfg(test)]
mod tests;
