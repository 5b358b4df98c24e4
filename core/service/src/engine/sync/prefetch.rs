//! Requests for pages ahead of the present one, at offsets computed from the first page.

use crate::engine::sync::state::next_page::Ahead;
use std::collections::VecDeque;

use crate::client::DealsQuery;
use crate::contract::paging::deal_page::Need;
use crate::error::Error;

use super::full_sync::{Crawl, Pass};

/// Number of pages requested ahead per permitted concurrent request.
const DEPTH: usize = 2;

impl Crawl {
    /// Requests the page that begins at `offset`.
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

    /// Requests the following pages, assuming that all have the first page's length. `under_way` requests are already
    /// in flight.
    pub(super) fn look_ahead(&self, pass: &Pass, offset: u64, ahead: &mut VecDeque<Ahead>, under_way: usize) {
        let Some(total) = pass.pager.total().filter(|_| pass.step > 0) else {
            return;
        };
        let mut next = ahead.back().map_or(offset, |page| page.offset) + pass.step;
        while ahead.len() + under_way < self.ahead * DEPTH && next < total {
            debug_assert!(ahead.back().map_or(offset, |page| page.offset) < next);
            ahead.push_back(self.ask(pass, next));
            next += pass.step;
        }
    }
}
