//! Comparison of fetched or answered records with known ones. Observations are collected while the cache stores
//! records, and written in a transaction (`append`) before the cache's own.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::value::RawValue;

use super::entry::kind;
use super::first_seen_page::{self, Sighted};
use crate::contract::json::json_eq::differing;
use crate::contract::models::deal::STAMPS;
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::model::history::stage::Stage;
use crate::store::{Change, Incoming, StoreError};

/// The origin of a record.
#[derive(Clone, Copy, Debug)]
pub enum Source<'a> {
    /// A read: changes are by other users. Records confirmed since the request are newer.
    Read {
        /// Change number noted before the request.
        asked: Change,
    },
    /// The answer to our own write.
    Answer {
        /// The fields that the write set.
        fields: &'a Fields,
        /// Time of the request.
        asked: Timestamp,
    },
    /// The answer to our own creation.
    Created {
        /// Time of the request.
        asked: Timestamp,
    },
}

impl Source<'_> {
    /// Returns when our own write of `field` was requested, if there was one.
    pub(in crate::store) fn wrote(&self, field: &str) -> Option<Timestamp> {
        match self {
            Self::Read { .. } => None,
            // Fields that the server dates at a change of ours belong to our change.
            Self::Answer { asked, .. } if field == "updated_at" => Some(*asked),
            Self::Answer { fields, asked } if STAMPS.contains(&field) => {
                fields.touches("status").then_some(*asked)
            }
            Self::Answer { fields, asked } => fields.touches(field).then_some(*asked),
            Self::Created { asked } => Some(*asked),
        }
    }
}

/// A deal missing from a consistent pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::store) struct Missing {
    /// Time when it was last seen.
    pub(in crate::store) last_seen: Timestamp,
}

/// The observations of a cache transaction.
pub(in crate::store) struct Observations<'a> {
    pub(super) at: Timestamp,
    /// A page in which all deals are new and of unknown age.
    pub(super) page: Option<&'a [Incoming<'a>]>,
    /// First-seen deals, by the last time without them and whether they are ours.
    pub(super) sights: BTreeMap<(Option<Timestamp>, bool), Sight>,
    pub(super) rows: Vec<NewRow>,
    /// Fields set by our own write that a sync showed before the answer.
    pub(super) dated: Vec<Dated>,
    /// Deals created by us that a sync showed before the answer.
    pub(super) claimed: Vec<Claimed>,
}

/// First-seen deals, as one row of the file.
#[derive(Default)]
pub(super) struct Sight {
    pub(super) ids: String,
    pub(super) deals: Vec<u8>,
}

/// An observation with a row of its own.
pub(super) struct NewRow {
    pub(super) deal: String,
    pub(super) kind: &'static str,
    pub(super) field: String,
    pub(super) before: Option<String>,
    pub(super) after: Option<String>,
    pub(super) earliest: Option<Timestamp>,
    pub(super) ours: bool,
}

/// A field that our own write set.
pub(super) struct Dated {
    pub(super) deal: String,
    pub(super) field: String,
    pub(super) value: Option<Box<RawValue>>,
    pub(super) asked: Timestamp,
}

/// A deal that our own write created.
pub(super) struct Claimed {
    pub(super) deal: String,
    pub(super) body: String,
    pub(super) asked: Timestamp,
    pub(super) seen_at: Timestamp,
}

impl<'a> Observations<'a> {
    pub(in crate::store) fn at(at: Timestamp) -> Self {
        Self {
            at,
            page: None,
            sights: BTreeMap::new(),
            rows: Vec::new(),
            dated: Vec::new(),
            claimed: Vec::new(),
        }
    }

    /// Creates the observations for a page of unknown deals, stored whole.
    pub(in crate::store) fn first_page(at: Timestamp, page: &'a [Incoming<'a>]) -> Self {
        Self {
            page: Some(page).filter(|page| !page.is_empty()),
            ..Self::at(at)
        }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.page.is_none()
            && self.sights.is_empty()
            && self.rows.is_empty()
            && self.dated.is_empty()
            && self.claimed.is_empty()
    }

    /// Records a new deal. `earliest` is the last time when it did not exist.
    pub(in crate::store) fn appeared(
        &mut self,
        id: &str,
        body: &str,
        earliest: Option<Timestamp>,
        source: Source<'_>,
    ) {
        let ours = matches!(source, Source::Created { .. });
        let earliest = if ours { Some(self.at) } else { earliest };
        // The deal may have existed long before we set its status without having fetched it.
        let stage = source.wrote("status").map(|_| Stage::Exact(self.at));
        self.see(id, body, (earliest, ours), stage);
    }

    /// Records our own creation, requested at `asked` and shown by a sync at `seen_at`.
    pub(in crate::store) fn created(
        &mut self,
        id: &str,
        body: &str,
        (asked, seen_at): (Timestamp, Timestamp),
    ) {
        self.claimed.push(Claimed {
            deal: id.to_owned(),
            body: body.to_owned(),
            asked,
            seen_at,
        });
    }

    fn see(
        &mut self,
        id: &str,
        body: &str,
        (earliest, ours): (Option<Timestamp>, bool),
        stage: Option<Stage>,
    ) {
        let sight = self.sights.entry((earliest, ours)).or_default();
        if sight.ids.is_empty() {
            sight.ids.push('\n');
        }
        sight.ids.push_str(id);
        sight.ids.push('\n');
        first_seen_page::push(&mut sight.deals, &Sighted { id, body, stage });
    }

    /// Records a deal with a new body. `earliest` is the last time of the old one.
    pub(in crate::store) fn changed(
        &mut self,
        id: &str,
        (before, after): (&str, &str),
        earliest: Option<Timestamp>,
        source: Source<'_>,
    ) -> Result<(), StoreError> {
        let read =
            |body: &str| Record::parse(body).map_err(|error| StoreError::Unreadable(error.to_string()));
        let (before, after) = (read(before)?, read(after)?);
        for name in differing(&before, &after) {
            let ours = source.wrote(name).is_some();
            let token = |record: &Record| record.raw(name).map(|raw| raw.get().to_owned());
            self.rows.push(NewRow {
                field: name.to_owned(),
                before: token(&before),
                after: token(&after),
                earliest: if ours { Some(self.at) } else { earliest },
                ours,
                ..row(id, kind::FIELD)
            });
        }
        self.dated_by(id, &after, source);
        Ok(())
    }

    /// Records the answer to our own write; earlier synced changes of it become ours.
    pub(in crate::store) fn dated_by(&mut self, id: &str, answer: &Record, source: Source<'_>) {
        if let Source::Answer { fields, asked } = source {
            let stamps = answer.fields().map(|(name, _)| name);
            let stamps = stamps.filter(|name| !fields.touches(name) && source.wrote(name).is_some());
            self.dated.extend(fields.names().chain(stamps).map(|name| Dated {
                deal: id.to_owned(),
                field: name.to_owned(),
                value: answer.raw(name).map(ToOwned::to_owned),
                asked,
            }));
        }
    }

    /// Records a deal missing from a consistent pass, last seen at `earliest`.
    pub(in crate::store) fn not_seen(&mut self, id: &str, earliest: Timestamp) {
        self.rows.push(NewRow {
            earliest: Some(earliest),
            ..row(id, kind::NOT_SEEN)
        });
    }

    /// Records that a missing deal was seen again.
    pub(in crate::store) fn seen_again(&mut self, id: &str) {
        self.rows.push(NewRow {
            earliest: Some(self.at),
            ..row(id, kind::SEEN_AGAIN)
        });
    }

    /// Records a deletion. `earliest` is the last time the deal existed; our own deletion has its exact time.
    pub(in crate::store) fn deleted(
        &mut self,
        id: &str,
        body: Option<String>,
        earliest: Option<Timestamp>,
        ours: bool,
    ) {
        self.rows.push(NewRow {
            before: body,
            earliest: if ours { Some(self.at) } else { earliest },
            ours,
            ..row(id, kind::DELETED)
        });
    }

    /// Records that a deleted deal exists again.
    pub(in crate::store) fn back(&mut self, id: &str, body: &str, earliest: Option<Timestamp>) {
        self.rows.push(NewRow {
            after: Some(body.to_owned()),
            earliest,
            ..row(id, kind::BACK)
        });
    }
}

fn row(deal: &str, kind: &'static str) -> NewRow {
    NewRow {
        deal: deal.to_owned(),
        kind,
        field: String::new(),
        before: None,
        after: None,
        earliest: None,
        ours: false,
    }
}
