//! The counts per status: one request of one record each. Cheap enough to be asked often, they tell that something
//! moved, and that there is a status nobody has named yet.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures_util::{StreamExt, TryStreamExt, stream};

use crate::client::{Client, DealsQuery};
use crate::contract::OperationId;
use crate::engine::actor::clock::after;
use crate::engine::actor::{Actor, Msg};
use crate::error::Error;
use crate::model::learned_codes::Source;
use crate::store::{Row, RowState};

use super::page_retry::broke_off;
use super::scheduler::BETWEEN_COUNTS;

/// One round of counts.
#[derive(Debug)]
pub(in crate::engine) struct TotalsRound {
    total: u64,
    by_status: BTreeMap<String, u64>,
}

impl TotalsRound {
    /// How many deals are in none of the statuses asked for.
    fn unknown(&self) -> u64 {
        self.total.saturating_sub(
            self.by_status
                .values()
                .fold(0, |sum, count| sum.saturating_add(*count)),
        )
    }

    /// Whether the service heeds the filter: one that does not gives the whole count for every status.
    fn filtered(&self) -> bool {
        let whole = self
            .by_status
            .values()
            .filter(|count| **count == self.total)
            .count();
        self.total == 0 || whole < 2
    }
}

impl Actor {
    pub(super) fn start_totals(&mut self) {
        self.refresh.totals_running = true;
        self.refresh.probing = true;
        self.refresh.asked = Some((self.now(), 1));
        self.refresh.moves_before = self.refresh.own_moves;
        let (client, parallel) = (self.client.clone(), self.settings.parallel);
        let statuses: Vec<String> = self.refresh.known.iter().cloned().collect();
        let (none, puzzled) = (self.without_status(), self.refresh.puzzled);
        let complete = self.view.coverage.complete_at.is_some();
        let me = self.me.clone();
        // The loop may have ended; then nothing waits for it.
        let probed = move || drop(me.send(Msg::Probed));
        self.spawn(async move {
            let news = |round: &TotalsRound| {
                complete
                    && round.filtered()
                    && round.unknown() > none
                    && puzzled != Some((round.total, round.unknown()))
            };
            let mut counted = count(&client, &statuses, parallel, &probed).await;
            // The counts are not of one moment: a deal that moved between two of them is in none. Counted once more it is.
            if counted.as_ref().is_ok_and(news) {
                counted = count(&client, &statuses, parallel, &probed).await;
            }
            Msg::Totals(counted)
        });
    }

    /// The first request of a round was answered; one for each status follows it.
    pub(in crate::engine) fn probed(&mut self) {
        self.refresh.probing = false;
        if let Some((_, requests)) = &mut self.refresh.asked {
            *requests += self.refresh.known.len() as u64;
        }
    }

    pub(in crate::engine) fn take_totals(&mut self, round: Result<TotalsRound, Error>) {
        let now = self.now();
        (self.refresh.totals_running, self.refresh.probing) = (false, false);
        if self.refresh.pass_running && round.as_ref().is_err_and(broke_off) {
            // Whether answers come the reading beside it tells, which goes on: one state, and not one for each answer.
            self.refresh.totals_at = after(now, BETWEEN_COUNTS);
            return;
        }
        self.heard(&round);
        if round.is_ok() && self.is_of_no_moment() {
            self.refresh.totals_at = after(now, BETWEEN_COUNTS);
            return;
        }
        let requests = self.refresh.known.len() as u64 + 1;
        let wait = self.cadence().between_counts(self.attention(now), requests);
        self.refresh.totals_at = after(now, self.jitter.about(wait));
        self.refresh.counted_at = Some(now);
        self.view.changed();
        let round = match round {
            Ok(round) => round,
            Err(error) => {
                self.view.deals_error = Some(error);
                return;
            }
        };
        self.refresh.counted = true;
        self.view.deals_error = None;
        let filtered = round.filtered();
        let moved = self.refresh.total != Some(round.total)
            || (filtered && *self.view.status_totals != round.by_status);
        let complete = self.view.coverage.complete_at.is_some();
        if moved && complete {
            self.refresh.full_at = self.refresh.full_at.min(now.max(self.refresh.full_from));
        }
        let unknown = if filtered && complete {
            round.unknown().saturating_sub(self.without_status())
        } else {
            0
        };
        // Every deal that is held is in a status that is known here: only those that never came can be in another one. A
        // service that counts wrongly has none for that.
        let never_came = round.total.saturating_sub(self.confirmed.len() as u64);
        self.view.coverage.unknown_status = unknown.min(never_came);
        self.view.coverage.miscounted &= self.refresh.total == Some(round.total);
        let puzzle = (round.total, round.unknown());
        if unknown > 0 && self.refresh.puzzled != Some(puzzle) {
            // A status nobody has named yet: reading everything names it.
            self.refresh.puzzled = Some(puzzle);
            self.refresh.full_at = self.refresh.full_at.min(now.max(self.refresh.full_from));
        }
        if filtered {
            self.note_counts(round.total, &round.by_status);
        } else {
            self.note_counts(round.total, &BTreeMap::new());
        }
        self.refresh.total = Some(round.total);
        self.view.coverage.total = Some(round.total);
        self.view.status_totals = Arc::new(if filtered {
            round.by_status
        } else {
            BTreeMap::new()
        });
        for (code, count) in &*self.view.status_totals {
            let words = &mut self.families.words;
            words.see("status", code, Source::Record, Some(*count), now);
        }
        self.words_changed();
    }

    /// Whether nobody can tell which of our own writes the counts that have come stand before and which behind: one was
    /// answered while they were taken, or is on its way. Taken all the same they would be told as a mistake of the service.
    /// Where writes follow each other without end, some round is taken at last.
    fn is_of_no_moment(&mut self) -> bool {
        /// So many rounds in a row are not taken.
        const MOST: u8 = 5;
        let moves = |row: &Row| {
            matches!(
                row.operation,
                OperationId::DealsCreate | OperationId::DealsUpdate | OperationId::DealsDelete
            )
        };
        let on_its_way = |row: &Row| moves(row) && (row.state == RowState::Sending || row.in_doubt());
        let overtaken =
            self.refresh.moves_before != self.refresh.own_moves || self.outbox.rows().any(on_its_way);
        let untaken = overtaken && self.refresh.untaken < MOST;
        self.refresh.untaken = if untaken { self.refresh.untaken + 1 } else { 0 };
        untaken
    }

    /// How many deals were read that have no status, which no filter counts.
    fn without_status(&self) -> u64 {
        self.confirmed.count_of_status("") as u64
    }

    /// Follows a change of our own that the service has applied, so that the counts need not be read again for it.
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
        let step = step(from, to);
        self.refresh.total = self.refresh.total.map(|total| total.saturating_add_signed(step));
        self.view.coverage.total = self.refresh.total;
        self.count_held(from, to);
    }

    /// Follows a deal that came or went in how many are held alone: the service has counted it already.
    pub(in crate::engine) fn count_held(&mut self, from: Option<&str>, to: Option<&str>) {
        // What the service has said of a deal is as good as read, and one that is gone need not be.
        let (step, coverage) = (step(from, to), &mut self.view.coverage);
        coverage.read = coverage.read.saturating_add_signed(step);
        self.refresh.came_or_went |= step != 0;
        self.view.changed();
    }
}

/// By how many the deals grow with one that came from one status to another.
fn step(from: Option<&str>, to: Option<&str>) -> i64 {
    match (from, to) {
        (None, Some(_)) => 1,
        (Some(_), None) => -1,
        _ => 0,
    }
}

/// Counts all deals, then those of each status; `probed` once the first answer is there.
async fn count(
    client: &Client,
    statuses: &[String],
    parallel: usize,
    probed: &(impl Fn() + Sync),
) -> Result<TotalsRound, Error> {
    let total = total(client, None).await?;
    probed();
    let by_status = stream::iter(statuses.to_vec())
        .map(|status| {
            async move {
                match self::total(client, Some(status.clone())).await {
                    Ok(count) => Ok(Some((status, count))),
                    // A code the service does not know in a filter: nothing to count.
                    Err(error) if error.kind() == crate::error::ErrorKind::Invalid => Ok(None),
                    Err(error) => Err(error),
                }
            }
        })
        .buffer_unordered(parallel)
        .try_filter_map(|counted| async move { Ok(counted) })
        .try_collect()
        .await?;
    Ok(TotalsRound { total, by_status })
}

async fn total(client: &Client, status: Option<String>) -> Result<u64, Error> {
    let page = client
        .deals_page(&DealsQuery {
            limit: Some(1),
            offset: None,
            status,
        })
        .await?;
    page.total
        .ok_or_else(|| Error::protocol("the list of deals does not say how many there are"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_filter_that_is_not_heeded_is_noticed() {
        let round = |total, counts: &[u64]| TotalsRound {
            total,
            by_status: counts
                .iter()
                .enumerate()
                .map(|(i, count)| (i.to_string(), *count))
                .collect(),
        };
        assert!(round(10, &[6, 4]).filtered());
        assert!(round(10, &[10, 0]).filtered());
        assert!(round(0, &[0, 0]).filtered());
        assert!(!round(10, &[10, 10]).filtered());
        assert_eq!(
            (round(10, &[6, 1]).unknown(), round(3, &[6, 1]).unknown()),
            (3, 0)
        );
    }
}
