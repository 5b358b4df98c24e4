//! Reconstruction of past deals by replaying the entries.

use std::collections::BTreeMap;

use jiff::Timestamp;
use rusqlite::Connection;
use serde_json::value::RawValue;

use super::entry::kind;
use super::read::{COLUMNS, earliest, entry, observed};
use super::{History, first_seen_page};
use crate::contract::patch::Fields;
use crate::contract::record::Record;
use crate::model::history::history_entry::{Entry, What};
use crate::model::history::omitted_status::{LastGiven, status_of};
use crate::model::history::stage::Stage;
use crate::store::StoreError;

/// A deal in a past state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Past {
    /// The first-seen body with all later changes applied.
    pub body: String,
    /// Stage time; `None` if no status was sent.
    pub stage: Option<Stage>,
    /// A status sent earlier that the latest body omits.
    pub left_out: Option<LeftOut>,
    /// Time of the latest observation.
    pub at: Timestamp,
    /// True if the last consistent pass did not contain it.
    pub missing: bool,
    /// Position in the order of first sight. In a first sync, that is the server's order.
    pub place: i64,
}

/// A status that is no longer sent, although no change was observed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOut {
    /// Its code.
    pub status: String,
    /// Stage time of the status.
    pub stage: Stage,
    /// Time when the status was last sent.
    pub last: LastGiven,
}

/// A deal during a replay; its body is built once, at the end.
struct Growing {
    body: String,
    changed: BTreeMap<String, Option<String>>,
    /// The status sent last, with its stage time.
    stage: Option<(String, Stage)>,
    /// Time when the status was last sent, if it is now omitted.
    left_out: Option<LastGiven>,
    at: Timestamp,
    missing: bool,
    place: i64,
}

impl Growing {
    fn new(body: &str, stage: Stage, at: Timestamp, place: i64) -> Self {
        let status = Record::parse(body)
            .ok()
            .and_then(|deal| deal.text("status").map(String::from))
            .filter(|code| !code.is_empty());
        Self {
            body: body.to_owned(),
            changed: BTreeMap::new(),
            stage: status.map(|status| (status, stage)),
            left_out: None,
            at,
            missing: false,
            place,
        }
    }

    /// Applies a changed, omitted or returning status.
    fn moved(&mut self, status: Option<String>, after: Option<Timestamp>, at: Timestamp) {
        let Some(status) = status else {
            if self.stage.is_some() {
                self.left_out.get_or_insert(after.into());
            }
            return;
        };
        let left_out = self.left_out.take();
        if self.stage.as_ref().is_some_and(|(known, _)| *known == status) {
            return;
        }
        // The status changed at some time since it was last sent; our own change has the date of its answer.
        let after = match left_out {
            Some(last) if after != Some(at) => last.moment(),
            _ => after,
        };
        self.stage = Some((status, stage(after, at)));
    }

    fn finish(self) -> Result<Past, StoreError> {
        let unreadable = |what: &dyn std::fmt::Display| StoreError::Unreadable(format!("history: {what}"));
        let body = if self.changed.is_empty() {
            self.body
        } else {
            let mut fields = Fields::parse(&self.body).map_err(|error| unreadable(&error))?;
            for (name, token) in self.changed {
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
            fields.to_body()
        };
        let (stage, left_out) = match (self.stage, self.left_out) {
            (Some((status, stage)), Some(last)) => (None, Some(LeftOut { status, stage, last })),
            (stage, _) => (stage.map(|(_, stage)| stage), None),
        };
        Ok(Past {
            body,
            stage,
            left_out,
            at: self.at,
            missing: self.missing,
            place: self.place,
        })
    }
}

/// All deals during a replay.
#[derive(Default)]
struct Deals {
    seen: i64,
    deals: BTreeMap<String, Growing>,
}

impl Deals {
    fn see(&mut self, id: &str, body: &str, stage: Stage, at: Timestamp) {
        let place = self.deals.get(id).map_or(self.seen, |known| known.place);
        self.seen += 1;
        self.deals
            .insert(id.to_owned(), Growing::new(body, stage, at, place));
    }

    fn apply(&mut self, entry: Entry) {
        let stage = stage(entry.after, entry.at);
        match entry.what {
            What::Seen { body, stage: known } => {
                self.see(&entry.deal, &body, known.unwrap_or(stage), entry.at);
            }
            What::Back { body } => self.see(&entry.deal, &body, stage, entry.at),
            What::Deleted { .. } => {
                self.deals.remove(&entry.deal);
            }
            What::Field { name, after, .. } => {
                let Some(deal) = self.deals.get_mut(&entry.deal) else {
                    return;
                };
                if name == "status" {
                    deal.moved(status_of(after.as_deref()), entry.after, entry.at);
                }
                deal.at = entry.at;
                deal.changed.insert(name, after);
            }
            What::NotSeenAgain | What::SeenAgain => {
                if let Some(deal) = self.deals.get_mut(&entry.deal) {
                    deal.missing = entry.what == What::NotSeenAgain;
                }
            }
        }
    }
}

/// Returns the stage time that begins with an entry.
fn stage(after: Option<Timestamp>, at: Timestamp) -> Stage {
    match after {
        None => Stage::AtLeast(at),
        Some(after) if after >= at => Stage::Exact(at),
        Some(after) => Stage::Interval { after, before: at },
    }
}

impl History {
    /// Returns the deals observed at `until`, by id; the present ones if it is in the future.
    pub fn rebuild(&self, until: Timestamp) -> Result<BTreeMap<String, Past>, StoreError> {
        replay(&self.lock(), "at <= ?1", until.as_microsecond())
    }
}

/// Replays the entries selected by `which` and `bound`.
pub(super) fn replay(db: &Connection, which: &str, bound: i64) -> Result<BTreeMap<String, Past>, StoreError> {
    let mut all = db.prepare(&format!(
        "SELECT {COLUMNS}, deals FROM entry WHERE {which} ORDER BY seq"
    ))?;
    let mut rows = all.query([bound])?;
    let mut deals = Deals::default();
    while let Some(row) = rows.next()? {
        if row.get_ref(1)?.as_str().map_err(rusqlite::Error::from)? != kind::SEEN {
            deals.apply(entry(row)?);
            continue;
        }
        let (after, at) = (earliest(row)?, observed(row)?);
        let plain = stage(after, at);
        let page = row.get_ref(9)?.as_blob().map_err(rusqlite::Error::from)?;
        first_seen_page::each(page, |deal| {
            deals.see(deal.id, deal.body, deal.stage.unwrap_or(plain), at);
            Ok(())
        })?;
    }
    deals
        .deals
        .into_iter()
        .map(|(id, deal)| Ok((id, deal.finish()?)))
        .collect()
}
