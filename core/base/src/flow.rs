//! Flow of deals through the statuses, from the observed moves: funnel, time in status, throughput.
//!
//! Pure: history entries, an order of statuses and the time are the input. Every figure counts what it excludes.

mod cycles;
mod forecast;
pub mod log;
mod report;
mod survival;
mod weeks;

use jiff::Timestamp;

pub use report::{Groups, Statuses};

use crate::model::flow::{FlowFigures, FlowGroup, FlowRequest};

/// Computes all figures.
pub fn figures(log: &log::FlowLog, request: FlowRequest, until: Timestamp) -> FlowFigures {
    figures_by(log, request, until, |statuses, others| (statuses(), others()))
}

/// Computes all figures. `run` calls both functions, one after the other or at the same time.
pub fn figures_by(
    log: &log::FlowLog,
    request: FlowRequest,
    until: Timestamp,
    run: impl FnOnce(&(dyn Fn() -> Statuses + Sync), &(dyn Fn() -> Groups + Sync)) -> (Statuses, Groups),
) -> FlowFigures {
    let query = report::FlowQuery { request, until };
    let others = || {
        let mut groups = weeks::weeks(log, &query);
        cycles::add(log, &query, &mut groups);
        forecast::add(log, &query, &mut groups);
        groups
    };
    let (statuses, mut groups) = run(&|| report::statuses(log, &query), &others);
    for (code, statuses) in statuses {
        groups.entry(code).or_default().statuses = statuses;
    }
    let named = |(code, group)| FlowGroup { name: query.group_name(log, code), ..group };
    let mut groups: Vec<FlowGroup> = groups.into_iter().map(named).collect();
    groups.sort_unstable_by(|one, other| one.name.cmp(&other.name));
    let coverage = report::coverage(log, &query);
    FlowFigures { request: query.request, coverage, groups, deal_ids: log.ids.clone() }
}

#[cfg(test)]
#[path = "flow/flow_tests.rs"]
mod tests;
