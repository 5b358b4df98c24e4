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

use crate::model::flow::{FlowFigures, FlowGroup, FlowRequest};

/// Computes all figures, on two threads.
pub fn figures(log: &log::FlowLog, request: FlowRequest, until: Timestamp) -> FlowFigures {
    let query = report::FlowQuery { request, until };
    let (statuses, mut groups) = std::thread::scope(|scope| {
        let others = scope.spawn(|| {
            let mut groups = weeks::weeks(log, &query);
            cycles::add(log, &query, &mut groups);
            forecast::add(log, &query, &mut groups);
            groups
        });
        let statuses = report::statuses(log, &query);
        (statuses, others.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
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
