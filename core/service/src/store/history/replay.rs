//! Reconstruction of past deals by replaying the entries.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::Connection;
use serde_json::value::RawValue;

use super::entry::kind;
use super::read::{COLUMNS, earliest, observed, parse_entry};
use super::{FirstSeen, History};
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::history::omitted_status::{LastSent, status_of};
use crate::model::history::status_since::StatusChangeTime;
use crate::store::StoreError;

/// A deal in a past state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PastDeal {
    /// The first-seen body with all later changes applied.
    pub body: String,
    /// Stage time; `None` if no status was sent.
    pub status_since: Option<StatusChangeTime>,
    /// A status sent earlier that the latest body omits.
    pub omitted_status: Option<OmittedStatus>,
    /// Time of the latest observation.
    pub observed_at: Timestamp,
    /// True if the last consistent pass did not contain it.
    pub missing: bool,
    /// Position in the order of first sight. In a first sync, that is the server's order.
    pub position: i64,
}

/// A status that is no longer sent, although no change was observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OmittedStatus {
    /// Code of the status.
    pub status: String,
    /// Stage time of the status.
    pub status_since: StatusChangeTime,
    /// Time when the status was last sent.
    pub last_sent: LastSent,
}

/// The status of a deal during a replay.
pub(super) struct StatusReplay {
    /// The status sent last, with its stage time.
    status_since: Option<(String, StatusChangeTime)>,
    /// Time when the status was last sent, if it is now omitted.
    omitted_since: Option<LastSent>,
}

/// A deal during a replay; its body and status are set once, at the end.
struct DealReplay {
    deal: PastDeal,
    changed_fields: BTreeMap<String, Option<String>>,
    status: StatusReplay,
}

impl StatusReplay {
    pub(super) fn new(status: Option<String>, since: StatusChangeTime) -> Self {
        Self { status_since: status.map(|status| (status, since)), omitted_since: None }
    }

    /// Returns the stage time; `None` if the status is not sent.
    pub(super) fn since(&self) -> Option<StatusChangeTime> {
        self.status_since.as_ref().filter(|_| self.omitted_since.is_none()).map(|(_, since)| *since)
    }

    /// Applies a changed, omitted or returning status.
    pub(super) fn set(&mut self, status: Option<String>, after: Option<Timestamp>, at: Timestamp) {
        let Some(status) = status else {
            if self.status_since.is_some() {
                self.omitted_since.get_or_insert(after.into());
            }
            return;
        };
        let omitted_since = self.omitted_since.take();
        if self.status_since.as_ref().is_some_and(|(current, _)| *current == status) {
            return;
        }
        // The status changed at some time since it was last sent; our own change has the date of its response.
        let after = match omitted_since {
            Some(last) if after != Some(at) => last.timestamp(),
            _ => after,
        };
        self.status_since = Some((status, change_time(after, at)));
    }
}

impl DealReplay {
    fn new(body: &str, status_since: StatusChangeTime, at: Timestamp, position: i64) -> Self {
        let status = Record::parse(body)
            .ok()
            .and_then(|deal| deal.text("status").map(String::from))
            .filter(|code| !code.is_empty());
        let deal = PastDeal {
            body: body.to_owned(),
            status_since: None,
            omitted_status: None,
            observed_at: at,
            missing: false,
            position,
        };
        Self { deal, changed_fields: BTreeMap::new(), status: StatusReplay::new(status, status_since) }
    }

    fn finish(mut self) -> Result<PastDeal, StoreError> {
        let unreadable =
            |context: &dyn std::fmt::Display| StoreError::Unreadable(format!("history: {context}"));
        if !self.changed_fields.is_empty() {
            let mut fields = Fields::parse(&self.deal.body).map_err(|error| unreadable(&error))?;
            for (name, token) in self.changed_fields {
                match token {
                    Some(token) => {
                        let raw = RawValue::from_string(token).map_err(|error| unreadable(&error))?;
                        fields.set_raw(&name, raw);
                    }
                    None => {
                        fields.remove(&name);
                    }
                }
            }
            self.deal.body = fields.to_body();
        }
        self.deal.status_since = self.status.since();
        if let (Some((status, status_since)), Some(last_sent)) =
            (self.status.status_since, self.status.omitted_since)
        {
            self.deal.omitted_status = Some(OmittedStatus { status, status_since, last_sent });
        }
        Ok(self.deal)
    }
}

/// All deals during a replay.
#[derive(Default)]
struct ReplayedDeals {
    seen_count: i64,
    deals: BTreeMap<String, DealReplay>,
}

impl ReplayedDeals {
    fn add(&mut self, id: &str, body: &str, status_since: StatusChangeTime, at: Timestamp) {
        let position = self.deals.get(id).map_or(self.seen_count, |existing| existing.deal.position);
        self.seen_count += 1;
        self.deals.insert(id.to_owned(), DealReplay::new(body, status_since, at, position));
    }

    fn apply(&mut self, entry: HistoryEntry) {
        let status_since = change_time(entry.not_before, entry.at);
        match entry.kind {
            EntryKind::FirstSeen { body, status_since: known } => {
                self.add(&entry.deal, &body, known.unwrap_or(status_since), entry.at);
            }
            EntryKind::Restored { body } => self.add(&entry.deal, &body, status_since, entry.at),
            EntryKind::Deleted { .. } => {
                self.deals.remove(&entry.deal);
            }
            EntryKind::FieldChanged { name, after, .. } => {
                let Some(deal) = self.deals.get_mut(&entry.deal) else {
                    return;
                };
                if name == "status" {
                    deal.status.set(status_of(after.as_deref()), entry.not_before, entry.at);
                }
                deal.deal.observed_at = entry.at;
                deal.changed_fields.insert(name, after);
            }
            EntryKind::Missing | EntryKind::Reappeared => {
                if let Some(deal) = self.deals.get_mut(&entry.deal) {
                    deal.deal.missing = entry.kind == EntryKind::Missing;
                }
            }
        }
    }
}

/// Returns the stage time that begins with an entry.
pub(super) fn change_time(after: Option<Timestamp>, at: Timestamp) -> StatusChangeTime {
    match after {
        None => StatusChangeTime::AtLeast(at),
        Some(after) if after >= at => StatusChangeTime::Exact(at),
        Some(after) => StatusChangeTime::Interval { after, before: at },
    }
}

impl History {
    /// Returns the deals observed at `until`, by id; the present ones if it is in the future.
    pub fn rebuild(&self, until: Timestamp) -> Result<BTreeMap<String, PastDeal>, StoreError> {
        replay(&self.lock(), "at <= ?1", until.as_microsecond())
    }
}

impl PastDeal {
    /// Returns the deal that all its entries up to some time describe; `None` if it does not exist then.
    ///
    /// # Errors
    /// An entry is unreadable.
    pub fn from_entries(entries: &[HistoryEntry]) -> Result<Option<Self>, StoreError> {
        let mut deals = ReplayedDeals::default();
        entries.iter().cloned().for_each(|entry| deals.apply(entry));
        deals.deals.into_values().next().map(DealReplay::finish).transpose()
    }
}

/// Replays the entries selected by `clause` and `bound`.
pub(super) fn replay(
    db: &Connection,
    clause: &str,
    bound: i64,
) -> Result<BTreeMap<String, PastDeal>, StoreError> {
    let mut statement =
        db.prepare(&format!("SELECT {COLUMNS}, deals FROM entry WHERE {clause} ORDER BY seq"))?;
    let mut rows = statement.query([bound])?;
    let mut deals = ReplayedDeals::default();
    while let Some(row) = rows.next()? {
        if row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)? != kind::SEEN {
            deals.apply(parse_entry(row)?);
            continue;
        }
        let (after, at) = (earliest(row)?, observed(row)?);
        let plain = change_time(after, at);
        let page = row.get_ref(9)?.as_blob().map_err(rusqlite::Error::from)?;
        FirstSeen::for_each(page, |deal| {
            deals.add(deal.id, deal.body, deal.status_since.unwrap_or(plain), at);
            Ok(())
        })?;
    }
    deals.deals.into_iter().map(|(id, deal)| Ok((id, deal.finish()?))).collect()
}
