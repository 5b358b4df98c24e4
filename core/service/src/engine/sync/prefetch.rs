//! Requests for pages ahead of the present one, at offsets computed from the first page.

use crate::engine::sync::state::next_page::PendingPage;
use std::collections::VecDeque;

use crate::client::DealsQuery;
use crate::contract::paging::deal_page::DealParts;
use crate::error::Error;

use super::full_sync::{FullSync, SyncPass};

/// Number of pages requested ahead per permitted concurrent request.
const DEPTH: usize = 2;

impl FullSync {
    /// Requests the page that begins at `offset`.
    pub(in crate::engine) fn request_page(&self, sync_pass: &SyncPass, offset: u64) -> PendingPage {
        let (client, store, limit) = (self.client.clone(), self.store.clone(), self.limit);
        let requests = sync_pass.requests.clone();
        let need = match self.shown_rows {
            Some(_) => DealParts::Rows,
            None => DealParts::Bodies,
        };
        let task = tokio::spawn(async move {
            let under_way = requests.acquire_owned().await;
            let under_way = under_way.map_err(|error| Error::unexpected(error.to_string()))?;
            let request_seq = store.cache().write_seq()?;
            let query = DealsQuery { limit, offset: Some(offset), status: None };
            let page = client.scan_deals_page(&query, need, under_way).await?;
            Ok((request_seq, page))
        });
        PendingPage { offset, task }
    }

    /// Requests the following pages, assuming that all have the first page's length. `under_way` requests are already
    /// in flight.
    pub(super) fn prefetch_pages(
        &self,
        sync_pass: &SyncPass,
        offset: u64,
        pending: &mut VecDeque<PendingPage>,
        under_way: usize,
    ) {
        let Some(total) = sync_pass.pager.total().filter(|_| sync_pass.next_report > 0) else {
            return;
        };
        let mut next = pending.back().map_or(offset, |page| page.offset) + sync_pass.next_report;
        while pending.len() + under_way < self.prefetch * DEPTH && next < total {
            debug_assert!(pending.back().map_or(offset, |page| page.offset) < next);
            pending.push_back(self.request_page(sync_pass, next));
            next += sync_pass.next_report;
        }
    }
}
