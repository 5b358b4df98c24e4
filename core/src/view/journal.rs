//! What has become of a write whose try did not get through. Rule: a line of the journal tells of one try; whether its
//! write still waits is known from what was written down after it and from the outbox.

use crate::engine::{JournalEntry, Writes};

/// How a write stands of which a try did not get through.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It waits as it was.
    Waits,
    /// A change made after it took its place.
    Replaced,
    /// It waits no more, and nothing was sent in its place: the person took it back.
    TakenBack,
}

impl Standing {
    /// The key of its words.
    pub(super) fn key(self) -> &'static str {
        match self {
            Self::Waits => "journal-later",
            Self::Replaced => "journal-replaced",
            Self::TakenBack => "journal-taken-back",
        }
    }
}

/// How the write stands that a line tells of, among all lines and what is in the outbox. A change that takes the place of
/// another keeps its number and gets a key of its own.
pub(super) fn standing(entry: &JournalEntry, journal: &[JournalEntry], writes: &Writes) -> Standing {
    let waiting = writes.iter().find(|write| write.id.0 == entry.outbox_id);
    match waiting {
        // One that this version cannot read has no key, and none takes its place.
        Some(write) if write.key.is_empty() || write.key == entry.key => Standing::Waits,
        Some(_) => Standing::Replaced,
        None if journal
            .iter()
            .any(|line| line.outbox_id == entry.outbox_id && line.seq > entry.seq) =>
        {
            Standing::Replaced
        }
        None => Standing::TakenBack,
    }
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::contract::OperationId;
    use crate::contract::patch::Fields;
    use crate::engine::{Outcome, PendingWrite, WriteId, WriteKind, WriteState};

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
            asked_at: Timestamp::UNIX_EPOCH,
            at: Timestamp::UNIX_EPOCH,
        }
    }

    fn waiting(id: i64, key: &str) -> PendingWrite {
        PendingWrite {
            id: WriteId(id),
            kind: WriteKind::Update,
            record: "d".into(),
            label: "Halle".into(),
            fields: Fields::new(),
            base: Fields::new(),
            state: WriteState::Waiting {
                not_before: Timestamp::UNIX_EPOCH,
            },
            attempts: 0,
            created_at: Timestamp::UNIX_EPOCH,
            key: key.into(),
            in_doubt: false,
            gone: None,
        }
    }

    #[test]
    fn a_line_whose_write_waits_no_more_says_what_became_of_it() {
        let first = line(1, 7, "a", Outcome::Later);
        let of = |after: &[JournalEntry], writes: Vec<PendingWrite>| {
            let journal: Vec<_> = std::iter::once(first.clone())
                .chain(after.iter().cloned())
                .collect();
            standing(&first, &journal, &writes.into())
        };
        let other = line(2, 8, "z", Outcome::Applied);
        assert_eq!(of(&[other], vec![waiting(7, "a")]), Standing::Waits);
        assert_eq!(of(&[], vec![waiting(7, "")]), Standing::Waits, "not to be read");
        assert_eq!(of(&[], vec![waiting(7, "b")]), Standing::Replaced, "it waits too");
        assert_eq!(
            of(&[line(2, 7, "b", Outcome::Applied)], Vec::new()),
            Standing::Replaced
        );
        assert_eq!(of(&[], Vec::new()), Standing::TakenBack);
    }
}
