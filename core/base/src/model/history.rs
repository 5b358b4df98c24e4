//! Observed changes of deals over time, and the journal of changes.

pub mod filter_data;
pub mod history_entry;
pub mod journal_entry;
pub mod net;
pub mod observed;
pub mod omitted_status;
pub mod pack_data;
pub mod series;
pub mod status_since;
pub mod time_in_status;
pub mod visit;
