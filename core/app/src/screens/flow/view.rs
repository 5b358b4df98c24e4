//! View of the flow: the section shown, and worksheets of all.

use crate::model::flow::GroupBy;
use crate::model::worksheet::Worksheet;
use crate::open_json::RecordCell;
use crate::screens::flow::content::{SectionContent, with_texts};
use crate::screens::flow::sections::FlowSection;
use crate::shell::app::App;
use crate::text::Messages;

/// View of the screen.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowView<'a> {
    /// Names of the sections.
    pub sections: [String; FlowSection::ALL.len()],
    /// Index of the section shown.
    pub section: usize,
    /// Period and grouping.
    pub selection: String,
    /// Index of the focused row.
    pub row: usize,
    /// Content of the section.
    pub content: &'a SectionContent,
}

impl FlowView<'_> {
    /// Returns the name of the section shown.
    pub fn title(&self) -> &str {
        self.sections.get(self.section).map_or("", String::as_str)
    }

    /// Returns the focused row as text, for the screen reader and the clipboard.
    pub fn a11y_text(&self) -> String {
        let table = &self.content.table;
        let cells = table.rows.get(self.row).into_iter().flatten().zip(&table.columns);
        let texts = cells.filter_map(|(cell, column)| match cell {
            RecordCell::Value(value) => Some(format!("{} {value}", column.label)),
            RecordCell::Null | RecordCell::Absent => None,
        });
        texts.collect::<Vec<_>>().join(", ")
    }
}

/// Returns the screen.
pub fn flow_view(app: &App) -> FlowView<'_> {
    section_view(app, FlowSection::of_pane(app.cx.pane()))
}

/// Returns a section, as the screen shows it.
pub fn section_view(app: &App, section: FlowSection) -> FlowView<'_> {
    let messages = Messages::new(app.cx.lang());
    let text = |key: &str| messages.get(key).into_owned();
    let by = match app.flow.by {
        None => "flow-by-none",
        Some(GroupBy::Class) => "flow-by-class",
        Some(GroupBy::Owner) => "flow-by-owner",
    };
    let content = app.flow.section(section);
    FlowView {
        sections: FlowSection::ALL.map(|one| text(one.label_key())),
        section: section as usize,
        selection: format!("{} · {}", text(app.flow.period_key()), text(by)),
        row: app.cx.scroll().min(content.table.rows.len().saturating_sub(1)),
        content,
    }
}

/// Builds the worksheets of all sections that have rows.
pub fn flow_worksheets(app: &App) -> Vec<Worksheet> {
    let Some(figures) = app.cx.snapshot().flow.as_deref() else {
        return Vec::new();
    };
    with_texts(&app.cx, |texts| {
        let worksheet = |section| texts.table(figures, section).worksheet(texts.lang, section);
        let worksheets = FlowSection::ALL.into_iter().map(worksheet);
        worksheets.filter(|worksheet| !worksheet.rows.is_empty()).collect()
    })
}
