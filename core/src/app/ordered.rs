//! Every deal in the order in force, kept between looks: a filter then costs no sort, and deals of which few have changed
//! are put in order in about one pass.

use std::sync::Arc;

use crate::engine::{DealTable, RowIx};
use crate::view::text::Lang;

use super::column::SortKey;
use super::order::sorted;

/// The rows of a table in an order.
#[derive(Clone, Debug, Default)]
pub(super) struct Ordered {
    of: Option<(Arc<DealTable>, Vec<SortKey>, Lang)>,
    rows: Vec<RowIx>,
}

impl Ordered {
    /// Every row of `deals` by `keys`, the first of which counts most.
    pub(super) fn rows(&mut self, deals: &Arc<DealTable>, keys: &[SortKey], lang: Lang) -> &[RowIx] {
        let same = self
            .of
            .as_ref()
            .is_some_and(|(of, by, own)| Arc::ptr_eq(of, deals) && by == keys && *own == lang);
        if !same {
            let known = self
                .of
                .as_ref()
                .is_some_and(|(of, ..)| of.same_columns(deals) && of.len() == deals.len());
            // Rows that stood in nearly this order are put in order in about one pass.
            let rows = if known {
                std::mem::take(&mut self.rows)
            } else {
                deals.by_age().map(|row| row.ix).collect()
            };
            self.rows = sorted(deals, rows, keys, lang);
            self.of = Some((deals.clone(), keys.to_vec(), lang));
        }
        &self.rows
    }
}
