//! Table of a section: texts for people, values for programs.

use crate::contract::ids::DealId;
use crate::model::flow::MIN_OBSERVATIONS;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::open_json::{RecordCell, RecordColumn, RecordTable};
use crate::screens::flow::sections::{Column, FlowSection};
use crate::text::{Lang, Messages, SafeText, width};

/// Destination of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum FlowTarget {
    /// The deals of this filter.
    Filter(String),
    /// One deal.
    Deal(DealId),
}

/// A cell.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowCell {
    /// Text for people, with its mark.
    pub text: String,
    /// Value for programs.
    pub value: WorksheetCell,
    /// Number of observations behind a share, a quantile or a comparison.
    pub of: Option<usize>,
}

impl FlowCell {
    /// Returns whether the value stands on fewer than [`MIN_OBSERVATIONS`].
    pub fn has_too_few(&self) -> bool {
        self.of.is_some_and(|count| count < MIN_OBSERVATIONS)
    }

    /// Adds the number of observations, and a mark if they are too few. A count has it in another column.
    pub(super) fn of(self, count: usize) -> Self {
        let cell = Self { of: Some(count), ..self };
        let text =
            if cell.has_too_few() && !cell.text.is_empty() { format!("~{}", cell.text) } else { cell.text };
        Self { text, ..cell }
    }
}

/// A row.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowRow {
    /// One cell for each column.
    pub cells: Vec<FlowCell>,
    /// What it leads to; `None` if no filter describes its deals. Funnel and moves lead to the deals that have the
    /// status now.
    pub target: Option<FlowTarget>,
    /// Further fields for programs.
    pub extra: Vec<(String, usize)>,
}

/// The table of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowTable {
    pub(super) columns: Vec<Column>,
    /// The rows: newest weeks and cycles, and deals over 85 %, first.
    pub rows: Vec<FlowRow>,
    /// Number of all rows, with those beyond the maximum.
    pub total: usize,
}

impl FlowTable {
    /// Returns whether a value has too few observations.
    pub fn has_too_few(&self) -> bool {
        let is_shown =
            |cell: &FlowCell| !matches!(cell.value, WorksheetCell::Empty | WorksheetCell::Boolean(false));
        self.rows.iter().any(|row| row.cells.iter().any(|cell| cell.has_too_few() && is_shown(cell)))
    }

    /// Returns the columns for people with their positions.
    fn labelled(&self) -> impl Iterator<Item = (usize, &Column)> {
        self.columns.iter().enumerate().filter(|(_, (_, label, _))| !label.is_empty())
    }

    /// Returns the priorities of the columns for being left out of a narrow terminal.
    pub fn drop_priorities(&self) -> Vec<u8> {
        self.labelled().map(|(_, (_, _, priority))| *priority).collect()
    }

    /// Returns the fields of a row for programs.
    pub fn fields<'a>(&'a self, row: &'a FlowRow) -> impl Iterator<Item = (&'static str, &'a FlowCell)> {
        let fields = self.columns.iter().map(|(field, ..)| *field).zip(&row.cells);
        fields.filter(|(field, _)| !field.is_empty())
    }

    /// Returns the table for people.
    pub fn record_table(&self, lang: Lang) -> RecordTable {
        let messages = Messages::new(lang);
        let columns = self.labelled().map(|(at, (field, label, _))| {
            let cells = || self.rows.iter().filter_map(|row| row.cells.get(at));
            let is_number =
                |cell: &FlowCell| matches!(cell.value, WorksheetCell::Number(_) | WorksheetCell::Ratio(_));
            RecordColumn {
                field: (*field).to_owned(),
                label: SafeText::line(&messages.get(label)),
                is_numeric: cells().any(is_number),
                is_nested: false,
                filled: cells().filter(|cell| !cell.text.is_empty()).count(),
                max_width: cells().map(|cell| width(&cell.text)).max().unwrap_or_default(),
            }
        });
        let cell = |cell: &FlowCell| match cell.text.as_str() {
            "" => RecordCell::Absent,
            text => RecordCell::Value(SafeText::line(text)),
        };
        let row = |row: &FlowRow| self.labelled().filter_map(|(at, _)| row.cells.get(at)).map(cell).collect();
        RecordTable {
            columns: columns.collect(),
            rows: self.rows.iter().map(row).collect(),
            omitted_fields: 0,
        }
    }

    /// Returns the worksheet: values instead of marked texts, each share and quantile with its number of observations.
    pub fn worksheet(&self, lang: Lang, section: FlowSection) -> Worksheet {
        let messages = Messages::new(lang);
        let has_number =
            |at: usize| self.rows.iter().any(|row| row.cells.get(at).is_some_and(|cell| cell.of.is_some()));
        let columns = self.labelled().flat_map(|(at, (_, label, _))| {
            let label = messages.get(label).into_owned();
            let number = has_number(at).then(|| format!("{label} (n)"));
            std::iter::once(label).chain(number)
        });
        let row = |row: &FlowRow| -> Vec<WorksheetCell> {
            let cells = self.labelled().filter_map(|(at, _)| Some((at, row.cells.get(at)?)));
            let cells = cells.flat_map(|(at, cell)| {
                let value = match &cell.value {
                    WorksheetCell::Text(_) | WorksheetCell::Empty => WorksheetCell::text(&cell.text),
                    value => value.clone(),
                };
                let number = cell.of.map_or(WorksheetCell::Empty, |count| WorksheetCell::count(count as u64));
                std::iter::once(value).chain(has_number(at).then_some(number))
            });
            cells.collect()
        };
        Worksheet {
            name: messages.get(section.label_key()).into_owned(),
            columns: columns.collect(),
            rows: self.rows.iter().map(row).collect(),
        }
    }
}
