//! Property test: a comparison equals the difference of two known states.

use std::collections::BTreeMap;

use jiff::Timestamp;
use proptest::prelude::*;

use super::*;

/// Status and owner of each deal.
type State = BTreeMap<u8, (u8, u8)>;

fn body(deal: u8, (status, owner): (u8, u8)) -> String {
    format!(r#"{{"id":"{deal}","status":"s{status}","responsable":"o{owner}"}}"#)
}

/// Returns the entries that a sync of the new state records.
fn sync(seq: i64, old: &State, new: &State, known: &mut BTreeSet<u8>) -> Vec<HistoryEntry> {
    let entry = |deal: u8, kind| HistoryEntry {
        seq,
        deal: deal.to_string(),
        kind,
        not_before: Timestamp::from_second(seq - 1).ok(),
        at: Timestamp::from_second(seq).unwrap_or_default(),
        is_ours: false,
        maybe_ours: false,
    };
    let mut entries = Vec::new();
    for deal in 0..6 {
        match (old.get(&deal), new.get(&deal)) {
            (None, Some(now)) if known.insert(deal) => {
                let kind = EntryKind::FirstSeen { body: body(deal, *now), status_since: None };
                entries.push(entry(deal, kind));
            }
            (None, Some(now)) => entries.push(entry(deal, EntryKind::Restored { body: body(deal, *now) })),
            (Some(old), None) => entries.push(entry(deal, EntryKind::Deleted { body: body(deal, *old) })),
            (Some(old), Some(now)) => {
                for change in
                    field_changes(&body(deal, *old), &body(deal, *now), &entry(deal, EntryKind::Missing))
                {
                    entries.push(change);
                }
            }
            (None, None) => {}
        }
    }
    entries
}

/// Returns what a comparison says of each deal and field.
fn as_text(entries: &[HistoryEntry]) -> BTreeSet<String> {
    let text = |entry: &HistoryEntry| match &entry.kind {
        EntryKind::FirstSeen { .. } | EntryKind::Restored { .. } => format!("{} new", entry.deal),
        EntryKind::Deleted { .. } => format!("{} deleted", entry.deal),
        EntryKind::FieldChanged { name, before, after } => {
            format!("{} {name} {before:?} {after:?}", entry.deal)
        }
        other => format!("{} {other:?}", entry.deal),
    };
    entries.iter().map(text).collect()
}

/// Returns the difference of two states, deal by deal.
fn difference(old: &State, new: &State) -> BTreeSet<String> {
    let mut all = BTreeSet::new();
    for deal in 0..6_u8 {
        match (old.get(&deal), new.get(&deal)) {
            (None, Some(_)) => {
                all.insert(format!("{deal} new"));
            }
            (Some(_), None) => {
                all.insert(format!("{deal} deleted"));
            }
            (Some(old), Some(now)) => {
                for (name, prefix, before, after) in
                    [("status", "s", old.0, now.0), ("responsable", "o", old.1, now.1)]
                {
                    if before != after {
                        let token = |value: u8| Some(format!("\"{prefix}{value}\""));
                        all.insert(format!("{deal} {name} {:?} {:?}", token(before), token(after)));
                    }
                }
            }
            (None, None) => {}
        }
    }
    all
}

proptest! {
    #[test]
    fn comparison_equals_the_difference_of_both_states(
        states in prop::collection::vec(prop::collection::btree_map(0..6_u8, (0..3_u8, 0..2_u8), 0..6), 2..8),
        bounds in (0..8_usize, 0..8_usize),
    ) {
        let (first, last) = (bounds.0.min(bounds.1) % states.len(), bounds.0.max(bounds.1) % states.len());
        let (first, last) = (first.min(last), first.max(last));
        let (mut known, mut entries, mut old) = (BTreeSet::new(), Vec::new(), State::new());
        for (seq, new) in states.iter().enumerate() {
            let step = sync(i64::try_from(seq).unwrap(), &old, new, &mut known);
            if seq > first && seq <= last {
                entries.extend(step);
            }
            old.clone_from(new);
        }
        prop_assert_eq!(as_text(&compare(&entries)), difference(&states[first], &states[last]));
    }
}
