//! Cycle times: from a new deal to its first entry into the last status.

use std::collections::BTreeMap;

use jiff::Timestamp;

use super::log::{FlowLog, MoveKind};
use super::report::FlowQuery;
use crate::model::intern::InternCode;
use crate::vocabulary::{StatusRole, status_role};

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

/// Cycle times of one group.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GroupCycles {
    /// Class or owner; empty if deals have none, or without grouping.
    pub group: String,
    /// Cycles by their end.
    pub cycles: Vec<Cycle>,
    /// Deals that reached the last status but existed before the first observation: excluded.
    pub start_unobserved: usize,
}

impl GroupCycles {
    /// Returns the cycle time within which `percent` of the deals finished; `None` without deals.
    pub fn percentile(&self, percent: usize) -> Option<i64> {
        let mut lengths: Vec<i64> = self.cycles.iter().map(|cycle| cycle.seconds).collect();
        let nearest = (lengths.len() * percent).div_ceil(100).saturating_sub(1);
        (nearest < lengths.len()).then(|| *lengths.select_nth_unstable(nearest).1)
    }
}

/// Returns the cycle times of each group, by name.
pub fn cycles(log: &FlowLog, query: &FlowQuery) -> Vec<GroupCycles> {
    let last: Vec<bool> = log.statuses.iter().map(|(_, code)| status_role(code) == StatusRole::Won).collect();
    // For each deal: the time of its creation, if observed, and whether it has finished.
    let mut deals: Vec<(Option<i64>, bool)> = vec![(None, false); log.ids.len()];
    let mut groups: BTreeMap<InternCode, GroupCycles> = BTreeMap::new();
    for step in log.moves() {
        let time = step.time.middle();
        let (created, finished) = &mut deals[step.deal.index()];
        if step.kind == MoveKind::Created {
            *created = Some(time);
        }
        if !last.get(step.to.index()).is_some_and(|is_last| *is_last) || *finished {
            continue;
        }
        *finished = true;
        if step.kind == MoveKind::Found || !query.includes(time) {
            continue;
        }
        let group = groups.entry(query.group_of(log, step.deal)).or_default();
        match *created {
            Some(created) => {
                let seconds = (time - created).max(0);
                group.cycles.push(Cycle { deal: step.deal, finished_at: time, seconds });
            }
            None => group.start_unobserved += 1,
        }
    }
    let mut groups: Vec<GroupCycles> = groups
        .into_iter()
        .map(|(code, mut group)| {
            group.cycles.sort_by_key(|cycle| (cycle.finished_at, cycle.deal));
            GroupCycles { group: query.group_name(log, code), ..group }
        })
        .collect();
    groups.sort_unstable_by(|one, other| one.group.cmp(&other.group));
    groups
}

impl Cycle {
    /// Returns the time of reaching the last status.
    pub fn timestamp(&self) -> Timestamp {
        Timestamp::from_second(self.finished_at).unwrap_or(Timestamp::UNIX_EPOCH)
    }
}
