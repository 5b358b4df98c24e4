//! Rows of a plan that concern the same deal.

use std::collections::{BTreeSet, HashMap};

use crate::contract::ids::DealId;
use crate::import::planned_row::{PlannedRow, RowCategory};
use crate::import::row_issue::{RowIssue, RowRule};
use crate::text::fold;

/// Turns rows for the same deal into one, if they agree; otherwise none of them is written.
pub(super) fn refuse_contradictions(rows: &mut [PlannedRow], accepted: &BTreeSet<usize>) {
    let mut by_target: HashMap<(String, String), Vec<&mut PlannedRow>> = HashMap::new();
    for row in rows {
        let target = match row.category() {
            RowCategory::New => {
                (fold(&row.name), row.after.text("classe_actif").unwrap_or_default().into_owned())
            }
            // A row without a change contradicts one with a change, too.
            RowCategory::Changed | RowCategory::Same => {
                (String::new(), row.deal.as_ref().map_or("", DealId::as_str).to_owned())
            }
            RowCategory::Refused | RowCategory::Uncertain => continue,
        };
        by_target.entry(target).or_default().push(row);
    }
    for group in by_target.values_mut() {
        let ([first, others @ ..], lines) = (&**group, group.iter().map(|row| row.line)) else { continue };
        let agree = others.iter().all(|row| row.after == first.after);
        let (first, last) = (first.line, lines.max().unwrap_or_default());
        for row in group.iter_mut().filter(|row| !accepted.contains(&row.line)) {
            if !agree {
                let other = if row.line == first { last } else { first };
                let issue = RowIssue::new(RowRule::REPEATED, "name", &row.name);
                row.clear(Some(issue.with_other(other.to_string())));
            } else if row.line != first {
                row.clear(None);
            }
        }
    }
}
