//! Flow of deals through the statuses, as computed from the observed moves: the request and its figures.

use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use rust_decimal::Decimal;

use super::intern::{InternCode, Interner};
use crate::vocabulary::{StatusOrder, StatusRole, is_inactive_status, status_role};

/// Number of observations below which a share, a median or a comparison is marked as unreliable.
pub const MIN_OBSERVATIONS: usize = 10;

/// Selection of what is analysed.
#[derive(Clone, Debug, PartialEq)]
pub struct FlowRequest {
    /// Start of the period; `None` for everything observed.
    pub since: Option<Timestamp>,
    /// Grouping; `None` for one group of all deals.
    pub by: Option<GroupBy>,
    /// Order of the statuses.
    pub order: StatusOrder,
    /// Time zone of the weeks.
    pub zone: TimeZone,
}

/// All figures of the flow.
#[derive(Clone, Debug)]
pub struct FlowFigures {
    /// Selection that they answer.
    pub request: FlowRequest,
    /// Extent of the observations.
    pub coverage: Coverage,
    /// Groups, by name; one without grouping.
    pub groups: Vec<FlowGroup>,
    /// Identifiers of the deals, by their codes.
    pub deal_ids: Arc<Interner>,
}

/// Field by which deals are grouped. A deal is in the group of its latest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// Asset class.
    Class,
    /// Owner.
    Owner,
}

/// Extent of the observations behind all figures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coverage {
    /// Start of the observations, or of the selected period if that is later, in Unix seconds.
    pub since: Option<i64>,
    /// Number of observed moves: new deals, changes of status, deletions.
    pub moves: usize,
    /// Number of moves whose exact time is known.
    pub exact: usize,
}

/// Returns seconds as days with one decimal.
pub fn days_of(seconds: i64) -> Decimal {
    let mut days = Decimal::from(seconds) / Decimal::from(86_400);
    days.rescale(1);
    days
}

/// Time in a status in seconds, by Kaplan–Meier.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeInStatus {
    /// Time after which half of the deals have left; `None` while fewer have.
    pub median: Option<i64>,
    /// Time after which 85 % have left; `None` while fewer have.
    pub p85: Option<i64>,
}

/// Age of a deal that is still in a status, compared with the time that others spent there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpenDeal {
    /// The deal.
    pub deal: InternCode,
    /// Age in seconds.
    pub age: i64,
    /// True if the entry was not observed, so that the age is a lower bound.
    pub is_lower_bound: bool,
    /// True if it is older than 85 % of the stays; `None` if unknown.
    pub is_over_p85: Option<bool>,
}

/// Flow through one status. Stays that began in the period or before are those that ended in each way and those that
/// last.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatusFlow {
    /// Status code.
    pub status: String,
    /// Stays that began in the period, as observed. Only these give the time in the status.
    pub entered: usize,
    /// Stays that began before the period or the observations, and had not ended by then.
    pub already_there: usize,
    /// Those of `already_there` whose entry was not observed.
    pub entry_unobserved: usize,
    /// Left to a later status, or from a status outside the pipeline back into it.
    pub advanced: usize,
    /// Left to an earlier status.
    pub moved_back: usize,
    /// Left to a paused status.
    pub paused: usize,
    /// Left to a lost status.
    pub lost: usize,
    /// Deleted.
    pub deleted: usize,
    /// Not left yet.
    pub still_there: usize,
    /// Those of `entered` that ended.
    pub timed: usize,
    /// True for each status that loses the most deals of its group.
    pub is_largest_loss: bool,
    /// Next statuses with the number of deals, in the order of the pipeline; without deletions.
    pub next: Vec<(String, usize)>,
    /// Time in the status, with each move in the middle of its range.
    pub time: TimeInStatus,
    /// The least time that the ranges of the moves allow.
    pub shortest: TimeInStatus,
    /// The greatest time that they allow.
    pub longest: TimeInStatus,
    /// Deals now in the status, oldest first, also those with an unobserved entry; none in a won or lost status.
    pub open: Vec<OpenDeal>,
}

impl StatusFlow {
    /// Returns the number of stays.
    pub fn stays(&self) -> usize {
        self.entered + self.already_there
    }

    /// Returns the number of stays that ended.
    pub fn left(&self) -> usize {
        self.stays() - self.still_there
    }

    /// Returns the number of deals lost from this status. A deal deleted after closing, or after its loss, is no loss.
    pub fn loss(&self) -> usize {
        match status_role(&self.status) {
            StatusRole::Lost => 0,
            StatusRole::Won => self.lost,
            StatusRole::Active | StatusRole::Paused => self.lost + self.deleted,
        }
    }
}

/// Figures of one group of deals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowGroup {
    /// Class or owner; empty if deals have none, or without grouping.
    pub name: String,
    /// Flow of each status in order.
    pub statuses: Vec<StatusFlow>,
    /// Weeks without a gap, oldest first.
    pub weeks: Vec<Week>,
    /// Number of complete weeks.
    pub complete_weeks: usize,
    /// Cycles by their end.
    pub cycles: Vec<Cycle>,
    /// Cycle times within which 50, 85 and 95 % of the deals finished; `None` without deals.
    pub percentiles: Option<[i64; 3]>,
    /// Deals that reached the last status but existed before the first observation: no cycle is known.
    pub start_unobserved: usize,
    /// One for each length; empty with fewer than [`MIN_WEEKS`].
    pub forecasts: Vec<Forecast>,
}

impl FlowGroup {
    /// Returns the number of entries into statuses of that role.
    pub fn entered(&self, role: StatusRole) -> usize {
        let of_role = self.statuses.iter().filter(|flow| status_role(&flow.status) == role);
        of_role.map(|flow| flow.entered).sum()
    }

    /// Returns the number of deals lost from all statuses.
    pub fn losses(&self) -> usize {
        self.statuses.iter().map(StatusFlow::loss).sum()
    }
}

/// A deal that reached the last status.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cycle {
    /// The deal.
    pub deal: InternCode,
    /// Time of reaching it, in Unix seconds.
    pub finished_at: i64,
    /// Time since the deal was new, in seconds.
    pub seconds: i64,
}

impl Cycle {
    /// Returns the time of reaching the last status.
    pub fn timestamp(&self) -> Timestamp {
        Timestamp::from_second(self.finished_at).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}

/// Moves of one week, and the deals per status at its end.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Week {
    /// Monday of the week.
    pub monday: Date,
    /// Start of that day in Unix seconds.
    pub start: i64,
    /// False if the week began before the observations, or has not ended.
    pub is_complete: bool,
    /// Number of new deals.
    pub created: usize,
    /// Number of moves into the last status.
    pub won: usize,
    /// Number of moves into a lost status.
    pub lost: usize,
    /// Number of deleted deals.
    pub deleted: usize,
    /// Number of deals per status at the end of the week, in the order of the pipeline.
    pub deals: Vec<(String, usize)>,
}

impl Week {
    /// Returns the number of deals in the pipeline at the end of the week.
    pub fn active(&self) -> usize {
        let active = self.deals.iter().filter(|(status, _)| !is_inactive_status(status));
        active.map(|(_, count)| count).sum()
    }
}

/// Minimum number of complete weeks for a forecast.
pub const MIN_WEEKS: usize = 8;
/// Closings to expect within a number of days.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Forecast {
    /// Length in days.
    pub days: u32,
    /// Closings that half of the draws reach.
    pub at_least_p50: usize,
    /// Closings that 85 % of the draws reach.
    pub at_least_p85: usize,
    /// Number of earlier weeks at which the forecast was tested.
    pub tests: usize,
    /// Number of tests in which at least `at_least_p50` closings followed.
    pub met_p50: usize,
    /// Number of tests in which at least `at_least_p85` closings followed.
    pub met_p85: usize,
}
