//! The exact numbers of a row, wherever they are: in the columns of a table, or beside a row of its own.

use rust_decimal::Decimal;

use crate::contract::models::kpi::KpiKey;

use super::number_columns::NumberColumns;

/// Some of the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Keys(u32);

impl Keys {
    /// These keys.
    pub fn of(keys: impl IntoIterator<Item = KpiKey>) -> Self {
        Self(keys.into_iter().fold(0, |set, key| set | 1 << key as u32))
    }

    /// Each of them, in the order of [`KpiKey::ALL`].
    pub fn iter(self) -> impl Iterator<Item = KpiKey> {
        KpiKey::ALL
            .into_iter()
            .filter(move |key| self.0 >> *key as u32 & 1 == 1)
    }
}

/// The numbers of one row.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Numbers<'a> {
    /// Those of the row at a place of some columns.
    Held(&'a NumberColumns, usize),
    /// As a row on its own holds them, in the order of [`KpiKey::ALL`].
    Plain(&'a [(KpiKey, Decimal)]),
}

impl Numbers<'_> {
    /// The number of a key.
    pub(crate) fn get(self, key: KpiKey) -> Option<Decimal> {
        match self {
            Self::Plain(pairs) => pairs.iter().find(|(k, _)| *k == key).map(|(_, value)| *value),
            Self::Held(columns, at) => columns.get(key, at),
        }
    }

    /// Every number, in the order of [`KpiKey::ALL`].
    pub(crate) fn to_vec(self) -> Vec<(KpiKey, Decimal)> {
        match self {
            Self::Plain(pairs) => pairs.to_vec(),
            Self::Held(columns, at) => KpiKey::ALL
                .into_iter()
                .filter_map(|key| Some((key, columns.get(key, at)?)))
                .collect(),
        }
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
        assert_eq!(Keys::of(some).iter().collect::<Vec<_>>(), some);
    }
}
