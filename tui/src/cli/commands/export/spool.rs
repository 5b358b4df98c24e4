//! Spools deals to the disk until their list is complete and its columns are known.

use std::cell::{Cell as Slot, RefCell};
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use super::super::super::output::{self, RequestedColumns as Asked};
use super::worksheet::WorksheetColumns;
use crate::cli::prelude::*;
use encours_core::export;
use encours_core::export::atomic_file;
use encours_core::export::spool::Spool;
use encours_core::model::worksheet::{ExportError, FileFormat, RowStream, WorksheetCell};

/// Spooled deals.
pub(super) struct DealSpool {
    spool: Spool,
    /// Requested fields; `None` for all.
    requested: Option<Asked>,
    /// Columns of the table.
    columns: WorksheetColumns,
}

/// Summary of a written export.
pub(super) struct ExportSummary {
    /// Number of deals.
    pub(super) count: usize,
    /// Deals with a text that was cut to fit a cell, with field name.
    pub(super) cut: Vec<String>,
}

impl DealSpool {
    /// Creates an empty spool on the disk of the target file.
    pub(super) fn create(to: &Path, requested: Option<Asked>) -> io::Result<Self> {
        Ok(Self {
            spool: Spool::create_in(to)?,
            columns: WorksheetColumns::new(requested.as_ref()),
            requested,
        })
    }

    /// Adds a deal.
    pub(super) fn push(&mut self, record: &Record) -> io::Result<()> {
        if let Some(requested) = &mut self.requested {
            requested.observe(record);
        }
        self.columns.observe(record);
        self.spool.push(record.as_str())
    }

    /// Reads all deals back.
    pub(super) fn into_records(self) -> io::Result<Vec<Record>> {
        self.spool.into_reader()?.map(parse_record).collect()
    }

    /// Writes all deals to `to` and returns a summary.
    pub(super) fn write(
        self,
        to: &Path,
        form: FileFormat,
        out_style: &OutputStyle,
        replace: bool,
    ) -> Result<ExportSummary, Error> {
        if let Some(field) = self.requested.as_ref().and_then(Asked::unknown) {
            return Err(error_message::usage("usage-columns-field", &[("field", field)]));
        }
        let cut = RefCell::default();
        let row_count = atomic_file::write_export(to, replace, |file, temp_dir| {
            self.fill(file, form, temp_dir, out_style, &cut)
        })?;
        let count =
            row_count.ok_or_else(|| atomic_file::write_error(to, &io::ErrorKind::AlreadyExists.into()))?;
        Ok(ExportSummary { count, cut: cut.into_inner() })
    }

    fn fill(
        self,
        file: &mut File,
        form: FileFormat,
        temp_dir: &Path,
        out_style: &OutputStyle,
        cut: &RefCell<Vec<String>>,
    ) -> Result<usize, ExportError> {
        let count = self.spool.count();
        let texts = self.spool.into_reader()?;
        if form != FileFormat::Json {
            write_table(texts, (&self.columns, out_style), form, (file, temp_dir), cut)?;
            return Ok(count);
        }
        let mut to = BufWriter::new(file);
        match &self.requested {
            Some(requested) => {
                let picked = |text| Ok(requested.select(out_style, &parse_record(text)?).as_str().to_owned());
                output::write_json_array(&mut to, texts.map(picked))?;
            }
            None => output::write_json_array(&mut to, texts)?,
        }
        to.flush()?;
        Ok(count)
    }
}

fn parse_record(text: io::Result<String>) -> io::Result<Record> {
    Record::parse(text?).map_err(io::Error::other)
}

/// Writes a table with one row per deal. A read error in the spool cancels the file.
fn write_table(
    texts: impl Iterator<Item = io::Result<String>>,
    (columns, out_style): (&WorksheetColumns, &OutputStyle),
    form: FileFormat,
    (file, temp_dir): (&mut File, &Path),
    cut: &RefCell<Vec<String>>,
) -> Result<(), ExportError> {
    let (broken, names) = (Slot::new(None), columns.names());
    let rows = texts.map_while(|text| match parse_record(text) {
        Ok(record) => {
            let row = columns.row(out_style, &record);
            if form == FileFormat::Xlsx {
                cut.borrow_mut().extend(long_fields(&record, names, &row));
            }
            Some(row)
        }
        Err(error) => {
            broken.set(Some(error));
            None
        }
    });
    let flow = RowStream { name: "deals".to_owned(), columns: names.to_vec(), rows: Box::new(rows) };
    export::write(vec![flow], form, file, temp_dir)?;
    match broken.take() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Returns the deal's name with each field whose text is too long for a cell.
fn long_fields(record: &Record, names: &[String], row: &[WorksheetCell]) -> Vec<String> {
    let long =
        |cell: &WorksheetCell| matches!(cell, WorksheetCell::Text(text) if *export::fit_text(text) != **text);
    let fields = names.iter().zip(row).filter(|(_, cell)| long(cell));
    let deal = record.text("name").or_else(|| record.text("id")).unwrap_or_default();
    let deal: String = deal.chars().take(60).collect();
    fields.map(|(name, _)| format!("{deal} ({name})")).collect()
}
