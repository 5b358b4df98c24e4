//! Whose the columns of the table are. Each view has its own order and widths, and so has "all deals", which is the table
//! without a view: opening a view does not change those, and they are there again when one comes back from it, and at the
//! next start. They follow what a person does to the columns while no view is open, and nothing else.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::engine::Effect;

use crate::app::foundation::dataset::column::Column;
use crate::app::screens::views::views::view_setting;
use crate::app::shell::app::App;

/// The columns of "all deals" and the widths that a person gave them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in crate::app) struct AllDeals {
    columns: Vec<Column>,
    widths: BTreeMap<String, u16>,
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

impl App {
    /// Keeps how wide the columns are, and in which order they stand, with the view that is open: that is how it is looked
    /// at, and no other view. Which columns there are is the view's own, and kept when it is saved; without a view all of
    /// it is that of "all deals".
    pub(in crate::app) fn remember_columns(&mut self) {
        self.note_all_deals();
        let (widths, columns) = (self.table.widths.clone(), self.table.columns.clone());
        let name = self.views.current.clone().filter(|_| self.table.shown);
        let Some(view) = name.and_then(|name| self.views.list.iter_mut().find(|view| view.name == name))
        else {
            return;
        };
        let same = |one: &[Column], other: &[Column]| {
            one.len() == other.len() && one.iter().all(|column| other.contains(column))
        };
        let mut changed = view.widths != widths;
        view.widths = widths;
        if view.columns != columns && same(&view.columns, &columns) {
            view.columns = columns;
            changed = true;
        }
        if changed {
            let (name, text) = view_setting(view);
            self.cx.afterwards.push(Effect::Keep {
                name,
                value: Some(text),
            });
        }
    }

    /// The columns have been changed by hand: without a view they are those of "all deals".
    pub(in crate::app) fn note_all_deals(&mut self) {
        if self.views.current.is_none() {
            self.views.all = AllDeals {
                columns: self.table.columns.clone(),
                widths: self.table.widths.clone(),
            };
        }
    }

    /// Gives the table the columns of "all deals" and their widths.
    pub(in crate::app) fn show_all_deals(&mut self) {
        let AllDeals { columns, widths } = self.views.all.clone();
        self.table.widths = widths;
        let sort = self.table.sort.clone();
        self.set_table(columns, sort);
    }
}
