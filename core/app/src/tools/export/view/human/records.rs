//! Export worksheets of service records for people. Fields have labels, codes and references have names, days and times
//! have date cells. Nested values become readable lines. Numbers keep every digit.

use std::collections::BTreeMap;

use serde_json::value::RawValue;

use crate::contract::json::date_or_time::DateOrTime;
use crate::contract::json::num;
use crate::contract::record::{Record, raw_text};
use crate::foundation::presentation::task_status::task_status_label;
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::worksheet::{Worksheet, WorksheetCell};
use crate::open_json::{self, FieldLabels, FormatOptions};
use crate::shell::app::App;
use crate::text::{MessageArg, Messages, SafeText, date};
use crate::tools::export::view::machine::records;

/// Builds the explorer's rows that match the filter.
pub(super) fn explored_worksheet(app: &App) -> Worksheet {
    let kind = app.explorer.focused_kind();
    let format = RecordFormat::for_kind(app, kind);
    let mut worksheet = records::explored_worksheet(app, &|field, raw| format.cell(field, raw));
    if let Some(kind) = kind {
        worksheet.name = kind_name(app, kind);
    }
    format.with_headings(worksheet)
}

/// Builds the tasks, including pending writes.
pub(super) fn tasks_worksheet(app: &App) -> Worksheet {
    let format = RecordFormat::for_kind(app, Some(ResourceKind::Tasks));
    let statut = |code: &str| WorksheetCell::text(&task_status_label(&app.cx, code));
    let mut worksheet = records::tasks_worksheet(app, &|field, raw| format.cell(field, raw), &statut);
    worksheet.name = kind_name(app, ResourceKind::Tasks);
    format.with_headings(worksheet)
}

/// Returns the name of a resource kind.
fn kind_name(app: &App, kind: ResourceKind) -> String {
    Messages::new(app.cx.lang()).get(&format!("family-{}", kind.name())).into_owned()
}

/// Formatting context of record values.
struct RecordFormat {
    format_options: FormatOptions,
    kind: Option<ResourceKind>,
    labels: FieldLabels,
    names: BTreeMap<String, SafeText>,
}

impl RecordFormat {
    fn for_kind(app: &App, kind: Option<ResourceKind>) -> Self {
        Self {
            format_options: app.cx.format_options(kind),
            kind,
            labels: app.cx.field_labels(),
            names: app.cx.record_names(),
        }
    }

    fn with_headings(&self, mut worksheet: Worksheet) -> Worksheet {
        for name in &mut worksheet.columns {
            *name = self.labels.label(&self.format_options, name).to_string();
        }
        worksheet
    }

    fn cell(&self, field: &str, raw: &RawValue) -> WorksheetCell {
        if raw.get().starts_with(['{', '[']) {
            return WorksheetCell::text(&self.nested_text(field, raw));
        }
        let Some(text) = raw_text(raw) else {
            return WorksheetCell::from_json(raw);
        };
        if let Some(name) = open_json::code_name(self.format_options.lang, self.kind, field, &text) {
            return WorksheetCell::text(&name);
        }
        match DateOrTime::parse(&text) {
            Some(DateOrTime::Day(day)) => return WorksheetCell::Date(day),
            Some(DateOrTime::Instant(at)) => {
                return WorksheetCell::DateTime(date::local(at, &self.format_options.zone));
            }
            None => {}
        }
        if let Some(amount) = num::parse_exact(&text).filter(|_| open_json::is_amount(field)) {
            return WorksheetCell::Number(amount);
        }
        // A record's own identifier stays as is, so that the record can be found again.
        match self.names.get(&*text).filter(|_| field != "id") {
            Some(name) => WorksheetCell::text(name),
            None => WorksheetCell::from_json(raw),
        }
    }

    /// Formats a nested value on one line.
    fn nested_text(&self, field: &str, raw: &RawValue) -> String {
        if let Some(list) = open_json::field_value(&self.format_options, field, raw) {
            return list.to_string();
        }
        let messages = Messages::new(self.format_options.lang);
        let object = format!("{{\"{field}\":{}}}", raw.get());
        let Ok(record) = Record::parse(raw.get()).or_else(|_| Record::parse(&object)) else {
            return raw.get().to_owned();
        };
        let lines = open_json::field_lines(&self.format_options, &self.labels, &record, &[]).into_iter();
        let line_texts = lines.map(|line| {
            let (name, value) = (MessageArg::from(&line.label), MessageArg::from(&line.value));
            messages.with("export-named", &[("name", name), ("value", value)])
        });
        line_texts.collect::<Vec<_>>().join(" · ")
    }
}
