//! Resolving a conflict: mine, theirs, or field by field.
//!
//! Nothing is sent before the user decides. The resulting write gets an undo window like any other, so a wrong choice
//! can be undone.

use crate::contract::ids::DealId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Again, Change, Decision, Gone};
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::input::step::step;
use crate::model::effect::Effect;
use crate::model::pending_write::{PendingWrite, WriteId, WriteKind, WriteState};
use crate::model::table::DealRow;
use crate::records::activity::activity::ActivityState;
use crate::records::activity::conflict_sides::{Sides, choices, place};
use std::collections::BTreeSet;
use std::time::Duration;

impl AppCx {
    /// Returns the number of writes in conflict.
    pub fn conflicts(&self) -> usize {
        self.conflicted().count()
    }

    /// Returns the writes in conflict.
    pub(crate) fn conflicted(&self) -> impl Iterator<Item = &PendingWrite> {
        let writes = self.snapshot.writes.iter();
        writes.filter(|write| matches!(write.state, WriteState::Conflict { .. }))
    }

    /// Reports a decision, and returns the undo window of its write.
    pub(crate) fn say_decided(&mut self, write: &PendingWrite, sent: bool) -> Duration {
        let deletes = write.kind == WriteKind::Delete;
        // If the service's version is chosen, nothing is sent.
        let hold = match (sent, deletes) {
            (false, _) => Duration::ZERO,
            (true, true) => self.options.hold_delete,
            (true, false) => self.options.hold,
        };
        let held = !hold.is_zero();
        let lasts = match (held, sent) {
            (true, _) => hold,
            (false, true) => crate::foundation::cx::toast::SHORT,
            (false, false) => crate::foundation::cx::toast::LONG,
        };
        let told = ToastKind::Decided {
            label: write.label.clone(),
            sent,
            held,
            deletes,
            anew: sent && write.gone.is_some(),
        };
        self.say(told, lasts);
        hold
    }

    /// Records a decision as the newest change for undo.
    fn note_decided(&mut self, write: PendingWrite, mine: &BTreeSet<String>) {
        let was = self.history.newest_of(&write.record);
        if let WriteState::Conflict { theirs } = &write.state {
            // A deal created again has another id, so its earlier changes do not apply.
            let kept = if write.gone.is_some() {
                BTreeSet::new()
            } else {
                mine.clone()
            };
            if write.kind == WriteKind::Delete {
                self.history.deleted_as(&write.record, theirs);
                self.note_deletion(&write);
            } else {
                let sides = (&write.base, &write.fields);
                self.history.settled(&write.record, sides, theirs, &kept);
                let foreign = self.history.not_among(&write.record, &kept);
                if let Some(change) = Change::of_decided(&write, theirs, &foreign) {
                    self.history.push(change);
                }
            }
        }
        // A creation is recorded only when the outbox has stored it.
        let sent = if write.gone.is_some() {
            None
        } else {
            self.history.take_newest_of(&write.record)
        };
        self.history.push(Change::Decided(Box::new(Decision {
            write,
            mine: mine.iter().cloned().collect(),
            sent,
            was,
        })));
    }

    /// Makes a deletion by an earlier session or another program undoable from now on.
    fn note_deletion(&mut self, write: &PendingWrite) {
        let known = self.history.records().contains(write.record.as_str());
        let table = &self.snapshot.deals;
        let row = table.find(&write.record).and_then(|ix| table.row(ix));
        if let (false, Ok(deal), Some(row)) = (known, DealId::new(&write.record), row) {
            let again = again(&row);
            self.history.push(Change::Existence {
                deal,
                label: write.label.clone(),
                created: false,
                again,
                gone: Gone::No,
            });
        }
    }
}

impl ActivityState {
    /// Returns the focused write, if it is in conflict.
    pub(crate) fn focused_conflict<'a>(&'a self, cx: &'a AppCx) -> Option<&'a PendingWrite> {
        self.focused_write(cx)
            .filter(|write| matches!(write.state, WriteState::Conflict { .. }))
    }

    /// Returns whether the focused conflict has a single choice. Choosing a side then decides it, without a separate
    /// send.
    pub fn decides_at_once(&self, cx: &AppCx) -> bool {
        self.focused_conflict(cx).is_some_and(|write| choices(write) == 1)
    }

    /// Returns whether the service has deleted the conflict's deal: keeping one's version creates a new deal.
    pub fn decides_anew(&self, cx: &AppCx) -> bool {
        self.focused_conflict(cx)
            .is_some_and(|write| write.gone.is_some())
    }

    pub(crate) fn focus_write(&mut self, id: WriteId) {
        self.write = Some(id);
    }

    /// Returns the choices for the focused conflict, reset if they were for another one.
    fn sides_of_focus<'a>(&'a mut self, cx: &'a mut AppCx) -> Option<(usize, &'a mut Sides)> {
        let write = self.focused_conflict(cx)?;
        let (id, count) = (write.id, choices(write));
        if self.sides.write != Some(id) {
            self.sides = Sides {
                write: Some(id),
                ..Sides::default()
            };
        }
        Some((count, &mut self.sides))
    }

    pub(crate) fn focus_side_by(&mut self, forward: bool, cx: &mut AppCx) {
        if let Some((count, sides)) = self.sides_of_focus(cx) {
            sides.focus = step(sides.focus, if forward { 1 } else { -1 }, count);
        }
    }

    pub(crate) fn choose_side(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        if let Some((_, sides)) = self.sides_of_focus(cx) {
            let (field, mine) = (sides.focus, sides.theirs.contains(&sides.focus));
            self.take_side(field, mine, cx);
        }
        Vec::new()
    }

    pub(crate) fn take_side(&mut self, field: usize, mine: bool, cx: &mut AppCx) {
        let field = self
            .focused_conflict(cx)
            .map_or(field, |write| place(write, field));
        let Some((count, sides)) = self.sides_of_focus(cx) else {
            return;
        };
        if field >= count {
            return;
        }
        sides.focus = field;
        if mine {
            sides.theirs.remove(&field);
        } else {
            sides.theirs.insert(field);
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
            return self.decide(Sides::is_mine, cx);
        }
        let Some((write, label)) = self
            .focused_write(cx)
            .map(|write| (write.id, write.label.clone()))
        else {
            return Vec::new();
        };
        if !cx.could_send() {
            cx.say(ToastKind::Resending { label }, crate::foundation::cx::toast::LONG);
        }
        vec![Effect::Retry(write)]
    }

    /// Decides the focused conflict and reports the result. `is_mine` chooses the version of each field.
    ///
    /// For the service's version nothing is sent; undo restores the write. Any other decision can be undone: before it
    /// is sent, undo reopens the conflict; afterwards it restores the service's value.
    fn decide(
        &mut self,
        is_mine: impl Fn(&Sides, &PendingWrite, usize) -> bool,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let Some(write) = self.focused_conflict(cx).cloned() else {
            return Vec::new();
        };
        let names = write.disputed().names().enumerate();
        let mine: BTreeSet<String> = names
            .filter(|(place, _)| is_mine(&self.sides, &write, *place))
            .map(|(_, name)| name.to_owned())
            .collect();
        let (id, sent) = (write.id, !mine.is_empty());
        let hold = cx.say_decided(&write, sent);
        if sent {
            cx.note_decided(write, &mine);
        } else {
            // The write is discarded; undo restores it like any other.
            cx.note_given_up(write);
        }
        vec![Effect::Decide {
            write: id,
            mine: mine.into_iter().collect(),
            hold,
        }]
    }
}

/// Returns the writable fields with which a deal can be created again.
pub(crate) fn again(row: &DealRow<'_>) -> Again {
    let mut again = Again::default();
    for (name, value) in [
        ("name", row.name),
        ("status", row.status),
        ("classe_actif", row.class),
    ] {
        if !value.is_empty() {
            again.fields.set_text(name, value);
        }
    }
    if !row.owner.is_empty() {
        again.then.set_text("responsable", row.owner);
    }
    again
}
