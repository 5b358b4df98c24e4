//! Selection of the write that a new change merges with. A change merges only with a write of this process. Writes of
//! another process or the command line stay unchanged, because they were acknowledged to their user. A whole write that
//! the user sees and undoes is removed, regardless of its author. If several writes request the same value, this
//! process's own is removed.

use crate::contract::OperationId;
use crate::contract::json::json_eq::same;
use crate::contract::patch::Fields;
use crate::engine::outbox::entries::field_merge::merge;
use crate::store::Row;

use super::entry_conversion::fields;

/// A waiting write.
#[derive(Debug)]
pub(in crate::engine) struct Waiting {
    pub(in crate::engine) row: Row,
    /// True if this process wrote it in its present form.
    pub(in crate::engine) own: bool,
}

/// The relation of a change to the waiting writes of its record.
#[derive(Debug, PartialEq)]
pub(in crate::engine::outbox) enum Belongs<'a> {
    /// The change merges into this write, the record's newest.
    Over(&'a Row),
    /// The change undoes this write or part of it, even with others behind it.
    Back(&'a Row),
    /// The change reverts a blocked write, which never reached the server.
    Stood(&'a Row),
    /// The change is a write of its own, behind all others.
    Behind,
    /// Another process has since changed the value that this change is based on.
    Otherwise,
}

/// Finds the merge target of a change of `wanted` over `seen`. `waiting` has the record's waiting writes, newest first.
/// With `back`, the change only undoes.
pub(in crate::engine::outbox) fn belongs<'a>(
    waiting: &'a [Waiting],
    operation: OperationId,
    (wanted, seen): (&Fields, &Fields),
    back: bool,
) -> Belongs<'a> {
    let Some(newest) = waiting.first() else {
        return Belongs::Behind;
    };
    if let Some(row) = stood(waiting, operation, (wanted, seen)).filter(|_| back) {
        return Belongs::Stood(row);
    }
    let ends = |row: &Row| merge(row, wanted, seen).0.is_empty();
    let (mut deleted, mut of_another) = (false, None);
    for Waiting { row, own } in waiting.iter().filter(|one| !one.row.stands()) {
        deleted |= row.operation == OperationId::DealsDelete && !own;
        let set = fields(&row.body);
        if row.operation != operation || !wanted.names().any(|name| set.touches(name)) {
            continue;
        }
        // This is the newest write of these fields.
        let open = row.is_unsent();
        if open && *own && row.seq == newest.row.seq {
            return Belongs::Over(row);
        }
        let is_seen = |name: &str| set.touches(name) && same(set.get(name), seen.get(name));
        let as_seen = wanted.names().all(|name| seen.touches(name) && is_seen(name));
        if open && as_seen && (ends(row) || *own && back) {
            if *own {
                return Belongs::Back(row);
            }
            // This process may have requested the same value earlier.
            of_another = of_another.or(Some(row));
            continue;
        }
        if of_another.is_some() {
            break;
        }
        let other = wanted.names().any(|name| set.touches(name) && !is_seen(name));
        return if !own && other {
            Belongs::Otherwise
        } else {
            Belongs::Behind
        };
    }
    if let Some(row) = of_another {
        return Belongs::Back(row);
    }
    let Waiting { row, own } = newest;
    let answered = row.state.is_parked() && row.operation == operation && ends(row);
    if answered || *own && row.operation == operation && row.is_unsent() {
        Belongs::Over(row)
    } else if deleted {
        Belongs::Otherwise
    } else {
        Belongs::Behind
    }
}

/// Returns the newest write of these fields if blocked and seen by the user.
fn stood<'a>(
    waiting: &'a [Waiting],
    operation: OperationId,
    (wanted, seen): (&Fields, &Fields),
) -> Option<&'a Row> {
    let mut words = waiting.iter().map(|one| (&one.row, fields(&one.row.body)));
    let (row, set) = words.find(|(row, set)| {
        let touches = wanted.names().any(|name| set.touches(name));
        row.operation == operation && touches
    })?;
    let is_seen = |name: &str| set.touches(name) && seen.touches(name) && same(set.get(name), seen.get(name));
    let so = row.state.is_parked() && row.locked.is_none() && wanted.names().all(is_seen);
    so.then_some(row)
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::contract::ids::IdempotencyKey;
    use crate::store::RowState;

    const UPDATE: OperationId = OperationId::DealsUpdate;

    fn waiting(seq: i64, own: bool, (body, base): (&str, &str)) -> Waiting {
        let row = Row {
            seq,
            operation: if body.is_empty() {
                OperationId::DealsDelete
            } else {
                UPDATE
            },
            record: "d".into(),
            body: body.into(),
            key: IdempotencyKey::new(format!("k{seq}")).unwrap(),
            base: base.into(),
            label: String::new(),
            created_at: Timestamp::UNIX_EPOCH,
            attempts: 0,
            not_before: Timestamp::UNIX_EPOCH,
            state: RowState::Waiting,
            ever_sent: false,
            doubtful: false,
            last_problem: None,
            locked: None,
        };
        Waiting { row, own }
    }

    fn moved(seq: i64, own: bool, from: &str, to: &str) -> Waiting {
        let status = |code: &str| format!("{{\"status\":\"{code}\"}}");
        waiting(seq, own, (&status(to), &status(from)))
    }

    /// Returns the merge relation of a status change, and the target's sequence number.
    fn of(rows: &[Waiting], (from, to): (&str, &str), back: bool) -> (&'static str, i64) {
        let status = |code: &str| {
            let mut fields = Fields::new();
            fields.set_text("status", code);
            fields
        };
        match belongs(rows, UPDATE, (&status(to), &status(from)), back) {
            Belongs::Over(row) => ("over", row.seq),
            Belongs::Back(row) => ("back", row.seq),
            Belongs::Stood(row) => ("stood", row.seq),
            Belongs::Behind => ("behind", 0),
            Belongs::Otherwise => ("otherwise", 0),
        }
    }

    #[test]
    fn a_change_is_laid_over_what_this_program_wrote_and_over_nothing_else() {
        let (mine, theirs) = (moved(1, true, "a", "b"), moved(1, false, "a", "b"));
        assert_eq!(of(&[], ("a", "b"), false), ("behind", 0));
        assert_eq!(of(&[mine], ("b", "c"), false), ("over", 1));
        assert_eq!(of(&[theirs], ("b", "c"), false), ("behind", 0));
        let owner = (r#"{"responsable":"Q"}"#, "{}");
        assert_eq!(of(&[waiting(1, true, owner)], ("a", "b"), false), ("over", 1));
        assert_eq!(of(&[waiting(1, false, owner)], ("a", "b"), false), ("behind", 0));
    }

    #[test]
    fn what_is_taken_back_is_found_behind_others_of_other_fields_and_not_behind_one_of_the_same() {
        let owner = (r#"{"responsable":"Q"}"#, "{}");
        let mine = || moved(1, true, "a", "b");
        let behind = |other: Waiting, back| of(&[other, mine()], ("b", "a"), back);
        assert_eq!(behind(waiting(2, false, owner), true), ("back", 1));
        assert_eq!(behind(waiting(2, false, ("", "{}")), true), ("back", 1));
        assert_eq!(behind(moved(2, false, "b", "c"), true), ("otherwise", 0));
        assert_eq!(behind(moved(2, false, "b", "c"), false), ("otherwise", 0));
        // One write with several steps.
        let steps = [waiting(2, false, owner), moved(1, true, "a", "c")];
        assert_eq!(of(&steps, ("c", "b"), true), ("back", 1));
        assert_eq!(of(&steps, ("c", "b"), false), ("behind", 0), "a wish of its own");
        assert_eq!(of(&[moved(1, false, "a", "c")], ("c", "b"), true), ("behind", 0));
        assert_eq!(
            of(&[moved(1, false, "a", "c")], ("c", "a"), true),
            ("back", 1),
            "the whole of it"
        );
    }

    #[test]
    fn what_stands_parked_is_what_is_taken_back_whatever_it_was_decided_over() {
        let parked = |seq, from, to| Waiting {
            row: Row {
                state: RowState::Conflict,
                ..moved(seq, false, from, to).row
            },
            own: false,
        };
        // The conflict was resolved over another user's value.
        assert_eq!(of(&[parked(1, "x", "b")], ("b", "a"), true), ("stood", 1));
        assert_eq!(
            of(&[parked(1, "x", "b")], ("b", "a"), false),
            ("behind", 0),
            "a wish"
        );
        assert_eq!(of(&[parked(1, "x", "c")], ("b", "a"), true), ("behind", 0));
        let newer = [moved(2, true, "b", "c"), parked(1, "x", "b")];
        assert_eq!(of(&newer, ("c", "b"), true), ("over", 2), "the newer word");
    }

    #[test]
    fn of_two_that_ask_for_the_same_each_program_takes_back_its_own() {
        let rows = |first, second| [moved(2, second, "a", "b"), moved(1, first, "a", "b")];
        assert_eq!(of(&rows(true, false), ("b", "a"), true), ("back", 1));
        assert_eq!(of(&rows(false, true), ("b", "a"), true), ("over", 2));
        assert_eq!(
            of(&rows(false, false), ("b", "a"), true),
            ("back", 2),
            "the newest"
        );
        let other = [moved(2, false, "a", "b"), moved(1, true, "a", "c")];
        assert_eq!(of(&other, ("b", "a"), true), ("back", 2), "its own is another");
    }

    #[test]
    fn what_has_left_is_not_moved_back_over_what_somebody_else_waits_to_do() {
        let sent = || Waiting {
            row: Row {
                ever_sent: true,
                state: RowState::Sending,
                ..moved(1, true, "a", "b").row
            },
            own: true,
        };
        assert_eq!(of(&[sent()], ("b", "a"), true), ("behind", 0));
        let deletion = |own| waiting(2, own, ("", "{}"));
        assert_eq!(of(&[deletion(false)], ("b", "a"), true), ("otherwise", 0));
        assert_eq!(of(&[deletion(true)], ("b", "a"), true), ("behind", 0));
        assert_eq!(
            of(&[moved(2, false, "b", "c"), sent()], ("b", "a"), true),
            ("otherwise", 0)
        );
    }
}
