//! Funnel, conversion, time in status and age of open deals, per status and group.

use std::cmp::Ordering;
use std::collections::HashMap;

use foldhash::fast::RandomState;
use jiff::Timestamp;
use rust_decimal::Decimal;

use super::log::{FlowLog, MoveKind, MoveTime, Stay};
use super::survival::{Duration, quantiles};
use crate::model::intern::InternCode;
use crate::vocabulary::{StatusOrder, StatusRole, status_role};

/// Field by which deals are grouped. A deal is in the group of its latest value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GroupBy {
    /// Asset class.
    Class,
    /// Owner.
    Owner,
}

/// Selection of what is analysed.
#[derive(Clone, Debug)]
pub struct FlowQuery {
    /// Only stays that began then or later, and what happened since.
    pub since: Option<Timestamp>,
    /// Grouping; `None` for one group of all deals.
    pub by: Option<GroupBy>,
    /// Order of the statuses.
    pub order: StatusOrder,
    /// Time until which deals are known to be where they are.
    pub until: Timestamp,
}

impl FlowQuery {
    /// Returns whether `time` is within the selected period.
    pub(super) fn includes(&self, time: i64) -> bool {
        self.since.is_none_or(|since| time >= since.as_second())
    }

    /// Returns the group of a deal.
    pub(super) fn group_of(&self, log: &FlowLog, deal: InternCode) -> InternCode {
        match self.by {
            None => InternCode::NONE,
            Some(GroupBy::Class) => log.deal(deal).class,
            Some(GroupBy::Owner) => log.deal(deal).owner,
        }
    }

    /// Returns the class or the owner of a group; empty if deals have none, or without grouping.
    pub(super) fn group_name(&self, log: &FlowLog, group: InternCode) -> String {
        match self.by {
            None => String::new(),
            Some(GroupBy::Class) => log.classes.text(group).to_owned(),
            Some(GroupBy::Owner) => log.owners.text(group).to_owned(),
        }
    }
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

impl Coverage {
    fn new(log: &FlowLog, query: &FlowQuery) -> Self {
        let observed = log.moves().iter().filter(|step| step.kind != MoveKind::Found);
        let observed = observed.filter(|step| query.includes(step.time.middle()));
        let (mut moves, mut exact) = (0, 0);
        for step in observed {
            moves += 1;
            exact += usize::from(step.time.is_exact());
        }
        let selected = query.since.map(Timestamp::as_second);
        let since = log.first_observed_at().map(|first| selected.map_or(first, |since| since.max(first)));
        Self { since, moves, exact }
    }
}

/// Returns seconds as days with at most one decimal.
pub fn days_of(seconds: i64) -> Decimal {
    (Decimal::from(seconds) / Decimal::from(86_400)).round_dp(1)
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

/// Flow through one status. Deals that entered are those that left in each way and those still there.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct StatusFlow {
    /// Status code.
    pub status: String,
    /// Stays with an observed entry in the period.
    pub entered: usize,
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
    /// Stays of unknown entry: excluded from all of the above and from the time in status.
    pub entry_unobserved: usize,
    /// Stays that began before the period, also excluded.
    pub entered_before: usize,
    /// True for the status that loses the most deals of its group.
    pub is_largest_loss: bool,
    /// Next statuses with the number of deals, in the order of the pipeline; without deletions.
    pub next: Vec<(String, usize)>,
    /// Time in the status, with each move in the middle of its range.
    pub time: TimeInStatus,
    /// The same with every stay as short as the observations allow.
    pub shortest: TimeInStatus,
    /// The same with every stay as long as they allow.
    pub longest: TimeInStatus,
    /// Deals now in the status, oldest first, also those with an unobserved entry.
    pub open: Vec<OpenDeal>,
}

impl StatusFlow {
    /// Returns the number of stays that ended.
    pub fn left(&self) -> usize {
        self.entered - self.still_there
    }

    /// Returns the share of ended stays that advanced; `None` if none ended.
    pub fn conversion(&self) -> Option<f64> {
        (self.left() > 0).then(|| self.advanced as f64 / self.left() as f64)
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

/// Flow of one group of deals.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroupFlow {
    /// Class or owner; empty if deals have none, or without grouping.
    pub group: String,
    /// Flow of each status in order.
    pub statuses: Vec<StatusFlow>,
}

impl GroupFlow {
    /// Returns the number of entries into statuses of that role.
    pub fn entered(&self, role: StatusRole) -> usize {
        let of_role = self.statuses.iter().filter(|flow| status_role(&flow.status) == role);
        of_role.map(|flow| flow.entered).sum()
    }
}

/// Flow through all statuses.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FlowReport {
    /// Extent of the observations.
    pub coverage: Coverage,
    /// Groups, by name.
    pub groups: Vec<GroupFlow>,
}

impl FlowReport {
    /// Analyses the moves of a log.
    pub fn new(log: &FlowLog, query: &FlowQuery) -> Self {
        let mut cells: HashMap<(InternCode, InternCode), Cell, RandomState> = HashMap::default();
        log.for_each_stay(|stay| {
            let group = query.group_of(log, stay.start.deal);
            cells.entry((group, stay.start.to)).or_default().add(stay, query);
        });
        let mut groups: HashMap<InternCode, GroupFlow, RandomState> = HashMap::default();
        for ((group, status), cell) in cells {
            let new_group = || GroupFlow { group: query.group_name(log, group), statuses: Vec::new() };
            let flow = cell.finish(log, query, log.statuses.text(status));
            groups.entry(group).or_insert_with(new_group).statuses.push(flow);
        }
        let mut groups: Vec<GroupFlow> = groups.into_values().collect();
        groups.sort_unstable_by(|one, other| one.group.cmp(&other.group));
        for group in &mut groups {
            group.statuses.sort_unstable_by(|one, other| query.order.cmp(&one.status, &other.status));
            // Of equal losses, the earliest status is marked.
            let largest = group.statuses.iter_mut().rev().max_by_key(|flow| flow.loss());
            if let Some(largest) = largest.filter(|flow| flow.loss() > 0) {
                largest.is_largest_loss = true;
            }
        }
        Self { coverage: Coverage::new(log, query), groups }
    }
}

/// The stays of a group in a status.
#[derive(Default)]
struct Cell {
    entered: usize,
    entry_unobserved: usize,
    entered_before: usize,
    /// Next statuses with the number of deals.
    next: Vec<(InternCode, usize)>,
    middle: Vec<Duration>,
    shortest: Vec<Duration>,
    longest: Vec<Duration>,
    open: Vec<OpenDeal>,
}

impl Cell {
    fn add(&mut self, stay: &Stay, query: &FlowQuery) {
        let until = query.until.as_second();
        let entry = stay.entry();
        if stay.end.is_none() {
            let began = entry.map_or(stay.start.time.at, MoveTime::middle);
            let age = (until - began).max(0);
            let is_lower_bound = entry.is_none();
            self.open.push(OpenDeal { deal: stay.start.deal, age, is_lower_bound, is_over_p85: None });
        }
        let Some(entry) = entry else {
            self.entry_unobserved += 1;
            return;
        };
        if !query.includes(entry.middle()) {
            self.entered_before += 1;
            return;
        }
        self.entered += 1;
        let is_censored = stay.end.is_none();
        let end = stay.end.map_or(MoveTime::exact(until), |(time, _)| time);
        let duration = |from: i64, to: i64| Duration::new((to - from).max(0), is_censored);
        self.middle.push(duration(entry.middle(), end.middle()));
        self.shortest.push(duration(entry.at, end.after));
        self.longest.push(duration(entry.after, end.at));
        if let Some((_, to)) = stay.end {
            match self.next.iter_mut().find(|(status, _)| *status == to) {
                Some((_, count)) => *count += 1,
                None => self.next.push((to, 1)),
            }
        }
    }

    fn finish(mut self, log: &FlowLog, query: &FlowQuery, status: &str) -> StatusFlow {
        let time = |durations: &mut [Duration]| {
            let [median, p85] = quantiles(durations, [0.5, 0.85]);
            TimeInStatus { median, p85 }
        };
        let mut flow = StatusFlow {
            status: status.to_owned(),
            entered: self.entered,
            entry_unobserved: self.entry_unobserved,
            entered_before: self.entered_before,
            time: time(&mut self.middle),
            shortest: time(&mut self.shortest),
            longest: time(&mut self.longest),
            ..StatusFlow::default()
        };
        for (to, count) in self.next {
            let to = log.statuses.text(to);
            *exit_count(&mut flow, to, &query.order) += count;
            if !to.is_empty() {
                flow.next.push((to.to_owned(), count));
            }
        }
        flow.next.sort_unstable_by(|(one, _), (other, _)| query.order.cmp(one, other));
        let left = flow.advanced + flow.moved_back + flow.paused + flow.lost + flow.deleted;
        flow.still_there = flow.entered - left;
        for deal in &mut self.open {
            let is_over = flow.time.p85.map(|p85| deal.age > p85);
            deal.is_over_p85 = is_over.filter(|is_over| *is_over || !deal.is_lower_bound);
        }
        self.open.sort_unstable_by_key(|deal| (-deal.age, deal.deal));
        StatusFlow { open: self.open, ..flow }
    }
}

/// Returns the count of those that left to status `to`; an empty one is a deletion.
fn exit_count<'a>(flow: &'a mut StatusFlow, to: &str, order: &StatusOrder) -> &'a mut usize {
    let from_inactive = matches!(status_role(&flow.status), StatusRole::Paused | StatusRole::Lost);
    match status_role(to) {
        _ if to.is_empty() => &mut flow.deleted,
        StatusRole::Paused => &mut flow.paused,
        StatusRole::Lost => &mut flow.lost,
        _ if from_inactive || order.cmp(to, &flow.status) == Ordering::Greater => &mut flow.advanced,
        _ => &mut flow.moved_back,
    }
}
