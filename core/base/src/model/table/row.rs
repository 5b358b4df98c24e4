//! Table rows: owned as input, borrowed as output.

use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use crate::contract::ids::is_temporary;
use crate::contract::models::deal::Deal;
use crate::contract::models::kpi::KpiKey;
use crate::model::intern::InternCode;
use crate::model::pending_write::WriteState;
use crate::model::table::number_columns::Numbers;
use crate::query::{AgeClock, AgeDays};

/// Row number in a [`DealTable`](super::DealTable). Stable while the table's columns are the same.
pub type RowIdx = u32;

/// Precision of the time at which a deal entered its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimePrecision {
    /// Sent by the service (in a field that the contract does not list).
    Received,
    /// This client's own write, answered by the service.
    Exact,
    /// Between two syncs; the given time is that of the later one.
    Interval {
        /// Time of the earlier sync, in Unix seconds.
        after: i64,
    },
    /// Already set at the first observation: the true age is at least this.
    AtLeast,
}

/// Time at which a deal entered its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatusSince {
    /// Unix time in seconds.
    pub at: i64,
    /// Precision of the time.
    pub precision: TimePrecision,
}

impl StatusSince {
    /// Returns the age of the status in days, with both bounds.
    #[must_use]
    pub fn age_days(&self, clock: AgeClock<'_>) -> AgeDays {
        let min = clock.days_since(self.at);
        AgeDays {
            min,
            max: match self.precision {
                TimePrecision::Received | TimePrecision::Exact => Some(min),
                TimePrecision::Interval { after } => Some(clock.days_since(after)),
                TimePrecision::AtLeast => None,
            },
        }
    }
}

/// One owned row, from a sync or a pending write.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowData {
    /// Id of the deal; temporary while its creation is pending.
    pub id: String,
    /// Name as received.
    pub name: String,
    /// Status code; empty if absent.
    pub status: String,
    /// Class code; empty if absent.
    pub class: String,
    /// Owner; empty if absent.
    pub owner: String,
    /// Status time, if known.
    pub since: Option<StatusSince>,
    /// Numbers of `kpi_snapshot` that are exact decimals.
    pub numbers: Vec<(KpiKey, Decimal)>,
}

impl RowData {
    /// Creates the row of a received deal.
    ///
    /// `since` is this client's own observation, used if the service sends no status time. `zone` defines the start of
    /// a business date, which has no time zone.
    pub fn from_deal(deal: &Deal, since: Option<StatusSince>, zone: &TimeZone) -> Self {
        let received = deal.status_since().map(|changed_at| StatusSince {
            at: changed_at.instant(zone).as_second(),
            precision: TimePrecision::Received,
        });
        let numbers = deal.kpi().map(|kpi| kpi.values().collect()).unwrap_or_default();
        Self {
            id: deal.id().as_str().to_owned(),
            name: deal.name().unwrap_or_default().to_owned(),
            status: deal.status().unwrap_or_default().to_owned(),
            class: deal.classe_actif().unwrap_or_default().to_owned(),
            owner: deal.responsable().unwrap_or_default().to_owned(),
            since: received.or(since),
            numbers,
        }
    }

    /// Borrows the row.
    pub(crate) fn row_ref(&self) -> RowRef<'_> {
        RowRef {
            id: &self.id,
            name: &self.name,
            status: &self.status,
            class: &self.class,
            owner: &self.owner,
            since: self.since,
            numbers: Numbers::Plain(&self.numbers),
        }
    }

    /// Copies a borrowed row.
    pub fn from_ref(row: &RowRef<'_>) -> Self {
        Self {
            id: row.id.to_owned(),
            name: row.name.to_owned(),
            status: row.status.to_owned(),
            class: row.class.to_owned(),
            owner: row.owner.to_owned(),
            since: row.since,
            numbers: row.numbers.to_vec(),
        }
    }
}

/// One borrowed row. Texts are as received, not sanitised yet.
#[derive(Clone, Copy, Debug)]
pub struct DealRow<'a> {
    /// Row number.
    pub ix: RowIdx,
    /// Id of the deal.
    pub id: &'a str,
    /// Name.
    pub name: &'a str,
    /// Name folded for search and sorting.
    pub folded: &'a str,
    /// Status code; empty if absent.
    pub status: &'a str,
    /// Interned status code.
    pub status_code: InternCode,
    /// Class code; empty if absent.
    pub class: &'a str,
    /// Interned class code.
    pub class_code: InternCode,
    /// Owner; empty if absent.
    pub owner: &'a str,
    /// Interned owner.
    pub owner_code: InternCode,
    /// Status time.
    pub since: Option<StatusSince>,
    /// State of the pending write, if any.
    pub pending: Option<&'a WriteState>,
    pub(super) numbers: Numbers<'a>,
}

impl<'a> DealRow<'a> {
    /// Returns the identifier at the service; empty for a deal that is not created yet.
    ///
    /// A temporary identifier has no meaning outside this client.
    #[must_use]
    pub fn service_id(&self) -> &'a str {
        if is_temporary(self.id) { "" } else { self.id }
    }

    /// Copies the row.
    pub fn to_data(&self) -> RowData {
        RowData::from_ref(&self.row_ref())
    }

    pub(super) fn row_ref(&self) -> RowRef<'a> {
        RowRef {
            id: self.id,
            name: self.name,
            status: self.status,
            class: self.class,
            owner: self.owner,
            since: self.since,
            numbers: self.numbers,
        }
    }

    /// Returns an exact number of `kpi_snapshot`; `None` if absent.
    pub fn number(&self, key: KpiKey) -> Option<Decimal> {
        self.numbers.get(key)
    }
}

/// One row to be added to a chunk.
#[derive(Clone, Copy, Debug)]
pub struct RowRef<'a> {
    /// Identifier.
    pub id: &'a str,
    /// Name; empty if the service sent none.
    pub name: &'a str,
    /// Status code.
    pub status: &'a str,
    /// Asset class code.
    pub class: &'a str,
    /// Owner name.
    pub owner: &'a str,
    /// Time since which the deal has its status.
    pub since: Option<StatusSince>,
    /// Ratios and amounts.
    pub numbers: Numbers<'a>,
}
