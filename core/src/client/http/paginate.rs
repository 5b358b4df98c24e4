//! All pages of a list, one after the other.

use std::marker::PhantomData;

use super::request::{Call, Target};
use crate::client::Client;
use crate::contract::operation::{OperationId, PageForm};
use crate::contract::paging::page::Page;
use crate::contract::paging::pager::Pager;
use crate::contract::resource::Resource;
use crate::error::{Error, ErrorKind};

/// A walk over a list. After a failed page it can be asked again: it goes on where it was.
#[derive(Debug)]
pub struct Walk<T> {
    client: Client,
    call: Call,
    pager: Pager,
    of: PhantomData<fn() -> T>,
}

impl<T: Resource> Walk<T> {
    pub(in crate::client) fn new(client: Client, call: Call, limit: Option<u64>) -> Self {
        let operation = match &call.target {
            Target::Operation { id, .. } => Some(*id),
            Target::Raw { method, path } => OperationId::by_route(*method, path),
        };
        let form = operation.and_then(|id| id.spec().page).unwrap_or(PageForm::Items);
        Self {
            client,
            call,
            pager: Pager::new(form, limit),
            of: PhantomData,
        }
    }

    /// The next page; `None` at the end.
    ///
    /// # Errors
    /// Those of the call; [`Protocol`](crate::error::ErrorKind::Protocol) if the list does not advance, however often it
    /// is asked.
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
        let page: Page<T> = match self.client.page(call).await {
            Err(error)
                if self.pager.is_confirming()
                    && matches!(error.kind(), ErrorKind::Invalid | ErrorKind::NotFound) =>
            {
                self.pager.confirm();
                return Ok(None);
            }
            page => page?,
        };
        self.pager.absorb(&page)?;
        // A list that is not paged ends with all of it once more.
        let again = self.pager.is_done() && self.pager.fresh() == 0 && page.rejected.is_empty();
        Ok((page.received() > 0 && !again).then_some(page))
    }

    /// What the pages so far tell: whether the walk ended, and whether anything casts doubt on it.
    pub fn pager(&self) -> &Pager {
        &self.pager
    }
}
