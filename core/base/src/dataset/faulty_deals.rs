//! The deals that break an arithmetic check or a threshold, grouped by check.

use std::cmp::Reverse;

use rust_decimal::Decimal;

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
    /// Broken checks: arithmetic first, then thresholds, each in the order of the metrics.
    pub checks: Vec<BrokenCheck>,
    /// Number of deals that break any check.
    pub faulty: usize,
}

impl FaultyDeals {
    /// Number of listed faults of a check. The filter of the check shows all its deals.
    pub const MAX_LISTED: usize = 50;

    /// Checks every deal of the table.
    #[must_use]
    pub fn compute(table: &DealTable, thresholds: &Thresholds) -> Self {
        let kinds = [false, true].into_iter().flat_map(|is_threshold| {
            METRICS.iter().map(move |metric| BrokenCheck {
                key: metric.key,
                is_threshold,
                ..Default::default()
            })
        });
        let mut checks: Vec<BrokenCheck> = kinds.collect();
        let mut faulty = 0;
        for row in table.rows() {
            let faults = KpiFault::all(|key| row.number(KpiKey::from_name(key)?), thresholds);
            faulty += usize::from(!faults.is_empty());
            for fault in faults {
                let is_same = |check: &&mut BrokenCheck| {
                    check.key == fault.key && check.is_threshold == (fault.issue == KpiIssue::Threshold)
                };
                if let Some(check) = checks.iter_mut().find(is_same) {
                    check.deals += usize::from(check.faults.last().is_none_or(|(ix, _)| *ix != row.ix));
                    check.faults.push((row.ix, fault));
                }
            }
        }
        checks.retain(|check| !check.faults.is_empty());
        for check in &mut checks {
            let size = |fault: &KpiFault| {
                fault
                    .expected
                    .and_then(|expected| fault.received.checked_sub(expected))
                    .as_ref()
                    .map(Decimal::abs)
            };
            check.faults.sort_by_cached_key(|(_, fault)| Reverse(size(fault)));
        }
        Self { table: table.clone(), checks, faulty }
    }

    /// Returns the lines: each check, then its first faults.
    pub fn lines(&self) -> impl Iterator<Item = FaultLine<'_>> {
        self.checks.iter().flat_map(|check| {
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
        let found = FaultyDeals::compute(&table, &thresholds);
        let names: Vec<_> =
            found.checks.iter().map(|check| (check.key, check.is_threshold, check.deals)).collect();
        assert_eq!(
            names,
            [("ltv", false, 1), ("dscr", false, 2), ("icr", false, 1), ("ltv", true, 1), ("icr", true, 1)]
        );
        assert_eq!(found.faulty, 4);
        assert_eq!(found.checks[1].faults[0].0, 3, "the largest difference comes first");
        for check in &found.checks {
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
}
