//! The deals that break an arithmetic check or a threshold, grouped by check.

use std::cmp::Reverse;

use super::row_set::RowSet;
use crate::contract::models::kpi::KpiKey;
use crate::model::table::{DealRow, DealTable, RowIdx};
use crate::vocabulary::kpi_checks::{KpiFault, KpiIssue};
use crate::vocabulary::{METRICS, Thresholds};

/// The deals that break one check.
#[derive(Clone, Debug, Default)]
pub struct BrokenCheck {
    /// Key of the metric.
    pub key: &'static str,
    /// True for the threshold of the metric, false for its arithmetic and its range.
    pub is_threshold: bool,
    /// Number of deals.
    pub deals: usize,
    /// Faults with their rows, the largest difference first.
    pub faults: Vec<(RowIdx, KpiFault)>,
}

/// A line of the list.
#[derive(Clone, Copy, Debug)]
pub enum FaultLine<'a> {
    /// Heading of a check.
    Check(&'a BrokenCheck),
    /// A fault, with its row.
    Fault(RowIdx, &'a KpiFault),
}

/// The deals that break a check, by check.
#[derive(Clone, Debug, Default)]
pub struct FaultyDeals {
    /// Table to which the row numbers belong.
    pub table: DealTable,
    /// Thresholds of the last check.
    thresholds: Option<Thresholds>,
    /// Checks: arithmetic first, then thresholds, each in the order of the metrics.
    checks: Vec<BrokenCheck>,
    /// Deals that break any check.
    faulty: RowSet,
}

impl FaultyDeals {
    /// Number of listed faults of a check. The filter of the check shows all its deals.
    pub const MAX_LISTED: usize = 50;

    /// Checks the deals that changed, or every deal if the columns or the thresholds did.
    pub fn update(&mut self, table: &DealTable, thresholds: &Thresholds) {
        let is_known = self.thresholds.as_ref() == Some(thresholds) && self.table.same_columns(table);
        let changed = if is_known {
            self.table.changed_rows(table)
        } else {
            let kind = |is_threshold| {
                METRICS.iter().map(move |metric| BrokenCheck {
                    key: metric.key,
                    is_threshold,
                    ..BrokenCheck::default()
                })
            };
            self.checks = kind(false).chain(kind(true)).collect();
            (self.faulty, self.thresholds) = (RowSet::default(), Some(thresholds.clone()));
            table.rows().map(|row| row.ix).collect()
        };
        self.table = table.clone();
        let rows = RowSet::from_rows(&changed);
        for check in &mut self.checks {
            check.faults.retain(|(ix, _)| !rows.has(*ix));
        }
        for ix in changed {
            let faults =
                table.row(ix).map(|row| KpiFault::all(|key| row.number(KpiKey::from_name(key)?), thresholds));
            let faults = faults.unwrap_or_default();
            self.faulty.set(ix, !faults.is_empty());
            for fault in faults {
                let is_threshold = fault.issue == KpiIssue::Threshold;
                let is_same =
                    |check: &&mut BrokenCheck| check.key == fault.key && check.is_threshold == is_threshold;
                let check = self.checks.iter_mut().find(is_same);
                if let Some(check) = check {
                    check.faults.push((ix, fault.clone()));
                }
            }
        }
        for check in &mut self.checks {
            check.faults.sort_by_cached_key(|(ix, fault)| (Reverse(fault.difference()), *ix));
            let rows: Vec<RowIdx> = check.faults.iter().map(|(ix, _)| *ix).collect();
            check.deals = RowSet::from_rows(&rows).count();
        }
    }

    /// Returns the number of deals that break any check.
    #[must_use]
    pub fn count(&self) -> usize {
        self.faulty.count()
    }

    /// Returns the broken checks.
    pub fn broken(&self) -> impl Iterator<Item = &BrokenCheck> {
        self.checks.iter().filter(|check| check.deals > 0)
    }

    /// Returns the lines: each check, then its first faults.
    pub fn lines(&self) -> impl Iterator<Item = FaultLine<'_>> {
        self.broken().flat_map(|check| {
            let listed = check.faults.iter().take(Self::MAX_LISTED);
            let faults = listed.map(|(ix, fault)| FaultLine::Fault(*ix, fault));
            std::iter::once(FaultLine::Check(check)).chain(faults)
        })
    }

    /// Returns the faults with their rows, check by check.
    pub fn faults(&self) -> impl Iterator<Item = (DealRow<'_>, &KpiFault)> {
        let all = self.checks.iter().flat_map(|check| &check.faults);
        all.filter_map(|(ix, fault)| Some((self.table.row(*ix)?, fault)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::filter_pass::FilterPass;
    use crate::model::table::{ColumnStoreBuilder, RowData};
    use crate::query::{AgeClock, Query};

    fn table() -> DealTable {
        let mut builder = ColumnStoreBuilder::default();
        let deals = [
            "",
            "noi=100 service_dette=80 dscr=1.25",
            "noi=100 service_dette=80 dscr=1.5 ltv=0.9",
            "noi=100 service_dette=80 dscr=9.5",
            "ltv=65",
            "icr=1.1 dscr=1.3",
        ];
        for (at, kpi) in deals.into_iter().enumerate() {
            let number = |pair: &str| {
                let (key, value) = pair.split_once('=').unwrap();
                (KpiKey::from_name(key).unwrap(), value.parse().unwrap())
            };
            let numbers = kpi.split_whitespace().map(number).collect();
            builder.push(&RowData { id: format!("d{at}"), numbers, ..RowData::default() });
        }
        builder.finish()
    }

    #[test]
    fn every_check_counts_the_deals_that_its_filter_finds() {
        let (table, thresholds) = (table(), Thresholds::default());
        let mut found = FaultyDeals::default();
        found.update(&table, &thresholds);
        let names: Vec<_> =
            found.broken().map(|check| (check.key, check.is_threshold, check.deals)).collect();
        assert_eq!(
            names,
            [("ltv", false, 1), ("dscr", false, 2), ("icr", false, 1), ("ltv", true, 1), ("icr", true, 1)]
        );
        assert_eq!(found.count(), 4);
        let dscr = found.broken().nth(1).unwrap();
        assert_eq!(dscr.faults[0].0, 3, "the largest difference comes first");
        for check in found.broken() {
            let text = if check.is_threshold {
                format!("{}:alert", check.key)
            } else {
                format!("check:{}", check.key)
            };
            let query = Query::parse(&text).unwrap().with_thresholds(&thresholds);
            let rows = FilterPass::default().matching_rows(&table, &query, AgeClock::default());
            assert_eq!(rows.count(), check.deals, "{text}");
        }
        let rows = |text: &str| {
            let query = Query::parse(text).unwrap().with_thresholds(&thresholds);
            FilterPass::default().matching_rows(&table, &query, AgeClock::default()).count()
        };
        assert_eq!((rows("check:any"), rows("-check:tous"), rows("check:ltv,icr")), (4, 2, 2));
        assert_eq!(Query::parse("check:name").unwrap_err().column(), 6);
        assert_eq!(found.lines().count(), 5 + found.faults().count());
    }

    #[test]
    fn changed_deals_alone_are_checked_again_with_the_same_result() {
        let (mut table, thresholds) = (table(), Thresholds::default());
        let mut found = FaultyDeals::default();
        found.update(&table, &thresholds);
        let ltv = |text: &str| vec![(KpiKey::Ltv, text.parse().unwrap())];
        for (id, numbers) in [("d0", ltv("0.95")), ("d2", Vec::new()), ("new", ltv("70"))] {
            table.set_row(RowData { id: id.into(), numbers, ..RowData::default() }, None);
        }
        table.remove("d4");
        found.update(&table, &thresholds);
        let mut fresh = FaultyDeals::default();
        fresh.update(&table, &thresholds);
        let lines = |found: &FaultyDeals| found.lines().map(|line| format!("{line:?}")).collect::<Vec<_>>();
        assert_eq!(lines(&found), lines(&fresh));
        assert_eq!((found.count(), fresh.count()), (4, 4));
    }
}
