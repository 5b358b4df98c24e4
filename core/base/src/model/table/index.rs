//! Hash index from identifier to row.
//!
//! It uses open addressing with four bytes per slot and compares with the texts in the columns, so identifiers are not
//! stored twice. A random seed prevents chosen collisions.

use super::RowIdx;

/// Minimum slots per row: half of them stay empty, so that probing is short.
const SLOTS_PER_ROW: usize = 2;

/// Index of rows by identifier.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct IdIndex {
    seed: u64,
    /// Row number plus 1; 0 is empty. The length is a power of two, or zero.
    slots: Vec<u32>,
    len: usize,
}

impl IdIndex {
    pub(super) fn new(seed: u64) -> Self {
        Self { seed, ..Self::default() }
    }

    /// Restores a stored index; `None` if it is invalid.
    pub fn restore(seed: u64, slots: Vec<u32>, len: usize) -> Option<Self> {
        let index = Self { seed, slots, len };
        index.fits().then_some(index)
    }

    /// Returns whether a search ends: the mask reaches every slot, and some slot is empty.
    fn fits(&self) -> bool {
        let (slots, len) = (self.slots.len(), self.len);
        slots == 0 && len == 0 || slots.is_power_of_two() && slots > len
    }

    /// Returns the seed of the hash.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// Returns the number of identifiers.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Returns whether there is no identifier.
    pub fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// Returns the slots of the hash table, as stored in the snapshot file.
    pub fn slots(&self) -> &[u32] {
        &self.slots
    }

    /// Returns the row of `id`; `text` returns the identifier of a row.
    pub(super) fn find<'a>(&self, id: &str, text: impl Fn(RowIdx) -> &'a str) -> Option<RowIdx> {
        debug_assert!(self.fits());
        let mask = self.slots.len().checked_sub(1)?;
        let mut at = hash(self.seed, id.as_bytes()) as usize & mask;
        // Bounded by the number of slots: a damaged file may have no empty slot.
        for _ in 0..=mask {
            let row = self.slots.get(at)?.checked_sub(1)?;
            if text(row) == id {
                return Some(row);
            }
            at = (at + 1) & mask;
        }
        None
    }

    /// Reserves memory for `more` rows.
    pub(super) fn reserve<'a>(&mut self, more: usize, text: impl Fn(RowIdx) -> &'a str) {
        let slot_count = ((self.len + more) * SLOTS_PER_ROW).next_power_of_two().max(16);
        if slot_count <= self.slots.len() {
            return;
        }
        let old = std::mem::replace(&mut self.slots, vec![0; slot_count]);
        for row in old.into_iter().filter_map(|slot| slot.checked_sub(1)) {
            self.place(text(row), row);
        }
    }

    /// Inserts a new row.
    pub(super) fn insert<'a>(&mut self, id: &str, row: RowIdx, text: impl Fn(RowIdx) -> &'a str) {
        if (self.len + 1) * SLOTS_PER_ROW > self.slots.len() {
            self.reserve(self.len.max(8), text);
        }
        self.len += 1;
        self.place(id, row);
    }

    /// Returns the hash of an identifier, for [`insert_all`](Self::insert_all).
    pub(super) fn hash(&self, id: &str) -> u64 {
        hash(self.seed, id.as_bytes())
    }

    /// Inserts new rows by the hashes of their identifiers.
    ///
    /// Only the slots are accessed, so that the memory accesses of successive rows overlap.
    pub(super) fn insert_all<'a>(&mut self, rows: &[(u64, RowIdx)], text: impl Fn(RowIdx) -> &'a str) {
        self.reserve(rows.len(), text);
        self.len += rows.len();
        for (hash, row) in rows {
            self.place_hashed(*hash, *row);
        }
    }

    fn place(&mut self, id: &str, row: RowIdx) {
        self.place_hashed(self.hash(id), row);
    }

    fn place_hashed(&mut self, hash: u64, row: RowIdx) {
        debug_assert!(self.fits(), "a full index has no place");
        let mask = self.slots.len() - 1;
        let mut at = hash as usize & mask;
        while self.slots[at] != 0 {
            at = (at + 1) & mask;
        }
        self.slots[at] = row + 1;
    }
}

/// Hashes bytes with a seed. Files store the values, so the function must never change.
fn hash(seed: u64, bytes: &[u8]) -> u64 {
    const K: u64 = 0x9e37_79b9_7f4a_7c15;
    let mix = |a: u64, b: u64| {
        let product = u128::from(a) * u128::from(b);
        product as u64 ^ (product >> 64) as u64
    };
    let mut state = seed ^ K.wrapping_mul(bytes.len() as u64 + 1);
    let (blocks, rest) = bytes.as_chunks::<8>();
    for word in blocks {
        state = mix(state ^ u64::from_le_bytes(*word), K ^ seed.rotate_left(32));
    }
    let mut last = [0; 8];
    last[..rest.len()].copy_from_slice(rest);
    state = mix(state ^ u64::from_le_bytes(last), 0xd6e8_feb8_6659_fd93 ^ seed);
    mix(state ^ K, state.rotate_left(29) | 1)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn every_row_is_found_and_no_other(
            ids in proptest::collection::btree_set("[a-c]{1,12}", 0..200), seed: u64
        ) {
            let ids: Vec<String> = ids.into_iter().collect();
            let text = |row: RowIdx| ids[row as usize].as_str();
            let mut index = IdIndex::new(seed);
            for (row, id) in ids.iter().enumerate().filter(|(row, _)| row % 3 != 0) {
                index.insert(id, row as RowIdx, text);
            }
            for (row, id) in ids.iter().enumerate() {
                prop_assert_eq!(index.find(id, text), (row % 3 != 0).then_some(row as RowIdx));
            }
            let kept = IdIndex::restore(seed, index.slots().to_vec(), index.len).unwrap();
            prop_assert_eq!(kept, index);
        }
    }

    #[test]
    fn bulk_inserted_rows_are_found_like_single_inserts() {
        let ids: Vec<String> = (0..1_000).map(|n| format!("d-{n}")).collect();
        let text = |row: RowIdx| ids[row as usize].as_str();
        let (mut one_by_one, mut together) = (IdIndex::new(7), IdIndex::new(7));
        for (row, id) in (0..).zip(&ids) {
            one_by_one.insert(id, row, text);
        }
        for rows in (0..1_000).collect::<Vec<RowIdx>>().chunks(300) {
            let rows: Vec<_> = rows.iter().map(|row| (together.hash(text(*row)), *row)).collect();
            together.insert_all(&rows, text);
        }
        assert_eq!(together.len(), one_by_one.len());
        for (row, id) in (0..).zip(&ids) {
            assert_eq!(together.find(id, text), Some(row));
        }
        assert_eq!(together.find("d-1000", text), None);
    }

    #[test]
    fn full_index_file_causes_no_endless_search() {
        assert!(IdIndex::restore(1, vec![1; 16], 16).is_none());
        let full = IdIndex::restore(1, vec![1; 16], 15).unwrap();
        assert_eq!(full.find("z", |_| "a"), None);
    }

    #[test]
    fn the_hash_is_the_same_for_ever() {
        assert_eq!(hash(0, b""), hash(0, b""));
        assert_ne!(hash(0, b"a"), hash(0, b"a\0"));
        assert_ne!(hash(1, b"12345678"), hash(2, b"12345678"));
    }
}
