//! Cycle times: from a new deal to its first entry into the last status.

use super::log::{FlowLog, MoveKind};
use super::report::{FlowQuery, Groups};
use crate::model::flow::Cycle;
use crate::vocabulary::{StatusRole, status_role};

/// Adds the cycle times of each group.
pub(super) fn add(log: &FlowLog, query: &FlowQuery, groups: &mut Groups) {
    let last: Vec<bool> = log.statuses.iter().map(|(_, code)| status_role(code) == StatusRole::Won).collect();
    // For each deal: the time of its creation, if observed, and whether it has finished.
    let mut deals: Vec<(Option<i64>, bool)> = vec![(None, false); log.ids.len()];
    for step in &log.moves {
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
    for group in groups.values_mut() {
        let mut lengths: Vec<i64> = group.cycles.iter().map(|cycle| cycle.seconds).collect();
        lengths.sort_unstable();
        let percentile = |percent: usize| lengths[(lengths.len() * percent).div_ceil(100) - 1];
        group.percentiles = (!lengths.is_empty()).then(|| [50, 85, 95].map(percentile));
        group.cycles.sort_by_key(|cycle| (cycle.finished_at, cycle.deal));
    }
}
