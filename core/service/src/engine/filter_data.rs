//! Received fields and observed changes for filters: collected on request in the background, then kept up to date.

use std::sync::Arc;

use crate::contract::record::Record;
use crate::engine::actor::Actor;
use crate::engine::blocking::blocking;
use crate::engine::messages::Msg;
use crate::error::Error;
use crate::model::filter_data::{ChangeIndex, FilterData};
use crate::model::snapshot::EventKind;
use crate::query::local_test::FilterNeeds;
use crate::store::history::HistoryVersion;
use crate::store::{RecordKind, Revision, Store, StoreError};

/// Versions of the cache and of the history that the data is of.
type Versions = (Revision, HistoryVersion);

/// The data for filters in the engine.
#[derive(Debug, Default)]
pub(in crate::engine) struct FilterDataState {
    pub(in crate::engine) published: Arc<FilterData>,
    /// Everything that filters asked for since the start.
    requested: FilterNeeds,
    versions: Option<Versions>,
    is_running: bool,
    is_stale: bool,
}

/// Result of a collection; `None` if nothing has changed.
pub(in crate::engine) type Collected = Option<(Versions, FilterData)>;

impl Actor {
    /// Collects data for filters in addition to what earlier ones asked for.
    pub(in crate::engine) fn load_filter_data(&mut self, needs: FilterNeeds) {
        self.filter_data.requested.join(needs);
        self.filter_data.is_stale = true;
        self.update_filter_data(false);
    }

    /// Collects the data again if the deals have changed. During a full sync, it waits for the end.
    pub(in crate::engine) fn update_filter_data(&mut self, have_deals_changed: bool) {
        let state = &mut self.filter_data;
        state.is_stale |= have_deals_changed && !state.requested.is_empty();
        let is_covered = state.published.needs().covers(&state.requested);
        if !state.is_stale || state.is_running || is_covered && self.view.coverage.syncing {
            return;
        }
        (state.is_stale, state.is_running) = (false, true);
        let (store, sender, needs) = (self.store.clone(), self.sender.clone(), state.requested.clone());
        let (published, versions) = (state.published.clone(), state.versions);
        tokio::spawn(async move {
            let collected = blocking(move || collect(&store, needs, &published, versions)).await;
            // If the loop has ended, the data is not needed.
            let _ended = sender.send(Msg::FilterData(Box::new(collected)));
        });
    }

    /// Publishes collected data, and lets the rules use it.
    pub(in crate::engine) fn on_filter_data(&mut self, collected: Result<Collected, Error>) {
        self.filter_data.is_running = false;
        match collected {
            Ok(Some((versions, data))) => {
                self.filter_data.published = Arc::new(data);
                self.filter_data.versions = Some(versions);
                if self.rules.uses_local_data {
                    self.rules.settings = None;
                }
                self.view.changed();
            }
            Ok(None) => {}
            Err(error) => self.push_event(EventKind::StoreFailed { error }),
        }
        self.update_filter_data(false);
    }
}

/// Collects the data from the store. The known changes are extended by the new ones.
fn collect(
    store: &Store,
    needs: FilterNeeds,
    known: &FilterData,
    versions: Option<Versions>,
) -> Result<Collected, StoreError> {
    let now = (store.cache().revision()?, store.history().version()?);
    if *known.needs() == needs && versions == Some(now) {
        return Ok(None);
    }
    let mut changes = Arc::default();
    if needs.changes {
        let history = versions.map(|(_, version)| version).filter(|version| {
            known.needs().changes && version.amended == now.1.amended && version.latest <= now.1.latest
        });
        let from = history.map_or(0, |version| version.latest);
        changes = if from == 0 { Arc::default() } else { known.changes().clone() };
        store
            .history()
            .for_each_entry(from, now.1.latest, |entry| Arc::make_mut(&mut changes).apply(&entry))?;
    }
    let mut data = FilterData::new(needs, changes);
    if data.needs_deals() {
        store.cache().for_each_listed(RecordKind::Deal, |listed| {
            // The table skips what it cannot read, too.
            if let Ok(deal) = Record::parse(listed.body) {
                data.add_deal(&deal);
            }
        })?;
    }
    Ok(Some((now, data)))
}

/// Returns the observed changes of a store, for commands.
///
/// # Errors
/// Those of the store.
pub fn observed_changes(store: &Store) -> Result<ChangeIndex, StoreError> {
    let mut changes = ChangeIndex::default();
    store.history().for_each_entry(0, i64::MAX, |entry| changes.apply(&entry))?;
    Ok(changes)
}
