//! What has become of a write whose try did not get through. Rule: a line of the journal tells of one try; whether its
//! write still waits is known from what was written down after it and from the outbox.

pub use super::journal_facts::{Fact, facts};
pub use super::journal_groups::{Group, grouped};

use jiff::tz::TimeZone;

use crate::app::foundation::history::lines;
use crate::app::foundation::presentation::sheet_view::Mark;
use crate::contract::OperationId;
use crate::contract::record::Record;
use crate::model::journal_entry::{JournalEntry, Outcome};
use crate::text::{Arg, Clean, Lang, Words};

/// A line of the journal in words.
#[derive(Clone, Debug, PartialEq)]
pub struct InWords {
    /// What was asked for: `Status Sourcing → Closing`.
    pub text: String,
    /// What became of it.
    pub outcome: String,
    /// The sign of that.
    pub mark: Mark,
}

/// A line in words, among all lines. `waiting` is the key of the write that waits under its number, if one does.
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
            // It was so without it.
            Outcome::Applied if entry.attempts == 0 => Mark::Skipped,
            // It is tried again.
            Outcome::Later => Mark::Waiting,
            Outcome::Applied | Outcome::Found => Mark::Done,
            Outcome::Refused | Outcome::Conflict => Mark::Failed,
        },
    }
}

/// What a write asked for, with what was held before where that is known.
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
                            lines::label(lang, name),
                            lines::value(lang, zone, name, Some(raw)),
                        );
                        return format!("{label} {} → {to}", held(lang, zone, name, None));
                    };
                    lines::change(lang, zone, name, Some(before), Some(raw))
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

/// What a field held before a write, in words: what was never read here is no value that was not given.
pub(super) fn held(lang: Lang, zone: &TimeZone, field: &str, before: Option<&Record>) -> String {
    match before.and_then(|before| before.raw(field)) {
        Some(raw) => lines::value(lang, zone, field, Some(raw)),
        None => Words::new(lang).get("absent-unknown-here").into_owned(),
    }
}

/// The lines that tell how each write stands: of one that is tried again and again the last try alone.
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

/// Whether a giving-up that a line tells of was taken back: the write stands or waits again as it did, or did so. `waits`:
/// whether one is in the outbox under its number. No number is given twice, so that whatever is known under it since
/// is known of a write that was there again.
pub fn is_taken_up(entry: &JournalEntry, journal: &[JournalEntry], waits: bool) -> bool {
    entry.outcome == Outcome::Discarded && (waits || is_followed(entry, journal))
}

/// Whether anything more is told under the number of a write.
fn is_followed(entry: &JournalEntry, journal: &[JournalEntry]) -> bool {
    let mut later = journal.iter().rev().take_while(|line| line.seq > entry.seq);
    later.any(|line| line.outbox_id == entry.outbox_id)
}

/// How a write stands of which a try did not get through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Standing {
    /// It waits as it was.
    Waits,
    /// A change made after it took its place.
    Replaced,
    /// It waits no more, and nothing was sent in its place: the person took it back.
    TakenBack,
}

impl Standing {
    /// The key of its words.
    fn key(self) -> &'static str {
        match self {
            Self::Waits => "journal-later",
            Self::Replaced => "journal-replaced",
            Self::TakenBack => "journal-taken-back",
        }
    }
}

/// How the write stands that a line tells of, among all lines, where a write with this key waits under its number. A change that takes the place of
/// another keeps its number and gets a key of its own.
fn standing(entry: &JournalEntry, journal: &[JournalEntry], waiting: Option<&str>) -> Standing {
    match waiting {
        // One that this version cannot read has no key, and none takes its place.
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
        assert_eq!(of(&[], Some("")), Standing::Waits, "not to be read");
        assert_eq!(of(&[], Some("b")), Standing::Replaced, "it waits too");
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
        assert_eq!(told(2, 1, Some("a")), undone, "it stands again");
        assert_eq!(told(2, 1, Some("b")), undone, "and was decided otherwise");
        assert_eq!(told(3, 1, None), "discarded", "another one went");
        assert_eq!(told(4, 1, None), undone);
        assert_eq!(told(4, 3, None), "discarded", "as it was decided again");
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
