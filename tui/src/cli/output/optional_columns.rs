//! Table columns for fields outside the contract, shown only if some record has them.

use encours_core::contract::Record;
use encours_core::contract::json::date_or_time::Moment;
use encours_core::contract::models::kpi::KpiKey;
use encours_core::text::{date, plain_spaces};

use super::{Kind, Look, Style, cell};

/// A column that appears only if some record fills it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Extra {
    /// Days since the last change of status.
    Age,
    /// `kpi_snapshot.ltv`.
    Ltv,
    /// `created_at`.
    Date,
    /// Reason for the state of an outbox entry.
    Reason,
}

impl Extra {
    /// Returns the columns that these records fill.
    pub(super) fn of(kind: Kind, records: &[Record]) -> Vec<Self> {
        let candidates: &[Self] = match kind {
            Kind::Deal => &[Self::Age, Self::Ltv],
            Kind::Notification => &[Self::Date],
            Kind::WriteInWords => &[Self::Reason],
            _ => &[],
        };
        let filled = |extra: &Self| records.iter().any(|record| extra.is_in(record));
        candidates.iter().copied().filter(filled).collect()
    }

    /// Returns the message key of the column head.
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

    /// Returns the priority for leaving the column out, like [`Column::aside`](super::schema::Column).
    pub(super) fn aside(self) -> u8 {
        match self {
            Self::Reason => 0,
            Self::Age | Self::Date => 1,
            Self::Ltv => 2,
        }
    }

    fn is_in(self, record: &Record) -> bool {
        match self {
            Self::Age => since(record).is_some(),
            Self::Ltv => record
                .object("kpi_snapshot")
                .is_some_and(|figures| figures.has("ltv") && !figures.is_null("ltv")),
            Self::Date => record.has("created_at") && !record.is_null("created_at"),
            Self::Reason => record.has("reason"),
        }
    }

    /// Returns the cell text.
    pub(super) fn shown(self, look: &Look, record: &Record) -> String {
        match self {
            Self::Age => match days(look, record) {
                Some(days) => {
                    let age = date::days(look.lang, days);
                    if look.plain_spaces {
                        plain_spaces(&age).into_owned()
                    } else {
                        age
                    }
                }
                None => cell::shown(look, None, None),
            },
            Self::Ltv => {
                let figures = record.object("kpi_snapshot");
                let ltv = figures.as_ref().and_then(|figures| figures.raw("ltv"));
                cell::kpi(look, KpiKey::Ltv, Some(Style::Percent), ltv)
            }
            Self::Date => cell::shown(look, None, record.raw("created_at")),
            Self::Reason if record.has("reason") => {
                cell::shown(look, Some(Style::Text), record.raw("reason"))
            }
            // A pending write without a problem has no reason, which is not a missing value.
            Self::Reason => String::new(),
        }
    }
}

/// Returns the days since the last change of status.
pub(super) fn days(look: &Look, record: &Record) -> Option<u64> {
    let hours = look
        .now
        .duration_since(since(record)?.instant(&look.zone))
        .as_hours();
    Some(u64::try_from(hours / 24).unwrap_or(0))
}

/// Returns the time of the last change of status, if the service gives it.
fn since(record: &Record) -> Option<Moment> {
    ["status_since", "status_changed_at"]
        .iter()
        .find_map(|name| Moment::parse(&record.text(name)?))
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
        assert_eq!(Extra::of(Kind::Deal, std::slice::from_ref(&plain)), []);
        let both = [plain, full];
        assert_eq!(Extra::of(Kind::Deal, &both), [Extra::Age, Extra::Ltv]);
        assert_eq!(Extra::of(Kind::Note, &both), []);
        let look = Look::plain(Lang::En, "2026-01-13T23:00:00Z".parse().unwrap());
        let row = |record: &Record| [Extra::Age, Extra::Ltv].map(|extra| extra.shown(&look, record));
        assert_eq!(row(&both[1]), ["12 d", "70.0%"]);
        assert_eq!(row(&both[0]), ["n/p", "n/p"]);
        let dated = read(r#"{"id":"n","created_at":"2026-01-02T03:04:05Z"}"#);
        assert_eq!(
            Extra::of(Kind::Notification, std::slice::from_ref(&dated)),
            [Extra::Date]
        );
        assert!(Extra::Date.shown(&look, &dated).contains("02/01/2026"));
    }
}
