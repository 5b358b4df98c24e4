//! A marking of many: how far it is, how it is stopped, what came of it. The engine paces it, one request each; here it
//! is only followed, by the writes that wait, and what could not be marked is said when it is over.

use crate::app::screens::inbox::mark_run::{MarkRun, MarkCounts};
use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::screens::inbox::inbox::InboxState;
use std::collections::HashSet;

use jiff::SignedDuration;

use crate::contract::ids::NotificationId;
use crate::engine::{Effect, NotificationRow, WriteKind, WriteState};

use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};

/// For so long after a marking, or the question for it, has ended by itself the key that would have stopped it means that,
/// and nothing else: it was pressed for what had just been there.
pub(in crate::app) const LATE: SignedDuration = SignedDuration::from_millis(1500);

impl InboxState {
    /// Follows a marking from now on, if it is of many.
    /// Other effects of the same change may come `before` it.
    pub(in crate::app) fn begin_run(&mut self, ids: &[NotificationId], before: usize, cx: &mut AppCx) {
        self.run = (ids.len() > 1).then(|| MarkRun {
            ids: ids.to_vec(),
            // `submit` counts these effects next.
            asked: cx.submitted + 1 + before as u64,
        });
    }

    /// Whether a notification waits to be marked with many others: it stays where it is, with a sign, until the service has
    /// answered for it.
    pub(in crate::app) fn waits_in_run(&self, row: &NotificationRow) -> bool {
        let run = self.run.as_ref().filter(|_| row.read && row.pending);
        run.is_some_and(|run| run.ids.contains(&row.id))
    }

    /// Takes these marks back one by one: they belong to no run and to no change any more.
    pub(in crate::app) fn take_marks_back(&mut self, ids: Vec<NotificationId>, cx: &mut AppCx) -> Effect {
        if let Some(run) = &mut self.run {
            run.ids.retain(|id| !ids.contains(id));
        }
        self.run.take_if(|run| run.ids.is_empty());
        cx.history.leave_out_marks(&ids);
        cx.say(cx.unmarking(&ids), crate::app::foundation::cx::toast::SHORT);
        Effect::CancelRead(ids)
    }

    /// How far the marking of many is, if one is under way.
    pub fn mark_counts(&self, cx: &AppCx) -> Option<MarkCounts> {
        let run = self.run.as_ref()?;
        let ids: HashSet<&str> = run.ids.iter().map(NotificationId::as_str).collect();
        let mut counts = MarkCounts {
            total: ids.len(),
            ..MarkCounts::default()
        };
        if cx.snapshot.handled < run.asked {
            counts.waiting = counts.total;
            return Some(counts);
        }
        let marks = cx
            .snapshot
            .writes
            .iter()
            .filter(|write| write.kind == WriteKind::MarkRead);
        for write in marks.filter(|write| ids.contains(write.record.as_str())) {
            if write.parked() {
                counts.failed += 1;
            } else {
                counts.waiting += 1;
            }
        }
        counts.done = counts.total.saturating_sub(counts.waiting + counts.failed);
        Some(counts)
    }

    /// Says what came of it when nothing of it waits any more.
    pub(in crate::app) fn follow_run(&mut self, cx: &mut AppCx) {
        let Some(counts) = self.mark_counts(cx).filter(|counts| counts.waiting == 0) else {
            return;
        };
        self.run = None;
        self.run_ended = Some(cx.now);
        let kind = ToastKind::Triaged(Triaged::MarksEnded {
            done: counts.done,
            failed: counts.failed,
        });
        cx.say(kind, crate::app::foundation::cx::toast::LONG);
    }

    /// Whether Esc has nothing to give up in the inbox but the marking that is under way, or the screen.
    pub(in crate::app) fn esc_stops_marking(&self, cx: &AppCx) -> bool {
        let list = cx.pane == crate::app::screens::inbox::panes::LIST;
        list && !self.has_picked() && self.filter.is_empty()
    }

    /// Whether the marking that was to be stopped has ended a moment ago: then what is said of it goes, and nothing else.
    pub(in crate::app) fn stops_too_late(&mut self, cx: &mut AppCx) -> bool {
        let ended = self.run_ended.take();
        let late = ended.is_some_and(|at| cx.now.duration_since(at) < LATE);
        if late {
            cx.toasts
                .retain(|toast| !matches!(toast.kind, ToastKind::Triaged(Triaged::MarksEnded { .. })));
        }
        late
    }

    /// Stops the marking that is under way: what has not left is no change that undo could take back once more. `None` if
    /// nothing of it waits.
    pub(in crate::app) fn give_up_run(&mut self, cx: &mut AppCx) -> Option<Vec<Effect>> {
        let effects = self.stop_run(cx)?;
        for effect in &effects {
            if let Effect::CancelRead(ids) = effect {
                cx.history.leave_out_marks(ids);
            }
        }
        Some(effects)
    }

    /// The same where undo takes the marking of `ids` back; `None` if that is not what is under way.
    pub(in crate::app) fn take_back_run(
        &mut self,
        ids: &[NotificationId],
        cx: &mut AppCx,
    ) -> Option<Vec<Effect>> {
        let run = self.run.as_ref()?;
        (run.ids == ids).then(|| self.stop_run(cx)).flatten()
    }

    /// Takes back what of it has not left yet; `None` if nothing of it waits. What is on its way counts as marked: it
    /// can't be called back, and if it is refused that is told by itself.
    fn stop_run(&mut self, cx: &mut AppCx) -> Option<Vec<Effect>> {
        let counts = self.mark_counts(cx).filter(|counts| counts.waiting > 0)?;
        let run = self.run.take()?;
        let marks = cx.snapshot.writes.iter();
        let waiting: HashSet<&str> = marks
            .filter(|write| write.kind == WriteKind::MarkRead && !write.parked())
            .filter(|write| write.state != WriteState::Sending)
            .map(|write| write.record.as_str())
            .collect();
        let unheard = cx.snapshot.handled < run.asked;
        let ids: Vec<NotificationId> = run
            .ids
            .iter()
            .filter(|id| unheard || waiting.contains(id.as_str()))
            .cloned()
            .collect();
        let on_its_way = counts.waiting.saturating_sub(ids.len());
        cx.toasts
            .retain(|toast| !matches!(toast.kind, ToastKind::Triaged(Triaged::Marking { .. })));
        cx.say(
            ToastKind::Triaged(Triaged::MarksStopped {
                done: counts.done + on_its_way,
                left: ids.len(),
            }),
            crate::app::foundation::cx::toast::LONG,
        );
        Some(vec![Effect::CancelRead(ids)])
    }
}
