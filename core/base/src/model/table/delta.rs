//! Delta rows by row number, in parts shared between tables.
//!
//! A table that differs in one row copies one part. A comparison of two tables skips the shared parts.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{DeltaSlot, RowIdx};

/// Bits of a row number that are the position in a part.
const SHIFT: u32 = 8;

/// A part of the delta rows.
#[derive(Clone, Debug, Default)]
struct DeltaPart {
    rows: BTreeMap<RowIdx, DeltaSlot>,
    /// Number of rows with own values, see [`has_own_values`].
    own_values: usize,
}

/// Returns whether a row is deleted or has texts and numbers that differ from the columns.
fn has_own_values(slot: &DeltaSlot) -> bool {
    slot.as_ref().is_none_or(|row| row.numbers().is_some())
}

/// Delta rows; `None` for a deleted one.
#[derive(Clone, Debug, Default)]
pub(super) struct Delta {
    parts: BTreeMap<RowIdx, Arc<DeltaPart>>,
    len: usize,
}

impl Delta {
    pub(super) fn len(&self) -> usize {
        self.len
    }

    pub(super) fn get(&self, ix: RowIdx) -> Option<&DeltaSlot> {
        debug_assert_eq!(self.len == 0, self.parts.is_empty());
        if self.len == 0 {
            return None;
        }
        self.parts.get(&(ix >> SHIFT))?.rows.get(&ix)
    }

    pub(super) fn has(&self, ix: RowIdx) -> bool {
        self.get(ix).is_some()
    }

    /// Sets a delta row; returns the previous one.
    pub(super) fn insert(&mut self, ix: RowIdx, patch: DeltaSlot) -> Option<DeltaSlot> {
        let part = Arc::make_mut(self.parts.entry(ix >> SHIFT).or_default());
        part.own_values += usize::from(has_own_values(&patch));
        let before = part.rows.insert(ix, patch);
        part.own_values -= usize::from(before.as_ref().is_some_and(has_own_values));
        self.len += usize::from(before.is_none());
        debug_assert!(self.len > 0 && !self.parts.is_empty());
        before
    }

    /// Removes a delta row.
    pub(super) fn remove(&mut self, ix: RowIdx) -> Option<DeltaSlot> {
        let part = self.parts.get_mut(&(ix >> SHIFT))?;
        if !part.rows.contains_key(&ix) {
            return None;
        }
        let part = Arc::make_mut(part);
        let before = part.rows.remove(&ix);
        self.len -= usize::from(before.is_some());
        part.own_values -= usize::from(before.as_ref().is_some_and(has_own_values));
        if part.rows.is_empty() {
            self.parts.remove(&(ix >> SHIFT));
        }
        debug_assert_eq!(self.len == 0, self.parts.is_empty(), "an empty part stays");
        before
    }

    /// Iterates over the delta rows, by number.
    pub(super) fn iter(&self) -> impl Iterator<Item = (RowIdx, &DeltaSlot)> {
        let entries = self.parts.values().flat_map(|part| part.rows.iter());
        entries.map(|(ix, patch)| (*ix, patch))
    }

    /// Iterates over the rows that are deleted or have own values, by number. Skips parts without such a row.
    pub(super) fn with_own_values(&self) -> impl Iterator<Item = (RowIdx, &DeltaSlot)> {
        let parts = self.parts.values().filter(|part| part.own_values > 0);
        let own = parts.flat_map(|part| part.rows.iter()).filter(|(_, slot)| has_own_values(slot));
        own.map(|(ix, slot)| (*ix, slot))
    }

    /// Returns the greatest row number.
    pub(super) fn last(&self) -> Option<RowIdx> {
        let (_, part) = self.parts.last_key_value()?;
        part.rows.last_key_value().map(|(ix, _)| *ix)
    }

    /// Returns the rows that are not the same object in both, by number.
    pub(super) fn changed(&self, after: &Self) -> Vec<RowIdx> {
        let mut changed = Vec::new();
        let none = BTreeMap::new();
        for part_number in keys_of_either(&self.parts, &after.parts) {
            let (old, new) = (self.parts.get(&part_number), after.parts.get(&part_number));
            if old.zip(new).is_some_and(|(old, new)| Arc::ptr_eq(old, new)) {
                continue;
            }
            let old = old.map_or(&none, |part| &part.rows);
            let new = new.map_or(&none, |part| &part.rows);
            let differs = |ix: &RowIdx| match (old.get(ix), new.get(ix)) {
                (Some(Some(old)), Some(Some(new))) => !Arc::ptr_eq(old, new),
                (old, new) => old.map(Option::is_some) != new.map(Option::is_some),
            };
            changed.extend(keys_of_either(old, new).into_iter().filter(differs));
        }
        changed
    }
}

/// Returns the keys of either map, sorted.
fn keys_of_either<A, B>(left: &BTreeMap<RowIdx, A>, right: &BTreeMap<RowIdx, B>) -> Vec<RowIdx> {
    let mut keys: Vec<RowIdx> = left.keys().chain(right.keys()).copied().collect();
    keys.sort_unstable();
    keys.dedup();
    keys
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use crate::model::table::{DealTable, DeltaRow, RowData};

    use super::*;

    fn patch(name: u8) -> DeltaSlot {
        let mut table = DealTable::default();
        let id = name.to_string();
        let data = RowData { id, ..RowData::default() };
        table.set_row(data, None);
        let (_, patch) = table.delta.iter().next().unwrap();
        patch.clone()
    }

    fn plain_entries<'a>(
        patches: impl Iterator<Item = (RowIdx, &'a DeltaSlot)>,
    ) -> Vec<(RowIdx, Option<*const DeltaRow>)> {
        patches.map(|(ix, patch)| (ix, patch.as_ref().map(Arc::as_ptr))).collect()
    }

    proptest! {
        #[test]
        fn partitioned_delta_matches_a_map_and_names_changed_rows(
            steps in prop::collection::vec((0_u32..2_000, 0_u8..8, any::<bool>()), 0..60),
        ) {
            let (mut parts, mut map) = (Delta::default(), BTreeMap::<RowIdx, DeltaSlot>::new());
            let mut kept = vec![(parts.clone(), map.clone())];
            for (ix, what, keep) in steps {
                // Few distinct rows, some of them adjacent.
                let ix = ix / 100 * 100 + ix % 3;
                let (was, wanted) = match what {
                    0 | 1 => (parts.remove(ix), map.remove(&ix)),
                    2 => (parts.insert(ix, None), map.insert(ix, None)),
                    name => {
                        let patch = patch(name);
                        (parts.insert(ix, patch.clone()), map.insert(ix, patch))
                    }
                };
                prop_assert_eq!(was.map(|was| was.is_some()), wanted.map(|wanted| wanted.is_some()));
                prop_assert_eq!(parts.has(ix), map.contains_key(&ix));
                prop_assert_eq!((parts.len(), parts.last()), (map.len(), map.keys().next_back().copied()));
                if keep {
                    kept.push((parts.clone(), map.clone()));
                }
            }
            prop_assert_eq!(plain_entries(parts.iter()), plain_entries(map.iter().map(|(ix, patch)| (*ix, patch))));
            for (before, map_before) in kept {
                let same = |ix: &RowIdx| match (map_before.get(ix), map.get(ix)) {
                    (Some(Some(was)), Some(Some(is))) => Arc::ptr_eq(was, is),
                    (was, is) => was.map(Option::is_none) == is.map(Option::is_none),
                };
                let all: std::collections::BTreeSet<RowIdx> = map_before.keys().chain(map.keys()).copied().collect();
                let wanted: Vec<RowIdx> = all.into_iter().filter(|ix| !same(ix)).collect();
                prop_assert_eq!(before.changed(&parts), wanted);
            }
        }
    }
}
