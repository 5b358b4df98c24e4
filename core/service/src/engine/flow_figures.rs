//! Figures of the flow, from a log of moves that grows with the history.

use std::sync::Arc;

use jiff::Timestamp;

use crate::flow::cycles::cycles;
use crate::flow::forecast::forecast;
use crate::flow::log::FlowLog;
use crate::flow::report::{FlowQuery, analyse};
use crate::flow::weeks::weeks;
use crate::model::flow::{FlowFigures, FlowRequest};
use crate::store::history::HistoryVersion;
use crate::store::{Store, StoreError};

/// Moves up to a version of the history.
type ReadMoves = (HistoryVersion, FlowLog);

/// State of the flow in the engine.
#[derive(Debug, Default)]
pub(in crate::engine) struct FlowState {
    pub(in crate::engine) published: Option<Arc<FlowFigures>>,
    /// Moves read so far; `None` during a computation.
    pub(in crate::engine) moves: Option<ReadMoves>,
    pub(in crate::engine) is_running: bool,
    /// Newest request that arrived during a computation.
    pub(in crate::engine) next: Option<FlowRequest>,
}

/// Result of a computation.
pub(in crate::engine) struct ComputedFlow {
    pub(in crate::engine) moves: ReadMoves,
    pub(in crate::engine) figures: FlowFigures,
}

/// Reads the moves that are new, or all if entries were changed, and computes the figures on two threads.
pub(in crate::engine) fn compute(
    store: &Store,
    moves: Option<ReadMoves>,
    request: FlowRequest,
) -> Result<ComputedFlow, StoreError> {
    let version = store.history().version()?;
    let grown = |(known, _): &ReadMoves| known.amended == version.amended && known.latest <= version.latest;
    let (known, mut log) = moves.filter(grown).unwrap_or_default();
    if known.latest < version.latest {
        store.history().extend_flow_log(&mut log, known.latest, version.latest)?;
    }
    let observed_at = log.last_observed_at().and_then(|at| Timestamp::from_second(at).ok());
    let query = FlowQuery {
        since: request.since,
        by: request.by,
        order: request.order.clone(),
        until: store.cache().last_full_sync()?.max(observed_at).unwrap_or_default(),
    };
    let (report, (weeks, cycles, forecasts)) = std::thread::scope(|scope| {
        let others = scope.spawn(|| {
            let weeks = weeks(&log, &query, &request.zone);
            let forecasts = forecast(&log, &query, &weeks);
            (weeks, cycles(&log, &query), forecasts)
        });
        let report = analyse(&log, &query);
        (report, others.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
    });
    let deal_ids = log.ids.clone();
    let figures = FlowFigures { request, report, weeks, cycles, forecasts, deal_ids };
    Ok(ComputedFlow { moves: (version, log), figures })
}
