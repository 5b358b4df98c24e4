//! Resolving a conflict: mine, theirs, or field by field.
//!
//! Nothing is sent before the user decides. The resulting write gets an undo window like any other, so a wrong choice
//! can be undone.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeKind, Decision, RecreateFields, UndoableChange};
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::SentAtEnd;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};
use crate::model::table::DealRow;
use crate::records::activity::activity::{ActivityState, ConflictChoices, choice_count, choice_index};
use std::collections::BTreeSet;
use std::time::Duration;

impl AppCx {
    /// Returns the number of writes in conflict.
    pub fn conflict_count(&self) -> usize {
        self.conflicts().count()
    }

    /// Returns the writes in conflict.
    pub(crate) fn conflicts(&self) -> impl Iterator<Item = &PendingWrite> {
        let writes = self.snapshot.writes.iter();
        writes.filter(|write| matches!(write.state, WriteState::Conflict { .. }))
    }

    /// Reports a decision, and returns the undo window of its write.
    pub(crate) fn notify_decided(&mut self, write: &PendingWrite, sent: bool) -> Duration {
        let deletes = write.kind == WriteKind::Delete;
        // If the service's version is chosen, nothing is sent.
        let undo_delay = match (sent, deletes) {
            (false, _) => Duration::ZERO,
            (true, true) => self.options.delete_undo_delay,
            (true, false) => self.options.undo_delay,
        };
        let scheduled = !undo_delay.is_zero();
        let (key, duration) = match (scheduled, sent) {
            (true, _) if write.recreate_fields.is_some() => ("toast-will-be-recreated", undo_delay),
            (true, _) => ("toast-decided-mine", undo_delay),
            (false, true) => ("toast-decided-mine", SHORT),
            (false, false) => ("toast-decided-theirs", LONG),
        };
        let content = ToastContent::about(key, &write.label).for_record(&write.record);
        self.notify(content.sending(scheduled.then_some(SentAtEnd::from_deletes(deletes))), duration);
        undo_delay
    }

    /// Records a decision as the newest change for undo.
    fn record_decision(&mut self, write: PendingWrite, mine: &BTreeSet<String>) {
        let prev_change = self.history.newest_of(&write.record);
        if let WriteState::Conflict { theirs } = &write.state {
            // A deal created again has another id, so its earlier changes do not apply.
            let mine_kept = if write.recreate_fields.is_some() { BTreeSet::new() } else { mine.clone() };
            if write.kind == WriteKind::Delete {
                self.history.update_deletion(&write.record, theirs);
                self.record_deletion(&write);
            } else {
                let base_and_wanted = (&write.base, &write.fields);
                self.history.on_conflict_decided(&write.record, base_and_wanted, theirs, &mine_kept);
                let external = self.history.untouched_fields(&write.record, &mine_kept);
                if let Some(change) = UndoableChange::from_decision(&write, theirs, &external) {
                    self.history.push(change);
                }
            }
        }
        // A creation is recorded only when the outbox has stored it.
        let sent_change =
            if write.recreate_fields.is_some() { None } else { self.history.take_newest_of(&write.record) };
        let label = write.label.clone();
        let mine = mine.iter().cloned().collect();
        let decision = Decision { write, mine, sent_change, prev_change };
        self.history.push(UndoableChange::new(label, ChangeKind::Decided(Box::new(decision))));
    }

    /// Makes a deletion by an earlier session or another program undoable from now on.
    fn record_deletion(&mut self, write: &PendingWrite) {
        let is_recorded = self.history.records().contains(write.record.as_str());
        let table = &self.snapshot.deals;
        let row = table.find(&write.record).and_then(|ix| table.row(ix));
        if let (false, Ok(deal), Some(row)) = (is_recorded, DealId::new(&write.record), row) {
            let recreate = recreate_fields(&row);
            self.history.push(UndoableChange::existence(deal, &write.label, false, recreate));
        }
    }
}

impl ActivityState {
    /// Returns the focused write, if it is in conflict.
    pub(crate) fn focused_conflict<'a>(&'a self, cx: &'a AppCx) -> Option<&'a PendingWrite> {
        self.focused_write(cx).filter(|write| matches!(write.state, WriteState::Conflict { .. }))
    }

    /// Returns whether the focused conflict has a single choice. Choosing a side then decides it, without a separate
    /// send.
    pub fn has_single_choice(&self, cx: &AppCx) -> bool {
        self.focused_conflict(cx).is_some_and(|write| choice_count(write) == 1)
    }

    /// Returns whether the service has deleted the conflict's deal: keeping one's version creates a new deal.
    pub fn recreates_deal(&self, cx: &AppCx) -> bool {
        self.focused_conflict(cx).is_some_and(|write| write.recreate_fields.is_some())
    }

    /// Returns the choices for the focused conflict, reset if they were for another one.
    fn focused_choices<'a>(&'a mut self, cx: &'a mut AppCx) -> Option<(usize, &'a mut ConflictChoices)> {
        let write = self.focused_conflict(cx)?;
        let (id, count) = (write.id, choice_count(write));
        if self.conflict_choices.write != Some(id) {
            self.conflict_choices = ConflictChoices { write: Some(id), ..ConflictChoices::default() };
        }
        Some((count, &mut self.conflict_choices))
    }

    pub(crate) fn focus_choice_by(&mut self, forward: bool, cx: &mut AppCx) {
        if let Some((count, choices)) = self.focused_choices(cx) {
            choices.focus = step(choices.focus, if forward { 1 } else { -1 }, count);
        }
    }

    pub(crate) fn toggle_side(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        if let Some((_, choices)) = self.focused_choices(cx) {
            let (field, mine) = (choices.focus, choices.theirs.contains(&choices.focus));
            self.take_side(field, mine, cx);
        }
        Vec::new()
    }

    pub(crate) fn take_side(&mut self, field: usize, mine: bool, cx: &mut AppCx) {
        let field = self.focused_conflict(cx).map_or(field, |write| choice_index(write, field));
        let Some((count, choices)) = self.focused_choices(cx) else {
            return;
        };
        if field >= count {
            return;
        }
        choices.focus = field;
        if mine {
            choices.theirs.remove(&field);
        } else {
            choices.theirs.insert(field);
        }
    }

    /// Decides the focused conflict for one side.
    pub(crate) fn decide_all(&mut self, mine: bool, cx: &mut AppCx) -> Vec<Effect> {
        self.decide(|_, _, _| mine, cx)
    }

    /// Sends the focused write; a conflict is decided as chosen. If nothing can be sent now, a toast says when; the
    /// write is no longer blocked.
    pub(crate) fn send_write(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        if self.focused_conflict(cx).is_some() {
            return self.decide(ConflictChoices::is_mine, cx);
        }
        let Some(write) = self.focused_write(cx).cloned() else {
            return Vec::new();
        };
        if !cx.can_send_now() {
            cx.notify(ToastContent::about("toast-resending", write.label).for_record(write.record), LONG);
        }
        vec![Effect::Retry(write.id)]
    }

    /// Decides the focused conflict and reports the result. `is_mine` chooses the version of each field.
    ///
    /// For the service's version nothing is sent; undo restores the write. Any other decision can be undone: before it
    /// is sent, undo reopens the conflict; afterwards it restores the service's value.
    fn decide(
        &mut self,
        is_mine: impl Fn(&ConflictChoices, &PendingWrite, usize) -> bool,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let Some(write) = self.focused_conflict(cx).cloned() else {
            return Vec::new();
        };
        let names = write.disputed_fields().names().enumerate();
        let mine: BTreeSet<String> = names
            .filter(|(index, _)| is_mine(&self.conflict_choices, &write, *index))
            .map(|(_, name)| name.to_owned())
            .collect();
        let (id, sent) = (write.id, !mine.is_empty());
        let undo_delay = cx.notify_decided(&write, sent);
        if sent {
            cx.record_decision(write, &mine);
        } else {
            // The write is discarded; undo restores it like any other.
            cx.record_discard(write);
        }
        vec![Effect::ResolveConflict { write: id, keep_mine: mine.into_iter().collect(), undo_delay }]
    }
}

/// Returns the writable fields with which a deal can be created again.
pub(crate) fn recreate_fields(row: &DealRow<'_>) -> RecreateFields {
    let mut recreate = RecreateFields::default();
    for (name, value) in [("name", row.name), ("status", row.status), ("classe_actif", row.class)] {
        if !value.is_empty() {
            recreate.fields.set_text(name, value);
        }
    }
    if !row.owner.is_empty() {
        recreate.on_update.set_text("responsable", row.owner);
    }
    recreate
}
