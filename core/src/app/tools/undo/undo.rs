//! What can be taken back, and made again. Each change knows both ways; a way is another write with the roles of before
//! and after changed, which the engine lets cancel out with the first if that has not left yet. What has left is taken
//! back by a write of its own where the contract has one, and is called lost where it has none: a deal that was deleted
//! can only be created anew, under another id, and a mark cannot be unmade.

use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

use crate::app::foundation::cx::change::{Again, Change, Gone, Way, makes};
use crate::app::shell::app::{App, ToastKind, Triaged};
use crate::contract::ids::{DealId, is_temporary};
use crate::contract::patch::Fields;
use crate::engine::{Effect, LeftAs, PendingWrite};

use super::off_screen::moves;

/// How long it is said that something was taken back.
const SAID: Duration = Duration::from_secs(4);
/// How long it is said that something can't be.
pub(super) const SAID_LONG: Duration = Duration::from_secs(12);

/// What was taken back: of a deal that is moved and then deleted, one of the two may go and the other stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Undid {
    /// A deletion.
    Deletion,
    /// A move to another status, and nothing else.
    Move,
    /// A change of a private note.
    Note,
    /// A change of a view that is kept here.
    View,
    /// The filter, or a part of it, was taken away.
    Filter,
    /// A notification was put to sleep, or woken.
    Sleep,
    /// A notification was starred, or its star taken away.
    Star,
    /// What was decided of a conflict, which stands again.
    Decision,
    /// Any other change.
    Change,
}

impl Undid {
    fn of(fields: &Fields) -> Self {
        if fields.touches("status") && fields.names().count() == 1 {
            Self::Move
        } else {
            Self::Change
        }
    }
}

impl App {
    /// Takes the last change back, or makes the one taken back again.
    pub(in crate::app) fn go(&mut self, way: Way) -> Vec<Effect> {
        if way == Way::Back {
            if self.creation_being_undone().is_some() {
                return self.take(Way::Again);
            }
            self.reach_for_held();
            if self.tell_out_of_sight() {
                return Vec::new();
            }
        }
        self.take(way)
    }

    /// Creates the deal again that was deleted last: its deletion has left, and the person knows what that means.
    pub(in crate::app) fn recreate(&mut self) -> Vec<Effect> {
        self.recreate_raised(None)
    }

    /// The same of one deal, as far as this session deleted it; of any where none is named.
    pub(in crate::app) fn recreate_raised(&mut self, deal: Option<&str>) -> Vec<Effect> {
        if self.cx.history.raise_gone(deal) {
            self.take(Way::Back)
        } else {
            Vec::new()
        }
    }

    pub(in crate::app) fn take(&mut self, way: Way) -> Vec<Effect> {
        let Some(change) = self.cx.history.next(way).cloned() else {
            return Vec::new();
        };
        self.unsay_next(way);
        match change {
            Change::Existence {
                deal,
                label,
                again,
                gone,
                ..
            } => self.exist(way, deal, label, again, gone),
            Change::Fields {
                deal,
                label,
                before,
                after,
            } => {
                self.cx.history.turn(way);
                let (fields, base, hold) = match way {
                    Way::Back => (before, after, Duration::ZERO),
                    Way::Again => (after, before, self.cx.options.hold),
                };
                let waits = |write: &PendingWrite| write.record == deal.as_str();
                let asked = self.cx.expected.contains_key(&deal) || self.cx.snapshot.writes.iter().any(waits);
                let back = fields.text("status").filter(|_| way == Way::Back && !asked);
                self.cx.moving_back.remove(deal.as_str());
                if let Some(status) = back {
                    // It has left: another write moves the deal back, and the service's clock starts again.
                    let to = (label.clone(), status.into_owned());
                    self.cx.moving_back.insert(deal.as_str().to_owned(), to);
                    self.say(ToastKind::MovingBack { label: label.clone() }, SAID_LONG);
                } else {
                    self.say_gone(way, label.clone(), Undid::of(&fields), hold);
                }
                if let Some(left) = base.text("status") {
                    self.scroll_as_before(&left);
                }
                if let Some(status) = fields.text("status") {
                    self.lead_back(&deal, &status);
                }
                self.expect(&deal, &fields);
                vec![Effect::Update {
                    deal,
                    fields,
                    base,
                    label,
                    hold,
                }]
            }
            Change::Record {
                family,
                id,
                label,
                before,
                after,
            } => {
                self.cx.history.turn(way);
                let (change, hold) = match way {
                    Way::Back => ((before, after), Duration::ZERO),
                    Way::Again => ((after, before), self.cx.options.hold),
                };
                self.say_gone(way, label.clone(), Undid::Change, hold);
                self.turn_record((family, id, label), change, hold)
            }
            Change::Discarded(given_up) => {
                self.cx.history.turn(way);
                self.turn_discard(way, &given_up)
            }
            Change::Decided(decision) => {
                self.cx.history.turn(way);
                self.turn_decision(way, *decision)
            }
            Change::Seen { before, changes } => {
                self.cx.history.turn(way);
                self.turn_seen(way, before, changes)
            }
            Change::Kept(change) => {
                self.cx.history.turn(way);
                self.turn_kept(way, &change)
            }
            Change::Filter { of, before, after } => {
                self.cx.history.turn(way);
                match of {
                    Some(source) => self.turn_rows_filter(way, &source, before, &after),
                    None => self.turn_filter(way, before, &after),
                }
            }
            Change::Slept(slept) => {
                self.cx.history.turn(way);
                self.turn_sleep(way, &slept)
            }
            Change::Flagged(flagged) => {
                self.cx.history.turn(way);
                self.turn_flagged(way, &flagged)
            }
            Change::Watched { family, ids, on } => {
                self.cx.history.turn(way);
                self.turn_watched(family, ids, on == (way == Way::Again))
            }
            Change::Many(changes) => {
                self.cx.history.turn(way);
                let waiting = self.waiting_records();
                let turned = |change: &&Change| self.is_turned(way, change, &waiting);
                let count = changes.len() - changes.iter().filter(turned).count();
                let again = way == Way::Again;
                let left = |change: &&Change| moves(change) && self.has_left(change, &waiting);
                let restarts = !again && changes.iter().any(|change| left(&change));
                let deletes = changes
                    .iter()
                    .any(|change| matches!(change, Change::Existence { .. }));
                let of_deal = |change: &Change| match change {
                    Change::Fields { deal, .. } => Some(deal.as_str().to_owned()),
                    _ => None,
                };
                let deals = changes.iter().filter_map(of_deal).collect();
                let lasts = match (again, deletes) {
                    (true, true) => self.cx.options.hold_delete,
                    (true, false) => self.cx.options.hold,
                    (false, _) => SAID_LONG,
                };
                self.say(
                    ToastKind::TurnedMany {
                        deals,
                        count,
                        again,
                        deletes,
                        restarts,
                    },
                    lasts,
                );
                self.turn_many(way, changes)
            }
            Change::Read { ids, here } => {
                self.cx.history.turn(way);
                match way {
                    Way::Back => self.unmark(ids, &here),
                    Way::Again => self.mark_again(ids, &here),
                }
            }
        }
    }

    /// Lets a deal be, or be no more.
    fn exist(&mut self, way: Way, deal: DealId, label: String, again: Again, gone: Gone) -> Vec<Effect> {
        if !makes(self.cx.history.next(way).map(|change| &*change), way) {
            self.cx.history.turn(way);
            if self.never_came(&deal) {
                // Its creation was given up elsewhere: nothing is there to be deleted.
                let in_doubt = false;
                self.say(ToastKind::AlreadySo { label, in_doubt }, SAID_LONG);
                return Vec::new();
            }
            let hold = self.cx.options.hold_delete;
            self.say(ToastKind::Deleting { label: label.clone() }, hold);
            let base = self.seen_of(&deal);
            return vec![Effect::Delete {
                deal,
                base,
                label,
                hold,
            }];
        }
        let anew = !again.fields.is_empty();
        // What never reached the service has no deletion to take back.
        let unborn = is_temporary(deal.as_str()) && self.cx.snapshot.deals.find(deal.as_str()).is_none();
        match gone {
            Gone::No if unborn && anew => {}
            Gone::No => {
                self.cx.history.turn(way);
                self.pipeline.returning = Some(deal.clone());
                let what = Undid::Deletion;
                self.say(ToastKind::Undone { label, what }, SAID);
                return vec![Effect::CancelDelete(deal)];
            }
            _ if !anew => {
                // After a restart it is not known what the deal was.
                self.cx.history.turn(way);
                self.say(ToastKind::TooLate { label }, SAID_LONG);
                return Vec::new();
            }
            Gone::Sent => {
                if let Some(Change::Existence { gone, .. }) = self.cx.history.next(way) {
                    *gone = Gone::Told;
                }
                self.say(
                    ToastKind::Gone {
                        label,
                        way_back: way == Way::Back,
                    },
                    SAID_LONG,
                );
                return Vec::new();
            }
            Gone::Told => {}
        }
        self.cx.history.turn(way);
        self.cx
            .toasts
            .retain(|toast| !matches!(toast.kind, ToastKind::Gone { .. }));
        self.say(ToastKind::Creating { label: label.clone() }, self.cx.options.hold);
        vec![Effect::Recreate {
            deal,
            fields: again.fields,
            then: again.then,
            label,
        }]
    }

    /// The records that a write waits for. Of many changes each is looked up here: each going over all that wait would take
    /// minutes of a hundred thousand.
    pub(super) fn waiting_records(&self) -> HashSet<&str> {
        self.cx
            .snapshot
            .writes
            .iter()
            .map(|write| write.record.as_str())
            .collect()
    }

    /// Whether what a change leads to is so already: it was taken back or given up, by whoever, before it left. `waiting`
    /// are the records that a write waits for.
    fn is_turned(&self, way: Way, change: &Change, waiting: &HashSet<&str>) -> bool {
        let table = &self.cx.snapshot.deals;
        let shown = |deal: &DealId| table.find(deal.as_str()).and_then(|ix| table.row(ix));
        match change {
            Change::Fields {
                deal, before, after, ..
            } => {
                let wanted = if way == Way::Back { before } else { after };
                let so = |row: crate::engine::DealRow<'_>| {
                    wanted.names().all(|name| match name {
                        "status" => wanted.text(name).as_deref() == Some(row.status),
                        "responsable" => wanted.text(name).unwrap_or_default() == row.owner,
                        _ => false,
                    })
                };
                !waiting.contains(deal.as_str())
                    && !self.cx.expected.contains_key(deal)
                    && shown(deal).is_some_and(so)
            }
            Change::Existence { deal, .. } => way == Way::Back && shown(deal).is_some(),
            _ => false,
        }
    }

    /// Nothing was to be done about a way that was gone: what was said of it is not so.
    pub(in crate::app) fn already_so(&mut self, record: &str, label: &str, in_doubt: bool) {
        self.unsay(record, label);
        let label = label.to_owned();
        self.say(ToastKind::AlreadySo { label, in_doubt }, SAID_LONG);
    }

    /// Nothing was done about a way that was gone: what it leads back from is `left` as it is. It can't be made again either,
    /// as it was not taken back.
    pub(in crate::app) fn changed_since(&mut self, record: &str, label: &str, left: LeftAs) {
        self.unsay(record, label);
        self.cx.history.not_taken_back(record);
        let label = label.to_owned();
        self.say(ToastKind::ChangedSince { label, left }, SAID_LONG);
    }

    /// A change was taken back here, and the record stays as it led to: somebody else asked for the same.
    pub(in crate::app) fn same_elsewhere(&mut self, record: &str, label: &str) {
        self.unsay(record, label);
        let label = label.to_owned();
        self.say(ToastKind::SameElsewhere { label }, SAID_LONG);
    }

    /// Lets go of what is said of a way that was gone with a record.
    fn unsay(&mut self, record: &str, label: &str) {
        self.cx.toasts.retain(|toast| match &toast.kind {
            ToastKind::Undone { label: of, .. }
            | ToastKind::Redone { label: of, .. }
            | ToastKind::MovingBack { label: of }
            | ToastKind::MovedBack { label: of }
            | ToastKind::Moved { label: of, .. }
            | ToastKind::TaskMoved { label: of, .. }
            | ToastKind::Edited { label: of, .. }
            | ToastKind::TakenUp { label: of, .. } => of != label,
            ToastKind::Triaged(Triaged::Unmarked { .. }) => false,
            _ => true,
        });
        if self
            .pipeline
            .returning
            .as_ref()
            .is_some_and(|deal| deal.as_str() == record)
        {
            self.pipeline.returning = None;
            self.anchor();
        }
    }

    /// A change of a record was applied: where it is the one that moves a deal back, that is so from now on.
    pub(in crate::app) fn moved_back(&mut self, record: &str) {
        let Some((label, status)) = self.cx.moving_back.remove(record) else {
            return;
        };
        let table = &self.cx.snapshot.deals;
        let stands = table.find(record).and_then(|ix| table.row(ix));
        if stands.is_some_and(|row| row.status == status) {
            self.say(ToastKind::MovedBack { label }, SAID_LONG);
        }
    }

    /// Expects no move back any more that does not wait: it stands parked, or is over otherwise.
    pub(in crate::app) fn follow_moves_back(&mut self) {
        if self.cx.moving_back.is_empty() || self.awaits_engine() {
            return;
        }
        let waiting = self.cx.snapshot.writes.iter().filter(|write| !write.parked());
        let waiting: HashSet<&str> = waiting.map(|write| write.record.as_str()).collect();
        self.cx
            .moving_back
            .retain(|record, _| waiting.contains(record.as_str()));
    }

    /// Whether what takes the changes of these deals back, or makes them again, has not all arrived yet.
    pub fn is_turning(&self, deals: &BTreeSet<String>) -> bool {
        let mut writes = self.cx.snapshot.writes.iter();
        !deals.is_empty()
            && (self.awaits_engine() || writes.any(|write| !write.parked() && deals.contains(&write.record)))
    }

    /// Whether a deal is one of this client's own making that no write is to create any more.
    fn never_came(&self, deal: &DealId) -> bool {
        let writes = &self.cx.snapshot.writes;
        is_temporary(deal.as_str())
            && !self.awaits_engine()
            && !writes.iter().any(|write| write.record == deal.as_str())
    }

    /// A deletion could not be taken back, or a write not be given up: it had left.
    pub(in crate::app) fn too_late(&mut self, record: &str, label: &str) {
        let label = label.to_owned();
        self.cx.history.in_vain(record);
        self.cx.history.not_given_up(record);
        self.cx.history.decision_left(record);
        self.cx.toasts.retain(|toast| {
            !matches!(
                toast.kind,
                ToastKind::Undone { .. } | ToastKind::Redone { .. } | ToastKind::Discarded { .. }
            )
        });
        let mut next = [Way::Back, Way::Again].map(|way| {
            let change = self.cx.history.next(way).cloned();
            let meant = matches!(&change, Some(Change::Existence { deal, again, .. })
                if deal.as_str() == record && !again.fields.is_empty());
            (way, meant && makes(change.as_ref(), way))
        });
        next.reverse();
        match next.into_iter().find(|(_, offered)| *offered) {
            Some((way, _)) => self.say(
                ToastKind::Gone {
                    label,
                    way_back: way == Way::Back,
                },
                SAID_LONG,
            ),
            None => self.say(ToastKind::TooLate { label }, SAID_LONG),
        }
    }

    /// A deletion that is to be taken back is on its way: that it was is not said yet, and where the deal comes back the
    /// focus does.
    pub(in crate::app) fn leaving(&mut self, record: &str, label: &str) {
        let returning = self.pipeline.returning.clone();
        self.unsay(record, label);
        self.pipeline.returning = returning;
        let label = label.to_owned();
        self.say(ToastKind::Leaving { label }, SAID_LONG);
    }

    /// Says which way something went. What is made again is held for as long as the first time, and can be taken back
    /// until then.
    pub(in crate::app) fn say_gone(&mut self, way: Way, label: String, what: Undid, hold: Duration) {
        let held = !hold.is_zero();
        let kind = match way {
            Way::Back => ToastKind::Undone { label, what },
            Way::Again => ToastKind::Redone { label, what, held },
        };
        self.say(kind, if held { hold } else { SAID });
    }
}
