//! The responses of one round of deal counts.

use crate::client::{Client, DealsQuery};
use crate::error::Error;
use futures_util::{StreamExt, TryStreamExt, stream};
use std::collections::BTreeMap;

/// The result of one count poll.
#[derive(Debug)]
pub(crate) struct TotalsRound {
    pub(crate) total: u64,
    pub(crate) by_status: BTreeMap<String, u64>,
}

impl TotalsRound {
    /// Returns how many deals have none of the requested statuses.
    pub(crate) fn unknown(&self) -> u64 {
        self.total.saturating_sub(self.by_status.values().fold(0, |sum, count| sum.saturating_add(*count)))
    }

    /// Returns whether the server applies the filter. A server that ignores it returns the total for every status.
    pub(crate) fn is_filtered(&self) -> bool {
        let is_complete = self.by_status.values().filter(|count| **count == self.total).count();
        self.total == 0 || is_complete < 2
    }
}

/// Requests the count of all deals, then of each status. Calls `probed` after the first response.
pub(crate) async fn fetch_counts(
    client: &Client,
    statuses: &[String],
    parallel: usize,
    probed: &(impl Fn() + Sync),
) -> Result<TotalsRound, Error> {
    let total = fetch_total(client, None).await?;
    probed();
    let by_status = stream::iter(statuses.to_vec())
        .map(|status| {
            async move {
                match self::fetch_total(client, Some(status.clone())).await {
                    Ok(count) => Ok(Some((status, count))),
                    // The server does not know this status as a filter: no count.
                    Err(error) if error.kind() == crate::error::ErrorKind::Invalid => Ok(None),
                    Err(error) => Err(error),
                }
            }
        })
        .buffer_unordered(parallel)
        .try_filter_map(|complete| async move { Ok(complete) })
        .try_collect()
        .await?;
    Ok(TotalsRound { total, by_status })
}

pub(crate) async fn fetch_total(client: &Client, status: Option<String>) -> Result<u64, Error> {
    let page = client.deals_page(&DealsQuery { limit: Some(1), offset: None, status }).await?;
    page.total.ok_or_else(|| Error::protocol("the list of deals does not say how many there are"))
}
