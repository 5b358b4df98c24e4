//! Selection of waiting rows that may be sent now. Rows of one record are sent in order, different records
//! concurrently; a blocked row does not stop others. A scan covers all waiting rows, so its result is cached until
//! something changes or becomes due.

use std::collections::HashSet;

use foldhash::fast::RandomState;
use jiff::Timestamp;

use crate::contract::OperationId;
use crate::store::{EntryState, OutboxEntry, UnreadableEntry};

use crate::engine::actor::clock::earlier;

/// Rows that may be sent now, and the next due time.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::engine) struct DueEntries {
    pub(in crate::engine) now: Vec<i64>,
    pub(in crate::engine) next: Option<Timestamp>,
}

/// The cached result of a scan, and its inputs.
#[derive(Debug)]
pub(in crate::engine) struct CachedScan {
    pub(in crate::engine) scanned_at: Timestamp,
    /// Outbox change number, number of free slots, and time of the next mark.
    pub(in crate::engine) inputs: (u64, usize, Timestamp),
    pub(in crate::engine) due: DueEntries,
}

impl CachedScan {
    /// Returns whether a new scan would give the same result.
    pub(super) fn is_valid(&self, inputs: (u64, usize, Timestamp), now: Timestamp) -> bool {
        self.inputs == inputs && self.scanned_at <= now && self.due.next.is_none_or(|next| now < next)
    }
}

/// Selects at most `slots` rows to send now. `next_mark` paces the marks of notifications, of which at most one is in
/// flight. Rows behind a `unreadable` row of the same record wait for a version that can read it.
pub(in crate::engine) fn select_due<'a>(
    rows: impl ExactSizeIterator<Item = &'a OutboxEntry> + Clone,
    unreadable: &[UnreadableEntry],
    now: Timestamp,
    next_mark: Timestamp,
    slots: usize,
) -> DueEntries {
    let mut due = DueEntries::default();
    let mut busy: HashSet<(OperationId, &str), RandomState> =
        HashSet::with_capacity_and_hasher(rows.len(), RandomState::default());
    let unreadable_before = |entry: &OutboxEntry| {
        unreadable.iter().any(|unreadable_entry| {
            unreadable_entry.record == entry.record && unreadable_entry.seq < entry.seq
        })
    };
    let is_mark = |entry: &OutboxEntry| entry.operation == OperationId::NotificationsRead;
    let mut marking = rows.clone().any(|entry| is_mark(entry) && entry.state == EntryState::Sending);
    for entry in rows {
        // A blocked change is not sent, so later ones need not wait for it. A blocked creation has no record to change
        // yet.
        if entry.locked_by.is_some() {
            continue;
        }
        if entry.state.is_blocked() {
            if entry.operation == OperationId::DealsCreate {
                busy.insert(entry.subject());
            }
            continue;
        }
        if !busy.insert(entry.subject()) || entry.state == EntryState::Sending || unreadable_before(entry) {
            continue;
        }
        let at = if is_mark(entry) { entry.not_before.max(next_mark) } else { entry.not_before };
        if at > now {
            due.next = earlier(due.next, Some(at));
        } else if due.now.len() < slots && !(is_mark(entry) && marking) {
            marking |= is_mark(entry);
            due.now.push(entry.seq);
        }
    }
    debug_assert!(due.now.len() <= slots && due.next.is_none_or(|next| next > now));
    due
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::ids::IdempotencyKey;

    fn row(
        seq: i64,
        operation: OperationId,
        record: &str,
        state: EntryState,
        not_before: i64,
    ) -> OutboxEntry {
        OutboxEntry {
            seq,
            operation,
            record: record.into(),
            body: String::new(),
            key: IdempotencyKey::new(format!("k{seq}")).unwrap(),
            base: "{}".into(),
            label: String::new(),
            created_at: at(0),
            attempts: 0,
            not_before: at(not_before),
            state,
            ever_sent: false,
            outcome_unknown: false,
            last_problem: None,
            locked_by: None,
        }
    }

    fn update(seq: i64, record: &str, state: EntryState, not_before: i64) -> OutboxEntry {
        row(seq, OperationId::DealsUpdate, record, state, not_before)
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn due_now(rows: &[OutboxEntry], slots: usize) -> Vec<i64> {
        select_due(rows.iter(), &[], at(100), at(0), slots).now
    }

    #[test]
    fn records_are_sent_in_parallel_and_each_in_order() {
        use EntryState::{Scheduled, Sending, Waiting};
        let rows = [
            update(1, "a", Waiting, 0),
            update(2, "a", Waiting, 0),
            update(3, "b", Sending, 0),
            update(4, "b", Waiting, 0),
            update(5, "c", Waiting, 0),
            update(6, "d", Scheduled, 107),
            update(7, "d", Waiting, 0),
        ];
        assert_eq!(due_now(&rows, 4), [1, 5]);
        assert_eq!(due_now(&rows, 1), [1]);
        assert_eq!(due_now(&[update(1, "a", Scheduled, 100), update(2, "b", Scheduled, 101)], 4), [1]);
        assert_eq!(select_due(rows.iter(), &[], at(100), at(0), 4).next, Some(at(107)));
    }

    #[test]
    fn cached_scan_expires_on_a_change_or_due_time() {
        let rows = [update(1, "a", EntryState::Waiting, 0), update(2, "b", EntryState::Scheduled, 107)];
        let of = (1, 4, at(0));
        let looked = CachedScan {
            scanned_at: at(100),
            inputs: of,
            due: select_due(rows.iter(), &[], at(100), at(0), 4),
        };
        assert!(looked.is_valid(of, at(106)));
        assert!(!looked.is_valid(of, at(107)), "the hold has ended");
        assert!(!looked.is_valid(of, at(99)), "the clock was set back");
        for other in [(2, 4, at(0)), (1, 3, at(0)), (1, 4, at(1))] {
            assert!(!looked.is_valid(other, at(100)));
        }
    }

    #[test]
    fn only_a_blocked_creation_blocks_its_dependents() {
        use EntryState::{Conflict, Rejected, Waiting};
        let rows = [
            update(1, "a", Rejected, 0),
            update(2, "a", Waiting, 0),
            update(3, "b", Conflict, 0),
            row(4, OperationId::DealsCreate, "new", Rejected, 0),
            update(5, "new", Waiting, 0),
            update(6, "c", Waiting, 0),
        ];
        assert_eq!(due_now(&rows, 4), [2, 6]);
    }

    #[test]
    fn unreadable_entry_blocks_only_its_own_record() {
        use EntryState::Waiting;
        let odd = UnreadableEntry {
            seq: 2,
            operation: "deals_merge".into(),
            record: "a".into(),
            label: String::new(),
            created_at: None,
            reason: String::new(),
            damaged: false,
        };
        let locked = OutboxEntry {
            locked_by: Some(Box::new(crate::model::identity::Identity::new("https://h/v1", "k", None))),
            ..update(5, "c", Waiting, 0)
        };
        let rows = [
            update(1, "a", Waiting, 0),
            update(3, "a", Waiting, 0),
            update(4, "b", Waiting, 0),
            locked,
            update(6, "c", Waiting, 0),
        ];
        let chosen =
            |rows: &[OutboxEntry]| select_due(rows.iter(), std::slice::from_ref(&odd), at(100), at(0), 4).now;
        assert_eq!(chosen(&rows), [1, 4, 6]);
        assert_eq!(chosen(&rows[1..]), [4, 6]);
    }

    #[test]
    fn read_marks_are_sent_sequentially_and_paced() {
        use EntryState::{Sending, Waiting};
        let mark = |seq, record: &str, state| row(seq, OperationId::NotificationsRead, record, state, 0);
        assert_eq!(due_now(&[mark(1, "n", Waiting), mark(2, "m", Waiting)], 4), [1]);
        assert_eq!(due_now(&[mark(1, "n", Sending), mark(2, "m", Waiting)], 4), [] as [i64; 0]);
        let paced = select_due([mark(1, "n", Waiting)].iter(), &[], at(100), at(101), 4);
        assert_eq!(paced, DueEntries { now: vec![], next: Some(at(101)) });
    }
}
