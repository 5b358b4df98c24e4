//! How long a deal was in each status, from what was observed of it. Pure: entries and a moment go in.

use std::time::Duration;

use jiff::Timestamp;

use super::omitted_status::{status_of, without_absences};
use crate::contract::record::Record;
use crate::model::history_entry::{Entry, What};

/// A moment as it was observed: not before `after`, where that is known, and not after `at`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// The last moment at which it is known not to have happened yet; `None` if it may have happened at any time before.
    pub after: Option<Timestamp>,
    /// The moment at which it is known to have happened.
    pub at: Timestamp,
}

/// One stay in a status.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Span {
    /// The status code.
    pub status: String,
    /// When it began.
    pub from: Edge,
    /// When it ended; `None` if it goes on.
    pub to: Option<Edge>,
}

/// How long something lasted: at least, and at most where that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Lasting {
    /// It lasted no less.
    pub least: Duration,
    /// It lasted no longer; `None` if it was already so at first sight.
    pub most: Option<Duration>,
}

impl Lasting {
    /// Whether both bounds are the same.
    pub fn is_exact(&self) -> bool {
        self.most == Some(self.least)
    }
}

impl Span {
    /// How long it lasted, or has lasted at `now`.
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

/// The stays of one deal, oldest first, from its entries in their order. A reading that leaves the status out ends none.
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
                // It is still left out: the stay goes on.
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

/// How long a deal has been in `status` over all its stays; `None` if it was never seen there.
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
