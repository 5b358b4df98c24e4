//! Data of a committee pack, as this device knows them.

use jiff::Timestamp;

use crate::contract::record::Record;
use crate::model::history::history_entry::HistoryEntry;
use crate::model::local_deals::Followup;
use crate::model::table::StatusSince;

/// Deals of a pack, and the age of the data.
#[derive(Clone, Debug)]
pub struct PackData {
    /// The deals, in the order of the pack.
    pub deals: Vec<PackDeal>,
    /// Number of deals on this device.
    pub known_deals: usize,
    /// Time of the last full sync, which ages are counted to.
    pub synced_at: Timestamp,
    /// Time of the first observation.
    pub observed_since: Option<Timestamp>,
}

/// A deal of a pack.
#[derive(Clone, Debug)]
pub struct PackDeal {
    /// The deal with pending writes applied.
    pub record: Record,
    /// Time of its status, as in the lists; `None` if a pending write changes the status.
    pub since: Option<StatusSince>,
    /// Its history, oldest first.
    pub history: Vec<HistoryEntry>,
    /// Notes of the server; `None` if they were never loaded.
    pub notes: Option<Vec<String>>,
    /// Private notes with the time of writing, newest first.
    pub local_notes: Vec<(Option<Timestamp>, String)>,
    /// Open follow-up.
    pub followup: Option<Followup>,
    /// True if a write is pending.
    pub is_pending: bool,
}
