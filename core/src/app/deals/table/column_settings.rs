//! Whose the columns of the table are. Each view has its own order and widths, and so has "all deals", which is the table
//! without a view: opening a view does not change those, and they are there again when one comes back from it, and at the
//! next start. They follow what a person does to the columns while no view is open, and nothing else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::app::foundation::dataset::column::Column;

/// The columns of "all deals" and the widths that a person gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct AllDeals {
    pub(in crate::app) columns: Vec<Column>,
    pub(in crate::app) widths: BTreeMap<String, u16>,
}

impl Default for AllDeals {
    fn default() -> Self {
        Self {
            columns: Column::standard(),
            widths: BTreeMap::new(),
        }
    }
}

/// The same as it is kept of a session. Columns that this version does not know are left out.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub(in crate::app) struct Written {
    columns: Vec<String>,
    widths: BTreeMap<String, u16>,
}

impl AllDeals {
    pub(in crate::app) fn written(&self) -> Written {
        let columns = self.columns.iter();
        Written {
            columns: columns.map(|column| column.name().to_owned()).collect(),
            widths: self.widths.clone(),
        }
    }

    /// As it was kept; the standard columns where none of them is known.
    pub(in crate::app) fn read(columns: &[String], widths: &BTreeMap<String, u16>) -> Self {
        let columns: Vec<Column> = columns.iter().filter_map(|text| text.parse().ok()).collect();
        Self {
            columns: if columns.is_empty() {
                Column::standard()
            } else {
                columns
            },
            widths: widths.clone(),
        }
    }
}

impl From<&Written> for AllDeals {
    fn from(written: &Written) -> Self {
        Self::read(&written.columns, &written.widths)
    }
}
