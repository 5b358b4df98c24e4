//! Number of deals in each saved view, updated when the deals change.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::screens::views::views::Views;
use std::collections::BTreeMap;
use std::sync::Arc;

use crate::model::table::{DealTable, RowIdx};
use crate::query::{AgeClock, Query};

use crate::dataset::filter_pass::FilterPass;
use crate::dataset::query_row::FilterRow;

/// Number of changed rows from which a full recount is faster.
const FULL_RECOUNT_ROWS: usize = 2_000;

impl Views {
    /// Returns whether the count of a view depends on a state of deals on this device.
    pub(crate) fn have_marks(&self) -> bool {
        self.list.iter().any(|view| Query::parse(&view.query).is_ok_and(|query| query.has_marks()))
    }

    /// Updates the counts of all views if the deals have changed. Counts from scratch after a full sync, otherwise from
    /// the changed rows. Ages are computed at the time of the last full count, so that the counts of removed and added
    /// rows match.
    pub(crate) fn count_views(&mut self, pipeline: &mut Pipeline, cx: &mut AppCx) {
        let deals = cx.snapshot.deals.clone();
        let before = self.counted_table.replace(deals.clone());
        if before.as_ref().is_some_and(|counted| Arc::ptr_eq(counted, &deals)) || self.list.is_empty() {
            return;
        }
        let comparable = before.filter(|before| before.same_columns(&deals));
        if comparable.is_none() {
            self.counted_at = cx.observed_now().as_second();
        }
        for view in &self.list {
            let needs = Query::parse(&view.query).map(|query| query.needs());
            cx.request_filter_data(needs.unwrap_or_default());
        }
        let clock = AgeClock::new(self.counted_at, cx.options.working_days.as_deref());
        let changed = comparable.as_ref().map(|before| before.changed_rows(&deals));
        let changed = changed.unwrap_or_default();
        let mut counts = BTreeMap::new();
        for view in &self.list {
            // A view of another program version may have an unreadable filter; it has no count.
            let Ok(query) = Query::parse(&view.query).map(|query| pipeline.personalize(query, cx)) else {
                continue;
            };
            let known = self.counts.get(&view.name).copied();
            let count = match (&comparable, known) {
                _ if query.is_empty() => deals.len(),
                (Some(before), Some(known))
                    if changed.len() < FULL_RECOUNT_ROWS && query.limit().is_none() =>
                {
                    let in_table = |table: &DealTable, ix: &RowIdx| {
                        let row = table.row(*ix);
                        row.is_some_and(|row| query.matches(&FilterRow { row, clock }))
                    };
                    let count_in =
                        |table: &DealTable| changed.iter().filter(|ix| in_table(table, ix)).count();
                    (known + count_in(&deals)).saturating_sub(count_in(before))
                }
                _ => FilterPass::default().matching_rows(&deals, &query, clock).count(),
            };
            counts.insert(view.name.clone(), count.min(query.limit().unwrap_or(count)));
        }
        self.counts = counts;
    }
}
