//! Comparison of fetched or answered records with known ones. Observations are collected while the cache stores
//! records, and written in a transaction (`append`) before the cache's own.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::value::RawValue;

use super::entry::kind;
use super::first_seen_page::{FirstSeen, FirstSeenPage};
use crate::contract::json::json_eq::differing_fields;
use crate::contract::models::deal::SERVICE_TIMESTAMPS;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::model::history::status_since::StatusChangeTime;
use crate::store::{IncomingRecord, StoreError, WriteSeq};

/// The origin of a record.
#[derive(Clone, Copy, Debug)]
pub enum RecordOrigin<'a> {
    /// A read: changes are by other users. Records confirmed since the request are newer.
    Fetched {
        /// Change number noted before the request.
        request_seq: WriteSeq,
    },
    /// The response to our own write.
    Response {
        /// The fields that the write set.
        fields: &'a Fields,
        /// Time of the request.
        requested_at: Timestamp,
    },
    /// The response to our own creation.
    Created {
        /// Time of the request.
        requested_at: Timestamp,
    },
}

impl RecordOrigin<'_> {
    /// Returns when our own write of `field` was requested, if there was one.
    pub(in crate::store) fn write_time(&self, field: &str) -> Option<Timestamp> {
        match self {
            Self::Fetched { .. } => None,
            // Fields that the server dates at a change of ours belong to our change.
            Self::Response { requested_at, .. } if field == "updated_at" => Some(*requested_at),
            Self::Response { fields, requested_at } if SERVICE_TIMESTAMPS.contains(&field) => {
                fields.touches("status").then_some(*requested_at)
            }
            Self::Response { fields, requested_at } => fields.touches(field).then_some(*requested_at),
            Self::Created { requested_at } => Some(*requested_at),
        }
    }
}

/// The observations of a cache transaction.
pub(in crate::store) struct Observations<'a> {
    pub(super) at: Timestamp,
    /// A page in which all deals are new and of unknown age.
    pub(super) page: Option<&'a [IncomingRecord<'a>]>,
    /// First-seen deals, by the last time without them and whether they are ours.
    pub(super) first_seen: BTreeMap<(Option<Timestamp>, bool), FirstSeenPage>,
    pub(super) rows: Vec<NewHistoryEntry>,
    /// Fields set by our own write that a sync showed before the response.
    pub(super) own_fields: Vec<OwnField>,
    /// Deals created by us that a sync showed before the response.
    pub(super) own_deals: Vec<OwnDeal>,
}

/// An observation with a row of its own.
pub(super) struct NewHistoryEntry {
    pub(super) deal: String,
    pub(super) kind: &'static str,
    pub(super) field: String,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) earliest: Option<Timestamp>,
    pub(super) ours: bool,
}

/// A field that our own write set.
pub(super) struct OwnField {
    pub(super) deal: String,
    pub(super) field: String,
    pub(super) value: Option<Box<RawValue>>,
    pub(super) requested_at: Timestamp,
}

/// A deal that our own write created.
pub(super) struct OwnDeal {
    pub(super) deal: String,
    pub(super) body: String,
    pub(super) requested_at: Timestamp,
    pub(super) seen_at: Timestamp,
}

impl<'a> Observations<'a> {
    pub(in crate::store) fn new(at: Timestamp) -> Self {
        Self {
            at,
            page: None,
            first_seen: BTreeMap::new(),
            rows: Vec::new(),
            own_fields: Vec::new(),
            own_deals: Vec::new(),
        }
    }

    /// Creates the observations for a page of unknown deals, stored whole.
    pub(in crate::store) fn first_page(at: Timestamp, page: &'a [IncomingRecord<'a>]) -> Self {
        Self { page: Some(page).filter(|page| !page.is_empty()), ..Self::new(at) }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.page.is_none()
            && self.first_seen.is_empty()
            && self.rows.is_empty()
            && self.own_fields.is_empty()
            && self.own_deals.is_empty()
    }

    /// Records a new deal. `earliest` is the last time when it did not exist.
    pub(in crate::store) fn add_new(
        &mut self,
        id: &str,
        body: &str,
        earliest: Option<Timestamp>,
        source: RecordOrigin<'_>,
    ) {
        let ours = matches!(source, RecordOrigin::Created { .. });
        let earliest = if ours { Some(self.at) } else { earliest };
        // The deal may have existed long before we set its status without having fetched it.
        let status_since = source.write_time("status").map(|_| StatusChangeTime::Exact(self.at));
        self.add_first_seen(id, body, (earliest, ours), status_since);
    }

    /// Records our own creation, requested at `requested_at` and shown by a sync at `seen_at`.
    pub(in crate::store) fn add_created(
        &mut self,
        id: &str,
        body: &str,
        (requested_at, seen_at): (Timestamp, Timestamp),
    ) {
        self.own_deals.push(OwnDeal { deal: id.to_owned(), body: body.to_owned(), requested_at, seen_at });
    }

    fn add_first_seen(
        &mut self,
        id: &str,
        body: &str,
        (earliest, ours): (Option<Timestamp>, bool),
        status_since: Option<StatusChangeTime>,
    ) {
        let page = self.first_seen.entry((earliest, ours)).or_default();
        page.add(&FirstSeen { id, body, status_since });
    }

    /// Records a deal with a new body. `earliest` is the last time of the old one.
    pub(in crate::store) fn add_changed(
        &mut self,
        id: &str,
        (before, after): (&str, &str),
        earliest: Option<Timestamp>,
        source: RecordOrigin<'_>,
    ) -> Result<(), StoreError> {
        let parse_body =
            |body: &str| Record::parse(body).map_err(|error| StoreError::Unreadable(error.to_string()));
        let (before, after) = (parse_body(before)?, parse_body(after)?);
        for name in differing_fields(&before, &after) {
            let ours = source.write_time(name).is_some();
            let token = |record: &Record| record.raw(name).map(|raw| raw.get().to_owned());
            self.rows.push(NewHistoryEntry {
                field: name.to_owned(),
                before: token(&before),
                after: token(&after),
                earliest: if ours { Some(self.at) } else { earliest },
                ours,
                ..new_entry(id, kind::FIELD)
            });
        }
        self.add_response(id, &after, source);
        Ok(())
    }

    /// Records the response to our own write; earlier synced changes of it become ours.
    pub(in crate::store) fn add_response(&mut self, id: &str, response: &Record, source: RecordOrigin<'_>) {
        if let RecordOrigin::Response { fields, requested_at } = source {
            let stamps = response.fields().map(|(name, _)| name);
            let stamps = stamps.filter(|name| !fields.touches(name) && source.write_time(name).is_some());
            self.own_fields.extend(fields.names().chain(stamps).map(|name| OwnField {
                deal: id.to_owned(),
                field: name.to_owned(),
                value: response.raw(name).map(ToOwned::to_owned),
                requested_at,
            }));
        }
    }

    /// Records a deal missing from a consistent pass, last seen at `earliest`.
    pub(in crate::store) fn add_missing(&mut self, id: &str, earliest: Timestamp) {
        self.rows.push(NewHistoryEntry { earliest: Some(earliest), ..new_entry(id, kind::NOT_SEEN) });
    }

    /// Records that a missing deal was seen again.
    pub(in crate::store) fn add_seen_again(&mut self, id: &str) {
        self.rows.push(NewHistoryEntry { earliest: Some(self.at), ..new_entry(id, kind::SEEN_AGAIN) });
    }

    /// Records a deletion. `earliest` is the last time the deal existed; our own deletion has its exact time.
    pub(in crate::store) fn add_deleted(
        &mut self,
        id: &str,
        body: Option<String>,
        earliest: Option<Timestamp>,
        ours: bool,
    ) {
        self.rows.push(NewHistoryEntry {
            before: body,
            earliest: if ours { Some(self.at) } else { earliest },
            ours,
            ..new_entry(id, kind::DELETED)
        });
    }

    /// Records that a deleted deal exists again.
    pub(in crate::store) fn add_recreated(&mut self, id: &str, body: &str, earliest: Option<Timestamp>) {
        self.rows.push(NewHistoryEntry {
            after: Some(body.to_owned()),
            earliest,
            ..new_entry(id, kind::BACK)
        });
    }
}

fn new_entry(deal: &str, kind: &'static str) -> NewHistoryEntry {
    NewHistoryEntry {
        deal: deal.to_owned(),
        kind,
        field: String::new(),
        before: None,
        after: None,
        earliest: None,
        ours: false,
    }
}
