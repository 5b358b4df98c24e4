//! Received fields and observed changes for filters, read from the store.

use std::sync::Arc;

use crate::contract::record::Record;
use crate::model::history::filter_data::{ChangeIndex, FilterData};
use crate::query::local_test::FilterNeeds;
use crate::query::{FieldKind, FieldKinds};
use crate::store::history::HistoryVersion;
use crate::store::{RecordKind, Revision, Store, StoreError};

/// Versions of the cache and of the history that the data is of.
pub(in crate::engine) type Versions = (Revision, HistoryVersion);

/// The data for filters in the engine.
#[derive(Debug, Default)]
pub(in crate::engine) struct FilterDataState {
    pub(in crate::engine) published: Arc<FilterData>,
    /// Everything that filters asked for since the start.
    pub(in crate::engine) requested: FilterNeeds,
    pub(in crate::engine) versions: Option<Versions>,
    pub(in crate::engine) is_running: bool,
    pub(in crate::engine) is_stale: bool,
}

/// Result of a collection; `None` if nothing has changed.
pub(in crate::engine) type Collected = Option<(Versions, FilterData)>;

/// Collects the data from the store. The known changes are extended by the new ones.
pub(in crate::engine) fn collect(
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
    let mut data = FilterData::new(needs, field_kinds(store)?, changes);
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

/// Returns the kinds of received fields from the stored field definitions.
///
/// # Errors
/// Those of the store.
pub fn field_kinds(store: &Store) -> Result<FieldKinds, StoreError> {
    let mut kinds = FieldKinds::new();
    store.cache().for_each(RecordKind::Field, "", |stored| {
        let definition = Record::parse(stored.body).ok();
        kinds.extend(definition.and_then(|definition| FieldKind::from_definition(&definition)));
    })?;
    Ok(kinds)
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
