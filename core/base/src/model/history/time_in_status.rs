//! Duration of a deal in each status, from its history.
//!
//! Pure: history entries and the time are the input.

use std::time::Duration;

use jiff::Timestamp;

use super::omitted_status::{status_of, without_absences};
use crate::contract::record::Record;
use crate::model::history::history_entry::{Entry, What};

/// Time of an event with its bounds: after `after`, if known, and not later than `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// Last time at which it is known not to have happened; `None` without a lower bound.
    pub after: Option<Timestamp>,
    /// Time at which it is known to have happened.
    pub at: Timestamp,
}

/// One continuous stay in a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// Status code.
    pub status: String,
    /// Start of the stay.
    pub from: Edge,
    /// End of the stay; `None` if it continues.
    pub to: Option<Edge>,
}

/// Duration with a lower bound and, if known, an upper bound.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lasting {
    /// Lower bound.
    pub least: Duration,
    /// Upper bound; `None` if it had started before the first observation.
    pub most: Option<Duration>,
}

impl Lasting {
    /// Returns whether both bounds are equal.
    pub fn is_exact(&self) -> bool {
        self.most == Some(self.least)
    }
}

impl Span {
    /// Returns the duration of the stay until its end, or until `now`.
    pub fn lasting(&self, now: Timestamp) -> Lasting {
        let (ends_after, ends_at) = match self.to {
            Some(to) => (to.after.unwrap_or(self.from.at), to.at),
            None => (now, now),
        };
        let between =
            |from: Timestamp, to: Timestamp| Duration::try_from(to.duration_since(from)).unwrap_or_default();
        Lasting {
            least: between(self.from.at, ends_after),
            most: self.from.after.map(|after| between(after, ends_at)),
        }
    }
}

/// Returns the stays of one deal, oldest first, from its ordered entries.
///
/// An omitted status does not end a stay.
pub fn spans(entries: &[Entry]) -> Vec<Span> {
    let mut spans: Vec<Span> = Vec::new();
    for entry in without_absences(entries) {
        let edge = match &entry.what {
            What::Seen {
                stage: Some(stage), ..
            } => Edge {
                after: stage.not_before(),
                at: stage.seen_at(),
            },
            _ => Edge {
                after: entry.after,
                at: entry.at,
            },
        };
        let status = match &entry.what {
            What::Seen { body, .. } | What::Back { body } => Record::parse(body)
                .ok()
                .and_then(|deal| deal.text("status").map(String::from))
                .filter(|code| !code.is_empty()),
            What::Field { name, after, .. } if name == "status" => match status_of(after.as_deref()) {
                // The status is still omitted: the stay continues.
                None => continue,
                given => given,
            },
            What::Deleted { .. } => None,
            What::Field { .. } | What::NotSeenAgain | What::SeenAgain => continue,
        };
        if let Some(open) = spans.last_mut().filter(|span| span.to.is_none()) {
            if status.as_ref() == Some(&open.status) {
                continue;
            }
            open.to = Some(edge);
        }
        if let Some(status) = status {
            spans.push(Span {
                status,
                from: edge,
                to: None,
            });
        }
    }
    spans
}

/// Returns the total time of a deal in `status`; `None` if never observed.
pub fn time_in(spans: &[Span], status: &str, now: Timestamp) -> Option<Lasting> {
    let mut stays = spans.iter().filter(|span| span.status == status).peekable();
    stays.peek()?;
    let zero = Lasting {
        least: Duration::ZERO,
        most: Some(Duration::ZERO),
    };
    Some(
        stays
            .map(|span| span.lasting(now))
            .fold(zero, |sum, stay| Lasting {
                least: sum.least + stay.least,
                most: sum.most.zip(stay.most).map(|(sum, stay)| sum + stay),
            }),
    )
}
