//! Pages that are asked for before the one before them has come, as far as the first one tells where they begin.

use std::collections::VecDeque;

use tokio::task::JoinHandle;

use crate::client::DealsQuery;
use crate::contract::paging::deal_page::{Listing, Need};
use crate::error::Error;
use crate::store::Change;

use super::full_sync::{Crawl, Pass};

/// A page on its way. Dropping it stops the request.
pub(in crate::engine) struct Ahead {
    pub(in crate::engine) offset: u64,
    pub(in crate::engine) task: JoinHandle<Result<(Change, Listing), Error>>,
}

impl Drop for Ahead {
    fn drop(&mut self) {
        self.task.abort();
    }
}

/// How many pages are asked for or read ahead, for each request that may be under way.
const DEPTH: usize = 2;

impl Crawl {
    /// Asks for the page that begins at `offset`.
    pub(in crate::engine) fn ask(&self, pass: &Pass, offset: u64) -> Ahead {
        let (client, store, limit) = (self.client.clone(), self.store.clone(), self.limit);
        let requests = pass.requests.clone();
        let need = match self.growing {
            Some(_) => Need::Rows,
            None => Need::Bodies,
        };
        let task = tokio::spawn(async move {
            let under_way = requests.acquire_owned().await;
            let under_way = under_way.map_err(|error| Error::unexpected(error.to_string()))?;
            let asked = store.cache().change()?;
            let query = DealsQuery {
                limit,
                offset: Some(offset),
                status: None,
            };
            let page = client.deals_listing(&query, need, under_way).await?;
            Ok((asked, page))
        });
        Ahead { offset, task }
    }

    /// Asks for the pages that will follow if all are as long as the first, beside those `under_way` already.
    pub(super) fn look_ahead(&self, pass: &Pass, offset: u64, ahead: &mut VecDeque<Ahead>, under_way: usize) {
        let Some(total) = pass.pager.total().filter(|_| pass.step > 0) else {
            return;
        };
        let mut next = ahead.back().map_or(offset, |page| page.offset) + pass.step;
        while ahead.len() + under_way < self.ahead * DEPTH && next < total {
            ahead.push_back(self.ask(pass, next));
            next += pass.step;
        }
    }
}
