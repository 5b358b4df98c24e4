//! Column settings of the table, per view.
//!
//! Each view has its own order and widths, and so has "all deals", the table without a view. Opening a view leaves the
//! settings of "all deals" unchanged; they are restored on return and at the next start. They change only when the user
//! changes columns while no view is open.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::dataset::column::DealColumn;

/// The columns of "all deals", with the user's widths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct AllDealsColumns {
    pub(crate) columns: Vec<DealColumn>,
    pub(crate) widths: BTreeMap<String, u16>,
}

impl Default for AllDealsColumns {
    fn default() -> Self {
        Self { columns: DealColumn::standard(), widths: BTreeMap::new() }
    }
}

/// The stored form of `AllDealsColumns`, as column names.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct StoredColumns {
    columns: Vec<String>,
    widths: BTreeMap<String, u16>,
}

impl AllDealsColumns {
    pub(crate) fn to_stored(&self) -> StoredColumns {
        let columns = self.columns.iter();
        StoredColumns {
            columns: columns.map(|column| column.name().to_owned()).collect(),
            widths: self.widths.clone(),
        }
    }

    /// Restores the stored columns. Unknown columns are omitted; if none is known, the standard ones apply.
    pub(crate) fn from_stored(columns: &[String], widths: &BTreeMap<String, u16>) -> Self {
        let columns: Vec<DealColumn> = columns.iter().filter_map(|text| text.parse().ok()).collect();
        Self {
            columns: if columns.is_empty() { DealColumn::standard() } else { columns },
            widths: widths.clone(),
        }
    }
}

impl From<&StoredColumns> for AllDealsColumns {
    fn from(stored: &StoredColumns) -> Self {
        Self::from_stored(&stored.columns, &stored.widths)
    }
}
