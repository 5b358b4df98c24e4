//! The flow for an export: a worksheet for each section, as on the screen.

use super::section_table;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::open_json::RecordCell;
use crate::screens::flow::lines::FlowSection;
use crate::shell::app::App;
use crate::text::{Messages, number};

/// Builds the worksheets of all sections that have lines.
pub fn flow_worksheets(app: &App) -> Vec<Worksheet> {
    let messages = Messages::new(app.cx.lang());
    let Some(figures) = app.cx.snapshot().flow.as_deref() else {
        return Vec::new();
    };
    let worksheet = |section: FlowSection| {
        let table = section_table(&app.cx, figures, section);
        let row = |cells: &Vec<RecordCell>| {
            let cells = cells.iter().zip(&table.columns).map(|(cell, column)| match cell {
                // The largest loss is marked on the screen only: a column of numbers has no text.
                RecordCell::Value(text) => {
                    match number::parse(text.trim_start_matches("▲ ")).filter(|_| column.is_numeric) {
                        Some(number) => WorksheetCell::Number(number),
                        None => WorksheetCell::text(text),
                    }
                }
                RecordCell::Null | RecordCell::Absent => WorksheetCell::Empty,
            });
            cells.collect()
        };
        Worksheet {
            name: messages.get(section.label_key()).into_owned(),
            columns: table.columns.iter().map(|column| column.label.to_string()).collect(),
            rows: table.rows.iter().map(row).collect(),
        }
    };
    let worksheets = FlowSection::ALL.into_iter().map(worksheet);
    worksheets.filter(|worksheet| !worksheet.rows.is_empty()).collect()
}
