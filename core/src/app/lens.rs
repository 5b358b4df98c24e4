//! What the filter leaves of the pipeline: row numbers per status, in the order of the cards. Recomputed only when the
//! table or the filter changed, in one pass and without a sort.

use std::collections::BTreeSet;

use rust_decimal::Decimal;

use crate::contract::kpi::KpiKey;
use crate::engine::{DealRow, DealTable, RowIx};
use crate::query::{Query, Row};
use crate::view::vocabulary::status_order;

/// One status and the deals of it that the filter leaves.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LensColumn {
    /// The status code; empty for deals without one.
    pub status: String,
    /// How many deals have it, shown or not.
    pub total: usize,
    /// The deals shown, oldest stage first.
    pub rows: Vec<RowIx>,
    /// The outstanding principal of the deals shown, as far as it was received.
    pub principal: Decimal,
    /// Of how many deals shown it was received.
    pub covered: usize,
}

/// The pipeline through the filter.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lens {
    /// The columns, in board order.
    pub columns: Vec<LensColumn>,
    /// How many deals there are.
    pub total: usize,
    /// How many are shown.
    pub shown: usize,
}

/// The statuses that the contract itself names: their columns stand even when they are empty.
const ATTESTED: [&str; 3] = ["sourcing", "ic", "closing"];

struct Filtered<'a> {
    row: DealRow<'a>,
    now: i64,
}

impl Row for Filtered<'_> {
    fn folded_text(&self) -> &str {
        self.row.folded
    }
    fn status(&self) -> &str {
        self.row.status
    }
    fn class(&self) -> &str {
        self.row.class
    }
    fn owner(&self) -> &str {
        self.row.owner
    }
    fn number(&self, field: &str) -> Option<Decimal> {
        self.row.number(KpiKey::from_name(field)?)
    }
    fn age_days(&self) -> Option<i64> {
        self.row.since.map(|since| age_days(since.at, self.now))
    }
}

/// Whole days between two moments in Unix seconds, never negative.
pub fn age_days(since: i64, now: i64) -> i64 {
    (now - since).max(0) / 86_400
}

impl Lens {
    /// Looks at `table` through `query`. `known` are statuses seen before, which keep their column; `now` is in Unix
    /// seconds.
    pub fn compute(table: &DealTable, query: &Query, known: &BTreeSet<String>, now: i64) -> Self {
        let mut statuses: BTreeSet<&str> = known.iter().map(String::as_str).collect();
        statuses.extend(ATTESTED);
        statuses.extend(
            table
                .statuses()
                .iter()
                .map(|(_, text)| text)
                .filter(|text| !text.is_empty()),
        );
        let mut statuses: Vec<&str> = statuses.into_iter().collect();
        statuses.sort_by_key(|code| (status_order(code), *code));
        let mut columns: Vec<LensColumn> = statuses
            .into_iter()
            .map(|status| LensColumn {
                status: status.to_owned(),
                ..LensColumn::default()
            })
            .collect();
        columns.push(LensColumn::default());

        let mut place = vec![columns.len() - 1; table.statuses().len()];
        for (code, text) in table.statuses().iter() {
            if let Some(at) = columns.iter().position(|column| column.status == text) {
                place[code.index()] = at;
            }
        }
        let everything = query.is_empty();
        let mut shown = 0;
        for row in table.by_age() {
            let column = &mut columns[place[row.status_code.index()]];
            column.total += 1;
            if everything || query.matches(&Filtered { row, now }) {
                column.rows.push(row.ix);
                // What no sum can hold is left out, and so not counted as covered.
                let principal = row
                    .number(KpiKey::CrdTotal)
                    .and_then(|own| column.principal.checked_add(own));
                if let Some(principal) = principal {
                    column.principal = principal;
                    column.covered += 1;
                }
                shown += 1;
            }
        }
        // Deals without a status are no error of ours, but a column for them is noise where there are none.
        if columns.last().is_some_and(|column| column.total == 0) {
            columns.pop();
        }
        Self {
            columns,
            total: table.len(),
            shown,
        }
    }

    /// The column and place of a row.
    pub fn place(&self, status: &str, ix: RowIx) -> Option<(usize, usize)> {
        let column = self.columns.iter().position(|column| column.status == status)?;
        let index = self.columns[column].rows.iter().position(|row| *row == ix)?;
        Some((column, index))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::{Bound, ColumnsBuilder, RowData, StageSince};

    fn table() -> DealTable {
        let mut builder = ColumnsBuilder::default();
        for (id, name, status, days) in [
            ("a", "Le Parc, Lyon", "ic", 12),
            ("b", "Îlot Sainte-Croix", "ic", 30),
            ("c", "Halle", "new_code", 1),
        ] {
            builder.push(&RowData {
                id: id.into(),
                name: name.into(),
                status: status.into(),
                since: Some(StageSince {
                    at: -days * 86_400,
                    bound: Bound::Received,
                }),
                ..RowData::default()
            });
        }
        builder.finish()
    }

    fn lens(filter: &str) -> Lens {
        Lens::compute(&table(), &Query::parse(filter).unwrap(), &BTreeSet::new(), 0)
    }

    #[test]
    fn every_status_met_has_its_column_and_the_attested_ones_always_stand() {
        let codes: Vec<String> = lens("").columns.into_iter().map(|c| c.status).collect();
        assert_eq!(codes, ["sourcing", "ic", "closing", "new_code"]);
    }

    #[test]
    fn a_filter_hides_rows_but_not_their_count() {
        let lens = lens("ilot");
        assert_eq!((lens.total, lens.shown), (3, 1));
        let ic = lens.columns.iter().find(|c| c.status == "ic").unwrap();
        assert_eq!((ic.total, ic.rows.len()), (2, 1));
    }

    #[test]
    fn age_is_filtered_in_whole_days() {
        assert_eq!(lens("age>12j").shown, 1);
        assert_eq!(lens("age>=12j").shown, 2);
    }

    #[test]
    fn the_oldest_stage_comes_first() {
        let lens = lens("");
        assert_eq!(lens.columns[1].rows, [1, 0]);
        assert_eq!(lens.place("ic", 0), Some((1, 1)));
    }
}
