//! Rows of a plan that concern the same deal, or probably do.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use crate::contract::ids::DealId;
use crate::import::planned_row::{PlannedRow, RowCategory};
use crate::import::row_issue::{RowIssue, RowRule};
use crate::import::similar::{resembles, similarity_keys};
use crate::text::fold;

/// Turns rows for the same deal into one, if they agree; otherwise none of them is written.
pub(super) fn refuse_contradictions(rows: &mut [PlannedRow], accepted: &BTreeSet<usize>) {
    let mut by_target: HashMap<(String, String), Vec<&mut PlannedRow>> = HashMap::new();
    for row in rows {
        let target = match row.category() {
            RowCategory::New => (fold(&row.name), "new".to_owned()),
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

/// Marks rows for new deals whose names probably mean the same deal.
pub(super) fn refuse_similar_rows(rows: &mut [PlannedRow], accepted: &BTreeSet<usize>) {
    let new = rows.iter().enumerate().filter(|(_, row)| row.category() == RowCategory::New);
    let names: Vec<_> = new.map(|(ix, row)| (ix, row.line, fold(&row.name))).collect();
    let keys_of = |(at, (_, _, name)): (usize, &(usize, usize, String))| {
        similarity_keys(name).into_iter().map(move |key| (key, at))
    };
    let mut keys: Vec<(u64, usize)> = names.iter().enumerate().flat_map(keys_of).collect();
    keys.sort_unstable();
    let mut similar = BTreeMap::new();
    for same_key in keys.chunk_by(|one, other| one.0 == other.0) {
        let mut group = same_key.iter().filter_map(|(_, at)| names.get(*at));
        while let Some((ix, line, name)) = group.next() {
            for (other_ix, other_line, other) in group.clone() {
                if name != other && resembles(name, other) {
                    similar.insert(*ix, *other_line);
                    similar.insert(*other_ix, *line);
                }
            }
        }
    }
    for (ix, line) in similar {
        if let Some(row) = rows.get_mut(ix).filter(|row| !accepted.contains(&row.line)) {
            let issue = RowIssue::new(RowRule::SIMILAR_ROW, "name", &row.name).with_other(line.to_string());
            row.clear(Some(issue));
        }
    }
}
