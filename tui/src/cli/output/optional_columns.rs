//! Table columns for fields outside the contract, shown only if some record has them.

use encours_core::app::screens::tasks::filter::TaskFacts;
use encours_core::app::screens::tasks::tasks::task_facts;
use encours_core::contract::Record;
use encours_core::contract::json::date_or_time::DateOrTime;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::model::table::DealTable;
use encours_core::text::sanitize::SafeText;
use encours_core::text::{date, plain_spaces};

use super::{OutputKind, OutputStyle, ValueStyle, cell};

/// A column that appears only if some record fills it.
pub(super) struct ExtraColumn {
    kind: OutputKind,
    /// Message key of the column header.
    pub(super) label: &'static str,
    /// Priority for leaving the column out, as in [`ColumnSpec`](super::schema::ColumnSpec).
    pub(super) drop_priority: u8,
    /// Text of a cell, if the record has one.
    text: fn(&OutputStyle, &Record) -> Option<String>,
}

/// All such columns, in order: age and LTV of deals, what services give of tasks, the date of notifications, the reason
/// of a write's state.
static COLUMNS: [ExtraColumn; 7] = [
    ExtraColumn { kind: OutputKind::Deal, label: "field-age-short", drop_priority: 1, text: age },
    ExtraColumn { kind: OutputKind::Deal, label: "kpi-ltv-short", drop_priority: 2, text: ltv },
    ExtraColumn { kind: OutputKind::Task, label: "cli-title", drop_priority: 0, text: task_name },
    ExtraColumn { kind: OutputKind::Task, label: "field-owner", drop_priority: 2, text: task_owner },
    ExtraColumn { kind: OutputKind::Task, label: "cli-due", drop_priority: 1, text: due_day },
    ExtraColumn { kind: OutputKind::Notification, label: "cli-date", drop_priority: 1, text: creation_date },
    ExtraColumn { kind: OutputKind::WriteText, label: "cli-reason", drop_priority: 0, text: reason },
];

impl ExtraColumn {
    /// Returns the columns that these records fill.
    pub(super) fn for_records(
        out_style: &OutputStyle,
        kind: OutputKind,
        records: &[Record],
    ) -> Vec<&'static Self> {
        let filled = |extra: &&Self| records.iter().any(|record| (extra.text)(out_style, record).is_some());
        COLUMNS.iter().filter(|extra| extra.kind == kind).filter(filled).collect()
    }

    /// True if the column is right-aligned.
    pub(super) fn is_numeric(&self) -> bool {
        self.kind == OutputKind::Deal
    }

    /// True if cells may be cut to fit the terminal.
    pub(super) fn is_flexible(&self) -> bool {
        self.kind == OutputKind::WriteText || self.label == "cli-title"
    }

    /// Returns the cell text.
    pub(super) fn cell_text(&self, out_style: &OutputStyle, record: &Record) -> String {
        (self.text)(out_style, record).unwrap_or_else(|| match self.kind {
            // A pending write without a problem has no reason, which is not a missing value.
            OutputKind::WriteText => String::new(),
            _ => cell::cell_text(out_style, None, None),
        })
    }
}

fn age(out_style: &OutputStyle, record: &Record) -> Option<String> {
    let age =
        date::with_unit(out_style.lang, days_in_status(out_style, record)?, out_style.age_clock().unit());
    Some(if out_style.has_plain_spaces { plain_spaces(&age).into_owned() } else { age })
}

fn ltv(out_style: &OutputStyle, record: &Record) -> Option<String> {
    let kpis = record.object("kpi_snapshot")?;
    let ltv = kpis.raw("ltv").filter(|raw| raw.get() != "null")?;
    Some(cell::kpi_text(out_style, KpiKey::Ltv, Some(ValueStyle::Percent), Some(ltv)))
}

fn task_name(out_style: &OutputStyle, record: &Record) -> Option<String> {
    task_text(facts(out_style, record).name)
}

fn task_owner(out_style: &OutputStyle, record: &Record) -> Option<String> {
    task_text(facts(out_style, record).owner)
}

fn due_day(out_style: &OutputStyle, record: &Record) -> Option<String> {
    facts(out_style, record).due.map(date::date_short)
}

fn facts(out_style: &OutputStyle, record: &Record) -> TaskFacts {
    task_facts(record, &DealTable::default(), &out_style.zone)
}

fn task_text(text: String) -> Option<String> {
    Some(text).filter(|text| !text.is_empty()).map(|text| SafeText::line(&text).to_string())
}

fn creation_date(out_style: &OutputStyle, record: &Record) -> Option<String> {
    let date = record.raw("created_at").filter(|raw| raw.get() != "null")?;
    Some(cell::cell_text(out_style, None, Some(date)))
}

fn reason(out_style: &OutputStyle, record: &Record) -> Option<String> {
    Some(cell::cell_text(out_style, Some(ValueStyle::Text), Some(record.raw("reason")?)))
}

/// Returns the days since the last change of status.
pub(super) fn days_in_status(out_style: &OutputStyle, record: &Record) -> Option<u64> {
    let since = status_time(record)?.instant(&out_style.zone).as_second();
    Some(out_style.age_clock().days_since(since).unsigned_abs())
}

/// Returns the time of the last change of status, if the service gives it.
fn status_time(record: &Record) -> Option<DateOrTime> {
    ["status_since", "status_changed_at"].iter().find_map(|name| DateOrTime::parse(&record.text(name)?))
}

#[cfg(test)]
mod tests {
    use encours_core::text::Lang;

    use super::*;

    #[test]
    fn optional_column_appears_only_if_received() {
        let read = |json: &str| Record::parse(json).unwrap();
        let plain = read(r#"{"id":"1","kpi_snapshot":{"ltv":null}}"#);
        let full = read(r#"{"id":"2","status_since":"2026-01-01","kpi_snapshot":{"ltv":"0.7"}}"#);
        let out_style = OutputStyle::plain(Lang::En, "2026-01-13T23:00:00Z".parse().unwrap());
        let columns = |kind, records: &[Record]| ExtraColumn::for_records(&out_style, kind, records);
        let labels = |kind, records: &[Record]| -> Vec<&str> {
            columns(kind, records).into_iter().map(|extra| extra.label).collect()
        };
        assert!(labels(OutputKind::Deal, std::slice::from_ref(&plain)).is_empty());
        let both = [plain, full];
        assert_eq!(labels(OutputKind::Deal, &both), ["field-age-short", "kpi-ltv-short"]);
        assert!(labels(OutputKind::Note, &both).is_empty());
        let row = |record: &Record| -> Vec<String> {
            let extras = columns(OutputKind::Deal, &both).into_iter();
            extras.map(|extra| extra.cell_text(&out_style, record)).collect()
        };
        assert_eq!(row(&both[1]), ["12 d", "70.0%"]);
        assert_eq!(row(&both[0]), ["n/a", "n/a"]);
        let dated = [read(r#"{"id":"n","created_at":"2026-01-02T03:04:05Z"}"#)];
        let extras = columns(OutputKind::Notification, &dated);
        assert_eq!(extras.iter().map(|extra| extra.label).collect::<Vec<_>>(), ["cli-date"]);
        assert!(extras[0].cell_text(&out_style, &dated[0]).contains("02/01/2026"));
    }
}
