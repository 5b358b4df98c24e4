//! Keeping store and service in step. Rule of the room: front ends never wait for it. They hand in [`Effect`]s,
//! are woken, and read the newest [`Snapshot`]; everything slow (disk, network) happens on the engine's own threads.
//!
//! Inside, one loop (`actor`) owns the state. Requests (`send`, `details`, `inbox`) and long readings (`crawl`) run
//! beside it and report by message; `refresh` and `drain` say what is due when; `publish` shows the result.

mod actor;
mod ahead;
mod away;
mod belonging;
mod cadence;
mod claimed;
mod climb;
mod clock;
mod closing;
mod coalesce;
mod company;
mod confirm;
mod connection;
mod counts;
mod crawl;
mod decide;
mod details;
mod drain;
mod due;
mod effect;
mod effects;
mod entered;
mod explore;
mod families;
mod follow;
mod follow_cache;
mod gone;
mod growing;
mod handle;
mod heard;
mod held_again;
mod image;
mod inbox;
mod intern;
mod jitter;
mod journal;
mod keep;
mod keeper;
mod keeping;
mod laid;
mod laid_counts;
mod late;
mod learned;
mod listed;
mod lists;
mod load;
mod losses;
mod many;
mod marks;
mod meanwhile;
mod mending;
mod mirror;
mod missing;
mod observed;
mod overlay;
mod patience;
mod publish;
mod refresh;
mod remote;
mod rest;
mod room;
mod rows;
mod seen;
mod send;
mod set_clock;
mod settings;
mod shown_requests;
mod since;
mod slowness;
mod snapshot;
mod standing_conflicts;
mod sync;
mod table;
mod taking_back;
mod tidy;
mod unwanted;
mod unwritten;
mod watched;
mod write;
mod writes;

pub use crate::contract::compare::{Verdict, changed, compare};
pub use crate::discovery::Mode as ListMode;
pub use crate::store::history::{
    Certainty, Entry, Lasting, Point, Series, Span, Visit, WHOLE, What, spans, time_in, without_absences,
};
pub use crate::store::{Elsewhere, Hindered, Hindrance, JournalEntry, Outcome, Part, Reached, SetAside};
pub use cadence::Attention;
pub use clock::{Clock, system_clock};
pub use coalesce::{changes, is_so, merge};
pub use effect::Effect;
pub use entered::{own_field_setting, reason_setting};
pub use explore::Asked;
pub use families::FamilyList;
pub use gone::{gone, gone_text, last_known, recreation};
pub use handle::{Engine, Leave, Leftover, Waker};
pub use intern::{Code, Interner};
pub use journal::{Tried, log_requests, write_down, write_down_unsent};
pub use keeping::{Keeping, KnownUser};
pub use laid::{Laid, laid_over};
pub use late::{LeftAt, is_as_wanted};
pub use listed::{Listed, listed};
pub use meanwhile::Meanwhile;
pub use observed::{Observed, portfolio_points};
pub use refresh::ATTESTED;
pub use remote::Remote;
pub use rest::ReadAt;
pub use rows::{conflict_text, decided_over, problem, problem_text, refusal, tells_of_conflict, theirs};
pub use send::is_decision;
pub use settings::{MARK_PACE, POINT, Settings};
pub use snapshot::{
    Connection, Coverage, DealDetail, Event, EventKind, Inbox, LeftAs, NotificationRow, RequestLine, Snapshot,
};
pub use sync::{Synced, sync};
pub use table::{
    Bound, Columns, ColumnsBuilder, DealRow, DealTable, Keys, Order, Ranks, RowData, RowIx, StageSince,
    Stretch, Sum, Text, by_age_order,
};
pub use write::{Lock, PendingWrite, WriteId, WriteKind, WriteProblem, WriteState};
pub use writes::Writes;
