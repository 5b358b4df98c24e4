//! Keeping store and service in step. Rule of the room: front ends never wait for it. They hand in [`Effect`]s,
//! are woken, and read the newest [`Snapshot`]; everything slow (disk, network) happens on the engine's own threads.
//!
//! Inside, one loop (`actor`) owns the state. Requests (`send`, `details`, `inbox`) and long readings (`crawl`) run
//! beside it and report by message; `refresh` and `drain` say what is due when; `publish` shows the result.

mod actor;
mod column_snapshot;
mod link;
mod model;
mod outbox;
mod overlay;
mod publish;
mod sync;

pub use super::model::effect::Effect;
pub use super::model::entry_values::{own_field_setting, reason_setting};
pub use super::model::fetched::Remote;
pub use super::model::intern::{Code, Interner};
pub use super::model::pending_write::{Lock, PendingWrite, WriteId, WriteKind, WriteProblem, WriteState};
pub use super::model::pending_writes::Writes;
pub use super::model::snapshot::{
    Connection, Coverage, DealDetail, Event, EventKind, Inbox, LeftAs, NotificationRow, RequestLine, Snapshot,
};
pub use super::model::table::{
    Bound, Columns, ColumnsBuilder, DealRow, DealTable, Keys, Order, Ranks, RowData, RowIx, StageSince,
    Stretch, Sum, Text, by_age_order,
};
pub use crate::contract::precondition::{Verdict, changed, compare};
pub use crate::discovery::Mode as ListMode;
pub use crate::store::history::{
    Certainty, Entry, Lasting, Point, Series, Span, Visit, WHOLE, What, spans, time_in, without_absences,
};
pub use crate::store::{Elsewhere, Hindered, Hindrance, JournalEntry, Outcome, Part, Reached, SetAside};
pub use actor::clock::{Clock, system_clock};
pub use actor::config::{MARK_PACE, POINT, Settings};
pub use actor::handle::{Engine, Leave, Leftover, Waker};
pub use outbox::coalesce::{changes, is_so, merge};
pub use outbox::conflict_context::Meanwhile;
pub use outbox::deleted_conflict::{gone, gone_text, last_known, recreation};
pub use outbox::entry_conversion::{
    conflict_text, decided_over, problem, problem_text, refusal, tells_of_conflict, theirs,
};
pub use outbox::journal::{Tried, log_requests, write_down, write_down_unsent};
pub use outbox::send::is_decision;
pub use outbox::stale_response::{LeftAt, is_as_wanted};
pub use overlay::records::{Laid, laid_over};
pub use publish::storage_health::{Keeping, KnownUser};
pub use publish::visual_diff::ReadAt;
pub use sync::ad_hoc_table::{Listed, listed};
pub use sync::history::{Observed, portfolio_points};
pub use sync::poll_interval::Attention;
pub use sync::resource_lists::FamilyList;
pub use sync::route_fetch::Asked;
pub use sync::scheduler::ATTESTED;
pub use sync::sync_once::{Synced, sync};
