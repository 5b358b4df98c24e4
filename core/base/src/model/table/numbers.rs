//! Exact numbers of a row, in columns or stored with the row.

use crate::contract::models::kpi::KpiKey;

/// Set of keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct KpiKeySet(u32);

impl KpiKeySet {
    /// Creates a set of these keys.
    pub fn from_keys(keys: impl IntoIterator<Item = KpiKey>) -> Self {
        Self(keys.into_iter().fold(0, |set, key| set | 1 << key as u32))
    }

    /// Iterates over the keys, in the order of [`KpiKey::ALL`].
    pub fn iter(self) -> impl Iterator<Item = KpiKey> {
        KpiKey::ALL.into_iter().filter(move |key| self.0 >> *key as u32 & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_numbered_as_they_are_listed() {
        for (place, key) in KpiKey::ALL.into_iter().enumerate() {
            assert_eq!(key as usize, place);
        }
        let some = [KpiKey::Ltv, KpiKey::Noi];
        assert_eq!(KpiKeySet::from_keys(some).iter().collect::<Vec<_>>(), some);
    }
}
