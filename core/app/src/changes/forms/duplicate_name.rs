//! Counts deals with the same name.
//!
//! The service accepts a name that is already used, and so does the form, with a warning. Case, accents and surrounding
//! spaces do not distinguish names.

use crate::foundation::cx::app_cx::AppCx;
use std::collections::BTreeSet;

use crate::model::table::{DealTable, RowIdx};
use crate::query::letter_mask;
use crate::text::fold;
use crate::text::single_line::one_line;

impl AppCx {
    /// Returns the number of deals with this name.
    pub fn deals_named(&self, name: &str) -> usize {
        count_named(&self.snapshot.deals, &one_line(name))
    }
}

fn count_named(table: &DealTable, name: &str) -> usize {
    let folded_name = fold(name);
    if folded_name.is_empty() {
        return 0;
    }
    let letters = letter_mask(&folded_name);
    let mut rows: BTreeSet<RowIdx> = table.renamed_rows().collect();
    for row_group in table.row_groups() {
        let same = |(at, row_letters): (usize, &u64)| {
            (*row_letters == letters && row_group.folded_at(at) == folded_name).then(|| row_group.ix(at))
        };
        rows.extend(row_group.letter_masks().iter().enumerate().filter_map(same));
    }
    // A delta may have renamed or removed the row.
    let has_name = |ix: &RowIdx| table.row(*ix).is_some_and(|row| row.folded == folded_name);
    rows.iter().filter(|ix| has_name(ix)).count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::table::{ColumnStoreBuilder, RowData};

    fn deal(id: &str, name: &str) -> RowData {
        RowData { id: id.into(), name: name.into(), ..RowData::default() }
    }

    #[test]
    fn duplicate_name_check_ignores_case_and_partial_matches() {
        let mut builder = ColumnStoreBuilder::default();
        for (id, name) in [("a", "Le Parc, Lyon"), ("b", "LE PARC, LYON"), ("c", "Le Parc, Lyon 2")] {
            builder.push(&deal(id, name));
        }
        let mut table = builder.finish();
        assert_eq!(count_named(&table, "le parc, lyon"), 2);
        assert_eq!(count_named(&table, "Le Parc"), 0, "a part of a name does not match");
        assert_eq!(count_named(&table, ""), 0);
        table.set_row(deal("new", "Le Parc, Lyon"), None);
        table.set_row(deal("b", "Halle Sud"), None);
        table.remove("a");
        assert_eq!(count_named(&table, "Le Parc, Lyon"), 1, "only the added deal matches");
        assert_eq!(count_named(&table, "halle sud"), 1);
    }
}
