//! Scheduled writes of another process or of an earlier run. They are shown as scheduled, and undo can cancel them.
//! Local changes take precedence: undo cancels another process's write only if the history has no local change to undo.

use crate::foundation::cx::app_cx::AppCx;
use crate::records::activity::activity::ActivityState;
use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;

use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};
use crate::model::snapshot::Snapshot;

use crate::foundation::cx::change::{Change, Way};
use crate::foundation::cx::change_types::Undoes;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::records::activity::toast_links::is_held;

impl AppCx {
    /// Returns the newest scheduled write that belongs to no local change.
    fn held_elsewhere(&self) -> Option<&PendingWrite> {
        let mut newest = self.snapshot.writes.iter().rev();
        // A large bulk change would otherwise be searched once for each write.
        let mut own: Option<HashSet<&str>> = None;
        newest.find(|write| {
            is_held(write)
                && !own
                    .get_or_insert_with(|| self.history.records())
                    .contains(write.record.as_str())
                && !self.is_written_over(write)
        })
    }

    /// Returns whether a later pending write changes the same field; then the write is left alone.
    fn is_written_over(&self, write: &PendingWrite) -> bool {
        let over = |later: &PendingWrite| {
            let same = later.record == write.record && later.kind == write.kind && !later.parked();
            same && later.fields.names().any(|name| write.fields.touches(name))
        };
        let newer = self.snapshot.writes.iter().rev();
        newer.take_while(|later| later.id > write.id).any(over)
    }

    /// Returns whether undo has a change to revert, of this process or another.
    pub(crate) fn can_take_back(&self) -> bool {
        self.history.can_undo() || self.creation_being_undone().is_some() || self.held_elsewhere().is_some()
    }

    /// Returns the change that undo would revert: the newest local one, otherwise another process's.
    pub fn undoes(&self) -> Option<Undoes<'_>> {
        if let Some(Change::Existence { label, .. }) = self.creation_being_undone() {
            return Some(Undoes::Of(label));
        }
        let held = || self.held_elsewhere().map(|write| Undoes::Of(&write.label));
        self.history.newest().or_else(held)
    }

    /// Adds another process's scheduled write to a history without local changes.
    pub(crate) fn reach_for_held(&mut self) {
        if self.history.can_undo() {
            return;
        }
        if let Some(write) = self.held_elsewhere().cloned() {
            self.history.take_up(&[write]);
        }
    }

    /// Returns whether undo reverts the change that a toast reports.
    pub fn takes_back(&self, kind: &ToastKind) -> bool {
        match kind {
            ToastKind::HeldElsewhere { record, .. } => match self.history.last(Way::Back) {
                Some(change) => change.concerns(record),
                None => self.held_elsewhere().is_some_and(|write| write.record == *record),
            },
            kind if kind.is_of_this_machine() => self.takes_back_kept(kind),
            kind => kind.undoable(),
        }
    }
}

impl ActivityState {
    /// Adds the scheduled writes found at startup to the history, and reports the newest.
    pub(crate) fn take_up_held(&mut self, cx: &mut AppCx) {
        let held = cx.held_elsewhere().map(|write| write.id);
        cx.history.take_up(cx.snapshot.writes.iter());
        let writes = cx.snapshot.writes.clone();
        if let Some(write) = writes.iter().find(|write| Some(write.id) == held) {
            self.say_held(write, cx);
        }
    }

    /// Reports a write that another process has scheduled. Removes the toasts of writes that are no longer scheduled.
    pub(crate) fn follow_held(&mut self, before: &Snapshot, cx: &mut AppCx) {
        let writes = cx.snapshot.writes.clone();
        let held = |id| writes.iter().find(|write| write.id == id && is_held(write));
        let mut gone = false;
        cx.toasts.retain_mut(|toast| {
            let ToastKind::HeldElsewhere { write, .. } = &toast.kind else {
                return true;
            };
            if let Some(until) = held(*write).and_then(held_until) {
                toast.until = until;
                return true;
            }
            gone = true;
            false
        });
        let Some(newest) = cx.held_elsewhere().cloned() else {
            return;
        };
        let known = |write: &PendingWrite| write.id == newest.id && is_held(write);
        let said =
            |kind: &ToastKind| matches!(kind, ToastKind::HeldElsewhere { write, .. } if *write == newest.id);
        let new = gone || !before.writes.iter().any(known);
        if new && !cx.toasts.iter().any(|toast| said(&toast.kind)) {
            self.say_held(&newest, cx);
        }
    }

    /// Records that one toast has reported all writes rescheduled from the last session. None of them is then reported
    /// on its own.
    pub(crate) fn note_held_again(&mut self, cx: &mut AppCx) {
        let held = cx.snapshot.writes.iter().filter(|write| is_held(write));
        self.held_again = held.map(|write| write.id).max();
        let newest = self.held_again;
        cx.toasts.retain(
            |toast| !matches!(&toast.kind, ToastKind::HeldElsewhere { write, .. } if Some(*write) <= newest),
        );
    }

    /// Returns the history index of the newest change rescheduled at startup. Only changes that are still scheduled
    /// count.
    pub(crate) fn held_again_told(&self, cx: &AppCx) -> Option<usize> {
        let writes = cx.snapshot.writes.iter();
        let again = writes.filter(|write| is_held(write) && Some(write.id) <= self.held_again);
        let records: HashSet<&str> = again.map(|write| write.record.as_str()).collect();
        let of_them = |change: &Change| records.iter().any(|record| change.concerns(record));
        cx.history.made().iter().rposition(of_them)
    }

    fn say_held(&mut self, write: &PendingWrite, cx: &mut AppCx) {
        if Some(write.id) <= self.held_again {
            return;
        }
        let left = held_until(write).map(|until| until.duration_since(cx.now));
        let left = left.and_then(|left| Duration::try_from(left).ok());
        if let Some(left) = left.filter(|left| !left.is_zero()) {
            let told = ToastKind::HeldElsewhere {
                write: write.id,
                record: write.record.clone(),
                label: write.label.clone(),
                deletes: write.kind == WriteKind::Delete,
            };
            cx.say(told, left);
        }
    }
}

fn held_until(write: &PendingWrite) -> Option<Timestamp> {
    match write.state {
        WriteState::Held { until } => Some(until),
        _ => None,
    }
}
