//! Keeps the store and the server in sync, on its own threads.
//!
//! Front ends never wait for it. They submit [`Effect`](crate::model::effect::Effect)s, are woken, and read the newest
//! [`Snapshot`](crate::model::snapshot::Snapshot). Disk and network are used on the engine's threads only.
//!
//! Inside, one loop (`actor`) owns the state. Requests (`outbox::send`, `sync::record_fetch`, `sync::inbox`) and full
//! syncs (`sync::full_sync`) run in the background and report by message. `sync::scheduler` and `outbox::dispatcher`
//! decide what is due when; `publish` builds the snapshots.

mod actor;
mod column_snapshot;
mod link;
mod outbox;
mod overlay;
mod publish;
mod sync;

pub use crate::engine::outbox::entries::entry_conversion::gone;
pub use crate::engine::outbox::entries::field_merge::{changes, is_so, merge};
pub use crate::engine::sync::state::refresh::ATTESTED;
pub use actor::clock::{Clock, system_clock};
pub use actor::config::{POINT, Settings};
pub use actor::handle::{Engine, Waker};
pub use outbox::conflict_context::observed_since;
pub use outbox::deleted_conflict::{gone_text, last_known, recreation};
pub use outbox::entries::entry_conversion::{
    conflict_text, decided_over, problem, problem_text, refusal, tells_of_conflict, theirs,
};
pub use outbox::journal::{Tried, log_requests, write_down, write_down_unsent};
pub use outbox::send::is_decision;
pub use outbox::stale_response::{LeftAt, is_as_wanted};
pub use overlay::records::{Laid, laid_over};
pub use publish::visual_diff::ReadAt;
pub use sync::ad_hoc_table::{Listed, listed};
pub use sync::history::portfolio_points;
pub use sync::sync_once::{Synced, sync};
pub mod blocking;
pub mod messages;
