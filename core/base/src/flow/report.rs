//! Funnel, conversion, time in status and age of open deals, per status and group.

use std::cmp::Ordering;
use std::collections::HashMap;

use foldhash::fast::RandomState;
use jiff::Timestamp;

use super::log::{FlowLog, MoveKind, MoveTime, Stay};
use super::survival::{Duration, quantiles};
use crate::model::flow::{Coverage, FlowReport, GroupBy, GroupFlow, OpenDeal, StatusFlow, TimeInStatus};
use crate::model::intern::InternCode;
use crate::vocabulary::{StatusOrder, StatusRole, status_role};

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

/// Returns the extent of the observations.
fn coverage(log: &FlowLog, query: &FlowQuery) -> Coverage {
    let observed = log.moves().iter().filter(|step| step.kind != MoveKind::Found);
    let observed = observed.filter(|step| query.includes(step.time.middle()));
    let (mut moves, mut exact) = (0, 0);
    for step in observed {
        moves += 1;
        exact += usize::from(step.time.is_exact());
    }
    let selected = query.since.map(Timestamp::as_second);
    let since = log.first_observed_at().map(|first| selected.map_or(first, |since| since.max(first)));
    Coverage { since, moves, exact }
}

/// Analyses the moves of a log.
pub fn analyse(log: &FlowLog, query: &FlowQuery) -> FlowReport {
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
    FlowReport { coverage: coverage(log, query), groups }
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
