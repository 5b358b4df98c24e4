//! Writes that are held and were not made here: another window is about to send them, or a former run was. They are seen
//! as held, and undo takes them back while they are. What was changed here comes first: a key does not take back what
//! somebody else does while it has something of one's own to take back.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::records::activity::activity::ActivityState;
use std::collections::HashSet;
use std::time::Duration;

use jiff::Timestamp;

use crate::engine::{PendingWrite, Snapshot, WriteKind, WriteState};

use crate::app::foundation::cx::change::{Change, Way};
use crate::app::foundation::cx::change_list::Undoes;
use crate::app::foundation::cx::toast_kind::ToastKind;
use crate::app::records::activity::toast_links::is_held;

impl AppCx {
    /// The newest write that is held and that no change made here is about.
    fn held_elsewhere(&self) -> Option<&PendingWrite> {
        let mut newest = self.snapshot.writes.iter().rev();
        // Of a change of very many each would be looked for among all the others.
        let mut own: Option<HashSet<&str>> = None;
        newest.find(|write| {
            is_held(write)
                && !own
                    .get_or_insert_with(|| self.history.records())
                    .contains(write.record.as_str())
                && !self.is_written_over(write)
        })
    }

    /// Whether somebody has changed the same field since by another write that waits: then it is left as it is.
    fn is_written_over(&self, write: &PendingWrite) -> bool {
        let over = |later: &PendingWrite| {
            let same = later.record == write.record && later.kind == write.kind && !later.parked();
            same && later.fields.names().any(|name| write.fields.touches(name))
        };
        let newer = self.snapshot.writes.iter().rev();
        newer.take_while(|later| later.id > write.id).any(over)
    }

    /// Whether undo has something to take back: of this window, else of another.
    pub(in crate::app) fn can_take_back(&self) -> bool {
        self.history.can_undo() || self.creation_being_undone().is_some() || self.held_elsewhere().is_some()
    }

    /// What undo would take back: the newest change made here, else what another window holds.
    pub fn undoes(&self) -> Option<Undoes<'_>> {
        if let Some(Change::Existence { label, .. }) = self.creation_being_undone() {
            return Some(Undoes::Of(label));
        }
        let held = || self.held_elsewhere().map(|write| Undoes::Of(&write.label));
        self.history.newest().or_else(held)
    }

    /// Makes what another window holds the next thing to take back, where nothing of one's own is.
    pub(in crate::app) fn reach_for_held(&mut self) {
        if self.history.can_undo() {
            return;
        }
        if let Some(write) = self.held_elsewhere().cloned() {
            self.history.take_up(&[write]);
        }
    }

    /// Whether undo takes back what a toast speaks of.
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
    /// What a former run was holding back, or another window is, can still be taken back: said at the start, too.
    pub(in crate::app) fn take_up_held(&mut self, cx: &mut AppCx) {
        let held = cx.held_elsewhere().map(|write| write.id);
        cx.history.take_up(cx.snapshot.writes.iter());
        let writes = cx.snapshot.writes.clone();
        if let Some(write) = writes.iter().find(|write| Some(write.id) == held) {
            self.say_held(write, cx);
        }
    }

    /// Says what another window has begun to hold; what is held no longer is said no more.
    pub(in crate::app) fn follow_held(&mut self, before: &Snapshot, cx: &mut AppCx) {
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

    /// Notes that what is held now was told as kept from the last session: of what is told together none is told again.
    pub(in crate::app) fn note_held_again(&mut self, cx: &mut AppCx) {
        let held = cx.snapshot.writes.iter().filter(|write| is_held(write));
        self.held_again = held.map(|write| write.id).max();
        let newest = self.held_again;
        cx.toasts.retain(
            |toast| !matches!(&toast.kind, ToastKind::HeldElsewhere { write, .. } if Some(*write) <= newest),
        );
    }

    /// The place among the changes made of the newest one that was kept from the last session and is still held.
    pub(in crate::app) fn held_again_told(&self, cx: &AppCx) -> Option<usize> {
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
