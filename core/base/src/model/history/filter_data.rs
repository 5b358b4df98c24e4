//! Data of deals that filters read besides the table: other received fields, and observed changes.
//!
//! It is collected when a filter first asks for it, and then follows the deals.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, OnceLock};

use jiff::Timestamp;

use crate::contract::json::json_eq::differing_fields;
use crate::contract::record::Record;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};
use crate::model::history::omitted_status::status_of;
use crate::model::history::status_since::StatusChangeTime;
use crate::model::intern::{InternCode, Interner};
use crate::query::change_test::{ChangeOrigin, ObservedChange};
use crate::query::local_test::{FilterNeeds, LocalTest, Mark};
use crate::query::received_test::ReceivedValue;
use crate::query::time_test::ReferenceTime;
use crate::query::{DealIds, FieldKind, FieldKinds};

/// Object of a deal whose members are found by their own names, too.
const SNAPSHOT: &str = "kpi_snapshot";

/// One observed change, with interned texts.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Change {
    field: InternCode,
    before: InternCode,
    after: InternCode,
    origin: ChangeOrigin,
    not_before: Option<i64>,
    at: i64,
}

/// Observed changes of all deals, oldest first for each deal.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChangeIndex {
    deals: BTreeMap<Arc<str>, Vec<Change>>,
    texts: Interner,
    /// Time of the first observation in Unix seconds: earlier changes are unknown.
    pub observed_since: Option<i64>,
}

impl ChangeIndex {
    /// Adds the next entry of the history.
    pub fn apply(&mut self, entry: &HistoryEntry) {
        let at = entry.at.as_second();
        self.observed_since = Some(self.observed_since.map_or(at, |since| since.min(at)));
        let after = entry.not_before.map(Timestamp::as_second);
        match &entry.kind {
            EntryKind::FirstSeen { body, status_since } => {
                let status = Record::parse(body).ok().and_then(|deal| deal.text("status").map(String::from));
                let created = if after.is_some() { ChangeOrigin::Created } else { ChangeOrigin::Changed };
                let (origin, after, at) = match *status_since {
                    Some(StatusChangeTime::Exact(at)) => (created, Some(at.as_second()), at.as_second()),
                    Some(StatusChangeTime::Interval { after, before }) => {
                        (created, Some(after.as_second()), before.as_second())
                    }
                    None if after.is_some() => (ChangeOrigin::Created, after, at),
                    Some(StatusChangeTime::AtLeast(_)) | None => (ChangeOrigin::Found, None, at),
                };
                let status = status.unwrap_or_default();
                self.push(&entry.deal, ("status", "", &status), origin, (after, at));
            }
            EntryKind::FieldChanged { .. } if entry.is_stamp() => {}
            EntryKind::FieldChanged { name, before, after: token } => {
                let object = |token: &Option<String>| Record::parse(token.as_deref().unwrap_or("{}")).ok();
                match name.as_str() {
                    "status" => {
                        let [old, new] =
                            [before, token].map(|token| status_of(token.as_deref()).unwrap_or_default());
                        self.push(&entry.deal, (name, &old, &new), ChangeOrigin::Changed, (after, at));
                    }
                    SNAPSHOT if let (Some(old), Some(new)) = (object(before), object(token)) => {
                        for member in differing_fields(&old, &new) {
                            self.push(&entry.deal, (member, "", ""), ChangeOrigin::Changed, (after, at));
                        }
                    }
                    _ => self.push(&entry.deal, (name, "", ""), ChangeOrigin::Changed, (after, at)),
                }
            }
            EntryKind::Missing
            | EntryKind::Reappeared
            | EntryKind::Deleted { .. }
            | EntryKind::Restored { .. } => {}
        }
    }

    fn push(
        &mut self,
        deal: &str,
        (field, before, status): (&str, &str, &str),
        origin: ChangeOrigin,
        (not_before, at): (Option<i64>, i64),
    ) {
        let [field, before, after] = [field, before, status].map(|text| self.texts.intern(text));
        let change = Change { field, before, after, origin, not_before, at };
        match self.deals.get_mut(deal) {
            Some(changes) => changes.push(change),
            None => {
                self.deals.insert(deal.into(), vec![change]);
            }
        }
    }
}

/// The values of a received field, by deal.
#[derive(Clone, Debug, Default, PartialEq)]
struct FieldValues {
    by_deal: BTreeMap<Arc<str>, ReceivedValue>,
    /// Values with their numbers of deals, once completion needed them.
    counts: OnceLock<Vec<(String, usize)>>,
}

/// Received fields and observed changes of all deals, as far as filters asked for them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct FilterData {
    needs: FilterNeeds,
    fields: BTreeMap<String, FieldValues>,
    names: BTreeMap<String, usize>,
    kinds: FieldKinds,
    changes: Arc<ChangeIndex>,
}

impl FilterData {
    /// Creates the data for these needs, without any deal. `kinds` are the known kinds of received fields.
    #[must_use]
    pub fn new(needs: FilterNeeds, kinds: FieldKinds, changes: Arc<ChangeIndex>) -> Self {
        let fields = needs.fields.iter().map(|path| (path.clone(), FieldValues::default())).collect();
        Self { needs, fields, kinds, changes, names: BTreeMap::new() }
    }

    /// Returns what the data contains.
    #[must_use]
    pub fn needs(&self) -> &FilterNeeds {
        &self.needs
    }

    /// Returns whether no deal has a value of this field, although deals were read for it.
    #[must_use]
    pub fn is_unknown_field(&self, path: &str) -> bool {
        self.fields.get(path).is_some_and(|field| field.by_deal.is_empty())
    }

    /// Returns whether the data contains anything of the deals themselves.
    #[must_use]
    pub fn needs_deals(&self) -> bool {
        self.needs.names || !self.needs.fields.is_empty()
    }

    /// Returns the observed changes.
    #[must_use]
    pub fn changes(&self) -> &Arc<ChangeIndex> {
        &self.changes
    }

    /// Returns the known kinds of received fields.
    #[must_use]
    pub fn kinds(&self) -> &FieldKinds {
        &self.kinds
    }

    /// Returns the names of received fields, each with its number of deals.
    #[must_use]
    pub fn names(&self) -> &BTreeMap<String, usize> {
        &self.names
    }

    /// Adds the received fields of a deal.
    pub fn add_deal(&mut self, deal: &Record) {
        let Some(id) = deal.text("id") else { return };
        if self.needs.names {
            for (name, raw) in deal.fields().filter(|(_, raw)| raw.get() != "null") {
                let members = Record::parse(raw.get()).ok().filter(|_| name == SNAPSHOT);
                let members = members.iter().flat_map(Record::fields);
                let members = members.filter(|(_, raw)| raw.get() != "null").map(|(name, _)| name);
                for name in members.chain((name != SNAPSHOT).then_some(name)) {
                    match self.names.get_mut(name) {
                        Some(count) => *count += 1,
                        None => {
                            self.names.insert(name.to_owned(), 1);
                        }
                    }
                }
            }
        }
        let mut shared: Option<Arc<str>> = None;
        for (path, field) in &mut self.fields {
            if let Some(value) = value_at(deal, path, self.kinds.get(path).copied()) {
                field.by_deal.insert(shared.get_or_insert_with(|| (&*id).into()).clone(), value);
            }
        }
    }

    /// Returns the values of a received field with their numbers of deals, most frequent first.
    #[must_use]
    pub fn values(&self, path: &str) -> &[(String, usize)] {
        let Some(field) = self.fields.get(path) else { return &[] };
        field.counts.get_or_init(|| {
            let mut counts: BTreeMap<String, usize> = BTreeMap::new();
            let values =
                field.by_deal.values().filter_map(|value| value.typed_text(self.kinds.get(path).copied()));
            values.for_each(|text| *counts.entry(text).or_default() += 1);
            let mut counts: Vec<(String, usize)> = counts.into_iter().collect();
            counts.sort_by_key(|(_, count)| Reverse(*count));
            counts
        })
    }

    /// Returns the deals that meet a condition on received fields or changes; none for other conditions.
    #[must_use]
    pub fn deals_matching(&self, test: &LocalTest, time: ReferenceTime<'_>) -> DealIds {
        match test {
            LocalTest::Received(test) => {
                let values = self.fields.get(&test.path).into_iter().flat_map(|field| &field.by_deal);
                values.filter(|(_, value)| test.matches(value, time)).map(|(deal, _)| deal.clone()).collect()
            }
            LocalTest::Change(test) => {
                let texts = &self.changes.texts;
                let observed = |change: &Change| ObservedChange {
                    field: texts.text(change.field),
                    before: texts.text(change.before),
                    after: texts.text(change.after),
                    origin: change.origin,
                    not_before: change.not_before,
                    at: change.at,
                };
                let deals = self.changes.deals.iter();
                let is_met = |(_, changes): &(&Arc<str>, &Vec<Change>)| {
                    test.matches(changes.iter().map(observed), time)
                };
                deals.filter(is_met).map(|(deal, _)| deal.clone()).collect()
            }
            _ => DealIds::new(),
        }
    }
}

/// Returns the deals in one of these states on this device.
///
/// `writes` are the deals with pending writes, each with whether it is in conflict; `changes` are those since the last
/// visit; `stars` are the starred deals.
pub fn marked_deals<'a>(
    marks: &[Mark],
    stars: &'a BTreeSet<String>,
    writes: impl Iterator<Item = (&'a str, bool)>,
    changes: &[HistoryEntry],
) -> DealIds {
    let (waiting, conflict) = (marks.contains(&Mark::Waiting), marks.contains(&Mark::Conflict));
    let writes = writes.filter(|(_, is_conflict)| waiting || conflict && *is_conflict).map(|(deal, _)| deal);
    let unread = changes.iter().filter(|entry| !entry.is_ours && !entry.is_stamp());
    let unread = unread.filter(|_| marks.contains(&Mark::Unread)).map(|entry| entry.deal.as_str());
    let starred = stars.iter().filter(|_| marks.contains(&Mark::Starred)).map(String::as_str);
    writes.chain(unread).chain(starred).map(Into::into).collect()
}

/// Returns the value at a path; a path of one name also finds a member of `kpi_snapshot`.
fn value_at(deal: &Record, path: &str, kind: Option<FieldKind>) -> Option<ReceivedValue> {
    if let Some(raw) = deal.raw(path) {
        return ReceivedValue::from_raw(raw, kind);
    }
    let (outer, name) = path.split_once('.').unwrap_or((SNAPSHOT, path));
    let object = deal.object(outer)?;
    match object.raw(name) {
        Some(raw) => ReceivedValue::from_raw(raw, kind),
        None => name.contains('.').then(|| value_at(&object, name, kind)).flatten(),
    }
}
