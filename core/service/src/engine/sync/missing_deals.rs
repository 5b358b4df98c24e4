//! Deals missing from a consistent pass. Paging is not transactional, so a deal may slip between two pages. It is
//! *missing* until the server says that it does not exist, or a second consistent pass lacks it.

use crate::client::Client;
use crate::contract::ids::DealId;
use crate::engine::actor::clock::Clock;
use crate::engine::sync::rows::received_deal::received;
use crate::error::{Error, ErrorKind};
use crate::store::{Kind, Source, Store};

/// Maximum number of deals fetched by id after a pass. The next pass decides about the others without more requests.
const MOST: usize = 20;

/// Context for fetching missing deals.
pub(in crate::engine) struct Missing<'a> {
    pub(in crate::engine) client: &'a Client,
    pub(in crate::engine) store: &'a Store,
    pub(in crate::engine) clock: &'a Clock,
}

/// Results of fetching missing deals.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::engine) struct Looked {
    /// Ids of deals that still exist.
    pub(in crate::engine) found: Vec<String>,
    /// Ids of deals that the server does not know.
    pub(in crate::engine) deleted: Vec<String>,
}

impl Missing<'_> {
    /// Fetches each missing deal by id. A failure only ends this check: the remaining deals stay *missing*.
    pub(super) async fn look_for(&self, ids: &[String]) -> Result<Looked, Error> {
        let mut looked = Looked::default();
        for id in ids.iter().take(MOST) {
            let Ok(deal) = DealId::new(id) else { continue };
            let asked = self.store.cache().change()?;
            match self.client.deal(&deal).await {
                Ok(deal) => {
                    let record = received(&deal, 0);
                    let now = (self.clock)();
                    let cache = self.store.cache();
                    cache.confirm(Kind::Deal, "", now, &record, Source::Read { asked })?;
                    looked.found.push(id.clone());
                }
                Err(error) if error.kind() == ErrorKind::NotFound => {
                    self.store.cache().remove(Kind::Deal, id, false, (self.clock)())?;
                    looked.deleted.push(id.clone());
                }
                Err(error) => {
                    tracing::info!(%error, "failed to fetch the missing deals");
                    break;
                }
            }
        }
        debug_assert!(looked.found.len() + looked.deleted.len() <= ids.len().min(MOST));
        Ok(looked)
    }
}
