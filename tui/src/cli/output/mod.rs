//! Results on standard output, in the four formats.
//!
//! Rule of this room: `json`, `ndjson` and `csv` carry the service's own tokens, never rounded and never
//! localised; `table` is for people, and everything remote in it has gone through
//! [`Clean`](encours_core::text::Clean). Errors and remarks never come here.

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

/// A list as CSV carries it, for a file.
pub fn csv_bytes(kind: Kind, records: &[Record]) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    csv::write(&mut bytes, kind, records)?;
    Ok(bytes)
}

/// A list as one JSON array, each record with its own text, for a file: each is written when it comes.
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

/// Where results go and how.
pub struct Out {
    sink: Sink,
    look: Look,
    /// What field definitions call the fields of records nothing else is known about.
    labels: Labels,
    /// The results of a command about several records, where the format has them in one piece.
    several: Option<Vec<(Kind, Record)>>,
}

/// Where results go, and whether any has gone there.
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

/// How results look.
#[derive(Debug, Clone)]
pub struct Look {
    /// The format.
    pub format: Format,
    /// Language of labels, numbers and dates in tables.
    pub lang: Lang,
    /// Zone in which tables show moments.
    pub zone: TimeZone,
    /// Columns of the terminal; `None` where the output is not one.
    pub width: Option<usize>,
    /// Whether a terminal reads it.
    pub terminal: bool,
    /// Whether tables have colours.
    pub color: bool,
    /// Write ordinary spaces for the narrow ones of French typography.
    pub plain_spaces: bool,
    /// The moment from which ages are counted.
    pub now: Timestamp,
}

#[cfg(test)]
impl Look {
    /// Tables in a file, with ordinary spaces, in UTC.
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
    /// Results go to `sink`: to a terminal without anything that would steer it, whatever the format. The cells of tables
    /// are clean themselves, and have colours.
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

    /// The results until [`end_several`](Self::end_several) belong together: they are one array in `json`, and have one
    /// header in `csv`.
    pub fn begin_several(&mut self) {
        let whole = matches!(self.look.format, Format::Json | Format::Csv);
        self.several = whole.then(Vec::new);
    }

    /// Writes the results that belong together.
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

    /// Whether nothing has been written yet, nor waits to be.
    pub fn is_untouched(&self) -> bool {
        !self.sink.used && self.several.as_ref().is_none_or(Vec::is_empty)
    }

    /// Takes in what field definitions call the fields.
    pub fn learn(&mut self, labels: Labels) {
        self.labels = labels;
    }

    /// How results look.
    pub fn look(&self) -> &Look {
        &self.look
    }

    /// One resource, whole.
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

    /// A list, filled as pages arrive.
    pub fn list(&mut self, kind: Kind) -> List<'_> {
        List::new(self, kind)
    }

    /// Any JSON value that is no object, such as an array of numbers from an undocumented route.
    pub fn value(&mut self, text: &str) -> io::Result<()> {
        match self.look.format {
            Format::Json | Format::Table => self.json(text)?,
            // JSON even here, and on a terminal too.
            Format::Csv if self.look.terminal => self.line(&json::harmless(&json::compact(text)))?,
            Format::Ndjson | Format::Csv => self.line(&json::compact(text))?,
        }
        self.sink.flush()
    }

    /// Text that is already what it should be: a script, a manual page, the sandbox's one line.
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
