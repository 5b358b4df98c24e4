//! `App` methods for undo and redo.

use crate::contract::patch::Fields;
use crate::foundation::cx::change::{ChangeKind, ChangeTarget, Direction, UndoableChange};
use crate::foundation::cx::change_types::{RecordSource, SettingsChange, SettingsPlace};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::{SentAtEnd, UndoResult};
use crate::foundation::input::context::Screen;
use crate::model::effect::Effect;
use crate::model::pending_write::PendingWrite;
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
            self.cx.adopt_peer_write();
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
        self.activity.remove_toasts_of_next(direction, &mut self.cx);
        let label = change.label;
        if let ChangeKind::Existence { deal, recreate, deletion, .. } = change.kind {
            // Creating a sent deletion's deal again needs a second request.
            return self.pipeline.undo_redo_existence(
                direction,
                deal,
                label,
                recreate,
                deletion,
                &mut self.cx,
            );
        }
        self.cx.history.move_next(direction);
        match change.kind {
            ChangeKind::Existence { .. } => Vec::new(),
            ChangeKind::Fields { target, before, after } => {
                let (fields, base, undo_delay) = match direction {
                    Direction::Undo => (before, after, Duration::ZERO),
                    Direction::Redo => (after, before, self.cx.options.undo_delay),
                };
                self.undo_redo_fields(direction, (target, label), (fields, base), undo_delay)
            }
            ChangeKind::Discarded(write) => self.cx.undo_redo_discard(direction, &write),
            ChangeKind::Decided(decision) => self.cx.undo_redo_decision(direction, *decision),
            ChangeKind::MarkedSeen { before, changes } => self.cx.undo_redo_seen(direction, before, changes),
            ChangeKind::Settings(change) => self.undo_redo_settings(direction, &label, &change),
            ChangeKind::Many(changes) => self.undo_redo_many(direction, changes),
            ChangeKind::MarkedRead { ids, local_ids } => match direction {
                Direction::Undo => self.inbox.undo_mark(ids, &local_ids, &mut self.cx),
                Direction::Redo => self.inbox.redo_mark(ids, &local_ids, &mut self.cx),
            },
        }
    }

    /// Sets the fields of a record back or again.
    fn undo_redo_fields(
        &mut self,
        direction: Direction,
        (target, label): (ChangeTarget, String),
        (fields, base): (Fields, Fields),
        undo_delay: Duration,
    ) -> Vec<Effect> {
        let deal = match target {
            ChangeTarget::Deal(deal) => deal,
            ChangeTarget::Record(kind, id) => {
                let result = UndoResult::Change;
                self.cx.notify_undo_redo(direction, (&label, Some(&id)), result, undo_delay);
                return self.cx.undo_redo_record((kind, id, label), (fields, base), undo_delay);
            }
        };
        let is_pending = |write: &PendingWrite| write.record == deal.as_str();
        let is_pending_already =
            self.cx.expected.contains_key(&deal) || self.cx.snapshot.writes.iter().any(is_pending);
        let prev_status =
            fields.text("status").filter(|_| direction == Direction::Undo && !is_pending_already);
        self.cx.undoing_moves.remove(deal.as_str());
        if let Some(status) = prev_status {
            // The move was sent already, so another write moves the deal back and the service's stage age restarts.
            let to = (label.clone(), status.into_owned());
            self.cx.undoing_moves.insert(deal.as_str().to_owned(), to);
            let content = ToastContent::about("toast-moving-back", &label).for_record(deal.as_str());
            self.cx.notify(content, UNDO_TOAST_LONG);
        } else {
            let result = UndoResult::from_fields(&fields);
            self.cx.notify_undo_redo(direction, (&label, Some(deal.as_str())), result, undo_delay);
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

    /// Undoes or redoes several changes together.
    fn undo_redo_many(&mut self, direction: Direction, changes: Vec<UndoableChange>) -> Vec<Effect> {
        let waiting = self.cx.waiting_records();
        let is_done = |change: &&UndoableChange| self.cx.has_target_state(direction, change, &waiting);
        let count = changes.len() - changes.iter().filter(is_done).count();
        let is_sent_move = |change| is_move(change) && self.cx.was_sent(change, &waiting);
        // The deals' time in the status starts again.
        let restarts = changes.iter().any(is_sent_move);
        let deletes =
            changes.iter().any(|change| matches!(change.kind, ChangeKind::Existence { created: false, .. }));
        let (key, duration) = match direction {
            Direction::Redo if deletes => ("toast-redone-many", self.cx.options.delete_undo_delay),
            Direction::Redo => ("toast-redone-many", self.cx.options.undo_delay),
            Direction::Undo if restarts => ("toast-moved-back-many", UNDO_TOAST_LONG),
            Direction::Undo => ("toast-undone-many", UNDO_TOAST_LONG),
        };
        let sends = (direction == Direction::Redo).then_some(SentAtEnd::from_deletes(deletes));
        let mut content = ToastContent::counted(key, count).sending(sends);
        let of_fields = changes.iter().filter(|change| matches!(change.kind, ChangeKind::Fields { .. }));
        of_fields.for_each(|change| change.each_record(&mut |id| _ = content.records.insert(id.to_owned())));
        self.cx.notify(content, duration);
        self.bulk_change.undo_redo_many(direction, changes, &mut self.table, &mut self.pipeline, &mut self.cx)
    }

    /// Undoes only the change that a toast reports.
    pub(crate) fn undo_toast(&mut self, toast: u64) -> Vec<Effect> {
        let (activity, cx) = (&self.activity, &self.cx);
        let reported = cx.toasts.iter().find(|reported| reported.id == toast);
        let reported = reported.filter(|reported| activity.is_separately_undoable(reported, cx));
        let Some(at) = reported.and_then(|reported| activity.reported_change_index(reported, cx)) else {
            return Vec::new();
        };
        if self.cx.history.done_changes().get(at).is_some_and(|it| matches!(it.kind, ChangeKind::Many(_))) {
            if !self.cx.history.raise_untouched(at) {
                return Vec::new();
            }
        } else {
            self.cx.history.move_to_top(at);
        }
        self.undo_redo_next(Direction::Undo)
    }

    /// Undoes or redoes a change of settings. Settings changed since are kept.
    fn undo_redo_settings(
        &mut self,
        direction: Direction,
        label: &str,
        change: &SettingsChange,
    ) -> Vec<Effect> {
        let steps = change.items.iter().map(|item| (item.name.as_str(), item.start_and_end(direction)));
        if change.place == SettingsPlace::File {
            return self.undo_redo_setting(direction, change);
        }
        if let SettingsPlace::Watched(kind) = change.place {
            let (lists, cx) = (&mut self.lists, &mut self.cx);
            let watch = steps.clone().any(|(_, (_, to))| to.is_some());
            let ids = steps.map(|(id, _)| id.to_owned()).collect();
            return if watch {
                self.inbox.watch_ids(kind, ids, &[], lists, cx)
            } else {
                lists.unwatch(kind, ids, cx)
            };
        }
        // Flags of notifications are independent of each other. Other settings change together.
        let is_independent = change.place.is_of_notifications();
        let ready: Vec<_> = steps
            .clone()
            .filter(|(name, (from, to))| {
                self.has_setting(&change.place, name, *from) && !self.has_ended(&change.place, *from, *to)
            })
            .collect();
        if ready.is_empty() || !is_independent && ready.len() < change.items.len() {
            let is_done = is_independent
                || change.place.is_stored_by_name()
                    && steps.clone().all(|(name, (_, to))| self.has_setting(&change.place, name, to));
            self.cx.history.drop_moved(direction);
            let content = if is_done {
                ToastContent::already_so(label, false)
            } else {
                ToastContent::about("toast-changed-since", label)
            };
            self.cx.notify(content, LONG);
            return Vec::new();
        }
        let effects = match &change.place {
            place if place.is_stored_by_name() => {
                let to_effect = |(name, (_, to)): &(&str, (_, Option<&str>))| Effect::SaveSetting {
                    name: (*name).to_owned(),
                    value: to.map(str::to_owned),
                };
                let effects = ready.iter().map(to_effect).collect();
                self.take_kept_views(direction, change);
                effects
            }
            SettingsPlace::Filter(source) => {
                let to = ready.first().and_then(|(_, (_, to))| *to).unwrap_or_default();
                self.show_filter(source.as_ref(), to)
            }
            place => {
                for (id, (_, to)) in &ready {
                    self.inbox.write_flag(place, id, *to);
                }
                self.inbox.save_triage(&mut self.cx)
            }
        };
        self.cx.notify_undo_redo(direction, (label, None), change.place.undo_result(), Duration::ZERO);
        effects
    }

    /// Returns whether a setting has this value.
    fn has_setting(&self, place: &SettingsPlace, name: &str, value: Option<&str>) -> bool {
        let explorer = &self.explorer;
        match place {
            place if place.is_stored_by_name() => self.views.has_setting_value(name, value, &self.cx),
            SettingsPlace::Filter(None) => Some(self.pipeline.board.filter.as_str()) == value,
            SettingsPlace::Filter(Some(source)) if explorer.focused_source().as_ref() == Some(source) => {
                Some(explorer.filter.as_str()) == value
            }
            // Another source has an empty filter, so only the step back to this source's filter applies.
            SettingsPlace::Filter(Some(source)) => explorer.sources().contains(source) && value == Some(""),
            place => self.inbox.flag(place, name, &self.cx).as_deref() == value,
        }
    }

    /// Returns whether a step leads to a snooze that would have ended meanwhile.
    fn has_ended(&self, place: &SettingsPlace, from: Option<&str>, to: Option<&str>) -> bool {
        let until = to.filter(|_| *place == SettingsPlace::Snooze && from.is_none());
        let until = until.and_then(|until| until.parse::<i64>().ok());
        until.is_some_and(|until| until <= self.cx.now.as_second())
    }

    /// Shows the deals, or the records of a source, with this filter.
    fn show_filter(&mut self, source: Option<&RecordSource>, filter: &str) -> Vec<Effect> {
        let Some(source) = source else {
            let effects = if self.cx.is_filter_visible() { Vec::new() } else { self.show(Screen::Pipeline) };
            self.table.set_filter(filter.to_owned(), &mut self.pipeline, &mut self.cx);
            return effects;
        };
        let effects = if self.explorer.focused_source().as_ref() != Some(source) {
            self.open_source(source)
        } else if self.cx.screen == Screen::Explorer {
            Vec::new()
        } else {
            self.show(Screen::Explorer)
        };
        self.explorer.filter_rows(filter.to_owned());
        effects
    }
}
