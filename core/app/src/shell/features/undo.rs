//! `App` methods for undo and redo.

use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::change_types::LocalSettingsChange;
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::ToastContent;
use crate::foundation::cx::toast_types::UndoResult;
use crate::model::effect::Effect;
use crate::model::pending_write::PendingWrite;
use crate::model::snapshot::UndoSkipReason;
use crate::shell::app::App;
use crate::tools::undo::off_screen::is_move;
use crate::tools::undo::undo::UNDO_TOAST_LONG;
use std::time::Duration;

impl App {
    /// Undoes the last change, or redoes the last undone one.
    pub(crate) fn undo_or_redo(&mut self, way: Direction) -> Vec<Effect> {
        if way == Direction::Undo {
            if self.cx.creation_being_undone().is_some() {
                return self.undo_redo_next(Direction::Redo);
            }
            self.cx.adopt_foreign_write();
            if self.cx.confirm_hidden_undo() {
                return Vec::new();
            }
        }
        self.undo_redo_next(way)
    }

    /// Recreates the last deleted deal: its deletion was sent, and the user knows the consequences.
    pub(crate) fn recreate(&mut self) -> Vec<Effect> {
        self.recreate_deal(None)
    }

    /// Recreates a deal deleted in this session; any deal if `deal` is `None`.
    pub(crate) fn recreate_deal(&mut self, deal: Option<&str>) -> Vec<Effect> {
        if self.cx.history.raise_sent_deletion(deal) {
            self.undo_redo_next(Direction::Undo)
        } else {
            Vec::new()
        }
    }

    pub(crate) fn undo_redo_next(&mut self, way: Direction) -> Vec<Effect> {
        let Some(change) = self.cx.history.next_mut(way).cloned() else {
            return Vec::new();
        };
        self.bulk_change
            .remove_toasts_of_next(way, &mut self.activity, &mut self.cx);
        match change {
            UndoableChange::Existence {
                deal,
                label,
                again,
                gone,
                ..
            } => self
                .pipeline
                .undo_redo_existence(way, deal, label, again, gone, &mut self.cx),
            UndoableChange::Fields {
                deal,
                label,
                before,
                after,
            } => {
                self.cx.history.move_next(way);
                let (fields, base, hold) = match way {
                    Direction::Undo => (before, after, Duration::ZERO),
                    Direction::Redo => (after, before, self.cx.options.undo_delay),
                };
                let waits = |write: &PendingWrite| write.record == deal.as_str();
                let asked = self.cx.expected.contains_key(&deal) || self.cx.snapshot.writes.iter().any(waits);
                let back = fields.text("status").filter(|_| way == Direction::Undo && !asked);
                self.cx.undoing_moves.remove(deal.as_str());
                if let Some(status) = back {
                    // The move was sent already, so another write moves the deal back and the service's stage age
                    // restarts.
                    let to = (label.clone(), status.into_owned());
                    self.cx.undoing_moves.insert(deal.as_str().to_owned(), to);
                    self.cx.notify(
                        ToastContent::RevertingMove { label: label.clone() },
                        UNDO_TOAST_LONG,
                    );
                } else {
                    self.cx
                        .notify_undo_redo(way, label.clone(), UndoResult::from_fields(&fields), hold);
                }
                if let Some(left) = base.text("status") {
                    self.pipeline.restore_scroll(&left);
                }
                if let Some(status) = fields.text("status") {
                    self.table
                        .refocus_hidden(&deal, &status, &mut self.pipeline, &mut self.cx);
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
            UndoableChange::Record {
                family,
                id,
                label,
                before,
                after,
            } => {
                self.cx.history.move_next(way);
                let (change, hold) = match way {
                    Direction::Undo => ((before, after), Duration::ZERO),
                    Direction::Redo => ((after, before), self.cx.options.undo_delay),
                };
                self.cx
                    .notify_undo_redo(way, label.clone(), UndoResult::Change, hold);
                self.cx.undo_redo_record((family, id, label), change, hold)
            }
            UndoableChange::Discarded(given_up) => {
                self.cx.history.move_next(way);
                self.cx.undo_redo_discard(way, &given_up)
            }
            UndoableChange::Decided(decision) => {
                self.cx.history.move_next(way);
                self.cx.undo_redo_decision(way, *decision)
            }
            UndoableChange::MarkedSeen { before, changes } => {
                self.cx.history.move_next(way);
                self.cx.undo_redo_seen(way, before, changes)
            }
            UndoableChange::LocalSettings(change) => {
                self.cx.history.move_next(way);
                self.undo_redo_settings(way, &change)
            }
            UndoableChange::Filter { of, before, after } => {
                self.cx.history.move_next(way);
                match of {
                    Some(source) => self.undo_redo_rows_filter(way, &source, before, &after),
                    None => self.undo_redo_filter(way, before, &after),
                }
            }
            UndoableChange::Snoozed(slept) => {
                self.cx.history.move_next(way);
                self.inbox.undo_redo_snooze(way, &slept, &mut self.cx)
            }
            UndoableChange::Flagged(flagged) => {
                self.cx.history.move_next(way);
                self.inbox.undo_redo_flag(way, &flagged, &mut self.cx)
            }
            UndoableChange::Watched { family, ids, on } => {
                self.cx.history.move_next(way);
                self.inbox.undo_redo_watch(
                    family,
                    ids,
                    on == (way == Direction::Redo),
                    &mut self.lists,
                    &mut self.cx,
                )
            }
            UndoableChange::Many(changes) => {
                self.cx.history.move_next(way);
                let waiting = self.cx.waiting_records();
                let turned = |change: &&UndoableChange| self.cx.has_target_state(way, change, &waiting);
                let count = changes.len() - changes.iter().filter(turned).count();
                let again = way == Direction::Redo;
                let left = |change: &&UndoableChange| is_move(change) && self.cx.was_sent(change, &waiting);
                let restarts = !again && changes.iter().any(|change| left(&change));
                let deletes = changes
                    .iter()
                    .any(|change| matches!(change, UndoableChange::Existence { .. }));
                let of_deal = |change: &UndoableChange| match change {
                    UndoableChange::Fields { deal, .. } => Some(deal.as_str().to_owned()),
                    _ => None,
                };
                let deals = changes.iter().filter_map(of_deal).collect();
                let lasts = match (again, deletes) {
                    (true, true) => self.cx.options.delete_undo_delay,
                    (true, false) => self.cx.options.undo_delay,
                    (false, _) => UNDO_TOAST_LONG,
                };
                self.cx.notify(
                    ToastContent::ManyUndone {
                        deals,
                        count,
                        again,
                        deletes,
                        restarts,
                    },
                    lasts,
                );
                self.bulk_change.undo_redo_many(
                    way,
                    changes,
                    &mut self.table,
                    &mut self.pipeline,
                    &mut self.cx,
                )
            }
            UndoableChange::MarkedRead { ids, here } => {
                self.cx.history.move_next(way);
                match way {
                    Direction::Undo => self.inbox.undo_mark(ids, &here, &mut self.cx),
                    Direction::Redo => self.inbox.redo_mark(ids, &here, &mut self.cx),
                }
            }
        }
    }

    /// Undoes only the change that a toast reports.
    pub(crate) fn take_back(&mut self, toast: u64) -> Vec<Effect> {
        let told = self.cx.toasts.iter().find(|it| it.id == toast);
        let told = told.filter(|told| {
            self.bulk_change
                .is_separately_undoable(told, &self.activity, &self.cx)
        });
        let Some(at) = told.and_then(|told| {
            self.bulk_change
                .reported_change_index(told, &self.activity, &self.cx)
        }) else {
            return Vec::new();
        };
        if matches!(
            self.cx.history.done_changes().get(at),
            Some(UndoableChange::Many(_))
        ) {
            if !self.cx.history.raise_untouched(at) {
                return Vec::new();
            }
        } else {
            self.cx.history.move_to_top(at);
        }
        self.undo_redo_next(Direction::Undo)
    }

    /// Undoes or redoes a change of local settings.
    pub(crate) fn undo_redo_settings(&mut self, way: Direction, change: &LocalSettingsChange) -> Vec<Effect> {
        let stands = |wanted: fn((_, _)) -> _| {
            change.settings.iter().all(|setting| {
                self.views
                    .has_setting_value(&setting.name, wanted(setting.from_and_to(way)), &self.cx)
            })
        };
        let label = change.label.clone();
        if !stands(|(from, _)| from) {
            let so = stands(|(_, to)| to);
            self.cx.history.drop_moved(way);
            let said = if so {
                let in_doubt = false;
                ToastContent::NothingToChange { label, in_doubt }
            } else {
                let left = UndoSkipReason::Changed;
                ToastContent::UndoSkipped { label, left }
            };
            self.cx.notify(said, LONG);
            return Vec::new();
        }
        let to = change.settings.iter().map(|setting| {
            (
                setting.name.clone(),
                setting.from_and_to(way).1.map(str::to_owned),
            )
        });
        let effects = to
            .map(|(name, value)| Effect::SaveSetting { name, value })
            .collect();
        self.take_kept_views(way, change);
        self.cx
            .notify_undo_redo(way, label, change.undo_result(), std::time::Duration::ZERO);
        effects
    }
}
