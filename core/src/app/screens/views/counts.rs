//! How many deals each saved view holds, counted as the deals change.

use crate::app::deals::pipeline::pipeline::Pipeline;
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::screens::views::views::Views;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::engine::{DealTable, RowIx};
use crate::query::Query;

use crate::app::foundation::dataset::filter_pass::Sieve;
use crate::app::foundation::dataset::query_row::Filtered;

/// From so many changed rows on a pass over all of them is the shorter way to a count.
const MANY: usize = 2_000;

impl Views {
    /// Counts what each view holds, if the deals have changed since: anew after a full reading, else by the rows that
    /// changed. Ages are counted at the moment of the last full reading, so that what is taken out was put in.
    pub(in crate::app) fn count_views(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let deals = cx.snapshot.deals.clone();
        let before = self.counted.replace(deals.clone());
        if before.as_ref().is_some_and(|of| Arc::ptr_eq(of, &deals)) || self.list.is_empty() {
            return;
        }
        let near = before.filter(|before| before.same_columns(&deals));
        if near.is_none() {
            self.counted_at = cx.observed_now().as_second();
        }
        let now = self.counted_at;
        let changed = near.as_ref().map(|before| before.changed_rows(&deals));
        let changed = changed.unwrap_or_default();
        let mut counts = BTreeMap::new();
        for view in &self.list {
            // A view of another version may ask what this one can't read; it has no count then.
            let Ok(query) = Query::parse(&view.query).map(|query| pipeline.personal(query, cx)) else {
                continue;
            };
            let known = self.counts.get(&view.name).copied();
            let count = match (&near, known) {
                _ if query.is_empty() => deals.len(),
                (Some(before), Some(known)) if changed.len() < MANY => {
                    let in_table = |table: &DealTable, ix: &RowIx| {
                        let row = table.row(*ix);
                        row.is_some_and(|row| query.matches(&Filtered { row, now }))
                    };
                    let of = |table: &DealTable| changed.iter().filter(|ix| in_table(table, ix)).count();
                    (known + of(&deals)).saturating_sub(of(before))
                }
                _ => Sieve::default().kept(&deals, &query, now).count(),
            };
            counts.insert(view.name.clone(), count);
        }
        self.counts = counts;
    }
}
