//! Local persistence, one directory per profile. `cache.db` stores server responses byte for byte and can be rebuilt;
//! `outbox.db` stores pending writes and is committed before anything is sent; `history.db` stores observed changes.
//! The last two are never deleted. This module uses neither the network nor the clock. The exception is a loopback UDP
//! socket that wakes other processes on the profile.

pub(crate) mod cache;
pub(crate) mod encryption;
pub(crate) mod files;
pub mod history;
mod outbox;
pub(crate) mod recovery;
mod settings;
mod shared;
mod store;

pub use cache::changes_since::Revision;
pub use cache::types::{
    CachePage, CachedRecord, IncomingRecord, ListedRecord, PageGuard, ReceivedRecord, RecordKind,
    SweepResult, UpsertOutcome,
};
pub use cache::write_seq::WriteSeq;
pub use cache::{Cache, DEALS_COMPLETE, FirstSync};
pub use encryption::convert::{complete as complete_conversion, decrypt, encrypt, purge, purge_leftovers};
pub use encryption::{DataKey, cipher_version, inherit, is_encrypted, is_unlocked, unlock};
pub use files::atomic_file::Draft;
pub use files::encryption_problem::EncryptionProblem;
pub use files::error::StoreError;
pub use files::examine::ExaminedFile;
pub use files::profile::profile_dir;
pub use history::journal::NewJournalEntry;
pub use history::{History, PastDeal, RecordOrigin};
pub use outbox::Outbox;
pub use outbox::cancel::EntryRewrite;
pub use outbox::discarded::DiscardedWrite;
pub use outbox::entry::{EntryState, NewOutboxEntry, OutboxEntry, UnreadableEntry};
pub use recovery::{RECOVERED_PROBLEM, RecoveredOutbox};
pub use settings::Settings;
pub use settings::backups::SettingsBackup;
pub use settings::raised::RulePass;
pub use settings::shared_settings::is_personal;
pub use settings::sibling_journals::{TimedWrite, earliest_cause, siblings_applied};
pub use settings::sibling_profiles::{sibling_stores, stores_of_key, waiting_siblings};
pub use shared::clock_skew::StoredClockSkew;
pub use shared::peer_signal::{PeerListener, PeerSignal};
pub use shared::shared_rate_limit::{RateLimitState, SharedRateLimit};
pub use store::Store;

#[cfg(test)]
#[path = "damage_tests.rs"]
mod damage_tests;
