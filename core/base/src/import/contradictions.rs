//! Rows of a plan that concern the same deal.

use std::collections::{BTreeSet, HashMap};

use crate::import::mapping::ImportField;
use crate::import::planned_row::{PlannedRow, RowVerdict};
use crate::import::row_issue::{RowIssue, RowRule};
use crate::text::fold;

/// Turns rows for the same deal into one, if they agree; otherwise none of them is written.
pub(super) fn refuse_contradictions(rows: &mut [PlannedRow], accepted: &BTreeSet<usize>) {
    let mut by_target: HashMap<(String, String), Vec<usize>> = HashMap::new();
    for (at, row) in rows.iter().enumerate() {
        let target = match &row.verdict {
            RowVerdict::New(fields) => {
                (fold(&row.name), fields.text("classe_actif").unwrap_or_default().into_owned())
            }
            // A row without a change contradicts one with a change, too.
            RowVerdict::Changed { .. } | RowVerdict::Same => match &row.deal {
                Some(deal) => (String::new(), deal.as_str().to_owned()),
                None => continue,
            },
            RowVerdict::Refused(_) => continue,
        };
        by_target.entry(target).or_default().push(at);
    }
    for group in by_target.into_values().filter(|group| group.len() > 1) {
        let Some(first) = group.first().and_then(|at| rows.get(*at)).cloned() else { continue };
        let agree = group.iter().all(|at| {
            rows.get(*at).is_some_and(|row| {
                row.change().map(|(_, after)| after) == first.change().map(|(_, after)| after)
            })
        });
        let Some(last_line) = group.last().and_then(|at| rows.get(*at)).map(|row| row.line) else { continue };
        for (nth, at) in group.into_iter().enumerate() {
            let Some(row) = rows.get_mut(at).filter(|row| !accepted.contains(&row.line)) else { continue };
            if agree {
                if nth > 0 {
                    row.verdict = RowVerdict::Same;
                    row.key = None;
                }
            } else {
                let other = if row.line == first.line { last_line } else { first.line };
                let issue = RowIssue::new(RowRule::Repeated, ImportField::Name, &row.name);
                row.verdict = RowVerdict::Refused(issue.with_other(other.to_string()));
                row.key = None;
            }
        }
    }
}
