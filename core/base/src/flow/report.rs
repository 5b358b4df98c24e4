//! Funnel, conversion, time in status and age of open deals, per status and group.

use std::cmp::Ordering;
use std::collections::{BTreeMap, HashMap};

use foldhash::fast::RandomState;
use jiff::Timestamp;

use super::log::{FlowLog, MoveKind, MoveTime, Stay};
use super::survival::{Duration, Ranges, quantiles};
use crate::model::flow::{Coverage, FlowGroup, FlowRequest, GroupBy, OpenDeal, StatusFlow, TimeInStatus};
use crate::model::intern::InternCode;
use crate::vocabulary::{StatusOrder, StatusRole, status_role};

/// Groups by the code of their class or owner.
pub type Groups = BTreeMap<InternCode, FlowGroup>;
/// Statuses of each group.
pub type Statuses = BTreeMap<InternCode, Vec<StatusFlow>>;

/// Selection of what is analysed, with the end of the observations.
#[derive(Clone, Debug)]
pub struct FlowQuery {
    /// Period, grouping, order of the statuses and time zone.
    pub request: FlowRequest,
    /// Time until which deals are known to be where they are.
    pub until: Timestamp,
}

impl FlowQuery {
    /// Returns whether `time` is within the selected period.
    pub(super) fn includes(&self, time: i64) -> bool {
        self.request.since.is_none_or(|since| time >= since.as_second())
    }

    /// Returns the end of the observations in Unix seconds.
    pub(super) fn until(&self) -> i64 {
        self.until.as_second()
    }

    /// Returns the group of a deal.
    pub(super) fn group_of(&self, log: &FlowLog, deal: InternCode) -> InternCode {
        match self.request.by {
            None => InternCode::NONE,
            Some(GroupBy::Class) => log.deal(deal).class,
            Some(GroupBy::Owner) => log.deal(deal).owner,
        }
    }

    /// Returns the class or the owner of a group; empty if deals have none, or without grouping.
    pub(super) fn group_name(&self, log: &FlowLog, group: InternCode) -> String {
        match self.request.by {
            None => String::new(),
            Some(GroupBy::Class) => log.classes.text(group).to_owned(),
            Some(GroupBy::Owner) => log.owners.text(group).to_owned(),
        }
    }
}

/// Returns the extent of the observations.
pub(super) fn coverage(log: &FlowLog, query: &FlowQuery) -> Coverage {
    let observed = log.moves.iter().filter(|step| step.kind != MoveKind::Found);
    let observed = observed.filter(|step| query.includes(step.time.middle()));
    let (mut moves, mut exact) = (0, 0);
    for step in observed {
        moves += 1;
        exact += usize::from(step.time.after == step.time.at);
    }
    let selected = query.request.since.map(Timestamp::as_second);
    let since = log.observed.map(|(first, _)| selected.map_or(first, |since| since.max(first)));
    Coverage { since, moves, exact }
}

/// Returns the flow of the statuses of each group.
pub(super) fn statuses(log: &FlowLog, query: &FlowQuery) -> Statuses {
    let mut cells: HashMap<(InternCode, InternCode), Cell, RandomState> = HashMap::default();
    log.for_each_stay(|stay| {
        let group = query.group_of(log, stay.start.deal);
        cells.entry((group, stay.start.to)).or_default().add(stay, log, query);
    });
    let mut groups = Statuses::new();
    for ((group, status), cell) in cells {
        let flow = cell.finish(log, query, log.statuses.text(status));
        if flow.stays() > 0 {
            groups.entry(group).or_default().push(flow);
        }
    }
    for flows in groups.values_mut() {
        flows.sort_unstable_by(|one, other| query.request.order.cmp(&one.status, &other.status));
        let largest = flows.iter().map(StatusFlow::loss).max().filter(|loss| *loss > 0);
        for flow in flows {
            flow.is_largest_loss = Some(flow.loss()) == largest;
        }
    }
    groups
}

/// The stays of a group in a status.
#[derive(Default)]
struct Cell {
    flow: StatusFlow,
    /// Next statuses with the number of deals.
    next: Vec<(InternCode, usize)>,
    /// With each move in the middle of its range.
    durations: Vec<Duration>,
    ranges: Ranges,
}

impl Cell {
    fn add(&mut self, stay: &Stay, log: &FlowLog, query: &FlowQuery) {
        let (until, entry, deal) = (query.until(), stay.entry(), stay.start.deal);
        if stay.end.is_none() {
            let dated = log.deal(deal).status_date.map(|date| date.instant(&query.request.zone).as_second());
            let known = dated.or(entry.map(MoveTime::middle));
            let age = (until - known.unwrap_or(stay.start.time.at)).max(0);
            self.flow.open.push(OpenDeal { deal, age, is_lower_bound: known.is_none(), is_over_p85: None });
        }
        let is_censored = stay.end.is_none();
        let end = stay.end.map_or(MoveTime::exact(until), |(time, _)| time);
        if let Some(entry) = entry.filter(|entry| query.includes(entry.middle())) {
            self.flow.entered += 1;
            self.flow.timed += usize::from(!is_censored);
            let length = |from: i64, to: i64| (to - from).max(0);
            self.durations.push(Duration::new(length(entry.middle(), end.middle()), is_censored));
            let ranges = if is_censored { &mut self.ranges.censored } else { &mut self.ranges.ended };
            ranges.push((length(entry.at, end.after), length(entry.after, end.at)));
        } else if is_censored || query.includes(end.middle()) {
            // An observed end counts, whenever the stay began.
            self.flow.already_there += 1;
            self.flow.entry_unobserved += usize::from(entry.is_none());
        } else {
            return;
        }
        if let Some((_, to)) = stay.end {
            match self.next.iter_mut().find(|(status, _)| *status == to) {
                Some((_, count)) => *count += 1,
                None => self.next.push((to, 1)),
            }
        }
    }

    fn finish(mut self, log: &FlowLog, query: &FlowQuery, status: &str) -> StatusFlow {
        let mut flow = self.flow;
        status.clone_into(&mut flow.status);
        let shares = [0.5, 0.85];
        let [median, p85] = quantiles(&mut self.durations, shares);
        let [medians, p85s] = self.ranges.bounds(shares);
        flow.time = TimeInStatus { median, p85 };
        [flow.shortest, flow.longest] = [0, 1].map(|at| TimeInStatus { median: medians[at], p85: p85s[at] });
        if !is_open_status(status) {
            flow.open.clear();
        }
        for (to, count) in self.next {
            let to = log.statuses.text(to);
            *exit_count(&mut flow, to, &query.request.order) += count;
            if !to.is_empty() {
                flow.next.push((to.to_owned(), count));
            }
        }
        flow.next.sort_unstable_by(|(one, _), (other, _)| query.request.order.cmp(one, other));
        let left = flow.advanced + flow.moved_back + flow.paused + flow.lost + flow.deleted;
        flow.still_there = flow.stays() - left;
        for deal in &mut flow.open {
            let is_over = flow.time.p85.map(|p85| deal.age > p85);
            deal.is_over_p85 = is_over.filter(|is_over| *is_over || !deal.is_lower_bound);
        }
        flow.open.sort_unstable_by_key(|deal| (-deal.age, deal.deal));
        flow
    }
}

/// Returns whether deals in that status can still be won.
fn is_open_status(code: &str) -> bool {
    matches!(status_role(code), StatusRole::Active | StatusRole::Paused)
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
