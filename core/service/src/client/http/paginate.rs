//! Iteration over all pages of a list.

use std::marker::PhantomData;

use super::request::{Call, CallTarget};
use crate::client::Client;
use crate::contract::operation::{OperationId, PageForm};
use crate::contract::paging::page::Page;
use crate::contract::paging::pager::Pager;
use crate::contract::resource::Resource;
use crate::error::{Error, ErrorKind};

/// Iterator over the pages of a list. After a failed page, the next call retries that page.
#[derive(Debug)]
pub struct PageWalker<T> {
    client: Client,
    call: Call,
    pager: Pager,
    item: PhantomData<fn() -> T>,
}

impl<T: Resource> PageWalker<T> {
    pub(in crate::client) fn new(client: Client, call: Call, limit: Option<u64>) -> Self {
        let operation = match &call.target {
            CallTarget::Operation { id, .. } => Some(*id),
            CallTarget::Raw { method, path } => OperationId::by_route(*method, path),
        };
        let form = operation.and_then(|id| id.spec().page).unwrap_or(PageForm::Items);
        Self { client, call, pager: Pager::new(form, limit), item: PhantomData }
    }

    /// Returns the next page; `None` at the end.
    ///
    /// # Errors
    /// Those of the call; [`Protocol`](crate::error::ErrorKind::Protocol) if the list does not advance after repeated
    /// requests.
    pub async fn next(&mut self) -> Result<Option<Page<T>>, Error> {
        if let Some(error) = self.pager.failed() {
            return Err(error.into());
        }
        let Some(request) = self.pager.next() else {
            return Ok(None);
        };
        let call = request
            .query()
            .into_iter()
            .fold(self.call.clone(), |call, (name, value)| call.query(name, value));
        let page: Page<T> = match self.client.fetch_page(call).await {
            Err(error)
                if self.pager.is_confirming()
                    && matches!(error.kind(), ErrorKind::Invalid | ErrorKind::NotFound) =>
            {
                self.pager.confirm();
                return Ok(None);
            }
            page => page?,
        };
        self.pager.push_page(&page)?;
        // A list without paging ends by repeating the whole list.
        let is_repeat = self.pager.is_done() && self.pager.fresh() == 0 && page.rejected.is_empty();
        Ok((page.received() > 0 && !is_repeat).then_some(page))
    }

    /// Returns the pager, which knows if the walk has ended and is reliable.
    pub fn pager(&self) -> &Pager {
        &self.pager
    }
}
