//! Net changes of deals between two times.
//!
//! Pure: history entries are the input.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use serde_json::value::RawValue;

use super::history_entry::{EntryKind, HistoryEntry};
use super::omitted_status::without_omissions;
use crate::contract::json::json_eq::{differing_fields, is_same_value};
use crate::contract::record::Record;

/// Returns the difference between the deals before and after some entries, all that were observed in between.
///
/// A deal that is new, deleted or back has no entries of its fields, and one that exists at neither time has none.
pub fn compare(entries: &[HistoryEntry]) -> Vec<HistoryEntry> {
    let (mut before, mut after, mut deleted) = (BTreeSet::new(), BTreeSet::new(), BTreeMap::new());
    let mut met = BTreeSet::new();
    let mut steps: Vec<HistoryEntry> = Vec::with_capacity(entries.len());
    for entry in entries {
        let deal = entry.deal.as_str();
        let appears = matches!(entry.kind, EntryKind::FirstSeen { .. } | EntryKind::Restored { .. });
        if met.insert(deal) && appears {
            before.insert(deal);
        }
        match &entry.kind {
            EntryKind::Deleted { body } => {
                after.insert(deal);
                deleted.insert(deal, body);
                steps.push(entry.clone());
            }
            // Deleted and back: the same deal, perhaps with other values.
            EntryKind::Restored { body } if after.remove(deal) => {
                steps.extend(deleted.get(deal).into_iter().flat_map(|last| field_changes(last, body, entry)));
            }
            _ => steps.push(entry.clone()),
        }
    }
    let is_lasting = |entry: &HistoryEntry| {
        let absent = [&before, &after].map(|absent| absent.contains(entry.deal.as_str()));
        match &entry.kind {
            EntryKind::FirstSeen { .. } | EntryKind::Restored { .. } => absent == [true, false],
            EntryKind::Deleted { .. } => absent == [false, true],
            _ => absent == [false, false],
        }
    };
    steps.retain(is_lasting);
    net_changes(&steps)
}

/// Returns the changes between two bodies of a deal, observed with an entry.
fn field_changes(before: &str, after: &str, entry: &HistoryEntry) -> Vec<HistoryEntry> {
    let (Ok(before), Ok(after)) = (Record::parse(before), Record::parse(after)) else {
        return vec![entry.clone()];
    };
    let token = |record: &Record, name: &str| record.raw(name).map(|raw| raw.get().to_owned());
    let change = |name: &str| HistoryEntry {
        kind: EntryKind::FieldChanged {
            name: name.to_owned(),
            before: token(&before, name),
            after: token(&after, name),
        },
        ..entry.clone()
    };
    differing_fields(&before, &after).into_iter().map(change).collect()
}

/// Drops the server's own change dates if other changes were observed with them. A date without other changes stays:
/// the deal changed and changed back.
pub fn drop_repeated(entries: &mut Vec<Cow<'_, HistoryEntry>>) {
    let changed_at: BTreeSet<(String, Timestamp)> = entries
        .iter()
        .filter(|entry| !entry.is_stamp())
        .map(|entry| (entry.deal.clone(), entry.at))
        .collect();
    let mut seen_stamps: BTreeSet<(String, Timestamp)> = BTreeSet::new();
    // Keep only the first date of a change: that of the status precedes that of the record.
    entries.retain(|entry| {
        let key = || (entry.deal.clone(), entry.at);
        !entry.is_stamp() || !changed_at.contains(&key()) && seen_stamps.insert(key())
    });
}

/// Returns the net changes: several changes of one field become one, or none if the value is restored. The server's own
/// change dates are included only for deals without other changes.
pub fn net_changes(entries: &[HistoryEntry]) -> Vec<HistoryEntry> {
    let mut index_by_key: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    let mut net: Vec<Option<HistoryEntry>> = Vec::new();
    let mut entries_left = without_omissions(entries);
    let changes = entries_left.iter().filter(|entry| !entry.is_stamp());
    let changed: BTreeSet<String> = changes.map(|entry| entry.deal.clone()).collect();
    entries_left.retain(|entry| !entry.is_stamp() || !changed.contains(&entry.deal));
    drop_repeated(&mut entries_left);
    for entry in &entries_left {
        let key = match &entry.kind {
            EntryKind::FieldChanged { name, .. } => name.as_str(),
            // Existence is one fact: the latest entry counts.
            _ => "",
        };
        let before = index_by_key
            .get(&(entry.deal.as_str(), key))
            .and_then(|index| net.get_mut(*index))
            .and_then(Option::take);
        let merged = join(before, entry);
        index_by_key.insert((&entry.deal, key), net.len());
        net.push(merged);
    }
    net.into_iter().flatten().collect()
}

/// Merges an entry with an earlier one of the same deal and field.
fn join(earlier: Option<HistoryEntry>, later: &HistoryEntry) -> Option<HistoryEntry> {
    let Some(earlier) = earlier else {
        return Some(later.clone());
    };
    let kind = match (earlier.kind, &later.kind) {
        (EntryKind::FieldChanged { name, before, .. }, EntryKind::FieldChanged { after, .. }) => {
            let token =
                |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
            if is_same_value(token(&before).as_deref(), token(after).as_deref()) {
                return None;
            }
            EntryKind::FieldChanged { name, before, after: after.clone() }
        }
        // Missing and found again, or created and deleted: no net change.
        (EntryKind::Missing, EntryKind::Reappeared)
        | (EntryKind::FirstSeen { .. } | EntryKind::Restored { .. }, EntryKind::Deleted { .. }) => {
            return None;
        }
        (seen @ EntryKind::FirstSeen { .. }, EntryKind::Reappeared) => seen,
        (_, kind) => kind.clone(),
    };
    Some(HistoryEntry { kind, ..later.clone() })
}

#[cfg(test)]
#[path = "net_tests.rs"]
mod tests;
