//! Collects what this device knows of the deals of a committee pack.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::tz::TimeZone;

use crate::contract::record::Record;
use crate::engine::overlay::records::overlay_records;
use crate::engine::sync::ad_hoc_table::table_of;
use crate::engine::sync::list_walk::cache_pass::ids_in_order;
use crate::error::{Error, ErrorKind};
use crate::model::history::pack_data::{PackData, PackDeal};
use crate::model::local_deals::LocalDeals;
use crate::store::{RecordKind, Store};

/// Reader of the data of a pack, in the order of the given ids ([`pack_data`]). It may take a while.
pub type PackReader = Arc<dyn Fn(Vec<String>) -> Result<PackData, Error> + Send + Sync>;

/// Returns the data of deals in the order of `ids`, without deals that are not on this device. A date of the server
/// begins in `zone`.
///
/// # Errors
/// The store cannot be read, or the deals were never synced.
pub fn pack_data(store: &Store, ids: &[String], zone: &TimeZone) -> Result<PackData, Error> {
    let Some(synced_at) = store.cache().last_full_sync()? else {
        let args = [("command", "pack")];
        return Err(Error::localized(ErrorKind::Unreachable, "usage-never-read", &args));
    };
    let (settings, mut entries) = (store.all_settings()?, store.outbox().entries()?);
    entries.retain(|entry| ids.contains(&entry.record));
    let local_deals = LocalDeals::from_settings(&settings);
    let (mut cached, ids): (Vec<_>, Vec<&str>) = (Vec::new(), ids.iter().map(String::as_str).collect());
    store.cache().for_each_body(RecordKind::Deal, &ids, |_, body| cached.push(Record::parse(body)))?;
    let cached = cached.into_iter().collect::<Result<Vec<_>, _>>()?;
    let table = table_of(&cached, Some(store.cache()), zone)?;
    let records = overlay_records(RecordKind::Deal, cached, &entries)?;
    let records = records.records.into_iter();
    let mut records: HashMap<String, Record> =
        records.filter_map(|record| Some((record.text("id")?.into_owned(), record))).collect();
    let mut deals = Vec::new();
    for id in ids {
        let Some(record) = records.remove(id) else { continue };
        let mut notes = Vec::new();
        store.cache().for_each(RecordKind::Note, id, |note| notes.push(Record::parse(note.body)))?;
        let is_read = !notes.is_empty() || store.cache().last_list_pass(RecordKind::Note, id)?.is_some();
        let notes = notes.into_iter().map(|note| Ok(note?.text("content").unwrap_or_default().into_owned()));
        let row = table.find(id).and_then(|ix| table.row(ix));
        let row = row.filter(|row| record.text("status").unwrap_or_default() == row.status);
        let local_notes = local_deals.notes_of(id).iter();
        deals.push(PackDeal {
            since: row.and_then(|row| row.since),
            history: store.history().entries_of(id)?,
            notes: notes.collect::<Result<_, Error>>().map(|notes| is_read.then_some(notes))?,
            local_notes: local_notes
                .filter_map(|key| Some((key.written, settings.get(&key.name)?.clone())))
                .collect(),
            followup: local_deals.open_followup(id).cloned(),
            is_pending: entries.iter().any(|entry| entry.record == id),
            record,
        });
    }
    let (known_deals, observed_since) =
        (ids_in_order(store.cache())?.0.len(), store.history().first_observed_at()?);
    Ok(PackData { deals, known_deals, synced_at, observed_since })
}
