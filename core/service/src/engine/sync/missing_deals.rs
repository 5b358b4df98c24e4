//! Deals missing from a consistent pass. Paging is not transactional, so a deal may slip between two pages. It is
//! *missing* until the server says that it does not exist, or a second consistent pass lacks it.

use crate::client::Client;
use crate::contract::ids::DealId;
use crate::engine::actor::clock::EngineClock;
use crate::error::{Error, ErrorKind};
use crate::store::{RecordKind, RecordOrigin, Store};

/// Maximum number of deals fetched by id after a pass. The next pass decides about the others without more requests.
const MAX_FETCHES: usize = 20;

/// Context for fetching missing deals.
pub(in crate::engine) struct MissingDealFetch<'a> {
    pub(in crate::engine) client: &'a Client,
    pub(in crate::engine) store: &'a Store,
    pub(in crate::engine) clock: &'a EngineClock,
}

/// Results of fetching missing deals.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::engine) struct MissingDealResult {
    /// Ids of deals that still exist.
    pub(in crate::engine) existing: Vec<String>,
    /// Ids of deals that the server does not know.
    pub(in crate::engine) deleted: Vec<String>,
}

impl MissingDealFetch<'_> {
    /// Fetches each missing deal by id. A failure only ends this check: the remaining deals stay *missing*.
    pub(super) async fn fetch(&self, ids: &[String]) -> Result<MissingDealResult, Error> {
        let mut result = MissingDealResult::default();
        for id in ids.iter().take(MAX_FETCHES) {
            let Ok(deal) = DealId::new(id) else { continue };
            let request_seq = self.store.cache().write_seq()?;
            match self.client.deal(&deal).await {
                Ok(deal) => {
                    let (now, source) = ((self.clock)(), RecordOrigin::Fetched { request_seq });
                    self.store.cache().confirm_record(RecordKind::Deal, "", now, deal.record(), source)?;
                    result.existing.push(id.clone());
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    self.store.cache().remove(RecordKind::Deal, id, false, (self.clock)())?;
                    result.deleted.push(id.clone());
                }
                Err(error) => {
                    tracing::info!(%error, "failed to fetch the missing deals");
                    break;
                }
            }
        }
        debug_assert!(result.existing.len() + result.deleted.len() <= ids.len().min(MAX_FETCHES));
        Ok(result)
    }
}
