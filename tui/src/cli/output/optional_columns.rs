//! Table columns for fields outside the contract, shown only if some record has them.

use encours_core::contract::Record;
use encours_core::contract::json::date_or_time::DateOrTime;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::text::{date, plain_spaces};

use super::{OutputKind, OutputStyle, ValueStyle, cell};

/// A column that appears only if some record fills it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ExtraColumn {
    /// Days since the last change of status.
    Age,
    /// `kpi_snapshot.ltv`.
    Ltv,
    /// `created_at`.
    Date,
    /// Reason for the state of an outbox entry.
    Reason,
}

impl ExtraColumn {
    /// Returns the columns that these records fill.
    pub(super) fn for_records(kind: OutputKind, records: &[Record]) -> Vec<Self> {
        let candidates: &[Self] = match kind {
            OutputKind::Deal => &[Self::Age, Self::Ltv],
            OutputKind::Notification => &[Self::Date],
            OutputKind::WriteText => &[Self::Reason],
            _ => &[],
        };
        let filled = |extra: &Self| records.iter().any(|record| extra.is_filled(record));
        candidates.iter().copied().filter(filled).collect()
    }

    /// Returns the message key of the column header.
    pub(super) fn label(self) -> &'static str {
        match self {
            Self::Age => "field-age-short",
            Self::Ltv => "kpi-ltv-short",
            Self::Date => "cli-date",
            Self::Reason => "cli-reason",
        }
    }

    /// True if the column is right-aligned.
    pub(super) fn is_numeric(self) -> bool {
        matches!(self, Self::Age | Self::Ltv)
    }

    /// True if cells may be cut to fit the terminal.
    pub(super) fn is_flexible(self) -> bool {
        self == Self::Reason
    }

    /// Returns the priority for leaving the column out, like [`Column::aside`](super::schema::ColumnSpec).
    pub(super) fn drop_priority(self) -> u8 {
        match self {
            Self::Reason => 0,
            Self::Age | Self::Date => 1,
            Self::Ltv => 2,
        }
    }

    fn is_filled(self, record: &Record) -> bool {
        match self {
            Self::Age => status_time(record).is_some(),
            Self::Ltv => {
                record.object("kpi_snapshot").is_some_and(|kpis| kpis.has("ltv") && !kpis.is_null("ltv"))
            }
            Self::Date => record.has("created_at") && !record.is_null("created_at"),
            Self::Reason => record.has("reason"),
        }
    }

    /// Returns the cell text.
    pub(super) fn cell_text(self, out_style: &OutputStyle, record: &Record) -> String {
        match self {
            Self::Age => match days_in_status(out_style, record) {
                Some(days) => {
                    let age = date::days(out_style.lang, days);
                    if out_style.has_plain_spaces { plain_spaces(&age).into_owned() } else { age }
                }
                None => cell::cell_text(out_style, None, None),
            },
            Self::Ltv => {
                let kpis = record.object("kpi_snapshot");
                let ltv = kpis.as_ref().and_then(|kpis| kpis.raw("ltv"));
                cell::kpi_text(out_style, KpiKey::Ltv, Some(ValueStyle::Percent), ltv)
            }
            Self::Date => cell::cell_text(out_style, None, record.raw("created_at")),
            Self::Reason if record.has("reason") => {
                cell::cell_text(out_style, Some(ValueStyle::Text), record.raw("reason"))
            }
            // A pending write without a problem has no reason, which is not a missing value.
            Self::Reason => String::new(),
        }
    }
}

/// Returns the days since the last change of status.
pub(super) fn days_in_status(out_style: &OutputStyle, record: &Record) -> Option<u64> {
    let hours = out_style.now.duration_since(status_time(record)?.instant(&out_style.zone)).as_hours();
    Some(u64::try_from(hours / 24).unwrap_or(0))
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
    fn a_column_is_there_where_it_was_received() {
        let read = |json: &str| Record::parse(json).unwrap();
        let plain = read(r#"{"id":"1","kpi_snapshot":{"ltv":null}}"#);
        let full = read(r#"{"id":"2","status_since":"2026-01-01","kpi_snapshot":{"ltv":"0.7"}}"#);
        assert_eq!(ExtraColumn::for_records(OutputKind::Deal, std::slice::from_ref(&plain)), []);
        let both = [plain, full];
        assert_eq!(ExtraColumn::for_records(OutputKind::Deal, &both), [ExtraColumn::Age, ExtraColumn::Ltv]);
        assert_eq!(ExtraColumn::for_records(OutputKind::Note, &both), []);
        let out_style = OutputStyle::plain(Lang::En, "2026-01-13T23:00:00Z".parse().unwrap());
        let row = |record: &Record| {
            [ExtraColumn::Age, ExtraColumn::Ltv].map(|extra| extra.cell_text(&out_style, record))
        };
        assert_eq!(row(&both[1]), ["12 d", "70.0%"]);
        assert_eq!(row(&both[0]), ["n/a", "n/a"]);
        let dated = read(r#"{"id":"n","created_at":"2026-01-02T03:04:05Z"}"#);
        assert_eq!(
            ExtraColumn::for_records(OutputKind::Notification, std::slice::from_ref(&dated)),
            [ExtraColumn::Date]
        );
        assert!(ExtraColumn::Date.cell_text(&out_style, &dated).contains("02/01/2026"));
    }
}
