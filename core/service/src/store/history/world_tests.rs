//! A test store in its own directory, with a clock that advances by itself.

use std::collections::BTreeMap;

use jiff::Timestamp;
use proptest::prelude::*;

use super::{PastDeal, RecordOrigin};
use crate::contract::json::id_set::IdSet;
use crate::contract::json::json_eq::differing_fields;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::model::history::history_entry::HistoryEntry;
use crate::model::history::status_since::StatusChangeTime;
use crate::store::{CachePage, ReceivedRecord, RecordKind, Store};

pub(super) fn at(second: i64) -> Timestamp {
    Timestamp::from_second(second).unwrap()
}

pub(super) fn deal(id: &str, fields: &str) -> ReceivedRecord {
    let body = format!("{{\"id\":\"{id}\"{fields}}}");
    let status = Record::parse(&body).unwrap().text("status").map(Into::into);
    ReceivedRecord { id: id.into(), body, position: 0, status }
}

pub(super) fn in_status(id: &str, status: &str) -> ReceivedRecord {
    deal(id, &format!(",\"status\":\"{status}\""))
}

/// The store and the present time.
pub(super) struct World {
    pub(super) dir: tempfile::TempDir,
    pub(super) store: Store,
    pub(super) now: i64,
}

impl World {
    pub(super) fn new() -> Self {
        let dir = tempfile::tempdir().unwrap();
        let store = Store::open(dir.path(), at(0)).unwrap();
        Self { dir, store, now: 0 }
    }

    pub(super) fn tick(&mut self) -> Timestamp {
        self.now += 10;
        at(self.now)
    }

    /// Syncs these deals, in a consistent pass or not.
    pub(super) fn sync(&mut self, listed: &[ReceivedRecord], clean: bool) {
        let cache = self.store.cache();
        let (request_seq, pass) = (cache.write_seq().unwrap(), cache.begin_pass().unwrap());
        self.now += 10;
        let (started, ended) = (at(self.now - 5), at(self.now));
        let page = CachePage {
            request_seq,
            received_at: ended,
            records: listed.iter().map(ReceivedRecord::as_incoming).collect(),
            repeats: false,
        };
        let mut first = cache.begin_full_sync().unwrap();
        cache.save_pages(RecordKind::Deal, "", pass, &[page], &mut first).unwrap();
        if clean {
            let ids: IdSet = listed.iter().map(|deal| &*deal.id).collect();
            cache.sweep(RecordKind::Deal, "", &ids, request_seq, (started, ended)).unwrap();
        }
    }

    /// Applies our own write, requested a second before its response.
    pub(super) fn write(&mut self, response: &ReceivedRecord, fields: &str) {
        let now = self.tick();
        let fields = Fields::parse(fields).unwrap();
        let source = RecordOrigin::Response { fields: &fields, requested_at: at(self.now - 1) };
        self.store.cache().confirm(RecordKind::Deal, "", now, response, source).unwrap();
    }

    pub(super) fn entries(&self, id: &str) -> Vec<HistoryEntry> {
        self.store.history().entries_of(id).unwrap()
    }

    /// Returns the cached deals.
    pub(super) fn stored(&self) -> BTreeMap<String, (Record, Option<StatusChangeTime>)> {
        let mut all = BTreeMap::new();
        self.store
            .cache()
            .for_each(RecordKind::Deal, "", |stored| {
                let body = Record::parse(&stored.body).unwrap();
                // A deal without a status has no stage.
                let stage = stored.status_since.filter(|_| body.text("status").is_some());
                all.insert(stored.id, (body, stage));
            })
            .unwrap();
        all
    }

    pub(super) fn reopen(self) -> Self {
        let Self { dir, store, now } = self;
        drop(store);
        let store = Store::open(dir.path(), at(now)).unwrap();
        Self { dir, store, now }
    }

    pub(super) fn discard_cache(self) -> Self {
        let Self { dir, store, now } = self;
        drop(store);
        for name in ["cache.db", "cache.db-wal", "cache.db-shm"] {
            let _may_be_missing = std::fs::remove_file(dir.path().join(name));
        }
        let store = Store::open(dir.path(), at(now)).unwrap();
        Self { dir, store, now }
    }
}

pub(super) fn same_deals(
    rebuilt: &BTreeMap<String, PastDeal>,
    stored: &BTreeMap<String, (Record, Option<StatusChangeTime>)>,
) -> Result<(), TestCaseError> {
    prop_assert_eq!(rebuilt.keys().collect::<Vec<_>>(), stored.keys().collect::<Vec<_>>());
    for (id, past) in rebuilt {
        let (body, stage) = &stored[id];
        let past_body = Record::parse(&past.body).unwrap();
        prop_assert!(
            differing_fields(&past_body, body).is_empty(),
            "{}: {} and {}",
            id,
            past.body,
            body.as_str()
        );
        prop_assert_eq!(past.status_since, *stage, "{}", id);
    }
    Ok(())
}

/// Compares the rows of a past time with the deals stored then.
pub(super) fn same_rows(
    history: &super::History,
    until: Timestamp,
    stored: &BTreeMap<String, (Record, Option<StatusChangeTime>)>,
) -> Result<(), TestCaseError> {
    let row = |body: &Record, since| {
        let deal = crate::contract::models::deal::Deal::from_record(body.clone()).unwrap();
        let row = crate::model::table::RowData::from_deal(&deal, None, &jiff::tz::TimeZone::UTC);
        (row.id.clone(), (row, since))
    };
    let rows =
        history.past_rows(until, || |body: &str, since| Some(row(&Record::parse(body).unwrap(), since)));
    let rows = rows.unwrap();
    let distinct: BTreeMap<_, _> = rows.iter().cloned().collect();
    prop_assert_eq!(distinct.len(), rows.len());
    // A row without a status shows no time.
    let plain = |(row, since): &(crate::model::table::RowData, Option<StatusChangeTime>)| {
        (row.clone(), since.filter(|_| !row.status.is_empty()))
    };
    let distinct: BTreeMap<_, _> = distinct.iter().map(|(id, row)| (id.clone(), plain(row))).collect();
    let expected: BTreeMap<_, _> =
        stored.values().map(|(body, since)| row(body, *since)).map(|(id, row)| (id, plain(&row))).collect();
    prop_assert_eq!(distinct, expected);
    Ok(())
}
