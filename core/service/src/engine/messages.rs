//! Messages to the engine.

use crate::engine::filter_collection::Collected;
use crate::engine::flow_figures::ComputedFlow;
use crate::engine::outbox::bulk_enqueue::BulkEnqueued;
use crate::engine::outbox::state::send_outcome::SendOutcome;
use crate::engine::publish::past_state::RebuiltPast;
use crate::engine::sync::state::counts_round::TotalsRound;
use crate::engine::sync::state::pass_report::PassReport;
use crate::engine::sync::state::records::DetailReport;
use crate::error::Error;
use crate::model::as_of::AsOf;
use crate::model::effect::Effect;
use crate::model::history::pack_data::PackData;
use crate::model::shutdown::{ShutdownMode, UnsentSummary};
use crate::model::table::DealTable;
use crate::store::{PeerSignal, StoreError};
use jiff::Timestamp;
use std::sync::mpsc::Sender;
use std::time::Duration;

/// Messages to the main loop.
pub(in crate::engine) enum Msg {
    /// Effects that a front end submits.
    Effects(Vec<Effect>),
    /// The response to the first request of a count poll.
    FirstCount,
    /// The end of a count poll.
    Totals(Result<TotalsRound, Error>),
    /// Progress or the end of a full sync pass.
    Pass(PassReport),
    /// The outcome of an attempt to send a write.
    Sent(i64, Box<SendOutcome>),
    /// The result of a single fetch.
    Detail(Box<DetailReport>),
    /// A rebuilt past time.
    Past(AsOf, Result<RebuiltPast, Error>),
    /// New entries in the client's request log.
    Requests,
    /// The server's rate limit started (with its end) or ended.
    RateLimit(Option<Timestamp>),
    /// The result of pruning records older than the retention period.
    Pruned(Result<Option<usize>, Error>),
    /// The result of storing many writes at once.
    BulkStored(Result<BulkEnqueued, StoreError>),
    /// The result of journalling the outcomes of many writes.
    Journaled(Result<(), StoreError>),
    /// The computed flow.
    Flow(Box<Result<ComputedFlow, Error>>),
    /// The collected data for filters.
    FilterData(Box<Result<Collected, Error>>),
    /// A signal from another process on the profile.
    PeerSignal(PeerSignal),
    /// A request for the data of a committee pack of these deals.
    Pack(Vec<String>, Sender<Result<PackData, Error>>),
    /// A damaged section in the column snapshot behind this table.
    SnapshotDamaged(Box<DealTable>),
    /// The slug of the entity that the key acts for, if the server gave it.
    Entity(Option<String>),
    /// A request to shut down in order.
    Close {
        /// Maximum time that sending may still take.
        patience: Duration,
        /// Treatment of waiting entries; requests in flight are awaited in any case.
        mode: ShutdownMode,
        /// Channel for the report of remaining entries.
        reply: Sender<UnsentSummary>,
    },
    /// A request to stop at once.
    Stop,
}
