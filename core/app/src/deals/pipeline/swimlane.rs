//! Swimlanes of the board: the deals of every column by owner or by asset class.

use crate::dataset::filtered::FilteredBoard;
use crate::deals::pipeline::column_metric::ColumnMetric;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::model::intern::InternCode;
use crate::model::table::{DealTable, RowIdx};
use crate::text::{Lang, fold};
use crate::vocabulary;
use std::sync::{Arc, OnceLock};

/// Metrics of a swimlane.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SwimlaneMetrics {
    /// Metric of the column headers for its deals; `None` if no metric is chosen.
    pub metric: Option<ColumnMetric>,
    /// Number of deals that are too long in their status.
    pub slow: usize,
}

/// One swimlane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Swimlane {
    /// Owner, or code of the class; empty for deals without one.
    pub code: String,
    /// Number of its deals shown.
    pub deal_count: usize,
    /// Range of its rows in each column.
    pub ranges: Vec<std::ops::Range<usize>>,
    /// Metrics, once they were needed.
    pub(crate) metrics: OnceLock<SwimlaneMetrics>,
}

impl Swimlane {
    /// Drops the cached metrics.
    pub(in crate::deals) fn reset_metrics(&mut self) {
        self.metrics.take();
    }
}

/// Sorts the rows of every column by swimlane and returns the ranges of each.
pub(crate) fn sort_into_swimlanes(
    filtered: &mut FilteredBoard,
    table: &DealTable,
    grouping: Swimlanes,
    lang: Lang,
) -> Vec<Swimlane> {
    if grouping == Swimlanes::None {
        return Vec::new();
    }
    let interner = match grouping {
        Swimlanes::Class => table.classes(),
        _ => table.owners(),
    };
    let texts: Vec<&str> = interner.iter().map(|(_, text)| text).collect();
    // Group by code number, so that texts are compared once per swimlane and not per deal.
    let code_of = |ix: RowIdx| match grouping {
        Swimlanes::Class => table.class_code(ix),
        _ => table.owner_code(ix),
    };
    let code_of = |ix: &RowIdx| code_of(*ix).unwrap_or(InternCode::NONE);
    let coded: Vec<Vec<InternCode>> =
        filtered.columns.iter().map(|column| column.rows.iter().map(code_of).collect()).collect();
    let counts: Vec<Vec<usize>> = coded.iter().map(|codes| count_codes(codes, texts.len())).collect();
    let name = |code: &str| match grouping {
        Swimlanes::Class => fold(&vocabulary::asset_class(lang, code)),
        _ => fold(code),
    };
    let has_rows = |code: &usize| counts.iter().any(|counts| counts[*code] > 0);
    let mut codes: Vec<usize> = (0..texts.len()).filter(has_rows).collect();
    // Deals without an owner or class come last.
    codes.sort_by_cached_key(|code| (texts[*code].is_empty(), name(texts[*code]), texts[*code]));
    let mut swimlanes: Vec<Swimlane> = codes
        .iter()
        .map(|code| Swimlane {
            code: texts[*code].to_owned(),
            deal_count: 0,
            ranges: Vec::with_capacity(filtered.columns.len()),
            metrics: OnceLock::new(),
        })
        .collect();
    for ((column, coded), counts) in filtered.columns.iter_mut().zip(coded).zip(counts) {
        let mut next = vec![0; texts.len()];
        let mut end = 0;
        for (swimlane, code) in swimlanes.iter_mut().zip(&codes) {
            next[*code] = end;
            end += counts[*code];
            swimlane.ranges.push(next[*code]..end);
            swimlane.deal_count += counts[*code];
        }
        let mut placed = vec![0; coded.len()];
        for (ix, code) in column.rows.iter().zip(coded) {
            let next = &mut next[code.index()];
            placed[*next] = *ix;
            *next += 1;
        }
        column.rows = Arc::new(placed);
    }
    swimlanes
}

/// Counts the rows of each code.
pub(crate) fn count_codes(row_codes: &[InternCode], codes: usize) -> Vec<usize> {
    let mut counts = vec![0; codes];
    for code in row_codes {
        counts[code.index()] += 1;
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::known_statuses::KnownStatuses;
    use crate::model::table::ColumnStoreBuilder;
    use crate::model::table::RowData;
    use crate::query::{AgeClock, Query};

    fn table() -> DealTable {
        let mut builder = ColumnStoreBuilder::default();
        for (id, status, owner) in [
            ("a", "ic", "Zoé"),
            ("b", "ic", ""),
            ("c", "ic", "Éric"),
            ("d", "closing", "Zoé"),
            ("e", "ic", "Zoé"),
        ] {
            builder.push(&RowData {
                id: id.into(),
                name: id.into(),
                status: status.into(),
                owner: owner.into(),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    #[test]
    fn swimlane_sort_orders_columns_and_loses_no_deal() {
        let table = table();
        let mut filtered =
            FilteredBoard::compute(&table, &Query::default(), &KnownStatuses::default(), AgeClock::default());
        let swimlanes = sort_into_swimlanes(&mut filtered, &table, Swimlanes::Owner, Lang::Fr);
        let codes: Vec<&str> = swimlanes.iter().map(|swimlane| swimlane.code.as_str()).collect();
        assert_eq!(codes, ["Éric", "Zoé", ""]);
        let ic = filtered.columns.iter().position(|column| column.status == "ic").unwrap();
        assert_eq!(*filtered.columns[ic].rows, [2, 0, 4, 1]);
        assert_eq!(swimlanes[1].ranges[ic], 1..3);
        assert_eq!(swimlanes[1].deal_count, 3, "two here and one in closing");
        assert_eq!(swimlanes.iter().map(|swimlane| swimlane.deal_count).sum::<usize>(), filtered.shown);
    }

    #[test]
    fn sort_without_swimlanes_changes_nothing() {
        let table = table();
        let mut filtered =
            FilteredBoard::compute(&table, &Query::default(), &KnownStatuses::default(), AgeClock::default());
        let before = filtered.clone();
        assert!(sort_into_swimlanes(&mut filtered, &table, Swimlanes::None, Lang::Fr).is_empty());
        assert_eq!(filtered, before);
    }
}
