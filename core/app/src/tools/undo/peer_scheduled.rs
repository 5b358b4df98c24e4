//! Scheduled writes of another process or of an earlier run. They are shown as scheduled, and undo can cancel them.
//! Local changes take precedence: undo cancels another process's write only if the history has no local change to undo.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::records::activity::activity::ActivityState;
use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;

use crate::contract::patch::Fields;
use crate::model::pending_write::{PendingWrite, WriteKind, WriteState};
use crate::model::snapshot::Snapshot;

use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::change_types::UndoTarget;
use crate::foundation::cx::toast::Toast;
use crate::foundation::cx::toast_content::{ToastContent, is_scheduled};
use crate::foundation::cx::toast_traits::LOCAL;
use crate::foundation::cx::toast_types::SentAtEnd;

impl AppCx {
    /// Returns the newest scheduled write that belongs to no local change.
    fn peer_scheduled_write(&self) -> Option<&PendingWrite> {
        let mut newest = self.snapshot.writes.iter().rev();
        // A large bulk change would otherwise be searched once for each write.
        let mut own_records: Option<HashSet<&str>> = None;
        newest.find(|write| {
            is_scheduled(write)
                && !own_records.get_or_insert_with(|| self.history.records()).contains(write.record.as_str())
                && !self.is_overwritten(write)
        })
    }

    /// Returns whether a later pending write changes the same field; then the write is left alone.
    fn is_overwritten(&self, write: &PendingWrite) -> bool {
        let overwrites = |later: &PendingWrite| {
            let same = later.record == write.record && later.kind == write.kind && !later.is_blocked();
            same && later.fields.names().any(|name| write.fields.touches(name))
        };
        let newer = self.snapshot.writes.iter().rev();
        newer.take_while(|later| later.id > write.id).any(overwrites)
    }

    /// Returns whether undo has a change to revert, of this process or another.
    pub(crate) fn can_undo(&self) -> bool {
        self.history.can_undo()
            || self.creation_being_undone().is_some()
            || self.peer_scheduled_write().is_some()
    }

    /// Returns the change that undo would revert: the newest local one, otherwise another process's.
    pub fn undo_target(&self) -> Option<UndoTarget<'_>> {
        if let Some(creation) = self.creation_being_undone() {
            return Some(UndoTarget::Record(&creation.label));
        }
        let foreign = || self.peer_scheduled_write().map(|write| UndoTarget::Record(&write.label));
        self.history.newest_target().or_else(foreign)
    }

    /// Adds another process's scheduled write to a history without local changes.
    pub(crate) fn adopt_peer_write(&mut self) {
        if self.history.can_undo() {
            return;
        }
        if let Some(write) = self.peer_scheduled_write().cloned() {
            self.history.adopt_scheduled(&[write]);
        }
    }

    /// Returns whether undo reverts the change that a toast reports.
    pub fn undoes_toast(&self, toast: &Toast) -> bool {
        if self.in_present().is_err() {
            return false;
        }
        let (content, next) = (&toast.content, self.history.peek(Direction::Undo));
        if content.is_scheduled_by_peer() {
            return match next {
                Some(change) => content.records.iter().any(|record| change.concerns(record)),
                None => self.peer_scheduled_write().is_some_and(|write| content.concerns(&write.record)),
            };
        }
        if content.has_trait(LOCAL) {
            return next.is_some_and(|change| Some(change.id) == toast.change);
        }
        content.is_undoable()
    }

    pub(crate) fn can_undo_redo(&self, id: ActionId) -> Result<(), DisabledReason> {
        if id == ActionId::Undo {
            self.can_undo().then_some(()).ok_or(DisabledReason::NothingToUndo)
        } else {
            self.history.can_redo().then_some(()).ok_or(DisabledReason::NothingToRedo)
        }
    }
}

impl ActivityState {
    /// Adds the scheduled writes found at startup to the history, and reports the newest.
    pub(crate) fn adopt_all_scheduled(&mut self, cx: &mut AppCx) {
        let newest_id = cx.peer_scheduled_write().map(|write| write.id);
        cx.history.adopt_scheduled(cx.snapshot.writes.iter());
        let writes = cx.snapshot.writes.clone();
        if let Some(write) = writes.iter().find(|write| Some(write.id) == newest_id) {
            self.notify_scheduled(write, cx);
        }
    }

    /// Reports a write that another process has scheduled. Removes the toasts of writes that are no longer scheduled.
    pub(crate) fn update_scheduled(&mut self, before: &Snapshot, cx: &mut AppCx) {
        let writes = cx.snapshot.writes.clone();
        let find_scheduled = |id| writes.iter().find(|write| write.id == id && is_scheduled(write));
        let mut any_removed = false;
        cx.toasts.retain_mut(|toast| {
            if !toast.content.is_scheduled_by_peer() {
                return true;
            }
            let write = toast.content.peer_write.and_then(find_scheduled);
            if let Some((write, until)) = write.and_then(|write| Some((write, scheduled_until(write)?))) {
                toast.until = until;
                toast.content = scheduled_content(write);
                return true;
            }
            any_removed = true;
            false
        });
        let Some(newest) = cx.peer_scheduled_write().cloned() else {
            return;
        };
        let known = |write: &PendingWrite| write.id == newest.id && is_scheduled(write);
        let new = any_removed || !before.writes.iter().any(known);
        let is_of_newest = |toast: &Toast| {
            toast.content.is_scheduled_by_peer() && toast.content.peer_write == Some(newest.id)
        };
        if new && !cx.toasts.iter().any(is_of_newest) {
            self.notify_scheduled(&newest, cx);
        }
    }

    /// Records that one toast has reported all writes rescheduled from the last session. None of them is then reported
    /// on its own.
    pub(crate) fn record_rescheduled(&mut self, cx: &mut AppCx) {
        let scheduled = cx.snapshot.writes.iter().filter(|write| is_scheduled(write));
        self.reported_pending = scheduled.map(|write| write.id).max();
        let newest = self.reported_pending;
        cx.toasts.retain(|toast| !toast.content.is_scheduled_by_peer() || toast.content.peer_write > newest);
    }

    /// Returns the history index of the newest change rescheduled at startup. Only changes that are still scheduled
    /// count.
    pub(crate) fn rescheduled_change_index(&self, cx: &AppCx) -> Option<usize> {
        let writes = cx.snapshot.writes.iter();
        let rescheduled =
            writes.filter(|write| is_scheduled(write) && Some(write.id) <= self.reported_pending);
        let records: HashSet<&str> = rescheduled.map(|write| write.record.as_str()).collect();
        let of_them = |change: &UndoableChange| records.iter().any(|record| change.concerns(record));
        cx.history.done_changes().iter().rposition(of_them)
    }

    fn notify_scheduled(&mut self, write: &PendingWrite, cx: &mut AppCx) {
        if Some(write.id) <= self.reported_pending {
            return;
        }
        let remaining = scheduled_until(write).map(|until| until.duration_since(cx.now));
        let remaining = remaining.and_then(|remaining| Duration::try_from(remaining).ok());
        if let Some(remaining) = remaining.filter(|remaining| !remaining.is_zero()) {
            cx.notify(scheduled_content(write), remaining);
        }
    }
}

/// Returns the message of another process's scheduled write, with its values if known.
fn scheduled_content(write: &PendingWrite) -> ToastContent {
    let (label, is_update) = (&write.label, write.kind == WriteKind::Update);
    let value = |fields: &Fields, name: &str| {
        let text = fields.touches(name).then(|| fields.text(name))?;
        Some(text.unwrap_or_default().into_owned())
    };
    let both = |name| value(&write.base, name).zip(value(&write.fields, name)).filter(|_| is_update);
    let owner = value(&write.fields, "responsable");
    let content = match (both("status"), both("responsable")) {
        _ if write.kind == WriteKind::Delete => ToastContent::about("toast-deleted", label),
        (Some((from, to)), _) => ToastContent::moved(label, (&from, &to), owner.as_deref()),
        (None, Some((from, to))) => ToastContent::given(label, [&from, &to]),
        (None, None) => ToastContent::about("toast-held-elsewhere", label),
    };
    let sends = SentAtEnd::from_deletes(write.kind == WriteKind::Delete);
    ToastContent { peer_write: Some(write.id), ..content.for_record(&write.record).sending(sends) }
}

fn scheduled_until(write: &PendingWrite) -> Option<Timestamp> {
    match write.state {
        WriteState::Scheduled { until } => Some(until),
        _ => None,
    }
}
