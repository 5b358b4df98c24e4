//! A change of many deals under way: from the plan to writes, each held and paced, and what is done with them since:
//! stopped, taken back, made again, sent again.

use std::collections::{HashMap, HashSet};
use std::time::Duration;

use jiff::Timestamp;

use crate::app::changes::deal::changes::again;
use crate::app::changes::entry::entry_values::Entered;
use crate::app::foundation::cx::change::{Gone, Way};
use crate::app::foundation::cx::toast::{LONG, SHORT};
use crate::app::shell::app::{App, Change, Layer, Reason, ToastKind};
use crate::contract::patch::Fields;
use crate::engine::{Effect, WriteState};

use super::model::{Bulk, BulkRows, BulkStage, BulkState, BulkVerb};

/// The least time between two writes of one change: a service that counts requests is not run over.
const PACE: Duration = Duration::from_millis(100);

/// How much later than the first a write leaves, when so many of its change leave `before` it.
fn paced(before: usize) -> Duration {
    PACE.saturating_mul(u32::try_from(before).unwrap_or(u32::MAX))
}

/// What is written to one deal is most often what was written to the one before: then both are held once.
fn shared(made: (Fields, Fields), alike: &mut Option<(Fields, Fields)>) -> (Fields, Fields) {
    if alike.as_ref() != Some(&made) {
        *alike = Some(made.clone());
    }
    alike.clone().unwrap_or(made)
}

impl App {
    /// The change of many deals planned, under way or made last.
    pub fn bulk(&self) -> Option<&Bulk> {
        self.bulk_change.current.as_ref()
    }

    /// Enter on the sheet of a change: begins it, or closes the sheet.
    pub(in crate::app) fn confirm_bulk(&mut self) -> Vec<Effect> {
        match &self.bulk_change.current {
            Some(bulk) if bulk.stage() == BulkStage::Plan && bulk.counts().planned > 0 => {
                // What becomes of it is said beside what is shown; the sheet comes again when it is asked for.
                if self.cx.options.beside {
                    self.cx.layer = Layer::None;
                }
                self.run_bulk()
            }
            _ => {
                self.cx.layer = Layer::None;
                Vec::new()
            }
        }
    }

    /// Begins the change that is planned, once what its statuses ask for has been given.
    pub(super) fn run_bulk(&mut self) -> Vec<Effect> {
        if self.asks_for_planned() {
            return Vec::new();
        }
        self.run_entered(&Entered::default())
    }

    pub(in crate::app::changes) fn run_entered(&mut self, given: &Entered) -> Vec<Effect> {
        let Some(Bulk {
            verb,
            rows: BulkRows::Plan(plan),
            ..
        }) = self.bulk_change.current.take()
        else {
            return Vec::new();
        };
        let mut bulk = Bulk {
            rows: BulkRows::Run(plan.into_rows(&verb)),
            verb,
            asked: 0,
            stopping: false,
        };
        let hold = if bulk.verb == BulkVerb::Delete {
            self.cx.options.hold_delete
        } else {
            self.cx.options.hold
        };
        let mut effects = Vec::new();
        let mut changes = Vec::new();
        let verb = bulk.verb.clone();
        let mut alike: Option<(Fields, Fields)> = None;
        let mut kept = Vec::new();
        for row in bulk.under_way_mut() {
            if row.state != BulkState::Planned {
                continue;
            }
            kept.extend(self.entered_row(row, &verb, given));
            let hold = hold + paced(effects.len());
            let (deal, label) = (row.deal.clone(), row.label.clone());
            row.state = BulkState::Waiting;
            if let Some((before, after)) = row.fields(&verb).map(|made| shared(made, &mut alike)) {
                self.expect_behind(effects.len(), &deal, &after);
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
                let table = &self.cx.snapshot.deals;
                let held = table.find(deal.as_str()).and_then(|ix| table.row(ix));
                changes.push(Change::Existence {
                    deal: deal.clone(),
                    label: label.clone(),
                    created: false,
                    again: held.map(|row| again(&row)).unwrap_or_default(),
                    gone: Gone::No,
                });
                effects.push(Effect::Delete {
                    base: self.seen_of(&deal),
                    deal,
                    label,
                    hold,
                });
            }
        }
        let count = changes.len();
        let effects = self.after_kept(&bulk.deals(|state| *state == BulkState::Waiting), kept, effects);
        self.clear_selection();
        self.cx.history.push(Change::Many(changes));
        bulk.asked = self.cx.submitted + effects.len() as u64;
        self.say(
            ToastKind::BulkBegun {
                count,
                verb: bulk.verb.clone(),
            },
            hold,
        );
        self.bulk_change.current = Some(bulk);
        effects
    }

    /// Takes back what has not left yet; what is being sent or was answered stays. Of a change that the outbox does not know
    /// of yet that is done as soon as it does.
    pub(in crate::app) fn stop_bulk(&mut self) -> Vec<Effect> {
        let Some(mut bulk) = self.bulk_change.current.take() else {
            return Vec::new();
        };
        bulk.stopping = bulk.asked > self.cx.snapshot.handled;
        let mut effects = Vec::new();
        let verb = bulk.verb.clone();
        let writes = self.cx.snapshot.writes.clone();
        let unsent = writes.iter().filter(|write| {
            let held = matches!(write.state, WriteState::Held { .. } | WriteState::Waiting { .. });
            held && write.attempts == 0
        });
        let unsent: HashSet<&str> = unsent.map(|write| write.record.as_str()).collect();
        for row in bulk.under_way_mut() {
            if row.state != BulkState::Waiting || !unsent.contains(row.deal.as_str()) {
                continue;
            }
            row.state = BulkState::Stopped;
            let (deal, label) = (row.deal.clone(), row.label.clone());
            match row.fields(&verb) {
                Some((before, after)) => {
                    self.expect_behind(effects.len(), &deal, &before);
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
        self.cx.history.leave_out(&stopped);
        self.cx.toasts.retain(|toast| !toast.kind.undoable());
        if !bulk.stopping {
            self.say(ToastKind::BulkStopped { count: stopped.len() }, SHORT);
        }
        self.bulk_change.current = Some(bulk);
        effects
    }

    /// Takes a change of many deals back, or makes it again: each by a write of its own, paced like the first. Taken back,
    /// what has not left cancels out with its inverse at once; made again, it is held as it was.
    pub(in crate::app) fn turn_many(&mut self, way: Way, changes: Vec<Change>) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.lead_one_back(way, &changes);
        if way == Way::Again {
            self.resume_bulk(&changes);
        }
        for change in changes {
            let later = paced(effects.len());
            match (way, change) {
                (
                    _,
                    Change::Fields {
                        deal,
                        label,
                        before,
                        after,
                    },
                ) => {
                    let (fields, base, hold) = match way {
                        Way::Back => (before, after, later),
                        Way::Again => (after, before, self.cx.options.hold + later),
                    };
                    self.expect_behind(effects.len(), &deal, &fields);
                    effects.push(Effect::Update {
                        deal,
                        fields,
                        base,
                        label,
                        hold,
                    });
                }
                (Way::Back, Change::Existence { deal, .. }) => effects.push(Effect::CancelDelete(deal)),
                (Way::Again, Change::Existence { deal, label, .. }) => effects.push(Effect::Delete {
                    base: self.seen_of(&deal),
                    deal,
                    label,
                    hold: self.cx.options.hold_delete + later,
                }),
                _ => {}
            }
        }
        effects
    }

    /// The rows of what is made again wait once more: their list tells what becomes of them as it did the first time.
    fn resume_bulk(&mut self, changes: &[Change]) {
        let Some(bulk) = &mut self.bulk_change.current else {
            return;
        };
        let verb = bulk.verb.clone();
        let again: HashMap<&str, &Change> = changes
            .iter()
            .filter_map(|change| match change {
                Change::Fields { deal, .. } | Change::Existence { deal, .. } => Some((deal.as_str(), change)),
                _ => None,
            })
            .collect();
        let mut resumed = false;
        for row in bulk.under_way_mut() {
            let is_it = match (again.get(row.deal.as_str()), row.fields(&verb)) {
                (Some(Change::Fields { after, .. }), Some((_, wanted))) => *after == wanted,
                (Some(Change::Existence { created, .. }), None) => !created,
                _ => false,
            };
            if is_it && !matches!(row.state, BulkState::Planned | BulkState::Skipped(_)) {
                row.state = BulkState::Waiting;
                resumed = true;
            }
        }
        if resumed {
            bulk.stopping = false;
            bulk.asked = self.cx.submitted + changes.len() as u64;
        }
    }

    /// The first of several that their move took out of sight has the focus again.
    fn lead_one_back(&mut self, way: Way, changes: &[Change]) {
        let mut moves = changes.iter().filter_map(|change| match (way, change) {
            (Way::Back, Change::Fields { deal, before, .. }) => Some((deal, before.text("status")?)),
            (Way::Again, Change::Fields { deal, after, .. }) => Some((deal, after.text("status")?)),
            _ => None,
        });
        if let Some((deal, status)) = moves.next() {
            self.lead_back(deal, &status);
        }
    }

    /// Sends again what was refused or met a conflict; says when, where nothing can leave now.
    pub(in crate::app) fn retry_bulk(&mut self) -> Vec<Effect> {
        let at_once = self.could_send();
        let Some(bulk) = &mut self.bulk_change.current else {
            return Vec::new();
        };
        let mut effects = Vec::new();
        for row in bulk.under_way_mut() {
            if let BulkState::Refused(write, _) | BulkState::Conflict(write) = row.state {
                row.state = BulkState::Waiting;
                effects.push(Effect::Retry(write));
            }
        }
        bulk.asked = self.cx.submitted + effects.len() as u64;
        if !at_once && !effects.is_empty() {
            let count = effects.len();
            self.say(ToastKind::ResendingMany { count }, LONG);
        }
        effects
    }

    /// When the writes of the change that still wait begin to leave.
    pub fn bulk_leaves_at(&self) -> Option<Timestamp> {
        let bulk = self.bulk_change.current.as_ref()?;
        let waiting = bulk
            .under_way()
            .iter()
            .filter(|row| row.state == BulkState::Waiting);
        let waiting: HashSet<&str> = waiting.map(|row| row.deal.as_str()).collect();
        self.cx
            .snapshot
            .writes
            .iter()
            .filter(|write| waiting.contains(write.record.as_str()))
            .filter_map(|write| match write.state {
                WriteState::Held { until } => Some(until),
                _ => None,
            })
            .min()
    }

    pub(in crate::app) fn can_stop_bulk(&self) -> Result<(), Reason> {
        let waits = self
            .bulk_change
            .current
            .as_ref()
            .is_some_and(|bulk| bulk.counts().waiting > 0);
        waits.then_some(()).ok_or(Reason::NothingRuns)
    }

    pub(in crate::app) fn can_retry_bulk(&self) -> Result<(), Reason> {
        let failed = self
            .bulk_change
            .current
            .as_ref()
            .is_some_and(|bulk| bulk.counts().failed > 0);
        failed.then_some(()).ok_or(Reason::NothingFailed)
    }
}
