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
