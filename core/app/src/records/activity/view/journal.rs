//! Text of journal lines, and the current state of writes that are retried.
//!
//! A line reports one attempt. Later lines and the outbox tell whether its write is still pending.

use crate::contract::OperationId;
use crate::contract::record::Record;
use crate::foundation::history::change;
use crate::foundation::presentation::picker_view::LineIcon;
use crate::model::history::journal_entry::{JournalEntry, WriteOutcome};
use crate::text::{Lang, MessageArg, Messages, SafeText};
use jiff::tz::TimeZone;

/// A journal line as text.
#[derive(Clone, Debug, PartialEq)]
pub struct JournalText {
    /// The requested change: `Status Sourcing → Closing`.
    pub text: String,
    /// Text of the result.
    pub outcome: String,
    /// Mark of the result.
    pub mark: LineIcon,
}

/// Returns the text of a journal line. `waiting` is the idempotency key of the pending write with its id, if any.
pub fn journal_text(
    (lang, zone): (Lang, &TimeZone),
    entry: &JournalEntry,
    journal: &[JournalEntry],
    waiting: Option<&str>,
) -> JournalText {
    let messages = Messages::new(lang);
    let status = retry_status(entry, journal, waiting);
    let outcome = match entry.outcome {
        WriteOutcome::Applied if entry.attempts == 0 => "journal-so-already",
        WriteOutcome::Applied => "journal-applied",
        WriteOutcome::FoundApplied => "journal-found",
        WriteOutcome::Rejected => "journal-refused",
        WriteOutcome::Conflict => "journal-conflict",
        WriteOutcome::RetryLater => status.key(),
        WriteOutcome::Discarded if is_restored(entry, journal, waiting.is_some()) => "journal-taken-up",
        WriteOutcome::Discarded => "journal-discarded",
        WriteOutcome::Cancelled => "journal-taken-back",
        WriteOutcome::Replaced => "journal-replaced",
    };
    JournalText {
        text: requested_change(lang, zone, entry),
        outcome: if entry.outcome == WriteOutcome::RetryLater {
            messages.with(outcome, &[("n", MessageArg::from(entry.attempts))])
        } else {
            messages.get(outcome).into_owned()
        },
        mark: match entry.outcome {
            // Neither done nor failed.
            WriteOutcome::Discarded | WriteOutcome::Cancelled | WriteOutcome::Replaced => LineIcon::Skipped,
            WriteOutcome::RetryLater if status != RetryStatus::Pending => LineIcon::Skipped,
            // The record already had the value.
            WriteOutcome::Applied if entry.attempts == 0 => LineIcon::Skipped,
            // It will be retried.
            WriteOutcome::RetryLater => LineIcon::Waiting,
            WriteOutcome::Applied | WriteOutcome::FoundApplied => LineIcon::Done,
            WriteOutcome::Rejected | WriteOutcome::Conflict => LineIcon::Failed,
        },
    }
}

/// Returns the requested change, with the former value if known.
fn requested_change(lang: Lang, zone: &TimeZone, entry: &JournalEntry) -> String {
    let messages = Messages::new(lang);
    let parse = |text: &Option<String>| text.as_deref().and_then(|text| Record::parse(text).ok());
    let (before, after) = (parse(&entry.before), parse(&entry.after));
    match (entry.operation, &after) {
        (OperationId::DealsCreate, _) => messages.get("write-create").into_owned(),
        (OperationId::DealsDelete, _) => messages.get("write-delete").into_owned(),
        (OperationId::NotificationsRead, _) => messages.get("write-mark-read").into_owned(),
        (_, Some(after)) => {
            let changes: Vec<String> = after
                .fields()
                .map(|(name, raw)| {
                    let Some(before) = before.as_ref().and_then(|before| before.raw(name)) else {
                        let (label, to) = (
                            change::field_label(lang, name),
                            change::value_text(lang, zone, name, Some(raw)),
                        );
                        return format!("{label} {} → {to}", value_before(lang, zone, name, None));
                    };
                    change::describe_change(lang, zone, name, Some(before), Some(raw))
                })
                .collect();
            let reason = entry.reason.as_deref().map(|reason| {
                let reason = SafeText::line_within(reason, 60);
                messages.with("journal-reason", &[("reason", MessageArg::from(&reason))])
            });
            changes.into_iter().chain(reason).collect::<Vec<_>>().join(", ")
        }
        (operation, None) => operation.name().to_owned(),
    }
}

/// Returns the current lines of all writes: of retried attempts only the last.
pub fn latest_entries(journal: &[JournalEntry]) -> Vec<&JournalEntry> {
    let is_retried = |entry: &JournalEntry| entry.outcome == WriteOutcome::RetryLater;
    let mut seen_keys = std::collections::BTreeSet::new();
    let mut entries: Vec<&JournalEntry> = journal
        .iter()
        .rev()
        .filter(|entry| seen_keys.insert((entry.outbox_id, entry.key.as_str())) || !is_retried(entry))
        .collect();
    entries.reverse();
    entries
}

/// Returns whether the discard in a line was undone. `is_pending` tells whether the outbox has a write with its id. Ids
/// are never reused, so any later line with the id proves that the write was restored.
pub fn is_restored(entry: &JournalEntry, journal: &[JournalEntry], is_pending: bool) -> bool {
    entry.outcome == WriteOutcome::Discarded && (is_pending || has_later_entry(entry, journal))
}

/// Returns whether a later line has the same outbox id.
fn has_later_entry(entry: &JournalEntry, journal: &[JournalEntry]) -> bool {
    let mut later = journal.iter().rev().take_while(|line| line.seq > entry.seq);
    later.any(|line| line.outbox_id == entry.outbox_id)
}

/// State of a write after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum RetryStatus {
    /// Still pending.
    Pending,
    /// Replaced by a later change.
    Replaced,
    /// Neither pending nor replaced: the user undid it.
    Undone,
}

impl RetryStatus {
    /// Returns the message key.
    fn key(self) -> &'static str {
        match self {
            Self::Pending => "journal-later",
            Self::Replaced => "journal-replaced",
            Self::Undone => "journal-taken-back",
        }
    }
}

/// Returns the state of a line's write. `pending_key` is the key of the pending write with its id. A change that
/// replaces another keeps its id and gets a new key.
fn retry_status(entry: &JournalEntry, journal: &[JournalEntry], pending_key: Option<&str>) -> RetryStatus {
    match pending_key {
        // A write that this version cannot read has no key and cannot be replaced.
        Some(key) if key.is_empty() || key == entry.key => RetryStatus::Pending,
        Some(_) => RetryStatus::Replaced,
        None if has_later_entry(entry, journal) => RetryStatus::Replaced,
        None => RetryStatus::Undone,
    }
}

/// Returns the value of a field before a write; a value never loaded here is unknown, not absent.
pub(crate) fn value_before(lang: Lang, zone: &TimeZone, field: &str, before: Option<&Record>) -> String {
    match before.and_then(|before| before.raw(field)) {
        Some(raw) => crate::foundation::history::change::value_text(lang, zone, field, Some(raw)),
        None => Messages::new(lang).get("absent-unknown-here").into_owned(),
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn line(seq: i64, outbox_id: i64, key: &str, outcome: WriteOutcome) -> JournalEntry {
        JournalEntry {
            seq,
            outbox_id,
            key: key.into(),
            operation: OperationId::DealsUpdate,
            record: "d".into(),
            label: "Halle".into(),
            before: None,
            after: None,
            attempts: 0,
            outcome,
            status: None,
            request_id: None,
            problem: None,
            reason: None,
            requested_at: Timestamp::UNIX_EPOCH,
            at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn retry_line_shows_pending_replaced_or_undone() {
        let first = line(1, 7, "a", WriteOutcome::RetryLater);
        let of = |after: &[JournalEntry], waiting: Option<&str>| {
            let journal: Vec<_> = std::iter::once(first.clone()).chain(after.iter().cloned()).collect();
            retry_status(&first, &journal, waiting)
        };
        let other = line(2, 8, "z", WriteOutcome::Applied);
        assert_eq!(of(&[other], Some("a")), RetryStatus::Pending);
        assert_eq!(of(&[], Some("")), RetryStatus::Pending, "a write without a readable key");
        assert_eq!(of(&[], Some("b")), RetryStatus::Replaced, "another key has its id");
        assert_eq!(of(&[line(2, 7, "b", WriteOutcome::Applied)], None), RetryStatus::Replaced);
        assert_eq!(of(&[], None), RetryStatus::Undone);
    }

    #[test]
    fn undone_discard_is_shown_as_restored() {
        let journal = [
            line(1, 7, "a", WriteOutcome::Conflict),
            line(2, 7, "a", WriteOutcome::Discarded),
            line(3, 8, "z", WriteOutcome::Discarded),
            line(4, 7, "a", WriteOutcome::Discarded),
        ];
        let message = |upto: usize, at: usize, waiting: Option<&str>| {
            journal_text((Lang::En, &TimeZone::UTC), &journal[at], &journal[..upto], waiting).outcome
        };
        assert_eq!(message(2, 1, None), "discarded");
        let undone = "discarded, then restored";
        assert_eq!(message(2, 1, Some("a")), undone, "it is pending again");
        assert_eq!(message(2, 1, Some("b")), undone, "it was decided differently");
        assert_eq!(message(3, 1, None), "discarded", "the later line is of another write");
        assert_eq!(message(4, 1, None), undone);
        assert_eq!(message(4, 3, None), "discarded", "no later line has its id");
    }

    #[test]
    fn only_the_latest_attempt_of_a_write_is_listed() {
        let journal = [
            line(1, 7, "a", WriteOutcome::RetryLater),
            line(2, 8, "z", WriteOutcome::Rejected),
            line(3, 7, "a", WriteOutcome::RetryLater),
            line(4, 8, "z", WriteOutcome::Applied),
            line(5, 9, "y", WriteOutcome::RetryLater),
            line(6, 9, "y", WriteOutcome::Applied),
        ];
        let message: Vec<i64> = latest_entries(&journal).into_iter().map(|entry| entry.seq).collect();
        assert_eq!(message, [2, 3, 4, 6]);
    }
}
