//! Whether a screen has to be drawn again for a newer snapshot. Rule: a service that answers "all as before" wakes no
//! front end; what is told here to look alike may stay on the screen as it is. Nothing large is compared: what did not
//! change is shared between snapshots.

use std::sync::Arc;
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::record::Record;

use super::{Connection, Inbox, Remote, Snapshot};

/// Screens tell the age of a reading in whole minutes: a reading that comes sooner after the last one changes no word.
/// The rest of the minute is for the way from the service to here.
const SAME_AGE: Duration = Duration::from_secs(55);

impl Snapshot {
    /// Whether a screen that shows neither single requests nor when each part was read looks alike with `newer`.
    pub(super) fn looks_like(&self, newer: &Self) -> bool {
        Arc::ptr_eq(&self.deals, &newer.deals)
            && Arc::ptr_eq(&self.observed, &newer.observed)
            && Arc::ptr_eq(&self.writes, &newer.writes)
            && Arc::ptr_eq(&self.events, &newer.events)
            && Arc::ptr_eq(&self.families, &newer.families)
            && Arc::ptr_eq(&self.words, &newer.words)
            && Arc::ptr_eq(&self.explored, &newer.explored)
            && Arc::ptr_eq(&self.details, &newer.details)
            && self.handled == newer.handled
            && self.status_totals == newer.status_totals
            && self.settings == newer.settings
            && self.keeping == newer.keeping
            && self.deals_error.is_none()
            && newer.deals_error.is_none()
            && same_coverage(self, newer)
            && same_connection(&self.connection, &newer.connection)
            && same_value(&self.entity, &newer.entity, |value| value.record())
            && same_value(&self.portfolio, &newer.portfolio, |value| value.record())
            && same_inbox(&self.inbox, &newer.inbox)
    }
}

fn same_coverage(old: &Snapshot, newer: &Snapshot) -> bool {
    let (old, newer) = (old.coverage, newer.coverage);
    let same_age = match (old.complete_at, newer.complete_at) {
        (Some(old), Some(newer)) => newer.duration_since(old).unsigned_abs() < SAME_AGE,
        (old, newer) => old == newer,
    };
    same_age
        && (old.read, old.total, old.reading, old.unknown_status)
            == (newer.read, newer.total, newer.reading, newer.unknown_status)
}

/// Only states in which nothing is counted down.
fn same_connection(old: &Connection, newer: &Connection) -> bool {
    matches!((old, newer), (Connection::Online, Connection::Online))
}

/// A part that was read before: that it is being read again is no news, what comes of it may be.
fn same_value<T>(old: &Remote<T>, newer: &Remote<T>, body: impl Fn(&T) -> &Record) -> bool {
    let same = match (&old.value, &newer.value) {
        (Some(old), Some(newer)) => Arc::ptr_eq(old, newer) || body(old) == body(newer),
        (None, None) => old.loading == newer.loading,
        _ => false,
    };
    same && old.error.is_none() && newer.error.is_none()
}

fn same_inbox(old: &Arc<Inbox>, newer: &Arc<Inbox>) -> bool {
    let known = |inbox: &Inbox| inbox.read_at.is_some() && inbox.error.is_none();
    Arc::ptr_eq(old, newer)
        || (known(old) && known(newer) && old.mode == newer.mode && old.items == newer.items)
}

/// When the newest complete reading ended, asked from any thread.
pub type ReadAt = Arc<dyn Fn() -> Option<Timestamp> + Send + Sync>;

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::portfolio::PortfolioSummary;
    use crate::engine::{Coverage, RequestLine};
    use crate::error::Error;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn portfolio(json: &str, second: i64) -> Remote<PortfolioSummary> {
        Remote {
            value: Some(Arc::new(
                PortfolioSummary::from_record(Record::parse(json).unwrap()).unwrap(),
            )),
            read_at: Some(at(second)),
            ..Remote::default()
        }
    }

    fn read() -> Snapshot {
        Snapshot {
            connection: Connection::Online,
            coverage: Coverage {
                read: 2,
                total: Some(2),
                complete_at: Some(at(0)),
                ..Coverage::default()
            },
            portfolio: portfolio("{\"total_operations\":3}", 0),
            inbox: Arc::new(Inbox {
                read_at: Some(at(0)),
                ..Inbox::default()
            }),
            ..Snapshot::default()
        }
    }

    #[test]
    fn all_as_before_wakes_nobody() {
        let before = read();
        let mut newer = Snapshot {
            revision: 9,
            requests: Arc::new(Vec::<RequestLine>::new()),
            ..before.clone()
        };
        newer.coverage.complete_at = Some(at(20));
        newer.portfolio = portfolio("{\"total_operations\":3}", 20);
        newer.inbox = Arc::new(Inbox {
            read_at: Some(at(20)),
            ..Inbox::default()
        });
        newer.entity.loading = false;
        assert!(before.looks_like(&newer));
        newer.portfolio.loading = true;
        assert!(before.looks_like(&newer), "what is read again is no news");
    }

    #[test]
    fn what_reads_differently_wakes() {
        type Change = fn(&mut Snapshot);
        let changes: [(&str, Change); 9] = [
            ("another figure", |it| {
                it.portfolio = portfolio("{\"total_operations\":4}", 20);
            }),
            ("one more in a status", |it| {
                it.status_totals = Arc::new([("ic".to_owned(), 3)].into());
            }),
            ("the pipeline moved", |it| it.deals = Arc::default()),
            ("a word to the person", |it| it.events = Arc::default()),
            ("a reading began", |it| it.coverage.reading = true),
            ("the age was told in minutes", |it| {
                it.coverage.complete_at = Some(at(61));
            }),
            ("a part can't be read", |it| {
                it.entity.error = Some(Error::interrupted());
            }),
            ("the pipeline can't be read", |it| {
                it.deals_error = Some(Error::interrupted());
            }),
            ("slow", |it| it.connection = Connection::Slow { since: at(1) }),
        ];
        for (what, change) in changes {
            let mut newer = read();
            // As the engine publishes: what did not change is shared.
            let before = newer.clone();
            assert!(before.looks_like(&newer));
            change(&mut newer);
            assert!(!before.looks_like(&newer), "{what}");
        }
    }
}
