//! Results on standard output, in the four formats.
//!
//! `json`, `ndjson` and `csv` contain the service's tokens, neither rounded nor localised. `table` is for
//! users, and all remote text in it has passed through [`SafeText`](encours_core::text::SafeText). Errors and remarks
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
use std::sync::Arc;

use encours_core::contract::Record;
use encours_core::model::local_deals::LocalDeals;
use encours_core::open_json::{FieldLabels, RecordCell, RecordTable};
use encours_core::query::{AgeClock, WorkingDays};
use encours_core::text::{Lang, plain_spaces};
use jiff::Timestamp;
use jiff::tz::TimeZone;

pub use columns::{LOCAL_FIELDS, RequestedColumns};
pub use list::RecordList;
pub use schema::{ColumnSpec, OutputKind, ValueStyle};

use super::args::OutputFormat;
use super::limit;
use super::terminal_filter::ControlFilter;
use table::TableColumn;

/// Returns a list as CSV for a file.
pub fn csv_bytes(kind: OutputKind, records: &[Record]) -> io::Result<Vec<u8>> {
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
    style: OutputStyle,
    /// Field labels from field definitions, for otherwise unknown fields.
    labels: FieldLabels,
    /// Results of a command on several records, if the format needs them in one piece.
    group: Option<Vec<(OutputKind, Record)>>,
}

/// Output stream that notes its first use.
struct Sink {
    sink: Box<dyn Write + Send>,
    is_used: bool,
}

impl Write for Sink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.is_used |= !bytes.is_empty();
        limit::disarm();
        self.sink.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.sink.flush()
    }
}

/// Settings of the output.
#[derive(Debug, Clone)]
pub struct OutputStyle {
    /// The format.
    pub format: OutputFormat,
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
    /// True if names of deals in tables are links (OSC 8).
    pub links: bool,
    /// True if ordinary spaces replace the narrow ones of French typography.
    pub has_plain_spaces: bool,
    /// Time from which ages are counted.
    pub now: Timestamp,
    /// Follow-ups of the deals; empty unless [`Out::set_local_deals`] has set them.
    pub local_deals: Arc<LocalDeals>,
    /// Working days, if ages count only these.
    pub working_days: Option<Arc<WorkingDays>>,
}

impl OutputStyle {
    /// Returns the clock of the ages.
    #[must_use]
    pub fn age_clock(&self) -> AgeClock<'_> {
        AgeClock::new(self.now.as_second(), self.working_days.as_deref())
    }

    /// Returns the message key of a heading; that of the ages names the days that count.
    fn heading(&self, key: &'static str) -> &'static str {
        match key {
            "export-age-days" if self.working_days.is_some() => "export-age-working-days",
            key => key,
        }
    }
}

#[cfg(test)]
impl OutputStyle {
    /// Returns settings for tables in a file, with ordinary spaces, in UTC.
    pub(super) fn plain(lang: Lang, now: Timestamp) -> Self {
        Self {
            format: OutputFormat::Table,
            lang,
            zone: TimeZone::UTC,
            width: None,
            terminal: false,
            color: false,
            links: false,
            has_plain_spaces: true,
            now,
            local_deals: Arc::default(),
            working_days: None,
        }
    }
}

impl Out {
    /// Creates an output to `sink`. On a terminal, control characters are filtered in every format.
    ///
    /// Table cells are clean already, and their colours must pass.
    pub fn new(sink: Box<dyn Write + Send>, style: OutputStyle) -> Self {
        let sink: Box<dyn Write + Send> = match style.format {
            OutputFormat::Json | OutputFormat::Ndjson if style.terminal => {
                Box::new(ControlFilter::for_json(sink))
            }
            OutputFormat::Csv if style.terminal => Box::new(ControlFilter::for_text(sink)),
            _ => sink,
        };
        Self { sink: Sink { sink, is_used: false }, style, labels: FieldLabels::default(), group: None }
    }

    /// Starts a group of results: one array in `json`, one header in `csv`.
    ///
    /// [`end_group`](Self::end_group) ends it.
    pub fn begin_group(&mut self) {
        let is_grouped = matches!(self.style.format, OutputFormat::Json | OutputFormat::Csv);
        self.group = is_grouped.then(Vec::new);
    }

    /// Writes the group of results.
    pub fn end_group(&mut self) -> io::Result<()> {
        let Some(results) = self.group.take() else {
            return Ok(());
        };
        if self.style.format == OutputFormat::Json {
            let texts: Vec<String> = results.iter().map(|(_, record)| record.as_str().to_owned()).collect();
            self.json(&list::json_array(&texts))?;
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
        !self.sink.is_used && self.group.as_ref().is_none_or(Vec::is_empty)
    }

    /// Sets the field labels from field definitions.
    pub fn set_labels(&mut self, labels: FieldLabels) {
        self.labels = labels;
    }

    /// Lets ages count to a past time.
    pub fn set_now(&mut self, now: Timestamp) {
        self.style.now = now;
    }

    /// Sets the data of this device for the columns of deals.
    pub fn set_local_deals(&mut self, local_deals: LocalDeals) {
        self.style.local_deals = Arc::new(local_deals);
    }

    /// Returns the settings of the output.
    pub fn style(&self) -> &OutputStyle {
        &self.style
    }

    /// Writes one record.
    pub fn record(&mut self, kind: OutputKind, record: &Record) -> io::Result<()> {
        if let Some(several) = &mut self.group {
            several.push((kind, record.clone()));
            return Ok(());
        }
        match self.style.format {
            OutputFormat::Table => record::write(&mut self.sink, &self.style, kind, record)?,
            OutputFormat::Json => self.json(record.as_str())?,
            OutputFormat::Ndjson => self.line(&json::compact(record.as_str()))?,
            OutputFormat::Csv => csv::write(&mut self.sink, kind, std::slice::from_ref(record))?,
        }
        self.sink.flush()
    }

    /// Starts a list, which is filled as pages arrive.
    pub fn list(&mut self, kind: OutputKind) -> RecordList<'_> {
        RecordList::new(self, kind)
    }

    /// Writes a table of texts. Each column has a priority for being left out of a narrow terminal, 0 for never.
    pub fn texts(&mut self, table: &RecordTable, drop_priorities: &[u8]) -> io::Result<()> {
        if table.rows.is_empty() {
            return Ok(());
        }
        let columns = table.columns.iter().zip(drop_priorities).map(|(column, drop_priority)| TableColumn {
            label: column.label.to_string(),
            align_right: column.is_numeric,
            is_flexible: !column.is_numeric,
            is_id: false,
            is_linked: false,
            drop_priority: *drop_priority,
        });
        let columns: Vec<TableColumn> = columns.collect();
        let cell = |cell: &RecordCell| match cell {
            RecordCell::Value(text) if self.style.has_plain_spaces => plain_spaces(text).into_owned(),
            RecordCell::Value(text) => text.to_string(),
            RecordCell::Null | RecordCell::Absent => String::new(),
        };
        let rows: Vec<Vec<String>> = table.rows.iter().map(|row| row.iter().map(cell).collect()).collect();
        table::write(&mut self.sink, &columns, &rows, self.style.width, self.style.color, &[])?;
        self.sink.flush()
    }

    /// Writes a JSON value that is not an object. Undocumented routes may return arrays.
    pub fn value(&mut self, text: &str) -> io::Result<()> {
        match self.style.format {
            OutputFormat::Json | OutputFormat::Table => self.json(text)?,
            // A value without fields is JSON in CSV too.
            OutputFormat::Csv if self.style.terminal => {
                self.line(&json::escape_controls(&json::compact(text)))?;
            }
            OutputFormat::Ndjson | OutputFormat::Csv => self.line(&json::compact(text))?,
        }
        self.sink.flush()
    }

    /// Writes finished text: a script, a manual page, or the sandbox's ready line.
    pub fn text(&mut self, text: &[u8]) -> io::Result<()> {
        if self.style.terminal {
            let mut harmless = ControlFilter::for_text(&mut self.sink);
            harmless.write_all(text)?;
            return harmless.flush();
        }
        self.sink.write_all(text)?;
        self.sink.flush()
    }

    fn json(&mut self, text: &str) -> io::Result<()> {
        if self.style.terminal { self.line(&json::pretty(text)) } else { self.line(text) }
    }

    fn line(&mut self, text: &str) -> io::Result<()> {
        self.sink.write_all(text.as_bytes())?;
        self.sink.write_all(b"\n")
    }
}

#[cfg(test)]
mod tests;
