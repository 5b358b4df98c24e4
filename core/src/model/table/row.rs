//! One row of the table: owned as a reading or a pending write gives it, borrowed as a front end reads it.

use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use super::chunk::NewRow;
use super::numbers::Numbers;
use crate::contract::ids::is_temporary;
use crate::contract::models::deal::Deal;
use crate::contract::models::kpi::KpiKey;
use crate::model::intern::Code;
use crate::model::pending_write::WriteState;
use crate::query::AgeDays;

/// The number of a row in a [`DealTable`](super::DealTable). Stable while the table's columns are the same.
pub type RowIx = u32;

/// How well the moment is known at which a deal entered its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Bound {
    /// The service sent it (a field the contract does not list).
    Received,
    /// Our own write, answered by the service.
    Exact,
    /// It happened between two readings; the moment given is that of the later one.
    Interval {
        /// The moment of the earlier one, in Unix seconds.
        after: i64,
    },
    /// It was already there at first sight: the true age is at least this.
    AtLeast,
}

/// When a deal entered its status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StageSince {
    /// Unix time in seconds.
    pub at: i64,
    /// How well it is known.
    pub bound: Bound,
}

impl StageSince {
    /// How long the deal has stood there at `now` (Unix seconds), in whole days, with both bounds.
    #[must_use]
    pub fn age_days(&self, now: i64) -> AgeDays {
        let days = |since: i64| now.saturating_sub(since).max(0) / 86_400;
        AgeDays {
            least: days(self.at),
            most: match self.bound {
                Bound::Received | Bound::Exact => Some(days(self.at)),
                Bound::Interval { after } => Some(days(after)),
                Bound::AtLeast => None,
            },
        }
    }
}

/// One row, owned: what a reading or a pending write gives.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct RowData {
    /// The deal's id; temporary for a deal whose creation waits.
    pub id: String,
    /// Its name as received.
    pub name: String,
    /// Its status code, empty if none was sent.
    pub status: String,
    /// Its class code, empty if none was sent.
    pub class: String,
    /// Its owner, empty if none was sent.
    pub owner: String,
    /// When it entered its status, where that is known.
    pub since: Option<StageSince>,
    /// The numbers of its `kpi_snapshot` that are exact decimals.
    pub numbers: Vec<(KpiKey, Decimal)>,
}

impl RowData {
    /// The row of a deal as received. `since` is what this client knows of its status, used where the service sends
    /// nothing; `zone` is where a business date, which has none, begins its day.
    pub fn from_deal(deal: &Deal, since: Option<StageSince>, zone: &TimeZone) -> Self {
        let received = deal.status_since().map(|moment| StageSince {
            at: moment.instant(zone).as_second(),
            bound: Bound::Received,
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

    /// The same, borrowed.
    pub(crate) fn new_row(&self) -> NewRow<'_> {
        NewRow {
            id: &self.id,
            name: &self.name,
            status: &self.status,
            class: &self.class,
            owner: &self.owner,
            since: self.since,
            numbers: Numbers::Plain(&self.numbers),
        }
    }

    /// From a borrowed one.
    pub(crate) fn of(row: &NewRow<'_>) -> Self {
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

/// One row, borrowed. Texts are as received: not yet fit for a screen.
#[derive(Clone, Copy, Debug)]
pub struct DealRow<'a> {
    /// Its number.
    pub ix: RowIx,
    /// The deal's id.
    pub id: &'a str,
    /// Its name.
    pub name: &'a str,
    /// Its name, folded for search and sorting.
    pub folded: &'a str,
    /// Its status code, empty if none.
    pub status: &'a str,
    /// The same, interned.
    pub status_code: Code,
    /// Its class code, empty if none.
    pub class: &'a str,
    /// The same, interned.
    pub class_code: Code,
    /// Its owner, empty if none.
    pub owner: &'a str,
    /// The same, interned.
    pub owner_code: Code,
    /// When it entered its status.
    pub since: Option<StageSince>,
    /// The write that waits for it, if any.
    pub pending: Option<&'a WriteState>,
    pub(super) numbers: Numbers<'a>,
}

impl<'a> DealRow<'a> {
    /// The identifier by which the service knows it; empty while it has given none. What stands there until then is this
    /// client's own, and of use to nobody else.
    #[must_use]
    pub fn service_id(&self) -> &'a str {
        if is_temporary(self.id) { "" } else { self.id }
    }

    /// The same row, owned.
    pub fn to_data(&self) -> RowData {
        RowData::of(&self.new_row())
    }

    pub(super) fn new_row(&self) -> NewRow<'a> {
        NewRow {
            id: self.id,
            name: self.name,
            status: self.status,
            class: self.class,
            owner: self.owner,
            since: self.since,
            numbers: self.numbers,
        }
    }

    /// A number of the deal's `kpi_snapshot`, exact; `None` if it was not received.
    pub fn number(&self, key: KpiKey) -> Option<Decimal> {
        self.numbers.get(key)
    }
}
