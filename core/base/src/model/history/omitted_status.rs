//! Handling of a status that the service temporarily omits.
//!
//! An omitted status is not a move. If the same status returns, nothing changed. If another one returns, the deal moved
//! at some time since the status was last seen. Pure: history entries are the input.

use std::borrow::Cow;
use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::value::RawValue;

use crate::contract::json::json_eq::is_same_value;
use crate::contract::record::raw_text;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};

/// Time at which an omitted status was last sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastSent {
    /// Unknown.
    Unknown,
    /// Known time.
    At(Timestamp),
}

impl LastSent {
    /// Returns the time, if known.
    pub fn timestamp(self) -> Option<Timestamp> {
        match self {
            Self::Unknown => None,
            Self::At(at) => Some(at),
        }
    }
}

impl From<Option<Timestamp>> for LastSent {
    fn from(at: Option<Timestamp>) -> Self {
        at.map_or(Self::Unknown, Self::At)
    }
}

/// Returns the code of a `status` token; `None` for an empty one.
pub fn status_of(token: Option<&str>) -> Option<String> {
    let raw = RawValue::from_string(token?.to_owned()).ok()?;
    raw_text(&raw).filter(|code| !code.is_empty()).map(Into::into)
}

/// Returns the entries in order, without the finished omissions of a status.
///
/// An ongoing omission stays.
pub fn without_omissions(entries: &[HistoryEntry]) -> Vec<Cow<'_, HistoryEntry>> {
    let mut entries_out: Vec<Option<Cow<'_, HistoryEntry>>> = Vec::with_capacity(entries.len());
    let mut open: BTreeMap<&str, usize> = BTreeMap::new();
    for entry in entries {
        let omission = open.remove(&*entry.deal);
        let EntryKind::FieldChanged { name, after, .. } = &entry.kind else {
            if let Some(omission) = omission.filter(|_| !ends_omission(entry)) {
                open.insert(&entry.deal, omission);
            }
            entries_out.push(Some(Cow::Borrowed(entry)));
            continue;
        };
        let has_status = status_of(after.as_deref()).is_some();
        match omission {
            _ if name != "status" => {
                if let Some(omission) = omission {
                    open.insert(&entry.deal, omission);
                }
                entries_out.push(Some(Cow::Borrowed(entry)));
            }
            Some(omission) if has_status => {
                let absence = entries_out.get_mut(omission).and_then(Option::take);
                entries_out.push(merge_omission(absence.as_deref(), entry));
            }
            // Omitted in another form, such as `null` instead of absent: still the same omission.
            Some(omission) => {
                open.insert(&entry.deal, omission);
            }
            None => {
                if !has_status {
                    open.insert(&entry.deal, entries_out.len());
                }
                entries_out.push(Some(Cow::Borrowed(entry)));
            }
        }
    }
    entries_out.into_iter().flatten().collect()
}

/// Returns whether the entry makes an earlier omission irrelevant.
fn ends_omission(entry: &HistoryEntry) -> bool {
    matches!(entry.kind, EntryKind::Deleted { .. } | EntryKind::Restored { .. } | EntryKind::FirstSeen { .. })
}

/// Merges an omission and the entry that ends it into one move; `None` if the status is unchanged.
fn merge_omission<'a>(
    absence: Option<&HistoryEntry>,
    end: &'a HistoryEntry,
) -> Option<Cow<'a, HistoryEntry>> {
    let (Some(HistoryEntry { kind, not_before: last, .. }), EntryKind::FieldChanged { name, after, .. }) =
        (absence, &end.kind)
    else {
        return Some(Cow::Borrowed(end));
    };
    let EntryKind::FieldChanged { before, .. } = kind else {
        return Some(Cow::Borrowed(end));
    };
    let token = |text: &Option<String>| text.clone().and_then(|text| RawValue::from_string(text).ok());
    if is_same_value(token(before).as_deref(), token(after).as_deref()) {
        return None;
    }
    // Our own move has the time of its response, even if the earlier status was unknown for long.
    let ours = end.is_ours && end.not_before == Some(end.at);
    Some(Cow::Owned(HistoryEntry {
        kind: EntryKind::FieldChanged { name: name.clone(), before: before.clone(), after: after.clone() },
        not_before: if ours { end.not_before } else { earlier(*last, end.not_before) },
        ..end.clone()
    }))
}

/// Returns the earlier of two times; `None` is before all.
fn earlier(a: Option<Timestamp>, b: Option<Timestamp>) -> Option<Timestamp> {
    a.zip(b).map(|(a, b)| a.min(b))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn status(deal: &str, seq: i64, before: Option<&str>, after: Option<&str>) -> HistoryEntry {
        let token = |code: Option<&str>| code.map(|code| format!("\"{code}\""));
        HistoryEntry {
            seq,
            deal: deal.into(),
            kind: EntryKind::FieldChanged {
                name: "status".into(),
                before: token(before),
                after: token(after),
            },
            not_before: Some(at(seq * 10 - 5)),
            at: at(seq * 10),
            is_ours: false,
            maybe_ours: false,
        }
    }

    /// Returns number, values before and after, and the earliest possible time.
    fn plain_entries(entries: &[HistoryEntry]) -> Vec<(i64, Option<String>, Option<String>, i64)> {
        without_omissions(entries)
            .iter()
            .map(|entry| match &entry.kind {
                EntryKind::FieldChanged { before, after, .. } => (
                    entry.seq,
                    status_of(before.as_deref()),
                    status_of(after.as_deref()),
                    entry.not_before.unwrap().as_second(),
                ),
                _ => (entry.seq, None, None, 0),
            })
            .collect()
    }

    #[test]
    fn omitted_status_that_returns_unchanged_is_no_change() {
        let entries = [
            status("a", 1, Some("ic"), None),
            status("b", 2, Some("ic"), Some("closing")),
            status("a", 3, None, Some("ic")),
        ];
        assert_eq!(plain_entries(&entries), [(2, Some("ic".into()), Some("closing".into()), 15)]);
    }

    #[test]
    fn omitted_status_that_returns_changed_is_a_move() {
        let entries = [status("a", 1, Some("ic"), None), status("a", 4, None, Some("closing"))];
        assert_eq!(plain_entries(&entries), [(4, Some("ic".into()), Some("closing".into()), 5)]);
    }

    #[test]
    fn status_still_omitted_is_reported_once() {
        let entries = [status("a", 1, Some("ic"), None), status("a", 2, None, Some(""))];
        assert_eq!(plain_entries(&entries), [(1, Some("ic".into()), None, 5)]);
    }

    #[test]
    fn deletion_ends_an_omitted_status() {
        let deleted =
            HistoryEntry { kind: EntryKind::Deleted { body: String::new() }, ..status("a", 2, None, None) };
        let entries = [status("a", 1, Some("ic"), None), deleted, status("a", 3, None, Some("ic"))];
        assert_eq!(plain_entries(&entries).len(), 3);
    }
}
