//! Spools deals to the disk until their list is complete and its columns are known.

use std::cell::{Cell as Slot, RefCell};
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use super::super::super::error_message;
use super::super::super::output::{self, Columns as Asked, Look};
use super::worksheet::Columns;
use encours_core::contract::Record;
use encours_core::error::Error;
use encours_core::export;
use encours_core::export::atomic_file;
use encours_core::export::spool::{Spool, Texts};
use encours_core::model::worksheet::{Cell, Flow, Form, Unmade};

/// Spooled deals.
pub(super) struct Aside {
    spool: Spool,
    /// Requested fields; `None` for all.
    asked: Option<Asked>,
    /// Columns of the table.
    columns: Columns,
}

/// Summary of a written export.
pub(super) struct Written {
    /// Number of deals.
    pub(super) count: usize,
    /// Deals with a text that was cut to fit a cell, with field name.
    pub(super) cut: Vec<String>,
}

impl Aside {
    /// Creates an empty spool on the disk of the target file.
    pub(super) fn begin(to: &Path, asked: Option<Asked>) -> io::Result<Self> {
        Ok(Self {
            spool: Spool::beside(to)?,
            columns: Columns::of(asked.as_ref()),
            asked,
        })
    }

    /// Adds a deal.
    pub(super) fn take(&mut self, record: &Record) -> io::Result<()> {
        if let Some(asked) = &mut self.asked {
            asked.meet(record);
        }
        self.columns.meet(record);
        self.spool.push(record.as_str())
    }

    /// Reads all deals back.
    pub(super) fn into_records(self) -> io::Result<Vec<Record>> {
        self.spool.read()?.map(record).collect()
    }

    /// Writes all deals to `to` and returns a summary.
    pub(super) fn write(self, to: &Path, form: Form, look: &Look, replace: bool) -> Result<Written, Error> {
        if let Some(field) = self.asked.as_ref().and_then(Asked::unknown) {
            return Err(error_message::usage("usage-columns-field", &[("field", field)]));
        }
        let cut = RefCell::default();
        let written = atomic_file::export(to, replace, |file, beside| {
            self.fill(file, form, beside, look, &cut)
        })?;
        let count = written.ok_or_else(|| atomic_file::refused(to, &io::ErrorKind::AlreadyExists.into()))?;
        Ok(Written {
            count,
            cut: cut.into_inner(),
        })
    }

    fn fill(
        self,
        file: &mut File,
        form: Form,
        beside: &Path,
        look: &Look,
        cut: &RefCell<Vec<String>>,
    ) -> Result<usize, Unmade> {
        let count = self.spool.len();
        let texts = self.spool.read()?;
        if form != Form::Json {
            table(texts, (&self.columns, look), form, (file, beside), cut)?;
            return Ok(count);
        }
        let mut to = BufWriter::new(file);
        match &self.asked {
            Some(asked) => {
                let picked = |text| Ok(asked.pick(look, &record(text)?).as_str().to_owned());
                output::write_json_array(&mut to, texts.map(picked))?;
            }
            None => output::write_json_array(&mut to, texts)?,
        }
        to.flush()?;
        Ok(count)
    }
}

fn record(text: io::Result<String>) -> io::Result<Record> {
    Record::parse(text?).map_err(io::Error::other)
}

/// Writes a table with one row per deal. A read error in the spool cancels the file.
fn table(
    texts: Texts,
    (columns, look): (&Columns, &Look),
    form: Form,
    (file, beside): (&mut File, &Path),
    cut: &RefCell<Vec<String>>,
) -> Result<(), Unmade> {
    let (broken, names) = (Slot::new(None), columns.names());
    let rows = texts.map_while(|text| match record(text) {
        Ok(record) => {
            let row = columns.row(look, &record);
            if form == Form::Xlsx {
                cut.borrow_mut().extend(too_long(&record, &names, &row));
            }
            Some(row)
        }
        Err(error) => {
            broken.set(Some(error));
            None
        }
    });
    let flow = Flow {
        name: "deals".to_owned(),
        columns: names.clone(),
        rows: Box::new(rows),
    };
    export::write(vec![flow], form, file, beside)?;
    match broken.take() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}

/// Returns the deal's name with each field whose text is too long for a cell.
fn too_long(record: &Record, names: &[String], row: &[Cell]) -> Vec<String> {
    let long = |cell: &Cell| matches!(cell, Cell::Text(text) if *export::fitting(text) != **text);
    let fields = names.iter().zip(row).filter(|(_, cell)| long(cell));
    let deal = record
        .text("name")
        .or_else(|| record.text("id"))
        .unwrap_or_default();
    let deal: String = deal.chars().take(60).collect();
    fields.map(|(name, _)| format!("{deal} ({name})")).collect()
}
