//! Rules for undo. An undo is a write only if the original write reached the server. A blocked write is discarded
//! instead. A write that never arrived, or was since replaced, stays as it is, and the user is informed: undoing it
//! would overwrite another user's value.

use super::deleted_conflict::last_known;
use super::entries::entry_conversion::parse_fields;
use super::entries::merge_target::{MergeTarget, WaitingEntry};
use crate::contract::OperationId;
use crate::contract::ids::is_temporary;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::model::history::journal_entry::{JournalEntry, WriteOutcome};
use crate::model::snapshot::UndoSkipReason;
use crate::store::{OutboxEntry, RecordKind, Store, StoreError};

/// The action that an undo requires, beyond its merge target.
#[derive(Debug, PartialEq)]
pub(super) enum UndoAction<'a> {
    /// The undone write is blocked: discard it and send nothing.
    Discard(&'a OutboxEntry),
    /// Nothing to do.
    Skip(UndoSkipReason),
    /// The undo is a write, or part of one.
    Write,
}

/// Returns the action for undoing `base` to `fields`, with its merge target.
///
/// # Errors
/// The disk fails, or stored data is invalid.
pub(super) fn undo_action<'a>(
    store: &Store,
    (operation, record): (OperationId, &str),
    (fields, base): (&Fields, &Fields),
    (target, waiting): (&MergeTarget<'a>, &[WaitingEntry]),
) -> Result<UndoAction<'a>, StoreError> {
    match target {
        MergeTarget::Superseded => Ok(UndoAction::Skip(UndoSkipReason::Changed)),
        MergeTarget::CancelBlocked(entry) if !has_later_write(store, entry, (fields, base))? => {
            let set = parse_fields(&entry.body);
            let covers_all = set.names().all(|name| fields.touches(name));
            Ok(if covers_all {
                UndoAction::Discard(entry)
            } else {
                UndoAction::Skip(UndoSkipReason::NeedsDecision)
            })
        }
        MergeTarget::Append | MergeTarget::CancelBlocked(_) => {
            if operation == OperationId::DealsUpdate && is_deleted(store, record)? {
                return Ok(UndoAction::Skip(UndoSkipReason::Deleted));
            }
            let touches_wanted = |waiting_entry: &WaitingEntry| {
                let set = parse_fields(&waiting_entry.entry.body);
                fields.names().any(|name| set.touches(name))
            };
            let never_sent = !waiting.iter().any(touches_wanted)
                && never_reached_server(store, (operation, record), (fields, base))?;
            Ok(if never_sent { UndoAction::Skip(UndoSkipReason::NeverSent) } else { UndoAction::Write })
        }
        MergeTarget::Amend(_) | MergeTarget::Cancel(_) => Ok(UndoAction::Write),
    }
}

/// Returns whether a known deal is deleted.
fn is_deleted(store: &Store, deal: &str) -> Result<bool, StoreError> {
    let is_cached = store.cache().get(RecordKind::Deal, "", deal)?.is_some();
    Ok(!is_cached && !is_temporary(deal) && last_known(store, deal)?.is_some())
}

/// Returns whether a later write of the same value reached the server. The undo then applies to that one.
fn has_later_write(
    store: &Store,
    entry: &OutboxEntry,
    (fields, base): (&Fields, &Fields),
) -> Result<bool, StoreError> {
    let lines = store.history().journal_of(&entry.record)?;
    let same_kind = |line: &&JournalEntry| line.operation == entry.operation && line.outbox_id > entry.seq;
    let mut later = lines.iter().filter(same_kind);
    Ok(later.any(|line| has_reached_server(line) && sets(line, fields, base) == Some(true)))
}

/// Returns whether all journalled writes of the `base` values failed to reach the server.
fn never_reached_server(
    store: &Store,
    (operation, record): (OperationId, &str),
    (fields, base): (&Fields, &Fields),
) -> Result<bool, StoreError> {
    let lines = store.history().journal_of(record)?;
    let mut never = false;
    for line in lines.iter().rev().filter(|line| line.operation == operation) {
        match sets(line, fields, base) {
            // The last write that reached the server was another, or this one.
            Some(sets_seen) if has_reached_server(line) => return Ok(never && !sets_seen),
            Some(true) if ended_unsent(line) => never = true,
            _ => {}
        }
    }
    Ok(never)
}

/// Returns whether an entry sets any of these fields, and all to the seen values.
fn sets(line: &JournalEntry, fields: &Fields, base: &Fields) -> Option<bool> {
    let after = parse_fields(line.after.as_deref()?);
    let touches = fields.names().any(|name| after.touches(name));
    let is_seen_value = |name: &str| {
        after.touches(name) && base.touches(name) && is_same_value(after.get(name), base.get(name))
    };
    touches.then(|| fields.names().all(is_seen_value))
}

/// Returns whether a write reached the server, as far as known. A write with a lost response counts if it was found
/// applied.
fn has_reached_server(line: &JournalEntry) -> bool {
    line.outcome.is_done() && line.attempts > 0
}

/// Returns whether a write ended without being sent: discarded, cancelled, replaced or unnecessary.
fn ended_unsent(line: &JournalEntry) -> bool {
    let has_ended = matches!(
        line.outcome,
        WriteOutcome::Applied | WriteOutcome::Discarded | WriteOutcome::Cancelled | WriteOutcome::Replaced
    );
    has_ended && line.attempts == 0
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::store::{NewJournalEntry, NewOutboxEntry};

    const IC: &str = r#"{"status":"ic"}"#;
    const LOST: &str = r#"{"status":"lost"}"#;

    /// Outcome, attempts and body of a journalled write.
    type Line = (WriteOutcome, u32, &'static str);

    struct World {
        store: Store,
        _dir: tempfile::TempDir,
    }

    impl World {
        fn new() -> Self {
            let dir = tempfile::tempdir().unwrap();
            Self { store: Store::open(dir.path(), Timestamp::UNIX_EPOCH).unwrap(), _dir: dir }
        }

        fn write(&self, operation: OperationId, body: &str) -> OutboxEntry {
            let row = NewOutboxEntry {
                operation,
                record: "d".into(),
                body: body.into(),
                key: uuid::Uuid::new_v4().into(),
                base: "{}".into(),
                label: String::new(),
                created_at: Timestamp::UNIX_EPOCH,
                not_before: Timestamp::UNIX_EPOCH,
                scheduled: false,
            };
            self.store.outbox().enqueue(&[row]).unwrap().remove(0)
        }

        fn journal(&self, entry: &OutboxEntry, outcome: WriteOutcome, attempts: u32) {
            let line =
                NewJournalEntry { attempts, ..NewJournalEntry::new(entry, outcome, Timestamp::UNIX_EPOCH) };
            self.store.history().add_journal_entry(&line).unwrap();
        }

        /// Returns the action for the undo of a move to `ic`.
        fn action<'a>(&self, target: &MergeTarget<'a>) -> UndoAction<'a> {
            let fields = |text| Fields::parse(text).unwrap();
            let (back, seen) = (fields(r#"{"status":"sourcing"}"#), fields(IC));
            let deal = (OperationId::DealsUpdate, "d");
            undo_action(&self.store, deal, (&back, &seen), (target, &[])).unwrap()
        }
    }

    #[test]
    fn undo_sends_only_what_reached_the_server() {
        use WriteOutcome::{Applied, Cancelled, Discarded, FoundApplied, Rejected, Replaced};
        let cases: [(&[Line], bool); 13] = [
            (&[], true),
            (&[(Applied, 1, IC)], true),
            (&[(FoundApplied, 2, IC)], true),
            (&[(Cancelled, 0, IC)], false),
            (&[(Replaced, 0, IC)], false),
            (&[(Discarded, 0, IC)], false),
            // The server already had the value.
            (&[(Applied, 0, IC)], false),
            // It may have arrived.
            (&[(Discarded, 1, IC)], true),
            (&[(Rejected, 0, IC)], true),
            (&[(Cancelled, 0, LOST)], true),
            (&[(Cancelled, 0, r#"{"name":"N"}"#)], true),
            (&[(Applied, 1, IC), (Cancelled, 0, IC)], true),
            (&[(Applied, 1, LOST), (Cancelled, 0, IC)], false),
        ];
        for (lines, writes) in cases {
            let world = World::new();
            for (outcome, attempts, body) in lines {
                world.journal(&world.write(OperationId::DealsUpdate, body), *outcome, *attempts);
            }
            // Other operations on the record say nothing about this one.
            world.journal(&world.write(OperationId::TasksUpdate, IC), Cancelled, 0);
            let expected =
                if writes { UndoAction::Write } else { UndoAction::Skip(UndoSkipReason::NeverSent) };
            assert_eq!(world.action(&MergeTarget::Append), expected, "{lines:?}");
        }
    }

    #[test]
    fn blocked_write_is_discarded_without_a_later_arrival() {
        use WriteOutcome::{Applied, Cancelled};
        let cases = [
            (OperationId::DealsUpdate, Applied, 1, IC, true),
            (OperationId::DealsUpdate, Applied, 1, LOST, false),
            (OperationId::DealsUpdate, Applied, 0, IC, false),
            (OperationId::DealsUpdate, Cancelled, 1, IC, false),
            (OperationId::TasksUpdate, Applied, 1, IC, false),
        ];
        for case in cases {
            let (operation, outcome, attempts, body, writes) = case;
            let world = World::new();
            let earlier = world.write(OperationId::DealsUpdate, IC);
            let blocked = world.write(OperationId::DealsUpdate, IC);
            for entry in [&earlier, &blocked] {
                world.journal(entry, Applied, 1);
            }
            world.journal(&world.write(operation, body), outcome, attempts);
            let expected = if writes { UndoAction::Write } else { UndoAction::Discard(&blocked) };
            assert_eq!(world.action(&MergeTarget::CancelBlocked(&blocked)), expected, "{case:?}");
        }
    }

    #[test]
    fn blocked_write_of_more_fields_needs_a_decision() {
        let world = World::new();
        let blocked = world.write(OperationId::DealsUpdate, r#"{"status":"ic","name":"N"}"#);
        let expected = UndoAction::Skip(UndoSkipReason::NeedsDecision);
        assert_eq!(world.action(&MergeTarget::CancelBlocked(&blocked)), expected);
        assert_eq!(world.action(&MergeTarget::Superseded), UndoAction::Skip(UndoSkipReason::Changed));
        assert_eq!(world.action(&MergeTarget::Cancel(&blocked)), UndoAction::Write);
    }
}
