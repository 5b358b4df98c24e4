//! Table of a section: texts for people, values for programs.

use std::borrow::Cow;

use crate::contract::ids::DealId;
use crate::model::flow::MIN_OBSERVATIONS;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::open_json::RecordTable;
use crate::screens::flow::sections::FlowSection;
use crate::text::{Lang, Messages};

/// Destination of a row.
#[derive(Clone, Debug, PartialEq)]
pub enum FlowTarget {
    /// The deals of this filter.
    Filter(String),
    /// One deal.
    Deal(DealId),
}

/// A cell with its column.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowCell {
    /// Field for programs; empty if only people get the cell.
    pub field: Cow<'static, str>,
    /// Message key of the label; empty if only programs get the cell.
    pub label: &'static str,
    /// Text for people, with its mark.
    pub text: String,
    /// Value for programs.
    pub value: WorksheetCell,
    /// Number of observations behind a share, a quantile or a comparison.
    pub of: Option<usize>,
}

impl FlowCell {
    /// Puts the cell into a column.
    pub(super) fn in_column(self, field: impl Into<Cow<'static, str>>, label: &'static str) -> Self {
        Self { field: field.into(), label, ..self }
    }

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
    /// The cells, with the same labels in each row.
    pub cells: Vec<FlowCell>,
    /// What it leads to; `None` if no filter describes its deals. Funnel and moves lead to the deals that have the
    /// status now.
    pub target: Option<FlowTarget>,
}

impl FlowRow {
    /// Returns the cells for people.
    fn labelled(&self) -> impl Iterator<Item = &FlowCell> {
        self.cells.iter().filter(|cell| !cell.label.is_empty())
    }
}

/// The table of a section.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowTable {
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

    /// Returns the priorities of the columns for being left out of a narrow terminal.
    pub fn drop_priorities(&self) -> Vec<u8> {
        let priority = |cell: &FlowCell| match &*cell.field {
            "" => 5,
            "moved_back" | "paused" | "deleted" => 4,
            "still_there" => 3,
            "p85_days" => 2,
            "median_days" => 1,
            _ => 0,
        };
        self.rows.first().into_iter().flat_map(FlowRow::labelled).map(priority).collect()
    }

    /// Returns each column for people: the cells of all rows.
    fn columns(&self) -> Vec<Vec<&FlowCell>> {
        let mut columns: Vec<Vec<&FlowCell>> = Vec::new();
        for (at, cell) in self.rows.iter().flat_map(|row| row.labelled().enumerate()) {
            if columns.len() <= at {
                columns.resize_with(at + 1, Vec::new);
            }
            columns[at].push(cell);
        }
        columns
    }

    /// Returns the table for people.
    pub fn record_table(&self, lang: Lang) -> RecordTable {
        let is_number =
            |cell: &FlowCell| matches!(cell.value, WorksheetCell::Number(_) | WorksheetCell::Ratio(_));
        let (columns, messages) = (self.columns(), Messages::new(lang));
        let labels: Vec<_> = columns.iter().map(|cells| messages.get(cells[0].label)).collect();
        let columns = columns.iter().zip(&labels).map(|(cells, label)| {
            let is_numeric = cells.iter().any(|cell| is_number(cell))
                || cells.iter().all(|cell| cell.of.is_some() && cell.value == WorksheetCell::Empty);
            (&*cells[0].field, &**label, is_numeric)
        });
        let rows = self.rows.iter().map(|row| row.labelled().map(|cell| &*cell.text).collect());
        RecordTable::from_texts(&columns.collect::<Vec<_>>(), &rows.collect::<Vec<_>>())
    }

    /// Returns the worksheet: values instead of marked texts, each share and quantile with its number of observations.
    pub fn worksheet(&self, lang: Lang, section: FlowSection) -> Worksheet {
        let messages = Messages::new(lang);
        let mut worksheet = Worksheet {
            name: messages.get(section.label_key()).into_owned(),
            columns: Vec::new(),
            rows: vec![Vec::new(); self.rows.len()],
        };
        for cells in self.columns() {
            let label = messages.get(cells[0].label).into_owned();
            let has_number = cells[0].of.is_some();
            let number = has_number.then(|| format!("{label} (n)"));
            worksheet.columns.extend(std::iter::once(label).chain(number));
            for (row, cell) in worksheet.rows.iter_mut().zip(cells) {
                row.push(match &cell.value {
                    WorksheetCell::Text(_) | WorksheetCell::Empty => WorksheetCell::text(&cell.text),
                    value => value.clone(),
                });
                row.extend(cell.of.map(|count| WorksheetCell::count(count as u64)));
            }
        }
        worksheet
    }
}
