//! Figures of the flow, from a log of moves that grows with the history.

use std::sync::Arc;

use jiff::Timestamp;

use crate::flow::figures_by;
use crate::flow::log::FlowLog;
use crate::model::flow::{FlowFigures, FlowRequest};
use crate::store::history::HistoryVersion;
use crate::store::{Store, StoreError};

/// Moves up to a version of the history.
pub(in crate::engine) type ReadMoves = (HistoryVersion, FlowLog);

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
pub(in crate::engine) type ComputedFlow = (ReadMoves, FlowFigures);

/// Reads the moves that are new, or all if entries were changed, and computes the figures.
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
    let observed_at = log.observed.and_then(|(_, at)| Timestamp::from_second(at).ok());
    let until = store.cache().last_full_sync()?.max(observed_at).unwrap_or_default();
    let figures = figures_on_threads(&log, request, until);
    Ok(((version, log), figures))
}

/// Computes all figures, on two threads.
pub fn figures_on_threads(log: &FlowLog, request: FlowRequest, until: Timestamp) -> FlowFigures {
    figures_by(log, request, until, |statuses, others| {
        std::thread::scope(|scope| {
            let others = scope.spawn(others);
            let statuses = statuses();
            (statuses, others.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
        })
    })
}
