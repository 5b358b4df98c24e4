//! Text of journal lines, and the current state of writes that are retried.
//!
//! A line reports one attempt. Later lines and the outbox tell whether its write is still pending.

use crate::records::activity::view::held_before::held;

use jiff::tz::TimeZone;

use crate::contract::OperationId;
use crate::contract::record::Record;
use crate::foundation::presentation::sheet_view::Mark;
use crate::model::history::journal_entry::{JournalEntry, Outcome};
use crate::text::{Arg, Clean, Lang, Words};

/// A journal line as text.
#[derive(Clone, Debug, PartialEq)]
pub struct InWords {
    /// The requested change: `Status Sourcing → Closing`.
    pub text: String,
    /// Text of the result.
    pub outcome: String,
    /// Mark of the result.
    pub mark: Mark,
}

/// Returns the text of a journal line. `waiting` is the idempotency key of the pending write with its id, if any.
pub fn in_words(
    (lang, zone): (Lang, &TimeZone),
    entry: &JournalEntry,
    journal: &[JournalEntry],
    waiting: Option<&str>,
) -> InWords {
    let words = Words::new(lang);
    let standing = standing(entry, journal, waiting);
    let outcome = match entry.outcome {
        Outcome::Applied if entry.attempts == 0 => "journal-so-already",
        Outcome::Applied => "journal-applied",
        Outcome::Found => "journal-found",
        Outcome::Refused => "journal-refused",
        Outcome::Conflict => "journal-conflict",
        Outcome::Later => standing.key(),
        Outcome::Discarded if is_taken_up(entry, journal, waiting.is_some()) => "journal-taken-up",
        Outcome::Discarded => "journal-discarded",
        Outcome::Withdrawn => "journal-taken-back",
        Outcome::Replaced => "journal-replaced",
    };
    InWords {
        text: asked(lang, zone, entry),
        outcome: if entry.outcome == Outcome::Later {
            words.with(outcome, &[("n", Arg::from(entry.attempts))])
        } else {
            words.get(outcome).into_owned()
        },
        mark: match entry.outcome {
            // Neither done nor failed.
            Outcome::Discarded | Outcome::Withdrawn | Outcome::Replaced => Mark::Skipped,
            Outcome::Later if standing != Standing::Waits => Mark::Skipped,
            // The record already had the value.
            Outcome::Applied if entry.attempts == 0 => Mark::Skipped,
            // It will be retried.
            Outcome::Later => Mark::Waiting,
            Outcome::Applied | Outcome::Found => Mark::Done,
            Outcome::Refused | Outcome::Conflict => Mark::Failed,
        },
    }
}

/// Returns the requested change, with the former value if known.
fn asked(lang: Lang, zone: &TimeZone, entry: &JournalEntry) -> String {
    let words = Words::new(lang);
    let read = |text: &Option<String>| text.as_deref().and_then(|text| Record::parse(text).ok());
    let (before, after) = (read(&entry.before), read(&entry.after));
    match (entry.operation, &after) {
        (OperationId::DealsCreate, _) => words.get("write-create").into_owned(),
        (OperationId::DealsDelete, _) => words.get("write-delete").into_owned(),
        (OperationId::NotificationsRead, _) => words.get("write-mark-read").into_owned(),
        (_, Some(after)) => {
            let changes: Vec<String> = after
                .fields()
                .map(|(name, raw)| {
                    let Some(before) = before.as_ref().and_then(|before| before.raw(name)) else {
                        let (label, to) = (
                            crate::foundation::history::change::label(lang, name),
                            crate::foundation::history::change::value(lang, zone, name, Some(raw)),
                        );
                        return format!("{label} {} → {to}", held(lang, zone, name, None));
                    };
                    crate::foundation::history::change::change(lang, zone, name, Some(before), Some(raw))
                })
                .collect();
            let reason = entry.reason.as_deref().map(|reason| {
                let reason = Clean::line_of(reason, 60);
                words.with("journal-reason", &[("reason", Arg::from(&reason))])
            });
            changes.into_iter().chain(reason).collect::<Vec<_>>().join(", ")
        }
        (operation, None) => operation.name().to_owned(),
    }
}

/// Returns the current lines of all writes: of retried attempts only the last.
pub fn latest(journal: &[JournalEntry]) -> Vec<&JournalEntry> {
    let later = |entry: &JournalEntry| entry.outcome == Outcome::Later;
    let mut seen = std::collections::BTreeSet::new();
    let mut told: Vec<&JournalEntry> = journal
        .iter()
        .rev()
        .filter(|entry| seen.insert((entry.outbox_id, entry.key.as_str())) || !later(entry))
        .collect();
    told.reverse();
    told
}

/// Returns whether the discard in a line was undone. `waits` tells whether the outbox has a write with its id. Ids are
/// never reused, so any later line with the id proves that the write was restored.
pub fn is_taken_up(entry: &JournalEntry, journal: &[JournalEntry], waits: bool) -> bool {
    entry.outcome == Outcome::Discarded && (waits || is_followed(entry, journal))
}

/// Returns whether a later line has the same outbox id.
fn is_followed(entry: &JournalEntry, journal: &[JournalEntry]) -> bool {
    let mut later = journal.iter().rev().take_while(|line| line.seq > entry.seq);
    later.any(|line| line.outbox_id == entry.outbox_id)
}

/// State of a write after a failed attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// Still pending.
    Waits,
    /// Replaced by a later change.
    Replaced,
    /// Neither pending nor replaced: the user undid it.
    TakenBack,
}

impl Standing {
    /// Returns the message key.
    fn key(self) -> &'static str {
        match self {
            Self::Waits => "journal-later",
            Self::Replaced => "journal-replaced",
            Self::TakenBack => "journal-taken-back",
        }
    }
}

/// Returns the state of a line's write. `waiting` is the key of the pending write with its id. A change that replaces
/// another keeps its id and gets a new key.
fn standing(entry: &JournalEntry, journal: &[JournalEntry], waiting: Option<&str>) -> Standing {
    match waiting {
        // A write that this version cannot read has no key and cannot be replaced.
        Some(key) if key.is_empty() || key == entry.key => Standing::Waits,
        Some(_) => Standing::Replaced,
        None if is_followed(entry, journal) => Standing::Replaced,
        None => Standing::TakenBack,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;

    fn line(seq: i64, outbox_id: i64, key: &str, outcome: Outcome) -> JournalEntry {
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
            asked_at: Timestamp::UNIX_EPOCH,
            at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn a_line_whose_write_waits_no_more_says_what_became_of_it() {
        let first = line(1, 7, "a", Outcome::Later);
        let of = |after: &[JournalEntry], waiting: Option<&str>| {
            let journal: Vec<_> = std::iter::once(first.clone())
                .chain(after.iter().cloned())
                .collect();
            standing(&first, &journal, waiting)
        };
        let other = line(2, 8, "z", Outcome::Applied);
        assert_eq!(of(&[other], Some("a")), Standing::Waits);
        assert_eq!(
            of(&[], Some("")),
            Standing::Waits,
            "a write without a readable key"
        );
        assert_eq!(of(&[], Some("b")), Standing::Replaced, "another key has its id");
        assert_eq!(of(&[line(2, 7, "b", Outcome::Applied)], None), Standing::Replaced);
        assert_eq!(of(&[], None), Standing::TakenBack);
    }

    #[test]
    fn a_giving_up_that_was_taken_back_is_told_as_such_and_the_one_after_it_is_told_again() {
        let journal = [
            line(1, 7, "a", Outcome::Conflict),
            line(2, 7, "a", Outcome::Discarded),
            line(3, 8, "z", Outcome::Discarded),
            line(4, 7, "a", Outcome::Discarded),
        ];
        let told = |upto: usize, at: usize, waiting: Option<&str>| {
            in_words(
                (Lang::En, &TimeZone::UTC),
                &journal[at],
                &journal[..upto],
                waiting,
            )
            .outcome
        };
        assert_eq!(told(2, 1, None), "discarded");
        let undone = "discarded, then restored";
        assert_eq!(told(2, 1, Some("a")), undone, "it is pending again");
        assert_eq!(told(2, 1, Some("b")), undone, "it was decided differently");
        assert_eq!(
            told(3, 1, None),
            "discarded",
            "the later line is of another write"
        );
        assert_eq!(told(4, 1, None), undone);
        assert_eq!(told(4, 3, None), "discarded", "no later line has its id");
    }

    #[test]
    fn of_a_write_that_is_tried_again_and_again_the_last_try_is_told() {
        let journal = [
            line(1, 7, "a", Outcome::Later),
            line(2, 8, "z", Outcome::Refused),
            line(3, 7, "a", Outcome::Later),
            line(4, 8, "z", Outcome::Applied),
            line(5, 9, "y", Outcome::Later),
            line(6, 9, "y", Outcome::Applied),
        ];
        let told: Vec<i64> = latest(&journal).into_iter().map(|entry| entry.seq).collect();
        assert_eq!(told, [2, 3, 4, 6]);
    }
}
