//! The count poll: one request per status for a single record. It is cheap enough to run often. It shows that something
//! changed, or that an unknown status exists.

use super::page_retry::is_truncated;
use crate::contract::OperationId;
use crate::engine::actor::Actor;
use crate::engine::actor::clock::saturating_add;
use crate::engine::messages::Msg;
use crate::engine::sync::state::counts_round::{TotalsRound, fetch_counts};
use crate::engine::sync::state::refresh::BETWEEN_COUNTS;
use crate::error::Error;
use crate::model::resources::learned_codes::CodeSource;
use crate::store::{EntryState, OutboxEntry};
use std::collections::BTreeMap;
use std::sync::Arc;

impl Actor {
    pub(super) fn start_totals(&mut self) {
        self.refresh.totals_running = true;
        self.refresh.probing = true;
        self.refresh.last_poll = Some((self.now(), 1));
        self.refresh.moves_before = self.refresh.own_moves;
        let (client, parallel) = (self.client.clone(), self.settings.parallel);
        let statuses: Vec<String> = self.refresh.known_statuses.iter().cloned().collect();
        let (none, settled) = (self.without_status(), self.refresh.settled_counts);
        let complete = self.view.coverage.complete_at.is_some();
        let sender = self.sender.clone();
        // If the loop has ended, the message is not needed.
        let probed = move || drop(sender.send(Msg::FirstCount));
        self.spawn(async move {
            let is_news = |round: &TotalsRound| {
                complete
                    && round.is_filtered()
                    && round.unknown() > none
                    && settled != Some((round.total, round.unknown()))
            };
            let mut totals = fetch_counts(&client, &statuses, parallel, &probed).await;
            // The counts are not simultaneous: a deal that moved in between is missing. A second count includes it.
            if totals.as_ref().is_ok_and(is_news) {
                totals = fetch_counts(&client, &statuses, parallel, &probed).await;
            }
            Msg::Totals(totals)
        });
    }

    /// Notes the response to the first request of a poll; one request per status follows.
    pub(in crate::engine) fn on_first_count(&mut self) {
        self.refresh.probing = false;
        if let Some((_, requests)) = &mut self.refresh.last_poll {
            *requests += self.refresh.known_statuses.len() as u64;
        }
    }

    pub(in crate::engine) fn on_totals(&mut self, round: Result<TotalsRound, Error>) {
        let now = self.now();
        (self.refresh.totals_running, self.refresh.probing) = (false, false);
        if self.refresh.pass_running && round.as_ref().is_err_and(is_truncated) {
            // The running sync pass reports the connection state, so that it does not change with every response.
            self.refresh.totals_at = saturating_add(now, BETWEEN_COUNTS);
            return;
        }
        self.on_response(&round);
        if round.is_ok() && self.discard_totals() {
            self.refresh.totals_at = saturating_add(now, BETWEEN_COUNTS);
            return;
        }
        let requests = self.refresh.known_statuses.len() as u64 + 1;
        let wait = self.poll_intervals().between_counts(self.visibility(now), requests);
        self.refresh.totals_at = saturating_add(now, self.jitter.spread(wait));
        self.refresh.counted_at = Some(now);
        self.view.changed();
        let round = match round {
            Ok(round) => round,
            Err(error) => {
                self.view.deals_error = Some(error);
                return;
            }
        };
        self.refresh.is_counted = true;
        self.view.deals_error = None;
        let is_filtered = round.is_filtered();
        let moved = self.refresh.total != Some(round.total)
            || (is_filtered && *self.view.status_totals != round.by_status);
        let complete = self.view.coverage.complete_at.is_some();
        if moved && complete {
            self.refresh.full_at = self.refresh.full_at.min(now.max(self.refresh.full_from));
        }
        let unknown =
            if is_filtered && complete { round.unknown().saturating_sub(self.without_status()) } else { 0 };
        // Every cached deal has a known status, so only deals not yet fetched can have an unknown one. This limits the
        // number if the server counts wrongly.
        let is_new_mismatch = round.total.saturating_sub(self.confirmed.len() as u64);
        self.view.coverage.in_unknown_status = unknown.min(is_new_mismatch);
        self.view.coverage.count_mismatch &= self.refresh.total == Some(round.total);
        let mismatch = (round.total, round.unknown());
        if unknown > 0 && self.refresh.settled_counts != Some(mismatch) {
            // An unknown status: a full sync finds its code.
            self.refresh.settled_counts = Some(mismatch);
            self.refresh.full_at = self.refresh.full_at.min(now.max(self.refresh.full_from));
        }
        if is_filtered {
            self.note_counts(round.total, &round.by_status);
        } else {
            self.note_counts(round.total, &BTreeMap::new());
        }
        self.refresh.total = Some(round.total);
        self.view.coverage.total = Some(round.total);
        self.view.status_totals = Arc::new(if is_filtered { round.by_status } else { BTreeMap::new() });
        for (code, count) in &*self.view.status_totals {
            let codes = &mut self.resource_lists.codes;
            codes.record_code("status", code, CodeSource::Record, Some(*count), now);
        }
        self.save_codes();
    }

    /// Returns whether to discard the counts, because own writes were in progress. It is unknown which of those writes
    /// the counts include; using them would look like a server error. If writes never pause, some result is used in the
    /// end.
    fn discard_totals(&mut self) -> bool {
        /// Maximum number of consecutive discarded polls.
        const MAX_DISCARDED_POLLS: u8 = 5;
        let moves = |row: &OutboxEntry| {
            matches!(
                row.operation,
                OperationId::DealsCreate | OperationId::DealsUpdate | OperationId::DealsDelete
            )
        };
        // A blocked write stays in doubt until the user decides, so waiting for it would only delay the sync.
        let on_its_way = |row: &OutboxEntry| {
            moves(row) && !row.state.is_blocked() && (row.state == EntryState::Sending || row.in_doubt())
        };
        let overtaken =
            self.refresh.moves_before != self.refresh.own_moves || self.outbox.entries().any(on_its_way);
        let untaken = overtaken && self.refresh.discarded_polls < MAX_DISCARDED_POLLS;
        self.refresh.discarded_polls = if untaken { self.refresh.discarded_polls + 1 } else { 0 };
        untaken
    }

    /// Returns the number of deals without a status, which no filter counts.
    fn without_status(&self) -> u64 {
        self.confirmed.count_of_status("") as u64
    }

    /// Updates the counts for an applied own write, without a new poll.
    pub(in crate::engine) fn count_move(&mut self, from: Option<&str>, to: Option<&str>) {
        if from == to {
            return;
        }
        self.refresh.own_moves += 1;
        let totals = Arc::make_mut(&mut self.view.status_totals);
        if let Some(count) = from.and_then(|from| totals.get_mut(from)) {
            *count = count.saturating_sub(1);
        }
        if let Some(count) = to.and_then(|to| totals.get_mut(to)) {
            *count += 1;
        }
        let delta = count_delta(from, to);
        self.refresh.total = self.refresh.total.map(|total| total.saturating_add_signed(delta));
        self.view.coverage.total = self.refresh.total;
        self.count_cached_move(from, to);
    }

    /// Updates only the number of cached deals; the server's counts already include the change.
    pub(in crate::engine) fn count_cached_move(&mut self, from: Option<&str>, to: Option<&str>) {
        // An answered deal counts as fetched; a deleted one need not be fetched.
        let (delta, coverage) = (count_delta(from, to), &mut self.view.coverage);
        coverage.fetched = coverage.fetched.saturating_add_signed(delta);
        self.refresh.membership_changed |= delta != 0;
        self.view.changed();
    }
}

/// Returns the change of the number of deals for a status change.
fn count_delta(from: Option<&str>, to: Option<&str>) -> i64 {
    match (from, to) {
        (None, Some(_)) => 1,
        (Some(_), None) => -1,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_that_is_not_heeded_is_noticed() {
        let round = |total, counts: &[u64]| TotalsRound {
            total,
            by_status: counts.iter().enumerate().map(|(i, count)| (i.to_string(), *count)).collect(),
        };
        assert!(round(10, &[6, 4]).is_filtered());
        assert!(round(10, &[10, 0]).is_filtered());
        assert!(round(0, &[0, 0]).is_filtered());
        assert!(!round(10, &[10, 10]).is_filtered());
        assert_eq!((round(10, &[6, 1]).unknown(), round(3, &[6, 1]).unknown()), (3, 0));
    }
}
