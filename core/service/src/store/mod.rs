//! Local persistence, one directory per profile. `cache.db` stores server responses byte for byte and can be rebuilt;
//! `outbox.db` stores pending writes and is committed before anything is sent; `history.db` stores observed changes.
//! The last two are never deleted. This module uses neither the network nor the clock. The exception is a loopback UDP
//! socket that wakes other processes on the profile.

pub(crate) mod cache;
pub(crate) mod files;
pub mod history;
mod outbox;
pub(crate) mod recovery;
mod settings;
mod shared;
mod store;

pub use cache::changes_since::Revision;
pub use cache::types::{Bound, Incoming, Kept, Kind, Leaf, Listed, Received, Stored, Swept};
pub use cache::write_seq::Change;
pub use cache::{Cache, DEALS_COMPLETE, FirstReading};
pub use files::atomic_file::Draft;
pub use files::error::StoreError;
pub use files::examine::Examined;
pub use files::profile::profile_dir;
pub use history::journal::{NewJournalEntry, NewRequest, RequestEntry};
pub use history::{History, Source};
pub use outbox::Outbox;
pub use outbox::cancel::Rewritten;
pub use outbox::discarded::Dropped;
pub use outbox::entry::{NewRow, Row, RowState, Sealed};
pub use recovery::{FOUND_IN_REMAINS, Salvaged};
pub use settings::Settings;
pub use settings::copies::SettingsCopy;
pub use settings::shared_settings::is_personal;
pub use settings::sibling_journals::{Done, done_beside, earliest};
pub use settings::sibling_profiles::{others, stores_beside};
pub use shared::clock_skew::KeptClock;
pub use shared::peer_signal::{Bell, Ring};
pub use shared::shared_rate_limit::{GateState, SharedGate};
pub use store::Store;

#[cfg(test)]
#[path = "damage_tests.rs"]
mod damage_tests;
