//! From a selection to a plan, from a plan to writes, from the engine's answers to results.

use std::time::Duration;

use jiff::Timestamp;

use crate::contract::ids::DealId;
use crate::engine::{DealRow, Effect, EventKind, PendingWrite, WriteKind, WriteState};

use super::bulk::{Bulk, BulkRow, BulkStage, BulkState, BulkVerb};
use super::changes::Gone;
use super::sheet::SheetKind;
use super::toast::{LONG, SHORT};
use super::writes::again;
use super::{App, Change, Layer, Reason, ToastKind};

/// The least time between two writes of one change: a service that counts requests is not run over.
const PACE: Duration = Duration::from_millis(100);

impl App {
    /// The change of many deals planned, under way or made last.
    pub fn bulk(&self) -> Option<&Bulk> {
        self.bulk.as_ref()
    }

    /// Whether the sheet of a change that has asked for nothing yet is open.
    pub(super) fn looks_at_plan(&self) -> bool {
        let open = self.sheet().is_some_and(|sheet| sheet.kind == SheetKind::Bulk);
        open && self
            .bulk
            .as_ref()
            .is_some_and(|bulk| bulk.stage == BulkStage::Plan)
    }

    /// Shows what a change would do to each selected deal. Nothing is asked for yet.
    pub(super) fn plan_bulk(&mut self, verb: BulkVerb) {
        let mut rows: Vec<BulkRow> = self
            .selected_rows()
            .iter()
            .filter_map(|row| self.plan_row(row, &verb))
            .collect();
        // What is going to change is what is to be looked at.
        rows.sort_by_key(|row| matches!(row.state, BulkState::Skipped(_)));
        if rows.is_empty() {
            return;
        }
        self.bulk = Some(Bulk {
            verb,
            rows,
            stage: BulkStage::Plan,
            asked: 0,
        });
        self.open_sheet(SheetKind::Bulk);
    }

    /// Moves what is selected to a status, and gives it to the owner of a lane, as dropping it there does.
    pub(super) fn move_selected(&mut self, status: String, owner: Option<String>) -> Vec<Effect> {
        if let Err(reason) = self.may_write_deals() {
            self.say(
                ToastKind::Disabled {
                    id: Some(super::ActionId::MoveTo),
                    reason: reason.key(),
                },
                SHORT,
            );
            return Vec::new();
        }
        self.change_selected(match owner {
            Some(owner) => BulkVerb::Lane { status, owner },
            None => BulkVerb::Status(status),
        })
    }

    /// Changes what is selected: in the window at once, however it was begun, for whoever selects cards has seen how many
    /// there are, and undo takes all of it back. More than fit a look, some that can't be changed, an owner, whose name
    /// may be mistyped, and every deletion are shown as a plan first; and in the terminal, where no eye has counted them,
    /// always.
    pub(super) fn change_selected(&mut self, verb: BulkVerb) -> Vec<Effect> {
        /// More than this nobody has in sight.
        const AT_ONCE: usize = 50;
        let asks = matches!(verb, BulkVerb::Delete | BulkVerb::Owner(_)) || !self.options.beside;
        self.plan_bulk(verb);
        let Some(bulk) = self.bulk.as_ref().filter(|_| !asks) else {
            return Vec::new();
        };
        let can = |row: &BulkRow| {
            matches!(
                row.state,
                BulkState::Planned | BulkState::Skipped(Reason::AlreadySo)
            )
        };
        let planned = bulk.counts().planned;
        if planned == 0 || planned > AT_ONCE || !bulk.rows.iter().all(can) {
            return Vec::new();
        }
        self.layer = Layer::None;
        self.run_bulk()
    }

    fn plan_row(&self, row: &DealRow<'_>, verb: &BulkVerb) -> Option<BulkRow> {
        let deal = DealId::new(row.id).ok()?;
        let (from, to) = match verb {
            BulkVerb::Status(status) => {
                let from = self.intended_status(row.id, row.status);
                let to = Ok(status.clone());
                (from, to)
            }
            BulkVerb::Beside { forward } => {
                let last = if *forward {
                    Reason::LastStatus
                } else {
                    Reason::FirstStatus
                };
                let beside = self.status_beside(row.id, row.status, *forward);
                (self.intended_status(row.id, row.status), beside.ok_or(last))
            }
            BulkVerb::Lane { status, .. } => (self.intended_status(row.id, row.status), Ok(status.clone())),
            BulkVerb::Owner(owner) => (row.owner.to_owned(), Ok(owner.clone())),
            BulkVerb::Delete => (row.status.to_owned(), Ok(String::new())),
        };
        let unborn = |write: &PendingWrite| write.kind == WriteKind::Create && write.record == row.id;
        let keeps_owner = match verb {
            BulkVerb::Lane { owner, .. } => row.owner == owner,
            _ => true,
        };
        let state = match &to {
            Err(reason) => BulkState::Skipped(*reason),
            Ok(_) if self.snapshot.writes.iter().any(unborn) => BulkState::Skipped(Reason::NotCreatedYet),
            Ok(to) if *verb != BulkVerb::Delete && *to == from && keeps_owner => {
                BulkState::Skipped(Reason::AlreadySo)
            }
            Ok(_) => BulkState::Planned,
        };
        Some(BulkRow {
            deal,
            label: row.name.to_owned(),
            to: to.unwrap_or_else(|_| from.clone()),
            from,
            owner: matches!(verb, BulkVerb::Lane { .. }).then(|| row.owner.to_owned()),
            state,
        })
    }

    /// Enter on the sheet of a change: begins it, or closes the sheet.
    pub(super) fn confirm_bulk(&mut self) -> Vec<Effect> {
        match &self.bulk {
            Some(bulk) if bulk.stage == BulkStage::Plan && bulk.counts().planned > 0 => {
                // What becomes of it is said beside what is shown; the sheet comes again when it is asked for.
                if self.options.beside {
                    self.layer = Layer::None;
                }
                self.run_bulk()
            }
            _ => {
                self.layer = Layer::None;
                Vec::new()
            }
        }
    }

    fn run_bulk(&mut self) -> Vec<Effect> {
        let Some(mut bulk) = self.bulk.take() else {
            return Vec::new();
        };
        let hold = if bulk.verb == BulkVerb::Delete {
            self.options.hold_delete
        } else {
            self.options.hold
        };
        let mut effects = Vec::new();
        let mut changes = Vec::new();
        for row in bulk.rows.iter_mut().filter(|row| row.state == BulkState::Planned) {
            let later = PACE.saturating_mul(u32::try_from(effects.len()).unwrap_or(u32::MAX));
            let (deal, label, hold) = (row.deal.clone(), row.label.clone(), hold + later);
            row.state = BulkState::Waiting;
            if let Some((before, after)) = row.fields(&bulk.verb) {
                self.expect(&deal, &after);
                changes.push(Change::Fields {
                    deal: deal.clone(),
                    label: label.clone(),
                    before: before.clone(),
                    after: after.clone(),
                });
                effects.push(Effect::Update {
                    deal,
                    fields: after,
                    base: before,
                    label,
                    hold,
                });
            } else {
                let table = &self.snapshot.deals;
                let held = table.find(deal.as_str()).and_then(|ix| table.row(ix));
                changes.push(Change::Existence {
                    deal: deal.clone(),
                    label: label.clone(),
                    created: false,
                    again: held.map(|row| again(&row)).unwrap_or_default(),
                    gone: Gone::No,
                });
                effects.push(Effect::Delete { deal, label, hold });
            }
        }
        let count = changes.len();
        self.clear_selection();
        self.history.push(Change::Many(changes));
        bulk.stage = BulkStage::Run;
        bulk.asked = self.submitted + effects.len() as u64;
        self.say(
            ToastKind::BulkBegun {
                count,
                deletes: bulk.verb == BulkVerb::Delete,
            },
            hold,
        );
        self.bulk = Some(bulk);
        effects
    }

    /// Takes back what has not left yet; what is being sent or was answered stays.
    pub(super) fn stop_bulk(&mut self) -> Vec<Effect> {
        let Some(mut bulk) = self.bulk.take() else {
            return Vec::new();
        };
        let mut effects = Vec::new();
        for row in bulk.rows.iter_mut().filter(|row| row.state == BulkState::Waiting) {
            let unsent = self.snapshot.writes.iter().any(|write| {
                let held = matches!(write.state, WriteState::Held { .. } | WriteState::Waiting { .. });
                write.record == row.deal.as_str() && held && write.attempts == 0
            });
            if !unsent {
                continue;
            }
            row.state = BulkState::Stopped;
            let (deal, label) = (row.deal.clone(), row.label.clone());
            match row.fields(&bulk.verb) {
                Some((before, after)) => {
                    self.expect(&deal, &before);
                    effects.push(Effect::Update {
                        deal,
                        fields: before,
                        base: after,
                        label,
                        hold: Duration::ZERO,
                    });
                }
                None => effects.push(Effect::CancelDelete(deal)),
            }
        }
        let stopped = bulk.deals(|state| *state == BulkState::Stopped);
        self.history.leave_out(&stopped);
        self.toasts.retain(|toast| !toast.kind.undoable());
        self.say(ToastKind::BulkStopped { count: stopped.len() }, SHORT);
        self.bulk = Some(bulk);
        effects
    }

    /// Takes back a change of many deals: each by its inverse, which cancels out with a write that has not left.
    pub(super) fn take_back_many(&mut self, changes: Vec<Change>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for change in changes {
            // What has left already is another write, and paced like the first; what has not is dropped at once.
            let later = PACE.saturating_mul(u32::try_from(effects.len()).unwrap_or(u32::MAX));
            match change {
                Change::Fields {
                    deal,
                    label,
                    before,
                    after,
                } => {
                    self.expect(&deal, &before);
                    effects.push(Effect::Update {
                        deal,
                        fields: before,
                        base: after,
                        label,
                        hold: later,
                    });
                }
                Change::Existence { deal, .. } => effects.push(Effect::CancelDelete(deal)),
                _ => {}
            }
        }
        effects
    }

    /// Makes a change of many deals again, as it was made: held and paced.
    pub(super) fn make_many_again(&mut self, changes: Vec<Change>) -> Vec<Effect> {
        let mut effects = Vec::new();
        for change in changes {
            let later = PACE.saturating_mul(u32::try_from(effects.len()).unwrap_or(u32::MAX));
            match change {
                Change::Fields {
                    deal,
                    label,
                    before,
                    after,
                } => {
                    self.expect(&deal, &after);
                    effects.push(Effect::Update {
                        deal,
                        fields: after,
                        base: before,
                        label,
                        hold: self.options.hold + later,
                    });
                }
                Change::Existence { deal, label, .. } => effects.push(Effect::Delete {
                    deal,
                    label,
                    hold: self.options.hold_delete + later,
                }),
                _ => {}
            }
        }
        effects
    }

    /// Sends again what was refused or met a conflict.
    pub(super) fn retry_bulk(&mut self) -> Vec<Effect> {
        let Some(bulk) = &mut self.bulk else {
            return Vec::new();
        };
        let mut effects = Vec::new();
        for row in &mut bulk.rows {
            if let BulkState::Refused(write, _) | BulkState::Conflict(write) = row.state {
                row.state = BulkState::Waiting;
                effects.push(Effect::Retry(write));
            }
        }
        bulk.asked = self.submitted + effects.len() as u64;
        effects
    }

    /// Learns from the newest snapshot what came of each row.
    pub(super) fn follow_bulk(&mut self, seen: u64) {
        let Some(mut bulk) = self.bulk.take() else { return };
        if bulk.stage == BulkStage::Plan || bulk.asked > self.snapshot.handled {
            self.bulk = Some(bulk);
            return;
        }
        let was_running = !bulk.ended();
        let verb = bulk.verb.clone();
        for row in &mut bulk.rows {
            row.state = self.outcome(row, &verb, seen);
        }
        if was_running && bulk.ended() {
            let counts = bulk.counts();
            // Nothing of it left: it was taken back, here or elsewhere, and no success is told.
            let kind = if counts.done + counts.failed == 0 {
                ToastKind::BulkStopped {
                    count: counts.stopped,
                }
            } else {
                ToastKind::BulkEnded {
                    done: counts.done,
                    failed: counts.failed,
                }
            };
            if matches!(kind, ToastKind::BulkStopped { .. }) {
                // How many did not leave says more than that something was undone, and says it once.
                let undone =
                    |toast: &super::Toast| matches!(toast.kind, ToastKind::TurnedMany { again: false, .. });
                self.toasts.retain(|toast| !undone(toast));
            }
            self.say(kind, if counts.failed > 0 { LONG } else { SHORT });
        }
        self.bulk = Some(bulk);
    }

    fn outcome(&self, row: &BulkRow, verb: &BulkVerb, seen: u64) -> BulkState {
        let open = matches!(
            row.state,
            BulkState::Waiting | BulkState::Refused(..) | BulkState::Conflict(_)
        );
        if !open {
            return row.state.clone();
        }
        let (id, kind) = (row.deal.as_str(), kind(verb));
        let write = self
            .snapshot
            .writes
            .iter()
            .rev()
            .find(|write| write.kind == kind && write.record == id);
        if let Some(write) = write {
            return match &write.state {
                WriteState::Refused(problem) => BulkState::Refused(write.id, problem.clone()),
                WriteState::Conflict { .. } => BulkState::Conflict(write.id),
                _ => BulkState::Waiting,
            };
        }
        let applied = self.snapshot.events.iter().filter(|event| event.seq > seen).any(|event| {
            matches!(&event.kind, EventKind::Applied { kind: done, record, .. } if *done == kind && record == id)
        });
        // Whoever took it back from elsewhere left the deal as it was.
        if applied || self.holds(row, verb) {
            BulkState::Done
        } else {
            BulkState::Stopped
        }
    }

    /// Whether a deal is as the row wanted it.
    fn holds(&self, row: &BulkRow, verb: &BulkVerb) -> bool {
        let deals = &self.snapshot.deals;
        let now = deals.find(row.deal.as_str()).and_then(|ix| deals.row(ix));
        match (verb, now) {
            (BulkVerb::Delete, now) => now.is_none(),
            (BulkVerb::Owner(owner), Some(now)) => now.owner == owner,
            (BulkVerb::Status(_) | BulkVerb::Beside { .. }, Some(now)) => now.status == row.to,
            (BulkVerb::Lane { owner, .. }, Some(now)) => now.status == row.to && now.owner == owner,
            (_, None) => false,
        }
    }

    /// When the writes of the change that still wait begin to leave.
    pub fn bulk_leaves_at(&self) -> Option<Timestamp> {
        let bulk = self.bulk.as_ref()?;
        let waiting = bulk.deals(|state| *state == BulkState::Waiting);
        self.snapshot
            .writes
            .iter()
            .filter(|write| waiting.iter().any(|deal| deal.as_str() == write.record))
            .filter_map(|write| match write.state {
                WriteState::Held { until } => Some(until),
                _ => None,
            })
            .min()
    }

    pub(super) fn can_stop_bulk(&self) -> Result<(), Reason> {
        let waits = self.bulk.as_ref().is_some_and(|bulk| bulk.counts().waiting > 0);
        waits.then_some(()).ok_or(Reason::NothingRuns)
    }

    pub(super) fn can_retry_bulk(&self) -> Result<(), Reason> {
        let failed = self.bulk.as_ref().is_some_and(|bulk| bulk.counts().failed > 0);
        failed.then_some(()).ok_or(Reason::NothingFailed)
    }
}

fn kind(verb: &BulkVerb) -> WriteKind {
    match verb {
        BulkVerb::Delete => WriteKind::Delete,
        _ => WriteKind::Update,
    }
}
