//! `App` methods for the activity screen.

use crate::contract::ids::DealId;
use crate::error::{DiskError, Reason};
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::picker::PickerKind;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteKind;
use crate::model::snapshot::EventKind;
use crate::records::activity::journal_actions::recreate_fields;
use crate::records::activity::panes::JOURNAL;
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
        let long = Duration::from_secs(12);
        match event {
            EventKind::Applied { kind: WriteKind::Create, record, label, temp_id: was } => {
                self.replace_temp_id(was.as_deref(), record);
                let creating = |toast: &Toast| matches!(toast.kind, ToastContent::Creating { .. });
                // After the "creating" toast has ended, the user has moved on, so the focus stays.
                let hidden = if self.cx.toasts.iter().any(creating) {
                    self.table.focus_new_deal(record, &mut self.pipeline, &mut self.cx)
                } else {
                    self.pipeline.is_filtered_out(record, &self.cx)
                };
                self.cx.toasts.retain(|toast| !creating(toast));
                self.cx
                    .notify(ToastContent::Created { label: label.clone(), hidden }, Duration::from_secs(6));
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
                self.cx.toasts.retain(|toast| {
                    !toast.kind.is_undoable() && !matches!(toast.kind, ToastContent::Creating { .. })
                });
                self.cx.notify(ToastContent::NotStored { label: label.clone() }, long);
                // Reopen the form, so that the typed values are not lost.
                if *kind == WriteKind::Create && self.cx.overlay == Overlay::None {
                    self.pipeline.correct_new_deal(None, fields, &mut self.cx);
                }
            }
            EventKind::SettingsNotStored { settings } => self.on_settings_unsaved(settings),
            EventKind::Refused { label, problem, .. } => {
                self.cx.toasts.retain(|toast| !matches!(toast.kind, ToastContent::Creating { .. }));
                self.cx
                    .notify(ToastContent::Refused { label: label.clone(), problem: problem.clone() }, long);
            }
            EventKind::Conflict { label, .. } => {
                self.cx.notify(ToastContent::Conflict { label: label.clone() }, long);
            }
            EventKind::TooLate { record, label } => self.cx.notify_already_sent(record, label),
            EventKind::DeletionInFlight { record, label } => {
                self.table.on_being_sent(record, label, &mut self.pipeline, &mut self.cx);
            }
            EventKind::Rescheduled { count, until } => {
                let left = Duration::try_from(until.duration_since(self.cx.now)).unwrap_or_default();
                self.activity.record_rescheduled(&mut self.cx);
                self.cx.notify(ToastContent::Rescheduled { count: *count }, left);
                self.ask_pending_deletions();
            }
            EventKind::NothingToDo { record, label, in_doubt } => {
                self.table.on_nothing_to_change(record, label, *in_doubt, &mut self.pipeline, &mut self.cx);
            }
            EventKind::AlreadyApplied { record, label, base, fields } => {
                self.table.on_already_applied(
                    record,
                    label,
                    (base, fields),
                    &mut self.pipeline,
                    &mut self.cx,
                );
            }
            EventKind::ConflictResolvedByPeer { record, base, fields, service_values, sent } => {
                self.cx.on_peer_decision(record, (base, fields), service_values, sent);
            }
            EventKind::UndoSkipped { record, label, reason: left } => {
                self.table.on_changed_since(record, label, *left, &mut self.pipeline, &mut self.cx);
            }
            EventKind::SameWriteByPeer { record, label } => {
                self.table.on_same_by_peer(record, label, &mut self.pipeline, &mut self.cx);
            }
            EventKind::DiscardedByPeer { write, record, label, progress: reached } => self.cx.notify(
                ToastContent::DiscardedByPeer {
                    write: *write,
                    record: record.clone(),
                    label: label.clone(),
                    reached: *reached,
                },
                long,
            ),
            EventKind::AlreadyDeleted { label, .. } => {
                self.cx.notify(ToastContent::AlreadyDeleted { label: label.clone() }, long);
            }
            EventKind::Damaged { file } => {
                self.cx.notify(ToastContent::Damaged { file: file.clone() }, long);
            }
            // The status line shows this state while it lasts.
            EventKind::StoreFailed { error }
                if matches!(
                    error.disk_error(),
                    Some(DiskError::DiskFull | DiskError::FileTooLarge | DiskError::NotWritable)
                ) => {}
            EventKind::StoreFailed { error } => {
                self.cx.notify(ToastContent::StoreFailed { reason: Reason::from(error) }, long);
            }
        }
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
            self.cx.history.rename_deal(temp_id, &id);
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
        let (id, reason) = (Some(ActionId::Open), DisabledReason::NothingToOpen.key());
        self.cx.notify(ToastContent::Disabled { id, reason }, crate::foundation::cx::toast::SHORT);
        Vec::new()
    }

    /// Recreates the deal whose deletion a journal line records.
    pub(crate) fn recreate_from_journal(&mut self, seq: i64) -> Vec<Effect> {
        match self.pipeline.can_recreate(seq, &self.cx) {
            None => return Vec::new(),
            Some(Err(reason)) => {
                let (id, reason) = (Some(ActionId::Recreate), reason.key());
                self.cx.notify(ToastContent::Disabled { id, reason }, crate::foundation::cx::toast::SHORT);
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
        self.cx.notify(ToastContent::Creating { label: label.clone() }, self.cx.options.undo_delay);
        vec![Effect::Recreate { deal, fields: again.fields, update: again.on_update, label }]
    }
}
