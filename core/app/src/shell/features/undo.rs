//! `App` methods for undo and redo.

use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::change_types::LocalSettingsChange;
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
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
    pub(crate) fn undo_or_redo(&mut self, direction: Direction) -> Vec<Effect> {
        if direction == Direction::Undo {
            if self.cx.creation_being_undone().is_some() {
                return self.undo_redo_next(Direction::Redo);
            }
            self.cx.adopt_foreign_write();
            if self.cx.confirm_hidden_undo() {
                return Vec::new();
            }
        }
        self.undo_redo_next(direction)
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

    pub(crate) fn undo_redo_next(&mut self, direction: Direction) -> Vec<Effect> {
        let Some(change) = self.cx.history.next_mut(direction).cloned() else {
            return Vec::new();
        };
        self.bulk_change.remove_toasts_of_next(direction, &mut self.activity, &mut self.cx);
        match change {
            UndoableChange::Existence { deal, label, recreate: again, deletion, .. } => {
                self.pipeline.undo_redo_existence(direction, deal, label, again, deletion, &mut self.cx)
            }
            UndoableChange::Fields { deal, label, before, after } => {
                self.cx.history.move_next(direction);
                let (fields, base, undo_delay) = match direction {
                    Direction::Undo => (before, after, Duration::ZERO),
                    Direction::Redo => (after, before, self.cx.options.undo_delay),
                };
                let is_pending = |write: &PendingWrite| write.record == deal.as_str();
                let is_pending_already =
                    self.cx.expected.contains_key(&deal) || self.cx.snapshot.writes.iter().any(is_pending);
                let prev_status =
                    fields.text("status").filter(|_| direction == Direction::Undo && !is_pending_already);
                self.cx.undoing_moves.remove(deal.as_str());
                if let Some(status) = prev_status {
                    // The move was sent already, so another write moves the deal back and the service's stage age
                    // restarts.
                    let to = (label.clone(), status.into_owned());
                    self.cx.undoing_moves.insert(deal.as_str().to_owned(), to);
                    self.cx.notify(ToastContent::RevertingMove { label: label.clone() }, UNDO_TOAST_LONG);
                } else {
                    self.cx.notify_undo_redo(
                        direction,
                        label.clone(),
                        UndoResult::from_fields(&fields),
                        undo_delay,
                    );
                }
                if let Some(left) = base.text("status") {
                    self.pipeline.restore_scroll(&left);
                }
                if let Some(status) = fields.text("status") {
                    self.table.refocus_hidden(&deal, &status, &mut self.pipeline, &mut self.cx);
                }
                self.cx.expect(&deal, &fields);
                vec![Effect::Update { deal, fields, base, label, undo_delay }]
            }
            UndoableChange::Record { kind, id, label, before, after } => {
                self.cx.history.move_next(direction);
                let (change, undo_delay) = match direction {
                    Direction::Undo => ((before, after), Duration::ZERO),
                    Direction::Redo => ((after, before), self.cx.options.undo_delay),
                };
                self.cx.notify_undo_redo(direction, label.clone(), UndoResult::Change, undo_delay);
                self.cx.undo_redo_record((kind, id, label), change, undo_delay)
            }
            UndoableChange::Discarded(discarded) => {
                self.cx.history.move_next(direction);
                self.cx.undo_redo_discard(direction, &discarded)
            }
            UndoableChange::Decided(decision) => {
                self.cx.history.move_next(direction);
                self.cx.undo_redo_decision(direction, *decision)
            }
            UndoableChange::MarkedSeen { before, changes } => {
                self.cx.history.move_next(direction);
                self.cx.undo_redo_seen(direction, before, changes)
            }
            UndoableChange::LocalSettings(change) => {
                self.cx.history.move_next(direction);
                self.undo_redo_settings(direction, &change)
            }
            UndoableChange::Filter { source: filter_source, before, after } => {
                self.cx.history.move_next(direction);
                match filter_source {
                    Some(source) => self.undo_redo_rows_filter(direction, &source, before, &after),
                    None => self.undo_redo_filter(direction, before, &after),
                }
            }
            UndoableChange::Snoozed(snooze) => {
                self.cx.history.move_next(direction);
                self.inbox.undo_redo_snooze(direction, &snooze, &mut self.cx)
            }
            UndoableChange::Flagged(flag_change) => {
                self.cx.history.move_next(direction);
                self.inbox.undo_redo_flag(direction, &flag_change, &mut self.cx)
            }
            UndoableChange::Watched { kind, ids, watched: on } => {
                self.cx.history.move_next(direction);
                self.inbox.undo_redo_watch(
                    kind,
                    ids,
                    on == (direction == Direction::Redo),
                    &mut self.lists,
                    &mut self.cx,
                )
            }
            UndoableChange::Many(changes) => {
                self.cx.history.move_next(direction);
                let waiting = self.cx.waiting_records();
                let is_done =
                    |change: &&UndoableChange| self.cx.has_target_state(direction, change, &waiting);
                let count = changes.len() - changes.iter().filter(is_done).count();
                let again = direction == Direction::Redo;
                let left = |change: &&UndoableChange| is_move(change) && self.cx.was_sent(change, &waiting);
                let restarts = !again && changes.iter().any(|change| left(&change));
                let deletes = changes.iter().any(|change| matches!(change, UndoableChange::Existence { .. }));
                let of_deal = |change: &UndoableChange| match change {
                    UndoableChange::Fields { deal, .. } => Some(deal.as_str().to_owned()),
                    _ => None,
                };
                let deals = changes.iter().filter_map(of_deal).collect();
                let duration = match (again, deletes) {
                    (true, true) => self.cx.options.delete_undo_delay,
                    (true, false) => self.cx.options.undo_delay,
                    (false, _) => UNDO_TOAST_LONG,
                };
                self.cx.notify(
                    ToastContent::ManyUndone { deals, count, redo: again, deletes, restarts },
                    duration,
                );
                self.bulk_change.undo_redo_many(
                    direction,
                    changes,
                    &mut self.table,
                    &mut self.pipeline,
                    &mut self.cx,
                )
            }
            UndoableChange::MarkedRead { ids, local_ids: here } => {
                self.cx.history.move_next(direction);
                match direction {
                    Direction::Undo => self.inbox.undo_mark(ids, &here, &mut self.cx),
                    Direction::Redo => self.inbox.redo_mark(ids, &here, &mut self.cx),
                }
            }
        }
    }

    /// Undoes only the change that a toast reports.
    pub(crate) fn take_back(&mut self, toast: u64) -> Vec<Effect> {
        let reported = self.cx.toasts.iter().find(|toast_view| toast_view.id == toast);
        let reported = reported
            .filter(|reported| self.bulk_change.is_separately_undoable(reported, &self.activity, &self.cx));
        let Some(at) = reported
            .and_then(|reported| self.bulk_change.reported_change_index(reported, &self.activity, &self.cx))
        else {
            return Vec::new();
        };
        if matches!(self.cx.history.done_changes().get(at), Some(UndoableChange::Many(_))) {
            if !self.cx.history.raise_untouched(at) {
                return Vec::new();
            }
        } else {
            self.cx.history.move_to_top(at);
        }
        self.undo_redo_next(Direction::Undo)
    }

    /// Undoes or redoes a change of local settings.
    pub(crate) fn undo_redo_settings(
        &mut self,
        direction: Direction,
        change: &LocalSettingsChange,
    ) -> Vec<Effect> {
        let has_values = |side: fn((_, _)) -> _| {
            change.settings.iter().all(|setting| {
                self.views.has_setting_value(&setting.name, side(setting.start_and_end(direction)), &self.cx)
            })
        };
        let label = change.label.clone();
        if !has_values(|(from, _)| from) {
            let is_done = has_values(|(_, to)| to);
            self.cx.history.drop_moved(direction);
            let content = if is_done {
                let in_doubt = false;
                ToastContent::NothingToChange { label, in_doubt }
            } else {
                let reason = UndoSkipReason::Changed;
                ToastContent::UndoSkipped { label, reason }
            };
            self.cx.notify(content, LONG);
            return Vec::new();
        }
        let to = change
            .settings
            .iter()
            .map(|setting| (setting.name.clone(), setting.start_and_end(direction).1.map(str::to_owned)));
        let effects = to.map(|(name, value)| Effect::SaveSetting { name, value }).collect();
        self.take_kept_views(direction, change);
        self.cx.notify_undo_redo(direction, label, change.undo_result(), std::time::Duration::ZERO);
        effects
    }
}
