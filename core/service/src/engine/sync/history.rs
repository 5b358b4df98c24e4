//! The published part of the history: changes since the last visit, series, and missing deals. It is reloaded only when
//! the history has grown.

use crate::model::history::observed::Observed;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::contract::models::portfolio::PortfolioSummary;
use crate::model::history::history_entry::Entry;
use crate::model::history::journal_entry::{JournalEntry, Outcome};
use crate::model::history::visit::Visit;

use crate::engine::actor::Actor;
use crate::engine::messages::Msg;

/// Maximum number of published changes since the last visit; the total is published too.
const MOST: usize = 2_000;
/// Number of journal entries published.
const JOURNAL: usize = 200;

/// Keeps one entry per write: attempts that were repeated are dropped for the later entry, which counts them.
fn one_a_write(lines: Vec<JournalEntry>) -> Vec<JournalEntry> {
    let mut newer: HashSet<String> = HashSet::new();
    let mut kept: Vec<JournalEntry> = lines
        .into_iter()
        .rev()
        .filter(|line| newer.insert(line.key.clone()) || line.outcome != Outcome::Later)
        .collect();
    kept.reverse();
    kept
}

/// Returns the portfolio totals that were sent, by series name.
pub fn portfolio_points(summary: &PortfolioSummary) -> BTreeMap<String, String> {
    [
        "total_operations",
        "total_nominal",
        "total_fonds",
        "total_spvs",
        "total_operateurs",
    ]
    .iter()
    .filter_map(|name| {
        let number = summary.record().num(name)?;
        Some((format!("portfolio:{name}"), number.text().into_owned()))
    })
    .collect()
}

impl Actor {
    /// Reloads the history if it has grown.
    pub(in crate::engine) fn follow_history(&mut self) {
        let version = self.store.history().version();
        let Some(version) = self.kept(version) else { return };
        if self.history.version == Some(version) {
            return;
        }
        let before = self.history.version.replace(version);
        let grown_from = before
            .filter(|before| before.amended == version.amended)
            .map(|before| before.latest);
        let read = self.read_observed(grown_from);
        let Some(observed) = self.kept(read) else { return };
        let fresh = |entry: &&Entry| grown_from.is_none_or(|seq| entry.seq > seq);
        let changed: Vec<&str> = observed
            .since
            .iter()
            .filter(fresh)
            .map(|entry| entry.deal.as_str())
            .collect();
        let stale = self.details.open_among(&changed);
        self.history.shown = Arc::new(observed);
        for deal in stale {
            self.recall_history(&deal);
        }
        self.view.changed();
    }

    /// Reads the history; if it only grew since `grown_from`, extends the shown part.
    fn read_observed(&self, grown_from: Option<i64>) -> Result<Observed, crate::store::StoreError> {
        let (history, shown) = (self.store.history(), &self.history.shown);
        let visit = history.visit()?;
        let (mut since, known) = match (visit, grown_from) {
            (Some(visit), Some(seq)) if shown.visit == Some(visit) => {
                let mut since = Vec::clone(&shown.since);
                since.extend(self.claim(history.since(seq, usize::MAX)?));
                (since, shown.changes - shown.since.len())
            }
            (Some(visit), _) => (self.claim(history.since(visit.seq, usize::MAX)?), 0),
            // Without a first visit, a command may have synced: all changes since the first sync are new.
            (None, Some(seq)) if shown.visit.is_none() => {
                let mut since = Vec::clone(&shown.since);
                since.extend(self.claim(history.since(seq, usize::MAX)?));
                (since, shown.changes - shown.since.len())
            }
            (None, _) => (self.claim(history.since(0, usize::MAX)?), 0),
        };
        let changes = known + since.len();
        since.drain(..since.len().saturating_sub(MOST));
        Ok(Observed {
            visit,
            since: Arc::new(since),
            changes,
            begins: history.begins()?,
            series: Arc::new(history.series()?),
            not_seen: Arc::new(history.not_seen()?),
            journal: Arc::new(one_a_write(history.journal(JOURNAL)?)),
        })
    }

    /// Publishes the present journal.
    pub(in crate::engine) fn follow_journal(&mut self) {
        let journal = self.store.history().journal(JOURNAL);
        if let Some(journal) = self.kept(journal) {
            Arc::make_mut(&mut self.history.shown).journal = Arc::new(one_a_write(journal));
            self.view.changed();
        }
    }

    /// Notes that the user views the changes.
    pub(in crate::engine) fn look_at_changes(&mut self) {
        self.history.looked = self.history.version.map(|version| version.latest);
    }

    /// Ends the visit; changes that the user did not view stay new.
    pub(in crate::engine) fn leave_visit(&mut self) {
        let observed = &self.history.shown;
        let looked = self.history.looked.unwrap_or_default();
        let unseen = observed
            .since
            .iter()
            .find(|entry| !entry.ours && entry.seq > looked);
        let Some(unseen) = unseen else {
            return self.end_visit();
        };
        if looked == 0 && observed.changes > observed.since.len() {
            // The oldest unseen change is not among the published ones.
            return;
        }
        // At that time, none of the unseen changes had been observed.
        let at = unseen.after.unwrap_or(unseen.at);
        let ended = self.store.history().end_visit(Some(unseen.seq - 1), at);
        self.kept(ended);
    }

    /// Marks all changes as seen.
    pub(in crate::engine) fn end_visit(&mut self) {
        let now = self.observed_now();
        let seen = self.history.version.map(|version| version.latest);
        let ended = self.store.history().end_visit(seen, now);
        if let Some(ended) = self.kept(ended) {
            self.history.said_seen = Some(ended.seq);
            self.history.version = None;
            self.follow_history();
        }
    }

    /// Undoes marking as seen; `before` is the end of the previous visit.
    pub(in crate::engine) fn resume_visit(&mut self, before: Option<Visit>) {
        let Some(said_seen) = self.history.said_seen else {
            return;
        };
        let resumed = self.store.history().resume_visit(before, said_seen);
        if self.kept(resumed).is_some() {
            self.history.version = None;
            self.follow_history();
        }
    }

    /// Records the counts of the deals.
    pub(super) fn note_counts(&mut self, total: u64, by_status: &BTreeMap<String, u64>) {
        let mut values: BTreeMap<String, String> = by_status
            .iter()
            .map(|(status, count)| (format!("deals:{status}"), count.to_string()))
            .collect();
        values.insert("deals".to_owned(), total.to_string());
        self.note(&values);
    }

    /// Records the portfolio totals that were sent.
    pub(super) fn note_portfolio(&mut self, summary: &PortfolioSummary) {
        self.note(&portfolio_points(summary));
    }

    fn note(&mut self, values: &BTreeMap<String, String>) {
        let noted = self
            .store
            .history()
            .note(values, self.observed_now(), self.settings.point);
        if self.kept(noted) == Some(true) {
            let series = self.store.history().series();
            if let Some(series) = self.kept(series) {
                Arc::make_mut(&mut self.history.shown).series = Arc::new(series);
                self.view.changed();
            }
        }
    }

    /// Prunes entries older than the retention period, once a day.
    pub(super) fn prune_history(&self) {
        let Some(retention) = self.settings.retention else {
            return;
        };
        let (store, me, now) = (self.store.clone(), self.me.clone(), self.now());
        tokio::task::spawn_blocking(move || {
            let pruned = store.prune_history_daily(retention, now);
            // If the loop has ended, the next day's run prunes again.
            let _ended = me.send(Msg::Pruned(pruned.map_err(Into::into)));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::OperationId;
    use jiff::Timestamp;

    fn line(seq: i64, key: &str, outcome: Outcome) -> JournalEntry {
        JournalEntry {
            seq,
            outbox_id: seq,
            key: key.to_owned(),
            operation: OperationId::DealsUpdate,
            record: "d".to_owned(),
            label: String::new(),
            before: None,
            after: None,
            attempts: 1,
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
    fn a_write_that_waits_is_one_line_however_often_it_was_tried() {
        use Outcome::{Applied, Later, Refused};
        let shown = |lines: &[(&str, Outcome)]| -> Vec<i64> {
            let lines = lines
                .iter()
                .zip(1..)
                .map(|((key, outcome), seq)| line(seq, key, *outcome));
            one_a_write(lines.collect()).iter().map(|line| line.seq).collect()
        };
        assert_eq!(shown(&[("a", Later), ("b", Applied), ("a", Later)]), [2, 3]);
        assert_eq!(shown(&[("a", Later), ("a", Applied)]), [2]);
        // A write that the user sent again after a refusal has two outcomes.
        assert_eq!(shown(&[("a", Refused), ("a", Applied)]), [1, 2]);
    }
}
