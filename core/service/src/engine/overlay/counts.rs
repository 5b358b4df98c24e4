//! Counts as the user sees them: the server's counts with pending writes applied. A deal with a pending deletion counts
//! nowhere, and one with a pending creation counts everywhere, so all shown numbers agree.

use std::collections::BTreeMap;

use crate::model::snapshot::Coverage;
use crate::model::table::DealTable;

/// Returns the coverage shown to the user, from the `confirmed` and `overlaid` tables.
pub(in crate::engine) fn coverage(totals: Coverage, confirmed: &DealTable, overlaid: &DealTable) -> Coverage {
    let adjust_count = |count: u64| adjust(count, overlaid.len(), confirmed.len());
    let total = totals.total.map(adjust_count);
    // During the first sync it is unknown which deals the pending writes concern.
    let fetched = match total {
        Some(total) if totals.complete_at.is_none() => totals.fetched.min(total),
        _ => adjust_count(totals.fetched),
    };
    Coverage { fetched, total, ..totals }
}

/// Returns the status counts with pending writes applied. A status that the server did not count is omitted.
pub(in crate::engine) fn statuses(
    totals: &BTreeMap<String, u64>,
    confirmed: &DealTable,
    overlaid: &DealTable,
) -> BTreeMap<String, u64> {
    let adjust_count = |(code, count): (&String, &u64)| {
        let (after, before) = (overlaid.count_of_status(code), confirmed.count_of_status(code));
        (code.clone(), adjust(*count, after, before))
    };
    totals.iter().map(adjust_count).collect()
}

fn adjust(count: u64, after: usize, before: usize) -> u64 {
    (count + after as u64).saturating_sub(before as u64)
}

#[cfg(test)]
mod tests {
    use super::super::tests::{confirmed, conflict, waiting, write};
    use super::super::{CreatedDeals, overlay};
    use super::*;
    use crate::model::pending_write::{PendingWrite, WriteKind};

    fn read(read: u64, total: u64) -> Coverage {
        Coverage {
            fetched: read,
            total: Some(total),
            complete_at: Some(jiff::Timestamp::UNIX_EPOCH),
            ..Coverage::default()
        }
    }

    fn coming(read: u64, total: u64) -> Coverage {
        Coverage { complete_at: None, ..self::read(read, total) }
    }

    /// Returns the shown coverage of two confirmed deals, both sourced.
    fn shown_coverage(counted: Coverage, writes: &[PendingWrite]) -> (u64, Option<u64>, u64) {
        let confirmed = confirmed();
        let overlaid = overlay(&confirmed, &writes.to_vec().into(), &CreatedDeals::new());
        let shown = coverage(counted, &confirmed, &overlaid);
        let sourced = BTreeMap::from([("sourcing".to_owned(), counted.total.unwrap_or(0))]);
        (shown.fetched, shown.total, statuses(&sourced, &confirmed, &overlaid)["sourcing"])
    }

    #[test]
    fn counts_exclude_pending_deletions_but_include_creations() {
        let delete = write(WriteKind::Delete, "b", "", waiting());
        let create = write(WriteKind::Create, "new-1", r#"{"name":"Tour","status":"sourcing"}"#, waiting());
        assert_eq!(shown_coverage(read(2, 2), &[]), (2, Some(2), 2));
        assert_eq!(shown_coverage(read(2, 2), std::slice::from_ref(&delete)), (1, Some(1), 1));
        assert_eq!(shown_coverage(read(2, 2), std::slice::from_ref(&create)), (3, Some(3), 3));
        assert_eq!(shown_coverage(read(2, 2), &[delete, create]), (2, Some(2), 2));
    }

    #[test]
    fn conflicting_deletion_leaves_its_deal_in_the_counts() {
        let blocked = write(WriteKind::Delete, "b", "", conflict());
        assert_eq!(shown_coverage(read(2, 2), &[blocked]), (2, Some(2), 2));
    }

    #[test]
    fn count_overlay_keeps_missing_deals_missing() {
        let delete = [write(WriteKind::Delete, "b", "", waiting())];
        assert_eq!(shown_coverage(read(2, 3), &delete), (1, Some(2), 2));
        assert_eq!(shown_coverage(read(3, 2), &delete), (2, Some(1), 1));
    }

    #[test]
    fn deletion_during_sync_lowers_the_total_and_caps_fetched() {
        let delete = [write(WriteKind::Delete, "b", "", waiting())];
        assert_eq!(shown_coverage(coming(1, 9), &delete), (1, Some(8), 8));
        assert_eq!(shown_coverage(coming(9, 9), &delete), (8, Some(8), 8));
    }

    #[test]
    fn pending_move_lowers_the_count_of_its_old_status() {
        let moved = [write(WriteKind::Update, "a", r#"{"status":"ic"}"#, waiting())];
        assert_eq!(shown_coverage(coming(1, 5), &moved), (1, Some(5), 4));
    }
}
