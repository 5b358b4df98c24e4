//! `App` methods for undo and redo.

use crate::foundation::cx::change::{Change, Way};
use crate::foundation::cx::change_types::KeptChange;
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::cx::toast_types::Undid;
use crate::model::effect::Effect;
use crate::model::pending_write::PendingWrite;
use crate::model::snapshot::LeftAs;
use crate::shell::app::App;
use crate::tools::undo::off_screen::moves;
use crate::tools::undo::undo::SAID_LONG;
use std::time::Duration;

impl App {
    /// Undoes the last change, or redoes the last undone one.
    pub(crate) fn go(&mut self, way: Way) -> Vec<Effect> {
        if way == Way::Back {
            if self.cx.creation_being_undone().is_some() {
                return self.take(Way::Again);
            }
            self.cx.reach_for_held();
            if self.cx.tell_out_of_sight() {
                return Vec::new();
            }
        }
        self.take(way)
    }

    /// Recreates the last deleted deal: its deletion was sent, and the user knows the consequences.
    pub(crate) fn recreate(&mut self) -> Vec<Effect> {
        self.recreate_raised(None)
    }

    /// Recreates a deal deleted in this session; any deal if `deal` is `None`.
    pub(crate) fn recreate_raised(&mut self, deal: Option<&str>) -> Vec<Effect> {
        if self.cx.history.raise_gone(deal) {
            self.take(Way::Back)
        } else {
            Vec::new()
        }
    }

    pub(crate) fn take(&mut self, way: Way) -> Vec<Effect> {
        let Some(change) = self.cx.history.next(way).cloned() else {
            return Vec::new();
        };
        self.bulk_change.unsay_next(way, &mut self.activity, &mut self.cx);
        match change {
            Change::Existence {
                deal,
                label,
                again,
                gone,
                ..
            } => self.pipeline.exist(way, deal, label, again, gone, &mut self.cx),
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
                    // The move was sent already, so another write moves the deal back and the service's stage age
                    // restarts.
                    let to = (label.clone(), status.into_owned());
                    self.cx.moving_back.insert(deal.as_str().to_owned(), to);
                    self.cx
                        .say(ToastKind::MovingBack { label: label.clone() }, SAID_LONG);
                } else {
                    self.cx.say_gone(way, label.clone(), Undid::of(&fields), hold);
                }
                if let Some(left) = base.text("status") {
                    self.pipeline.scroll_as_before(&left);
                }
                if let Some(status) = fields.text("status") {
                    self.table
                        .lead_back(&deal, &status, &mut self.pipeline, &mut self.cx);
                }
                self.cx.expect(&deal, &fields);
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
                self.cx.say_gone(way, label.clone(), Undid::Change, hold);
                self.cx.turn_record((family, id, label), change, hold)
            }
            Change::Discarded(given_up) => {
                self.cx.history.turn(way);
                self.cx.turn_discard(way, &given_up)
            }
            Change::Decided(decision) => {
                self.cx.history.turn(way);
                self.cx.turn_decision(way, *decision)
            }
            Change::Seen { before, changes } => {
                self.cx.history.turn(way);
                self.cx.turn_seen(way, before, changes)
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
                self.inbox.turn_sleep(way, &slept, &mut self.cx)
            }
            Change::Flagged(flagged) => {
                self.cx.history.turn(way);
                self.inbox.turn_flagged(way, &flagged, &mut self.cx)
            }
            Change::Watched { family, ids, on } => {
                self.cx.history.turn(way);
                self.inbox.turn_watched(
                    family,
                    ids,
                    on == (way == Way::Again),
                    &mut self.lists,
                    &mut self.cx,
                )
            }
            Change::Many(changes) => {
                self.cx.history.turn(way);
                let waiting = self.cx.waiting_records();
                let turned = |change: &&Change| self.cx.is_turned(way, change, &waiting);
                let count = changes.len() - changes.iter().filter(turned).count();
                let again = way == Way::Again;
                let left = |change: &&Change| moves(change) && self.cx.has_left(change, &waiting);
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
                self.cx.say(
                    ToastKind::TurnedMany {
                        deals,
                        count,
                        again,
                        deletes,
                        restarts,
                    },
                    lasts,
                );
                self.bulk_change
                    .turn_many(way, changes, &mut self.table, &mut self.pipeline, &mut self.cx)
            }
            Change::Read { ids, here } => {
                self.cx.history.turn(way);
                match way {
                    Way::Back => self.inbox.unmark(ids, &here, &mut self.cx),
                    Way::Again => self.inbox.mark_again(ids, &here, &mut self.cx),
                }
            }
        }
    }

    /// Undoes only the change that a toast reports.
    pub(crate) fn take_back(&mut self, toast: u64) -> Vec<Effect> {
        let told = self.cx.toasts.iter().find(|it| it.id == toast);
        let told = told.filter(|told| self.bulk_change.takes_back_alone(told, &self.activity, &self.cx));
        let Some(at) = told.and_then(|told| self.bulk_change.change_told(told, &self.activity, &self.cx))
        else {
            return Vec::new();
        };
        if matches!(self.cx.history.made().get(at), Some(Change::Many(_))) {
            if !self.cx.history.raise_untouched(at) {
                return Vec::new();
            }
        } else {
            self.cx.history.raise(at);
        }
        self.take(Way::Back)
    }

    /// Undoes or redoes a change of local settings.
    pub(crate) fn turn_kept(&mut self, way: Way, change: &KeptChange) -> Vec<Effect> {
        let stands = |wanted: fn((_, _)) -> _| {
            change.settings.iter().all(|setting| {
                self.views
                    .is_kept_as(&setting.name, wanted(setting.ends(way)), &self.cx)
            })
        };
        let label = change.label.clone();
        if !stands(|(from, _)| from) {
            let so = stands(|(_, to)| to);
            self.cx.history.drop_turned(way);
            let said = if so {
                let in_doubt = false;
                ToastKind::AlreadySo { label, in_doubt }
            } else {
                let left = LeftAs::Changed;
                ToastKind::ChangedSince { label, left }
            };
            self.cx.say(said, LONG);
            return Vec::new();
        }
        let to = change
            .settings
            .iter()
            .map(|setting| (setting.name.clone(), setting.ends(way).1.map(str::to_owned)));
        let effects = to.map(|(name, value)| Effect::Keep { name, value }).collect();
        self.take_kept_views(way, change);
        self.cx
            .say_gone(way, label, change.what(), std::time::Duration::ZERO);
        effects
    }
}
