//! Deals that a clean reading did not show. Paging is no transaction, so a deal may slip through between two pages: it
//! is *not seen again* until the service says that it does not exist, or a second clean reading does without it.

use crate::client::Client;
use crate::contract::ids::DealId;
use crate::error::{Error, ErrorKind};
use crate::store::{Kind, Source, Store};

use crate::engine::actor::clock::Clock;
use crate::engine::outbox::write_completion::received;

/// How many are asked for by their id after one reading. The rest is settled by the next one, which costs nothing more.
const MOST: usize = 20;

/// What is needed to look for them.
pub(in crate::engine) struct Missing<'a> {
    pub(in crate::engine) client: &'a Client,
    pub(in crate::engine) store: &'a Store,
    pub(in crate::engine) clock: &'a Clock,
}

/// What became of them.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::engine) struct Looked {
    /// They are there after all.
    pub(in crate::engine) found: Vec<String>,
    /// The service says that they do not exist.
    pub(in crate::engine) deleted: Vec<String>,
}

impl Missing<'_> {
    /// Asks for each by its id. A failure ends the asking, not the reading: they stay *not seen again*.
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
                    tracing::info!(%error, "deals that were not seen again could not be asked for");
                    break;
                }
            }
        }
        Ok(looked)
    }
}
