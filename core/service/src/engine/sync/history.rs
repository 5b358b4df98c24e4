//! The published part of the history: changes since the last visit, series, and missing deals. It is reloaded only when
//! the history has grown.

use crate::model::history::observed::ObservedHistory;
use std::collections::{BTreeMap, HashSet};
use std::sync::Arc;

use crate::contract::models::portfolio::PortfolioSummary;
use crate::model::history::history_entry::HistoryEntry;
use crate::model::history::journal_entry::{JournalEntry, WriteOutcome};
use crate::model::history::visit::Visit;

use crate::engine::actor::Actor;
use crate::engine::messages::Msg;

/// Maximum number of published changes since the last visit; the total is published too.
const MAX_CHANGES: usize = 2_000;
/// Number of journal entries published.
const JOURNAL_SHOWN: usize = 200;

/// Keeps one entry per write: attempts that were repeated are dropped for the later entry, which counts them.
fn newest_per_write(lines: Vec<JournalEntry>) -> Vec<JournalEntry> {
    let mut newer: HashSet<String> = HashSet::new();
    let mut newest: Vec<JournalEntry> = lines
        .into_iter()
        .rev()
        .filter(|line| newer.insert(line.key.clone()) || line.outcome != WriteOutcome::RetryLater)
        .collect();
    newest.reverse();
    newest
}

/// Returns the portfolio totals that were sent, by series name.
pub fn portfolio_points(summary: &PortfolioSummary) -> BTreeMap<String, String> {
    ["total_operations", "total_nominal", "total_fonds", "total_spvs", "total_operateurs"]
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
        let Some(version) = self.ok_or_report(version) else {
            return;
        };
        if self.history.version == Some(version) {
            return;
        }
        let before = self.history.version.replace(version);
        let grown_from =
            before.filter(|before| before.amended == version.amended).map(|before| before.latest);
        let read = self.load_history(grown_from);
        let Some(observed) = self.ok_or_report(read) else {
            return;
        };
        let fresh = |entry: &&HistoryEntry| grown_from.is_none_or(|seq| entry.seq > seq);
        let changed: Vec<&str> =
            observed.changes_since_visit.iter().filter(fresh).map(|entry| entry.deal.as_str()).collect();
        let stale = self.details.open_among(&changed);
        self.history.published = Arc::new(observed);
        for deal in stale {
            self.show_history(&deal);
        }
        self.view.changed();
    }

    /// Reads the history; if it only grew since `grown_from`, extends the shown part.
    fn load_history(&self, grown_from: Option<i64>) -> Result<ObservedHistory, crate::store::StoreError> {
        let (history, shown) = (self.store.history(), &self.history.published);
        let visit = history.visit()?;
        let (mut since, entries) = match (visit, grown_from) {
            (Some(visit), Some(seq)) if shown.visit == Some(visit) => {
                let mut since = Vec::clone(&shown.changes_since_visit);
                since.extend(self.attribute(history.changes_since(seq)?));
                (since, shown.change_count - shown.changes_since_visit.len())
            }
            (Some(visit), _) => (self.attribute(history.changes_since(visit.seq)?), 0),
            // Without a first visit, a command may have synced: all changes since the first sync are new.
            (None, Some(seq)) if shown.visit.is_none() => {
                let mut since = Vec::clone(&shown.changes_since_visit);
                since.extend(self.attribute(history.changes_since(seq)?));
                (since, shown.change_count - shown.changes_since_visit.len())
            }
            (None, _) => (self.attribute(history.changes_since(0)?), 0),
        };
        let changes = entries + since.len();
        since.drain(..since.len().saturating_sub(MAX_CHANGES));
        Ok(ObservedHistory {
            visit,
            changes_since_visit: Arc::new(since),
            change_count: changes,
            first_observed_at: history.first_observed_at()?,
            series: Arc::new(history.series()?),
            missing_since: Arc::new(history.missing()?),
            journal: Arc::new(newest_per_write(history.journal(JOURNAL_SHOWN)?)),
        })
    }

    /// Publishes the present journal.
    pub(in crate::engine) fn follow_journal(&mut self) {
        let journal = self.store.history().journal(JOURNAL_SHOWN);
        if let Some(journal) = self.ok_or_report(journal) {
            Arc::make_mut(&mut self.history.published).journal = Arc::new(newest_per_write(journal));
            self.view.changed();
        }
    }

    /// Notes that the user views the changes.
    pub(in crate::engine) fn note_changes_viewed(&mut self) {
        self.history.viewed = self.history.version.map(|version| version.latest);
    }

    /// Ends the visit; changes that the user did not view stay new.
    pub(in crate::engine) fn end_visit_on_close(&mut self) {
        let observed = &self.history.published;
        let viewed = self.history.viewed.unwrap_or_default();
        let unseen = observed.changes_since_visit.iter().find(|entry| !entry.is_ours && entry.seq > viewed);
        let Some(unseen) = unseen else {
            return self.end_visit();
        };
        if viewed == 0 && observed.change_count > observed.changes_since_visit.len() {
            // The oldest unseen change is not among the published ones.
            return;
        }
        // At that time, none of the unseen changes had been observed.
        let at = unseen.not_before.unwrap_or(unseen.at);
        let ended = self.store.history().end_visit(Some(unseen.seq - 1), at);
        self.ok_or_report(ended);
    }

    /// Marks all changes as seen.
    pub(in crate::engine) fn end_visit(&mut self) {
        let now = self.server_now();
        let newest = self.history.version.map(|version| version.latest);
        let ended = self.store.history().end_visit(newest, now);
        if let Some(ended) = self.ok_or_report(ended) {
            self.history.marked_seen = Some(ended.seq);
            self.history.version = None;
            self.follow_history();
        }
    }

    /// Undoes marking as seen; `before` is the end of the previous visit.
    pub(in crate::engine) fn resume_visit(&mut self, before: Option<Visit>) {
        let Some(marked_seen) = self.history.marked_seen else {
            return;
        };
        let resumed = self.store.history().resume_visit(before, marked_seen);
        if self.ok_or_report(resumed).is_some() {
            self.history.version = None;
            self.follow_history();
        }
    }

    /// Records the counts of the deals.
    pub(super) fn note_counts(&mut self, total: u64, by_status: &BTreeMap<String, u64>) {
        let mut values: BTreeMap<String, String> =
            by_status.iter().map(|(status, count)| (format!("deals:{status}"), count.to_string())).collect();
        values.insert("deals".to_owned(), total.to_string());
        self.record_series(&values);
    }

    /// Records the portfolio totals that were sent.
    pub(super) fn note_portfolio(&mut self, summary: &PortfolioSummary) {
        self.record_series(&portfolio_points(summary));
    }

    fn record_series(&mut self, values: &BTreeMap<String, String>) {
        let recorded =
            self.store.history().record_series(values, self.server_now(), self.settings.series_interval);
        if self.ok_or_report(recorded) == Some(true) {
            let series = self.store.history().series();
            if let Some(series) = self.ok_or_report(series) {
                Arc::make_mut(&mut self.history.published).series = Arc::new(series);
                self.view.changed();
            }
        }
    }

    /// Prunes entries older than the retention period, once a day.
    pub(super) fn prune_history(&self) {
        let Some(retention) = self.settings.retention else {
            return;
        };
        let (store, sender, now) = (self.store.clone(), self.sender.clone(), self.now());
        crate::host::spawn_blocking(move || {
            let pruned = store.prune_history_daily(retention, now);
            // If the loop has ended, the next day's run prunes again.
            let _ended = sender.send(Msg::Pruned(pruned.map_err(Into::into)));
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contract::OperationId;
    use jiff::Timestamp;

    fn line(seq: i64, key: &str, outcome: WriteOutcome) -> JournalEntry {
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
            requested_at: Timestamp::UNIX_EPOCH,
            at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn retried_write_has_only_its_newest_journal_line() {
        use WriteOutcome::{Applied, Rejected, RetryLater};
        let shown = |lines: &[(&str, WriteOutcome)]| -> Vec<i64> {
            let lines = lines.iter().zip(1..).map(|((key, outcome), seq)| line(seq, key, *outcome));
            newest_per_write(lines.collect()).iter().map(|line| line.seq).collect()
        };
        assert_eq!(shown(&[("a", RetryLater), ("b", Applied), ("a", RetryLater)]), [2, 3]);
        assert_eq!(shown(&[("a", RetryLater), ("a", Applied)]), [2]);
        // A write that the user sent again after a rejection has two outcomes.
        assert_eq!(shown(&[("a", Rejected), ("a", Applied)]), [1, 2]);
    }
}
