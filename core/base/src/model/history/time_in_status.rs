//! Duration of a deal in each status, from its history.
//!
//! Pure: history entries and the time are the input.

use std::time::Duration;

use jiff::Timestamp;

use super::omitted_status::{status_of, without_omissions};
use crate::contract::record::Record;
use crate::model::history::history_entry::{EntryKind, HistoryEntry};

/// Time of an event with its bounds: after `after`, if known, and not later than `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EventTime {
    /// Last time at which it is known not to have happened; `None` without a lower bound.
    pub not_before: Option<Timestamp>,
    /// Time at which it is known to have happened.
    pub at: Timestamp,
}

/// One continuous stay in a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StatusStay {
    /// Status code.
    pub status: String,
    /// Start of the stay.
    pub from: EventTime,
    /// End of the stay; `None` if it continues.
    pub to: Option<EventTime>,
}

/// Duration with a lower bound and, if known, an upper bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DurationBounds {
    /// Lower bound.
    pub min: Duration,
    /// Upper bound; `None` if it had started before the first observation.
    pub max: Option<Duration>,
}

impl DurationBounds {
    /// Returns whether both bounds are equal.
    pub fn is_exact(&self) -> bool {
        self.max == Some(self.min)
    }
}

impl StatusStay {
    /// Returns the duration of the stay until its end, or until `now`.
    pub fn duration(&self, now: Timestamp) -> DurationBounds {
        let (ends_after, ends_at) = match self.to {
            Some(to) => (to.not_before.unwrap_or(self.from.at), to.at),
            None => (now, now),
        };
        let between =
            |from: Timestamp, to: Timestamp| Duration::try_from(to.duration_since(from)).unwrap_or_default();
        DurationBounds {
            min: between(self.from.at, ends_after),
            max: self.from.not_before.map(|after| between(after, ends_at)),
        }
    }
}

/// Returns the stays of one deal, oldest first, from its ordered entries.
///
/// An omitted status does not end a stay.
pub fn status_stays(entries: &[HistoryEntry]) -> Vec<StatusStay> {
    let mut spans: Vec<StatusStay> = Vec::new();
    for entry in without_omissions(entries) {
        let time = match &entry.kind {
            EntryKind::FirstSeen { status_since: Some(stage), .. } => {
                EventTime { not_before: stage.not_before(), at: stage.first_known_at() }
            }
            _ => EventTime { not_before: entry.not_before, at: entry.at },
        };
        let status = match &entry.kind {
            EntryKind::FirstSeen { body, .. } | EntryKind::Restored { body } => Record::parse(body)
                .ok()
                .and_then(|deal| deal.text("status").map(String::from))
                .filter(|code| !code.is_empty()),
            EntryKind::FieldChanged { name, after, .. } if name == "status" => {
                match status_of(after.as_deref()) {
                    // The status is still omitted: the stay continues.
                    None => continue,
                    status_text => status_text,
                }
            }
            EntryKind::Deleted { .. } => None,
            EntryKind::FieldChanged { .. } | EntryKind::Missing | EntryKind::Reappeared => continue,
        };
        if let Some(open) = spans.last_mut().filter(|span| span.to.is_none()) {
            if status.as_ref() == Some(&open.status) {
                continue;
            }
            open.to = Some(time);
        }
        if let Some(status) = status {
            spans.push(StatusStay { status, from: time, to: None });
        }
    }
    spans
}

/// Returns the total time of a deal in `status`; `None` if never observed.
pub fn total_time_in(spans: &[StatusStay], status: &str, now: Timestamp) -> Option<DurationBounds> {
    let mut stays = spans.iter().filter(|span| span.status == status).peekable();
    stays.peek()?;
    let zero = DurationBounds { min: Duration::ZERO, max: Some(Duration::ZERO) };
    Some(stays.map(|span| span.duration(now)).fold(zero, |sum, stay| DurationBounds {
        min: sum.min + stay.min,
        max: sum.max.zip(stay.max).map(|(sum, stay)| sum + stay),
    }))
}
