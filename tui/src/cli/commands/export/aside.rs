//! Deals on their way from the service into a file: laid aside on the disk until their list is known to be whole, with the
//! columns that they turn out to need.

use std::cell::Cell as Slot;
use std::fs::File;
use std::io::{self, BufWriter, Write as _};
use std::path::Path;

use encours_core::contract::Record;
use encours_core::error::Error;
use encours_core::export::spool::{Spool, Texts};
use encours_core::export::{self, Flow, Form, Unmade, file};

use super::super::super::output::{self, Kind, csv};
use super::sheet::Columns;

/// Deals laid aside.
pub(super) struct Aside {
    spool: Spool,
    /// The columns of a CSV.
    heads: csv::Heads,
    /// Those of a workbook.
    columns: Columns,
}

impl Aside {
    /// None yet, on the disk that the file goes to.
    pub(super) fn begin(to: &Path) -> io::Result<Self> {
        Ok(Self {
            spool: Spool::beside(to)?,
            heads: csv::Heads::of(Kind::Deal),
            columns: Columns::default(),
        })
    }

    /// Takes one more.
    pub(super) fn take(&mut self, record: &Record) -> io::Result<()> {
        self.heads.meet(record);
        self.columns.meet(record);
        self.spool.push(record.as_str())
    }

    /// Writes all of them to `to`, and says how many there are.
    pub(super) fn write(self, to: &Path, form: Form, replace: bool) -> Result<usize, Error> {
        let written = file::export(to, replace, |file, beside| self.fill(file, form, beside))?;
        written.ok_or_else(|| file::refused(to, &io::ErrorKind::AlreadyExists.into()))
    }

    fn fill(self, file: &mut File, form: Form, beside: &Path) -> Result<usize, Unmade> {
        let count = self.spool.len();
        let texts = self.spool.read()?;
        match form {
            Form::Csv | Form::Spreadsheet(_) => {
                csv::lines(&mut *file, &self.heads, texts.map(record))?;
            }
            Form::Json => {
                let mut to = BufWriter::new(file);
                output::write_json_array(&mut to, texts)?;
                to.flush()?;
            }
            Form::Xlsx => book(texts, &self.columns, file, beside)?,
        }
        Ok(count)
    }
}

fn record(text: io::Result<String>) -> io::Result<Record> {
    Record::parse(text?).map_err(io::Error::other)
}

/// A workbook with a deal a row. What could not be read back ends the rows, and the file is not made.
fn book(texts: Texts, columns: &Columns, file: &mut File, beside: &Path) -> Result<(), Unmade> {
    let broken = Slot::new(None);
    let rows = texts.map_while(|text| match record(text) {
        Ok(record) => Some(columns.row(&record)),
        Err(error) => {
            broken.set(Some(error));
            None
        }
    });
    let flow = Flow {
        name: "deals".to_owned(),
        columns: columns.names(),
        rows: Box::new(rows),
    };
    export::write(vec![flow], Form::Xlsx, file, beside)?;
    match broken.take() {
        Some(error) => Err(error.into()),
        None => Ok(()),
    }
}
