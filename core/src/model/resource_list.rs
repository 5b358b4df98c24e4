//! The records of one kind as they were last loaded.

use crate::contract::record::Record;
use crate::error::Error;
use crate::model::discovery::Standing;
use crate::model::watched::Watched;
use jiff::Timestamp;
use std::sync::Arc;

/// A family as a front end shows it.
#[derive(Clone, Debug)]
pub struct FamilyList {
    /// How its list came to be known, where it is, and what the route answered last.
    pub standing: Standing,
    /// The records read, in the order of their list, or the watched ones that the service knows.
    pub records: Arc<Vec<Record>>,
    /// The identifiers watched, with what the service said of each.
    pub watched: Arc<Vec<Watched>>,
    /// When the records were last read.
    pub read_at: Option<Timestamp>,
    /// Why the last reading failed, if it did.
    pub error: Option<Error>,
    /// Whether a reading, or a discovery, is under way.
    pub loading: bool,
}
