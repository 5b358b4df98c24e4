//! The records of one resource kind as last loaded.

use crate::contract::record::Record;
use crate::error::Error;
use crate::model::discovery::ListStatus;
use crate::model::watched::Watched;
use jiff::Timestamp;
use std::sync::Arc;

/// List of a resource kind for the front end.
#[derive(Clone, Debug)]
pub struct ResourceList {
    /// Discovery state: source of the list, its path and the last response.
    pub status: ListStatus,
    /// Loaded records in list order, or the watched ones that the service knows.
    pub records: Arc<Vec<Record>>,
    /// Watched identifiers with the service's response for each.
    pub watched: Arc<Vec<Watched>>,
    /// Time of the last load.
    pub fetched_at: Option<Timestamp>,
    /// Error of the last load, if it failed.
    pub error: Option<Error>,
    /// True while a load or a discovery is in progress.
    pub loading: bool,
}
