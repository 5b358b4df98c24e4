//! Matches of rules, updated from the rows that changed.
//!
//! A rule whose result depends on ages is evaluated over all rows again once an hour.

use std::collections::HashSet;

use super::filter_pass::FilterPass;
use super::query_row::FilterRow;
use crate::model::rule::MatchChange;
use crate::model::table::DealTable;
use crate::query::{AgeClock, Query};

/// Seconds after which ages are compared again.
const AGE_INTERVAL: i64 = 3_600;

/// Identifiers of deals.
pub type DealIds = HashSet<Box<str>>;

/// The deals that match one rule.
#[derive(Clone, Debug, Default)]
pub struct RuleMatches {
    query: Query,
    deals: DealIds,
    /// Hour of the last evaluation of all rows; `None` if it is due.
    full_hour: Option<i64>,
}

impl RuleMatches {
    /// Starts from the deals that matched before.
    #[must_use]
    pub fn new(deals: DealIds) -> Self {
        Self { deals, ..Self::default() }
    }

    /// Returns the deals that match.
    #[must_use]
    pub fn deals(&self) -> &DealIds {
        &self.deals
    }

    /// Sets the filter; another one is evaluated over all rows.
    pub fn set_query(&mut self, query: Query) {
        if query != self.query {
            (self.query, self.full_hour) = (query, None);
        }
    }

    /// Follows a change of the table, and returns the deals that began or ceased to match.
    pub fn update(&mut self, before: &DealTable, after: &DealTable, clock: AgeClock<'_>) -> Vec<MatchChange> {
        let hour = clock.now().div_euclid(AGE_INTERVAL);
        let is_current = self.full_hour.is_some_and(|at| at == hour || !self.query.depends_on_age());
        if is_current && before.same_columns(after) {
            self.update_rows(before, after, clock)
        } else {
            self.full_hour = Some(hour);
            self.update_all(before, after, clock)
        }
    }

    fn update_rows(
        &mut self,
        before: &DealTable,
        after: &DealTable,
        clock: AgeClock<'_>,
    ) -> Vec<MatchChange> {
        let mut changes = Vec::new();
        for ix in before.changed_rows(after) {
            let Some(id) = after.row(ix).or_else(|| before.row(ix)).map(|row| row.id) else { continue };
            // The deal may have moved to another row.
            let row = after.find(id).and_then(|ix| after.row(ix));
            let matches = row.is_some_and(|row| self.query.matches(&FilterRow { row, clock }));
            if matches != self.deals.contains(id) {
                changes.push(change(before, after, id, matches));
                if matches {
                    self.deals.insert(id.into());
                } else {
                    self.deals.remove(id);
                }
            }
        }
        changes
    }

    fn update_all(&mut self, before: &DealTable, after: &DealTable, clock: AgeClock<'_>) -> Vec<MatchChange> {
        let mut deals = DealIds::new();
        if self.query.is_empty() {
            deals.extend(after.by_age().map(|row| Box::from(row.id)));
        } else {
            FilterPass::default().matching_rows(after, &self.query, clock).for_each(|ix| {
                deals.extend(after.row(ix).map(|row| Box::from(row.id)));
            });
        }
        let new = deals.difference(&self.deals).map(|id| change(before, after, id, true));
        let left = self.deals.difference(&deals).map(|id| change(before, after, id, false));
        let mut changes: Vec<MatchChange> = new.chain(left).collect();
        changes.sort_unstable();
        self.deals = deals;
        changes
    }
}

fn change(before: &DealTable, after: &DealTable, id: &str, matches: bool) -> MatchChange {
    let named = |table: &DealTable| Some(table.row(table.find(id)?)?.name.to_owned());
    let name = named(after).or_else(|| named(before)).unwrap_or_default();
    MatchChange { deal: id.to_owned(), name, matches }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::table::{ColumnStoreBuilder, RowData, StatusSince, TimePrecision};

    fn row(id: u8, status: &str, days: i64) -> RowData {
        RowData {
            id: format!("d{id}"),
            name: format!("Deal {id}"),
            status: status.into(),
            since: Some(StatusSince { at: -days * 86_400, precision: TimePrecision::Received }),
            ..RowData::default()
        }
    }

    fn table(rows: &[RowData]) -> DealTable {
        let mut builder = ColumnStoreBuilder::default();
        for row in rows {
            builder.push(row);
        }
        builder.finish()
    }

    /// One change of the deals or of the time.
    #[derive(Clone, Debug)]
    enum Step {
        Set(u8, &'static str, i64),
        Remove(u8),
        Hours(i64),
        Rebuild,
        Filter(&'static str),
    }

    fn steps() -> impl Strategy<Value = Vec<Step>> {
        let status = prop::sample::select(vec!["ic", "lost", "sourcing"]);
        let filter = prop::sample::select(vec!["status:ic", "age>3d", "deal 1", "", "-status:ic age<9d"]);
        let step = prop_oneof![
            5 => (0..12_u8, status, 0..12_i64).prop_map(|(id, status, days)| Step::Set(id, status, days)),
            2 => (0..12_u8).prop_map(Step::Remove),
            1 => (1..72_i64).prop_map(Step::Hours),
            1 => Just(Step::Rebuild),
            1 => filter.prop_map(Step::Filter),
        ];
        prop::collection::vec(step, 1..40)
    }

    proptest! {
        #[test]
        fn incremental_matches_equal_an_evaluation_of_all_deals(steps in steps()) {
            let mut deals = table(&[row(1, "ic", 1), row(2, "lost", 5), row(3, "ic", 9)]);
            let (mut before, mut now) = (DealTable::default(), 0_i64);
            let mut matches = RuleMatches::default();
            let mut reported = DealIds::new();
            let mut query = Query::parse("status:ic").unwrap();
            for step in steps {
                match step {
                    Step::Set(id, status, days) => deals.set_row(row(id, status, days), None),
                    Step::Remove(id) => deals.remove(&format!("d{id}")),
                    Step::Hours(hours) => now += hours * 3_600,
                    Step::Filter(text) => query = Query::parse(text).unwrap(),
                    Step::Rebuild => {
                        let rows: Vec<RowData> = deals.by_age().map(|row| row.to_data()).collect();
                        deals = table(&rows);
                    }
                }
                matches.set_query(query.clone());
                for change in matches.update(&before, &deals, AgeClock::calendar(now)) {
                    let id: Box<str> = change.deal.as_str().into();
                    let is_new = if change.matches { reported.insert(id) } else { reported.remove(&*id) };
                    prop_assert!(is_new, "reported twice: {change:?}");
                }
                before = deals.clone();
                let expected: DealIds = deals
                    .by_age()
                    .filter(|row| query.matches(&FilterRow { row: *row, clock: AgeClock::calendar(now) }))
                    .map(|row| Box::from(row.id))
                    .collect();
                prop_assert_eq!(&expected, matches.deals());
                prop_assert_eq!(&expected, &reported);
            }
        }
    }
}
