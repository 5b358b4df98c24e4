//! Flow of deals through the statuses, from the observed moves: funnel, time in status, throughput.
//!
//! Pure: history entries, an order of statuses and the time are the input. Every figure counts what it excludes.

pub mod cycles;
pub mod forecast;
pub mod log;
pub mod report;
pub mod survival;
pub mod weeks;

use jiff::Timestamp;

use crate::model::flow::{FlowFigures, FlowRequest};

/// Computes all figures, on two threads.
pub fn figures(log: &log::FlowLog, request: FlowRequest, until: Timestamp) -> FlowFigures {
    let query = report::FlowQuery { request, until };
    let (report, (weeks, cycles, forecasts)) = std::thread::scope(|scope| {
        let others = scope.spawn(|| {
            let weeks = weeks::weeks(log, &query);
            let forecasts = forecast::forecast(log, &query, &weeks);
            (weeks, cycles::cycles(log, &query), forecasts)
        });
        let report = report::analyse(log, &query);
        (report, others.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    FlowFigures { request: query.request, report, weeks, cycles, forecasts, deal_ids: log.ids.clone() }
}

#[cfg(test)]
#[path = "flow/flow_tests.rs"]
mod tests;
