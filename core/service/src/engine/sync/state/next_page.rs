//! A page that is requested before it is needed.

use crate::contract::paging::deal_page::Listing;
use crate::error::Error;
use crate::store::Change;
use tokio::task::JoinHandle;

/// A page request in flight. Dropping it cancels the request.
pub(crate) struct Ahead {
    pub(in crate::engine) offset: u64,
    pub(in crate::engine) task: JoinHandle<Result<(Change, Listing), Error>>,
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.task.abort();
    }
}
