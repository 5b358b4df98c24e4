//! `App` methods for the activity screen.

use crate::contract::ids::DealId;
use crate::error::{DiskError, Reason};
use crate::foundation::cx::overlay::{Overlay, PickerKind};
use crate::foundation::cx::toast::{LONG, Toast};
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::discarded::WriteProgress;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteKind;
use crate::model::snapshot::{EventKind, UndoSkipReason};
use crate::records::activity::activity::JOURNAL;
use crate::records::activity::journal_actions::recreate_fields;
use crate::shell::app::App;
use std::time::Duration;

impl App {
    /// Handles Enter: opens the facts of a request, or the deal of a journal line or write.
    pub(crate) fn open_activity(&mut self) -> Vec<Effect> {
        if let Some(request) = self.activity.focused_request(&self.cx).cloned() {
            self.activity.opened_request = Some(request);
            self.open_picker(PickerKind::Request);
            return Vec::new();
        }
        if self.cx.pane == JOURNAL && !self.cx.options.split_view {
            return self.cx.focused_journal_deal().map_or_else(Vec::new, |deal| self.open_deal(deal));
        }
        // Conflicts are resolved on this screen: Enter toggles the version.
        if !self.cx.options.split_view && self.activity.focused_conflict(&self.cx).is_some() {
            return self.activity.toggle_side(&mut self.cx);
        }
        self.open_deal_of_write()
    }

    /// Converts new engine events to toasts and undo history.
    pub(crate) fn process_events(&mut self) {
        let snapshot = self.cx.snapshot.clone();
        let events_seen = self.cx.events_seen;
        for event in snapshot.events.iter().filter(|event| event.seq > events_seen) {
            self.process_event(&event.kind);
        }
        if let Some(last) = snapshot.events.last() {
            self.cx.events_seen = self.cx.events_seen.max(last.seq);
        }
    }

    pub(crate) fn process_event(&mut self, event: &EventKind) {
        match event {
            EventKind::Applied { kind: WriteKind::Create, record, label, temp_id: was } => {
                self.replace_temp_id(was.as_deref(), record);
                let creating = |toast: &Toast| toast.content.is_variant_of("creating");
                // After the "creating" toast has ended, the user has moved on, so the focus stays.
                let hidden = if self.cx.toasts.iter().any(creating) {
                    self.table.focus_new_deal(record, &mut self.pipeline, &mut self.cx)
                } else {
                    self.pipeline.is_filtered_out(record, &self.cx)
                };
                self.cx.toasts.retain(|toast| !creating(toast));
                let key = if hidden { "toast-created-hidden" } else { "toast-created" };
                self.cx.notify(ToastContent::about(key, label), Duration::from_secs(6));
            }
            EventKind::Applied { kind: WriteKind::Delete, record, .. } => {
                self.cx.history.mark_deletion_sent(record);
            }
            // The card already shows the result: its pending mark disappears.
            EventKind::Applied { record, .. } => self.cx.on_move_reverted(record),
            EventKind::Created { record, label, fields, replaced_id: again, resolved_write: decided } => {
                self.table.on_created(
                    record,
                    label,
                    fields,
                    (again.as_deref(), *decided),
                    &mut self.pipeline,
                    &mut self.cx,
                );
            }
            EventKind::WriteNotStored { kind, record, label, fields } => {
                self.cx.history.drop_unstored(record);
                self.cx
                    .toasts
                    .retain(|toast| !toast.content.is_undoable() && !toast.content.is_variant_of("creating"));
                self.cx.notify_not_stored(label);
                // Reopen the form, so that the typed values are not lost.
                if *kind == WriteKind::Create && self.cx.overlay == Overlay::None {
                    self.pipeline.correct_new_deal(None, fields, &mut self.cx);
                }
            }
            EventKind::SettingsNotStored { settings } => self.on_settings_unsaved(settings),
            EventKind::Rejected { record, label, problem, .. } => {
                self.cx.toasts.retain(|toast| !toast.content.is_variant_of("creating"));
                let problem = ToastArg::Problem(problem.clone());
                self.cx.notify(
                    ToastContent::about("toast-refused", label).for_record(record).with_arg("why", problem),
                    LONG,
                );
            }
            EventKind::Conflict { record, label } => {
                let is_deleted = self.cx.snapshot.writes.iter().any(|write| {
                    write.record == *record && write.is_blocked() && write.recreate_fields.is_some()
                });
                let key = if is_deleted { "toast-conflict-gone" } else { "toast-conflict" };
                self.cx.notify(ToastContent::about(key, label).for_record(record), LONG);
            }
            EventKind::TooLate { record, label } => self.cx.notify_already_sent(record, label),
            EventKind::DeletionInFlight { record, label } => {
                self.on_undo_ended(record, ToastContent::about("toast-leaving", label));
            }
            EventKind::Rescheduled { count, until } => {
                let left = Duration::try_from(until.duration_since(self.cx.now)).unwrap_or_default();
                self.activity.record_rescheduled(&mut self.cx);
                self.cx.notify(ToastContent::counted("toast-held-again", *count).scheduled(), left);
                self.ask_pending_deletions();
            }
            EventKind::NothingToDo { record, label, in_doubt } => {
                self.on_undo_ended(record, ToastContent::already_so(label, *in_doubt));
            }
            EventKind::AlreadyApplied { record, label, base, fields } => {
                self.cx.history.settle_record(record);
                // The change was not sent.
                self.cx.history.remove_unsent(record, (base, fields));
                self.on_undo_ended(record, ToastContent::already_so(label, false));
            }
            EventKind::ConflictResolvedByPeer { record, base, fields, service_values, sent } => {
                self.cx.on_peer_decision(record, (base, fields), service_values, sent);
            }
            EventKind::UndoSkipped { record, label, reason } => {
                // The change was not undone, so it cannot be redone either.
                self.cx.history.drop_failed_undo(record);
                let key = match reason {
                    UndoSkipReason::Changed => "toast-changed-since",
                    UndoSkipReason::NeverSent => "toast-left-never",
                    UndoSkipReason::NeedsDecision => "toast-left-to-decide",
                    UndoSkipReason::Deleted => "toast-left-deleted",
                };
                self.on_undo_ended(record, ToastContent::about(key, label));
            }
            EventKind::SameWriteByPeer { record, label } => {
                self.on_undo_ended(record, ToastContent::about("toast-same-elsewhere", label));
            }
            EventKind::DiscardedByPeer { write, record, label, progress } => {
                let key = match progress {
                    WriteProgress::Unsent => "toast-dropped-elsewhere",
                    WriteProgress::Rejected => "toast-dropped-elsewhere-refused",
                    WriteProgress::NotApplied => "toast-dropped-elsewhere-sent",
                    WriteProgress::InDoubt => "toast-dropped-elsewhere-doubt",
                };
                let content = ToastContent::about(key, label).for_record(record);
                self.cx.notify(ToastContent { peer_write: Some(*write), ..content }, LONG);
            }
            EventKind::AlreadyDeleted { label, .. } => {
                self.cx.notify(ToastContent::about("toast-gone-already", label), LONG);
            }
            EventKind::Damaged { file } => {
                let key = if file.is_newer_version { "kept-newer-cache" } else { "kept-damaged-file" };
                let file = ToastArg::File(Box::new(file.clone()));
                self.cx.notify(ToastContent::new(key).with_arg("file", file), LONG);
            }
            // The status line shows this state while it lasts.
            EventKind::StoreFailed { error }
                if matches!(
                    error.disk_error(),
                    Some(DiskError::DiskFull | DiskError::FileTooLarge | DiskError::NotWritable)
                ) => {}
            EventKind::StoreFailed { error } => {
                let reason = ToastArg::Error(Reason::from(error));
                self.cx.notify(ToastContent::new("toast-store-failed").with_arg("why", reason), LONG);
            }
        }
    }

    fn on_undo_ended(&mut self, record: &str, content: ToastContent) {
        self.table.on_undo_ended(record, content, &mut self.pipeline, &mut self.cx);
    }

    /// Replaces a deal's temporary identifier after its creation.
    pub(crate) fn replace_temp_id(&mut self, temp_id: Option<&str>, record: &str) {
        let Ok(id) = DealId::new(record) else { return };
        let is_renamed =
            |deal: &Option<DealId>| deal.as_ref().is_some_and(|deal| Some(deal.as_str()) == temp_id);
        if is_renamed(&self.pipeline.opened_deal) {
            self.pipeline.opened_deal = Some(id.clone());
        }
        if let Some(temp_id) = temp_id {
            self.replace_selected_id(temp_id, record);
            self.cx.rename_deal(temp_id, &id);
        }
        if is_renamed(&self.pipeline.board.cursor.deal) {
            self.pipeline.board.cursor.deal = Some(id);
            self.table.refilter(&mut self.pipeline, &mut self.cx);
        }
    }

    pub(crate) fn open_deal_of_write(&mut self) -> Vec<Effect> {
        if let Some(write) = self
            .activity
            .focused_write(&self.cx)
            .filter(|write| write.kind == WriteKind::Create && write.is_blocked())
        {
            let (id, fields) = (write.id, write.fields.clone());
            return self.pipeline.correct_new_deal(Some(id), &fields, &mut self.cx);
        }
        let deal = self
            .activity
            .focused_write(&self.cx)
            .filter(|write| write.kind != WriteKind::MarkRead)
            .and_then(|write| DealId::new(&write.record).ok())
            .filter(|deal| self.cx.snapshot.deals.find(deal.as_str()).is_some());
        deal.map_or_else(Vec::new, |deal| self.open_deal(deal))
    }

    /// Opens the deal of a journal line, or reports that it cannot be opened.
    pub(crate) fn open_journal_entry(&mut self, seq: i64) -> Vec<Effect> {
        if let Some(deal) = self.cx.deal_of_entry(seq) {
            return self.open_deal(deal);
        }
        self.cx.refuse(ActionId::Open, DisabledReason::NothingToOpen);
        Vec::new()
    }

    /// Recreates the deal whose deletion a journal line records.
    pub(crate) fn recreate_from_journal(&mut self, seq: i64) -> Vec<Effect> {
        match self.pipeline.can_recreate(seq, &self.cx) {
            None => return Vec::new(),
            Some(Err(reason)) => {
                self.cx.refuse(ActionId::Recreate, reason);
                return Vec::new();
            }
            Some(Ok(())) => {}
        }
        let Some(line) = self.cx.journal_entry(seq).cloned() else {
            return Vec::new();
        };
        // A deletion of this session is undone through the undo history, so that the history stays consistent.
        let undo_effects = self.recreate_deal(Some(&line.record));
        if !undo_effects.is_empty() {
            return undo_effects;
        }
        let (Some(again), Ok(deal)) = (recreate_fields(&line), DealId::new(&line.record)) else {
            return Vec::new();
        };
        let label = line.label;
        self.cx.notify(ToastContent::about("toast-creating", &label), self.cx.options.undo_delay);
        vec![Effect::Recreate { deal, fields: again.fields, update: again.on_update, label }]
    }
}
