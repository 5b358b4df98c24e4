//! Undo and redo of changes. Undo and redo submit a write with old and new values swapped. If the first write is not
//! sent yet, the engine lets both cancel out. A sent change is reverted by another write if the contract has one;
//! otherwise it is reported as final. A deleted deal can only be recreated under a new id, and a read mark cannot be
//! removed.

use crate::contract::ids::{DealId, is_temporary};
use crate::contract::patch::Fields;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::deals::table::table::TableState;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{
    ChangeKind, ChangeTarget, DeletionState, Direction, RecreateFields, UndoableChange, creates_deal,
};
use crate::foundation::cx::toast::UNDO_TOAST;
use crate::foundation::cx::toast_content::{ToastArg, ToastContent, is_scheduled};
use crate::foundation::cx::toast_traits::EDIT;
use crate::foundation::cx::toast_types::UndoResult;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::Context;
use crate::model::effect::Effect;
use crate::model::pending_write::WriteKind;
use std::collections::{BTreeSet, HashSet};
use std::time::Duration;

/// Duration of the toast about a failed undo.
pub(crate) const UNDO_TOAST_LONG: Duration = Duration::from_secs(12);

impl UndoResult {
    pub(crate) fn from_fields(fields: &Fields) -> Self {
        if fields.touches("status") && fields.names().count() == 1 { Self::Move } else { Self::Change }
    }
}

impl Pipeline {
    /// Undoes or redoes the creation or deletion of a deal.
    pub(crate) fn undo_redo_existence(
        &mut self,
        direction: Direction,
        deal: DealId,
        label: String,
        recreate: RecreateFields,
        deletion: DeletionState,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        if !creates_deal(cx.history.next_mut(direction).map(|change| &*change), direction) {
            cx.history.move_next(direction);
            if cx.is_creation_lost(&deal) {
                // Another process discarded the creation, so there is nothing to delete.
                cx.notify(ToastContent::already_so(&label, false), UNDO_TOAST_LONG);
                return Vec::new();
            }
            let undo_delay = cx.options.delete_undo_delay;
            cx.notify(ToastContent::deleting(&label, deal.as_str()), undo_delay);
            let base = cx.displayed_fields(&deal);
            return vec![Effect::Delete { deal, base, label, undo_delay }];
        }
        let has_fields = !recreate.fields.is_empty();
        // A deal that never reached the service has no deletion to cancel.
        let is_unsent_creation =
            is_temporary(deal.as_str()) && cx.snapshot.deals.find(deal.as_str()).is_none();
        match deletion {
            DeletionState::NotSent if is_unsent_creation && has_fields => {}
            DeletionState::NotSent => {
                cx.history.move_next(direction);
                self.refocus_deal = Some(deal.clone());
                let content = ToastContent::undone(&label, UndoResult::Deletion);
                cx.notify(content.for_record(deal.as_str()), UNDO_TOAST);
                return vec![Effect::CancelDelete(deal)];
            }
            _ if !has_fields => {
                // After a restart the deal's values are unknown.
                cx.history.move_next(direction);
                cx.notify(ToastContent::about("toast-too-late", label), UNDO_TOAST_LONG);
                return Vec::new();
            }
            DeletionState::Sent => {
                if let Some(UndoableChange { kind: ChangeKind::Existence { deletion, .. }, .. }) =
                    cx.history.next_mut(direction)
                {
                    *deletion = DeletionState::UserNotified;
                }
                cx.notify_deletion_sent(&label, direction);
                return Vec::new();
            }
            DeletionState::UserNotified => {}
        }
        cx.history.move_next(direction);
        cx.toasts.retain(|toast| !toast.content.is_deletion_sent());
        cx.notify(ToastContent::about("toast-creating", &label), cx.options.undo_delay);
        vec![Effect::Recreate { deal, fields: recreate.fields, update: recreate.on_update, label }]
    }
}

impl AppCx {
    /// Returns the records with a pending write. As a set, because scanning all writes for each of 100,000 changes
    /// would take minutes.
    pub(crate) fn waiting_records(&self) -> HashSet<&str> {
        self.snapshot.writes.iter().map(|write| write.record.as_str()).collect()
    }

    /// Returns whether the target state of a step already holds. The change was cancelled or discarded before it was
    /// sent, in this process or another. `waiting` contains the records with a pending write.
    pub(crate) fn has_target_state(
        &self,
        direction: Direction,
        change: &UndoableChange,
        waiting: &HashSet<&str>,
    ) -> bool {
        let table = &self.snapshot.deals;
        let row_of = |deal: &DealId| table.find(deal.as_str()).and_then(|ix| table.row(ix));
        match &change.kind {
            ChangeKind::Fields { target: ChangeTarget::Deal(deal), before, after } => {
                let target = if direction == Direction::Undo { before } else { after };
                let has_target = |row: crate::model::table::DealRow<'_>| {
                    target.names().all(|name| match name {
                        "status" => target.text(name).as_deref() == Some(row.status),
                        "responsable" => target.text(name).unwrap_or_default() == row.owner,
                        _ => false,
                    })
                };
                !waiting.contains(deal.as_str())
                    && !self.expected.contains_key(deal)
                    && row_of(deal).is_some_and(has_target)
            }
            ChangeKind::Existence { deal, created: true, .. } => {
                row_of(deal).is_some() == (direction == Direction::Redo)
            }
            ChangeKind::Existence { deal, .. } => direction == Direction::Undo && row_of(deal).is_some(),
            _ => false,
        }
    }

    /// Reports a completed move back after a record's change was applied.
    pub(crate) fn on_move_reverted(&mut self, record: &str) {
        let Some((label, status)) = self.undoing_moves.remove(record) else {
            return;
        };
        let table = &self.snapshot.deals;
        let row_now = table.find(record).and_then(|ix| table.row(ix));
        if row_now.is_some_and(|row| row.status == status) {
            self.notify(ToastContent::about("toast-moved-back", label).for_record(record), UNDO_TOAST_LONG);
        }
    }

    /// Stops waiting for moves back that are no longer pending: they are blocked or finished.
    pub(crate) fn prune_reverting_moves(&mut self) {
        if self.undoing_moves.is_empty() || self.awaits_engine() {
            return;
        }
        let waiting = self.snapshot.writes.iter().filter(|write| !write.is_blocked());
        let waiting: HashSet<&str> = waiting.map(|write| write.record.as_str()).collect();
        self.undoing_moves.retain(|record, _| waiting.contains(record.as_str()));
    }

    /// Returns whether the undo or redo of these deals' changes is still in progress.
    pub fn is_undo_in_progress(&self, deals: &BTreeSet<String>) -> bool {
        let mut writes = self.snapshot.writes.iter();
        !deals.is_empty()
            && (self.awaits_engine()
                || writes.any(|write| !write.is_blocked() && deals.contains(&write.record)))
    }

    /// Returns whether a local deal has no write left to create it.
    fn is_creation_lost(&self, deal: &DealId) -> bool {
        let writes = &self.snapshot.writes;
        is_temporary(deal.as_str())
            && !self.awaits_engine()
            && !writes.iter().any(|write| write.record == deal.as_str())
    }

    /// Reports that a deletion or a write had already been sent and cannot be cancelled.
    pub(crate) fn notify_already_sent(&mut self, record: &str, label: &str) {
        self.history.revert_late_undo(record);
        self.history.drop_failed_discard(record);
        self.history.redo_sent_decision(record);
        self.toasts.retain(|toast| {
            let content = &toast.content;
            content.is_variant_of("undone-many")
                || content.is_variant_of("redone-many")
                || !["undone", "redone", "discarded"].iter().any(|family| content.is_variant_of(family))
        });
        let mut next = [Direction::Undo, Direction::Redo].map(|direction| {
            let change = self.history.next_mut(direction).cloned();
            let kind = change.as_ref().map(|change| &change.kind);
            let is_reverted = matches!(kind, Some(ChangeKind::Existence { deal, recreate, .. })
                if deal.as_str() == record && !recreate.fields.is_empty());
            (direction, is_reverted && creates_deal(change.as_ref(), direction))
        });
        next.reverse();
        match next.into_iter().find(|(_, offered)| *offered) {
            Some((direction, _)) => self.notify_deletion_sent(label, direction),
            None => self.notify(ToastContent::about("toast-too-late", label), UNDO_TOAST_LONG),
        }
    }

    /// Reports a sent deletion: the same key now creates the deal again. The window has a button instead.
    fn notify_deletion_sent(&mut self, label: &str, direction: Direction) {
        let key = if self.options.split_view { "toast-gone-button" } else { "toast-gone" };
        let again = if direction == Direction::Undo { ActionId::Undo } else { ActionId::Redo };
        let content = ToastContent::about(key, label).with_arg("key", ToastArg::Key(Context::Screens, again));
        self.notify(content, UNDO_TOAST_LONG);
    }
}

impl TableState {
    /// Reports an undo or redo without effect, and removes the toasts of its record.
    pub(crate) fn on_undo_ended(
        &mut self,
        record: &str,
        content: ToastContent,
        pipeline: &mut Pipeline,
        cx: &mut AppCx,
    ) {
        cx.toasts.retain(|toast| {
            let content = &toast.content;
            !(content.is_variant_of("unmarked") || content.has_trait(EDIT) && content.concerns(record))
        });
        // A deletion that is being sent while undo tries to cancel it may still fail. If the deal comes back, it gets
        // the focus.
        if !content.is_variant_of("leaving")
            && pipeline.refocus_deal.as_ref().is_some_and(|deal| deal.as_str() == record)
        {
            pipeline.refocus_deal = None;
            self.restore_focus(pipeline, cx);
        }
        cx.notify(content.for_record(record), UNDO_TOAST_LONG);
    }
}

impl AppCx {
    /// Returns the creation whose undo is a deletion that can still be cancelled.
    pub(crate) fn creation_being_undone(&self) -> Option<&UndoableChange> {
        let change = self.history.peek(Direction::Redo)?;
        let ChangeKind::Existence { deal, created: true, deletion: DeletionState::NotSent, .. } =
            &change.kind
        else {
            return None;
        };
        let scheduled = self.snapshot.writes.iter().any(|write| {
            write.kind == WriteKind::Delete && write.record == deal.as_str() && is_scheduled(write)
        });
        // Until the engine has handled the effect, only the toast shows the deletion.
        let mut toasts = self.toasts.iter().map(|toast| &toast.content);
        let is_prompt = self.awaits_engine()
            && toasts.any(|content| content.is_variant_of("deleted") && content.concerns(deal.as_str()));
        (scheduled || is_prompt).then_some(change)
    }

    /// Returns whether the next undo reverts a change of this record and nothing else.
    pub fn undo_concerns_only(&self, record: &str) -> bool {
        match self.creation_being_undone() {
            Some(change) => change.concerns(record),
            None => self.history.newest_is_only_of(record),
        }
    }
}
