//! A page that is requested before it is needed.

use crate::contract::paging::deal_page::DealPage;
use crate::error::Error;
use crate::store::WriteSeq;
use tokio::task::JoinHandle;

/// A page request in flight. Dropping it cancels the request.
pub(crate) struct PendingPage {
    pub(in crate::engine) offset: u64,
    pub(in crate::engine) task: JoinHandle<Result<(WriteSeq, DealPage), Error>>,
}

impl Drop for PendingPage {
    fn drop(&mut self) {
        self.task.abort();
    }
}
