//! Results on standard output, in the four formats.
//!
//! `json`, `ndjson` and `csv` contain the service's tokens, neither rounded nor localised. `table` is for
//! users, and all remote text in it has passed through [`Clean`](encours_core::text::Clean). Errors and remarks
//! use `report` instead.

mod cell;
mod columns;
pub mod csv;
pub(super) mod json;
mod list;
mod optional_columns;
mod record;
mod schema;
mod table;

use std::io::{self, Write};

use encours_core::contract::Record;
use encours_core::open_json::Labels;
use encours_core::text::Lang;
use jiff::Timestamp;
use jiff::tz::TimeZone;

pub use columns::{Columns, field};
pub use list::List;
pub use schema::{Column, Kind, Style};

use super::args::Format;
use super::harmless::Harmless;
use super::limit;

/// Returns a list as CSV for a file.
pub fn csv_bytes(kind: Kind, records: &[Record]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    csv::write(&mut bytes, kind, records)?;
    Ok(bytes)
}

/// Writes a list as one JSON array for a file, each record as it arrives.
pub fn write_json_array(
    sink: &mut dyn Write,
    texts: impl Iterator<Item = io::Result<String>>,
) -> io::Result<()> {
    sink.write_all(b"[")?;
    for (at, text) in texts.enumerate() {
        if at > 0 {
            sink.write_all(b",\n")?;
        }
        sink.write_all(text?.as_bytes())?;
    }
    sink.write_all(b"]\n")
}

/// Output for results.
pub struct Out {
    sink: Sink,
    look: Look,
    /// Field labels from field definitions, for otherwise unknown fields.
    labels: Labels,
    /// Results of a command on several records, if the format needs them in one piece.
    several: Option<Vec<(Kind, Record)>>,
}

/// Output stream that notes its first use.
struct Sink {
    sink: Box<dyn Write + Send>,
    used: bool,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.used |= !bytes.is_empty();
        limit::lift();
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// Settings of the output.
#[derive(Debug, Clone)]
pub struct Look {
    /// The format.
    pub format: Format,
    /// Language of labels, numbers and dates in tables.
    pub lang: Lang,
    /// Time zone of tables.
    pub zone: TimeZone,
    /// Terminal width in columns; `None` without a terminal.
    pub width: Option<usize>,
    /// True if the output is a terminal.
    pub terminal: bool,
    /// True if tables have colours.
    pub color: bool,
    /// True if ordinary spaces replace the narrow ones of French typography.
    pub plain_spaces: bool,
    /// Time from which ages are counted.
    pub now: Timestamp,
}

#[cfg(test)]
impl Look {
    /// Returns settings for tables in a file, with ordinary spaces, in UTC.
    fn plain(lang: Lang, now: Timestamp) -> Self {
        Self {
            format: Format::Table,
            lang,
            zone: TimeZone::UTC,
            width: None,
            terminal: false,
            color: false,
            plain_spaces: true,
            now,
        }
    }
}

impl Out {
    /// Creates an output to `sink`. On a terminal, control characters are filtered in every format.
    ///
    /// Table cells are clean already, and their colours must pass.
    pub fn new(sink: Box<dyn Write + Send>, look: Look) -> Self {
        let sink: Box<dyn Write + Send> = match look.format {
            Format::Json | Format::Ndjson if look.terminal => Box::new(Harmless::json(sink)),
            Format::Csv if look.terminal => Box::new(Harmless::marked(sink)),
            _ => sink,
        };
        Self {
            sink: Sink { sink, used: false },
            look,
            labels: Labels::default(),
            several: None,
        }
    }

    /// Starts a group of results: one array in `json`, one header in `csv`.
    ///
    /// [`end_several`](Self::end_several) ends it.
    pub fn begin_several(&mut self) {
        let whole = matches!(self.look.format, Format::Json | Format::Csv);
        self.several = whole.then(Vec::new);
    }

    /// Writes the group of results.
    pub fn end_several(&mut self) -> io::Result<()> {
        let Some(results) = self.several.take() else {
            return Ok(());
        };
        if self.look.format == Format::Json {
            let texts: Vec<String> = results
                .iter()
                .map(|(_, record)| record.as_str().to_owned())
                .collect();
            self.json(&list::array(&texts))?;
        } else {
            for alike in results.chunk_by(|(one, _), (other, _)| one == other) {
                let records: Vec<Record> = alike.iter().map(|(_, record)| record.clone()).collect();
                csv::write(&mut self.sink, alike[0].0, &records)?;
            }
        }
        self.sink.flush()
    }

    /// True if nothing has been written or collected yet.
    pub fn is_untouched(&self) -> bool {
        !self.sink.used && self.several.as_ref().is_none_or(Vec::is_empty)
    }

    /// Sets the field labels from field definitions.
    pub fn learn(&mut self, labels: Labels) {
        self.labels = labels;
    }

    /// Returns the settings of the output.
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// Writes one record.
    pub fn record(&mut self, kind: Kind, record: &Record) -> io::Result<()> {
        if let Some(several) = &mut self.several {
            several.push((kind, record.clone()));
            return Ok(());
        }
        match self.look.format {
            Format::Table => record::write(&mut self.sink, &self.look, kind, record)?,
            Format::Json => self.json(record.as_str())?,
            Format::Ndjson => self.line(&json::compact(record.as_str()))?,
            Format::Csv => csv::write(&mut self.sink, kind, std::slice::from_ref(record))?,
        }
        self.sink.flush()
    }

    /// Starts a list, which is filled as pages arrive.
    pub fn list(&mut self, kind: Kind) -> List<'_> {
        List::new(self, kind)
    }

    /// Writes a JSON value that is not an object. Undocumented routes may return arrays.
    pub fn value(&mut self, text: &str) -> io::Result<()> {
        match self.look.format {
            Format::Json | Format::Table => self.json(text)?,
            // A value without fields is JSON in CSV too.
            Format::Csv if self.look.terminal => self.line(&json::harmless(&json::compact(text)))?,
            Format::Ndjson | Format::Csv => self.line(&json::compact(text))?,
        }
        self.sink.flush()
    }

    /// Writes finished text: a script, a manual page, or the sandbox's ready line.
    pub fn text(&mut self, text: &[u8]) -> io::Result<()> {
        if self.look.terminal {
            let mut harmless = Harmless::marked(&mut self.sink);
            harmless.write_all(text)?;
            return harmless.flush();
        }
        self.sink.write_all(text)?;
        self.sink.flush()
    }

    fn json(&mut self, text: &str) -> io::Result<()> {
        if self.look.terminal {
            self.line(&json::pretty(text))
        } else {
            self.line(text)
        }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.sink.write_all(text.as_bytes())?;
        self.sink.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests;
