//! Selection of the write that a new change merges with. A change merges only with a write of this process. Writes of
//! another process or the command line stay unchanged, because they were acknowledged to their user. A whole write that
//! the user sees and undoes is removed, regardless of its author. If several writes request the same value, this
//! process's own is removed.

use crate::contract::OperationId;
use crate::contract::json::json_eq::is_same_value;
use crate::contract::patch::Fields;
use crate::engine::outbox::entries::field_merge::merge_changes;
use crate::store::OutboxEntry;

use super::entry_conversion::parse_fields;

/// A waiting write.
#[derive(Debug)]
pub(in crate::engine) struct WaitingEntry {
    pub(in crate::engine) entry: OutboxEntry,
    /// True if this process wrote it in its present form.
    pub(in crate::engine) is_own: bool,
}

/// The relation of a change to the waiting writes of its record.
#[derive(Debug, PartialEq)]
pub(in crate::engine::outbox) enum MergeTarget<'a> {
    /// The change merges into this write, the record's newest.
    Amend(&'a OutboxEntry),
    /// The change undoes this write or part of it, even with others behind it.
    Cancel(&'a OutboxEntry),
    /// The change reverts a blocked write, which never reached the server.
    CancelBlocked(&'a OutboxEntry),
    /// The change is a write of its own, behind all others.
    Append,
    /// Another process has since changed the value that this change is based on.
    Superseded,
}

/// Finds the merge target of a change of `fields` over `base`. `waiting` has the record's waiting writes, newest first.
/// With `is_undo`, the change only undoes.
pub(in crate::engine::outbox) fn find_target<'a>(
    waiting: &'a [WaitingEntry],
    operation: OperationId,
    (fields, base): (&Fields, &Fields),
    is_undo: bool,
) -> MergeTarget<'a> {
    let Some(newest) = waiting.first() else {
        return MergeTarget::Append;
    };
    if let Some(entry) = blocked_change(waiting, operation, (fields, base)).filter(|_| is_undo) {
        return MergeTarget::CancelBlocked(entry);
    }
    let cancels_out = |entry: &OutboxEntry| merge_changes(entry, fields, base).0.is_empty();
    let (mut deleted, mut peer_entry) = (false, None);
    for WaitingEntry { entry, is_own } in
        waiting.iter().filter(|waiting_entry| !waiting_entry.entry.needs_user())
    {
        deleted |= entry.operation == OperationId::DealsDelete && !is_own;
        let set = parse_fields(&entry.body);
        if entry.operation != operation || !fields.names().any(|name| set.touches(name)) {
            continue;
        }
        // This is the newest write of these fields.
        let is_unsent = entry.is_unsent();
        if is_unsent && *is_own && entry.seq == newest.entry.seq {
            return MergeTarget::Amend(entry);
        }
        let matches_base = |name: &str| set.touches(name) && is_same_value(set.get(name), base.get(name));
        let all_match_base = fields.names().all(|name| base.touches(name) && matches_base(name));
        if is_unsent && all_match_base && (cancels_out(entry) || *is_own && is_undo) {
            if *is_own {
                return MergeTarget::Cancel(entry);
            }
            // This process may have requested the same value earlier.
            peer_entry = peer_entry.or(Some(entry));
            continue;
        }
        if peer_entry.is_some() {
            break;
        }
        let differs = fields.names().any(|name| set.touches(name) && !matches_base(name));
        return if !is_own && differs { MergeTarget::Superseded } else { MergeTarget::Append };
    }
    if let Some(entry) = peer_entry {
        return MergeTarget::Cancel(entry);
    }
    let WaitingEntry { entry, is_own } = newest;
    let answered = entry.state.is_blocked() && entry.operation == operation && cancels_out(entry);
    if answered || *is_own && entry.operation == operation && entry.is_unsent() {
        MergeTarget::Amend(entry)
    } else if deleted {
        MergeTarget::Superseded
    } else {
        MergeTarget::Append
    }
}

/// Returns the newest write of these fields if blocked and seen by the user.
fn blocked_change<'a>(
    waiting: &'a [WaitingEntry],
    operation: OperationId,
    (fields, base): (&Fields, &Fields),
) -> Option<&'a OutboxEntry> {
    let mut changes_waiting =
        waiting.iter().map(|waiting_entry| (&waiting_entry.entry, parse_fields(&waiting_entry.entry.body)));
    let (entry, set) = changes_waiting.find(|(entry, set)| {
        let touches = fields.names().any(|name| set.touches(name));
        entry.operation == operation && touches
    })?;
    let matches_base =
        |name: &str| set.touches(name) && base.touches(name) && is_same_value(set.get(name), base.get(name));
    let is_match = entry.state.is_blocked() && entry.locked_by.is_none() && fields.names().all(matches_base);
    is_match.then_some(entry)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::contract::ids::IdempotencyKey;
    use crate::store::EntryState;

    const UPDATE: OperationId = OperationId::DealsUpdate;

    fn waiting(seq: i64, own: bool, (body, base): (&str, &str)) -> WaitingEntry {
        let row = OutboxEntry {
            seq,
            operation: if body.is_empty() { OperationId::DealsDelete } else { UPDATE },
            record: "d".into(),
            body: body.into(),
            key: IdempotencyKey::new(format!("k{seq}")).unwrap(),
            base: base.into(),
            label: String::new(),
            created_at: Timestamp::UNIX_EPOCH,
            attempts: 0,
            not_before: Timestamp::UNIX_EPOCH,
            state: EntryState::Waiting,
            ever_sent: false,
            outcome_unknown: false,
            last_problem: None,
            locked_by: None,
        };
        WaitingEntry { entry: row, is_own: own }
    }

    fn status_change(seq: i64, own: bool, from: &str, to: &str) -> WaitingEntry {
        let status = |code: &str| format!("{{\"status\":\"{code}\"}}");
        waiting(seq, own, (&status(to), &status(from)))
    }

    /// Returns the merge relation of a status change, and the target's sequence number.
    fn target_of(rows: &[WaitingEntry], (from, to): (&str, &str), back: bool) -> (&'static str, i64) {
        let status = |code: &str| {
            let mut fields = Fields::new();
            fields.set_text("status", code);
            fields
        };
        match find_target(rows, UPDATE, (&status(to), &status(from)), back) {
            MergeTarget::Amend(row) => ("over", row.seq),
            MergeTarget::Cancel(row) => ("back", row.seq),
            MergeTarget::CancelBlocked(row) => ("stood", row.seq),
            MergeTarget::Append => ("behind", 0),
            MergeTarget::Superseded => ("otherwise", 0),
        }
    }

    #[test]
    fn change_merges_only_into_an_entry_of_this_process() {
        let (mine, theirs) = (status_change(1, true, "a", "b"), status_change(1, false, "a", "b"));
        assert_eq!(target_of(&[], ("a", "b"), false), ("behind", 0));
        assert_eq!(target_of(&[mine], ("b", "c"), false), ("over", 1));
        assert_eq!(target_of(&[theirs], ("b", "c"), false), ("behind", 0));
        let owner = (r#"{"responsable":"Q"}"#, "{}");
        assert_eq!(target_of(&[waiting(1, true, owner)], ("a", "b"), false), ("over", 1));
        assert_eq!(target_of(&[waiting(1, false, owner)], ("a", "b"), false), ("behind", 0));
    }

    #[test]
    fn undo_target_is_found_only_behind_other_field_writes() {
        let owner = (r#"{"responsable":"Q"}"#, "{}");
        let mine = || status_change(1, true, "a", "b");
        let behind = |other: WaitingEntry, back| target_of(&[other, mine()], ("b", "a"), back);
        assert_eq!(behind(waiting(2, false, owner), true), ("back", 1));
        assert_eq!(behind(waiting(2, false, ("", "{}")), true), ("back", 1));
        assert_eq!(behind(status_change(2, false, "b", "c"), true), ("otherwise", 0));
        assert_eq!(behind(status_change(2, false, "b", "c"), false), ("otherwise", 0));
        // One write with several steps.
        let steps = [waiting(2, false, owner), status_change(1, true, "a", "c")];
        assert_eq!(target_of(&steps, ("c", "b"), true), ("back", 1));
        assert_eq!(target_of(&steps, ("c", "b"), false), ("behind", 0), "a wish of its own");
        assert_eq!(target_of(&[status_change(1, false, "a", "c")], ("c", "b"), true), ("behind", 0));
        assert_eq!(
            target_of(&[status_change(1, false, "a", "c")], ("c", "a"), true),
            ("back", 1),
            "the whole of it"
        );
    }

    #[test]
    fn undo_targets_a_blocked_write_over_any_base_value() {
        let blocked = |seq, from, to| WaitingEntry {
            entry: OutboxEntry { state: EntryState::Conflict, ..status_change(seq, false, from, to).entry },
            is_own: false,
        };
        // The conflict was resolved over another user's value.
        assert_eq!(target_of(&[blocked(1, "x", "b")], ("b", "a"), true), ("stood", 1));
        assert_eq!(target_of(&[blocked(1, "x", "b")], ("b", "a"), false), ("behind", 0), "a wish");
        assert_eq!(target_of(&[blocked(1, "x", "c")], ("b", "a"), true), ("behind", 0));
        let newer = [status_change(2, true, "b", "c"), blocked(1, "x", "b")];
        assert_eq!(target_of(&newer, ("c", "b"), true), ("over", 2), "the newer word");
        let owner = waiting(2, false, (r#"{"responsable":"Q"}"#, "{}"));
        assert_eq!(target_of(&[owner, blocked(1, "x", "b")], ("b", "a"), true), ("stood", 1));
        let mut deletion = waiting(1, true, ("", "{}"));
        deletion.entry.state = EntryState::Conflict;
        assert_eq!(target_of(&[deletion], ("a", "b"), false), ("behind", 0), "another operation");
    }

    #[test]
    fn undo_prefers_the_own_entry_among_equal_changes() {
        let rows = |first, second| [status_change(2, second, "a", "b"), status_change(1, first, "a", "b")];
        assert_eq!(target_of(&rows(true, false), ("b", "a"), true), ("back", 1));
        assert_eq!(target_of(&rows(false, true), ("b", "a"), true), ("over", 2));
        assert_eq!(target_of(&rows(false, false), ("b", "a"), true), ("back", 2), "the newest");
        let other = [status_change(2, false, "a", "b"), status_change(1, true, "a", "c")];
        assert_eq!(target_of(&other, ("b", "a"), true), ("back", 2), "its own is another");
    }

    #[test]
    fn sent_write_is_not_undone_over_a_peer_write() {
        let sent = || WaitingEntry {
            entry: OutboxEntry {
                ever_sent: true,
                state: EntryState::Sending,
                ..status_change(1, true, "a", "b").entry
            },
            is_own: true,
        };
        assert_eq!(target_of(&[sent()], ("b", "a"), true), ("behind", 0));
        let deletion = |own| waiting(2, own, ("", "{}"));
        assert_eq!(target_of(&[deletion(false)], ("b", "a"), true), ("otherwise", 0));
        assert_eq!(target_of(&[deletion(true)], ("b", "a"), true), ("behind", 0));
        assert_eq!(
            target_of(&[status_change(2, false, "b", "c"), sent()], ("b", "a"), true),
            ("otherwise", 0)
        );
    }
}
