//! Swimlanes of the board: the deals of every column by owner or by asset class.

use crate::dataset::collation::Collation;
use crate::dataset::column::DealColumn;
use crate::dataset::filtered::FilteredBoard;
use crate::dataset::grouping::Grouping;
use crate::dataset::groups::{Group, Groups};
use crate::deals::pipeline::column_metric::ColumnMetric;
use crate::foundation::cx::overlay_types::Swimlanes;
use crate::model::table::DealTable;
use crate::query::AgeClock;
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
    swimlanes: Swimlanes,
    collation: &Collation,
) -> Vec<Swimlane> {
    let column = match swimlanes {
        Swimlanes::None => return Vec::new(),
        Swimlanes::Owner => DealColumn::Owner,
        Swimlanes::Class => DealColumn::Class,
    };
    let grouping = Grouping { columns: vec![column, DealColumn::Status], ..Grouping::default() };
    let all_rows = filtered.rows();
    let groups = Groups::compute(table, all_rows, &grouping, &[], collation, AgeClock::default());
    let mut columns = vec![Vec::new(); filtered.columns.len()];
    let mut swimlanes: Vec<Swimlane> = Vec::new();
    for Group { codes, rows, .. } in &groups.list {
        match (codes.as_slice(), swimlanes.last_mut()) {
            ([code], _) => swimlanes.push(Swimlane {
                code: code.clone(),
                deal_count: rows.len(),
                ranges: columns.iter().map(|rows| rows.len()..rows.len()).collect(),
                metrics: OnceLock::new(),
            }),
            ([_, status], Some(swimlane)) => {
                let parts = filtered.columns.iter().zip(columns.iter_mut().zip(&mut swimlane.ranges));
                for (_, (column, range)) in parts.filter(|(column, _)| column.status == *status) {
                    column.extend_from_slice(&groups.rows[rows.clone()]);
                    range.end = column.len();
                }
            }
            _ => {}
        }
    }
    for (column, rows) in filtered.columns.iter_mut().zip(columns) {
        column.rows = Arc::new(rows);
    }
    swimlanes
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::dataset::known_statuses::KnownStatuses;
    use crate::model::table::ColumnStoreBuilder;
    use crate::model::table::RowData;
    use crate::query::Query;
    use crate::text::Lang;
    use crate::vocabulary::StatusOrder;

    fn collation() -> Collation {
        Collation { lang: Lang::Fr, statuses: StatusOrder::default(), local_deals: Arc::default() }
    }

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
        let swimlanes = sort_into_swimlanes(&mut filtered, &table, Swimlanes::Owner, &collation());
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
        assert!(sort_into_swimlanes(&mut filtered, &table, Swimlanes::None, &collation()).is_empty());
        assert_eq!(filtered, before);
    }
}
