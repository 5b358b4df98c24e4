//! Undo and redo of snoozing and waking notifications. Undo restores each notification's previous snooze. A
//! notification that woke by itself or has another snooze end since is skipped.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::change_types::{SnoozeChange, SnoozedItem};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::ToastContent;
use crate::foundation::cx::toast_types::UndoResult;
use crate::model::effect::Effect;
use crate::screens::inbox::inbox::InboxState;
use std::time::Duration;

impl InboxState {
    /// Snoozes the selected or focused notifications until a time, or wakes them; returns their number.
    pub(crate) fn snooze_until(&mut self, until: Option<i64>, cx: &mut AppCx) -> usize {
        let meant = self.target_notifications(cx);
        let label = match meant.as_slice() {
            [one] => one.title.clone(),
            _ => String::new(),
        };
        let ids: Vec<String> = meant.iter().map(|row| row.id.to_string()).collect();
        let each: Vec<SnoozedItem> = ids
            .into_iter()
            .map(|id| SnoozedItem {
                before: self.snooze_end(&id, cx),
                after: until,
                id,
            })
            .collect();
        for sleeper in &each {
            self.set_snooze(&sleeper.id, until);
        }
        let count = each.len();
        if count > 0 {
            cx.history.push(UndoableChange::Snoozed(Box::new(SnoozeChange {
                label,
                items: each,
            })));
        }
        count
    }

    /// Undoes or redoes a snooze change.
    pub(crate) fn undo_redo_snooze(
        &mut self,
        way: Direction,
        slept: &SnoozeChange,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let now = cx.now.as_second();
        let mut turned = false;
        for sleeper in &slept.items {
            let (from, to) = match way {
                Direction::Undo => (sleeper.after, sleeper.before),
                Direction::Redo => (sleeper.before, sleeper.after),
            };
            // A snooze that would have ended meanwhile means awake.
            let over = to.is_some_and(|until| until <= now);
            if self.snooze_end(&sleeper.id, cx) == from && !(over && from.is_none()) {
                self.set_snooze(&sleeper.id, to);
                turned = true;
            }
        }
        let label = slept.label.clone();
        if !turned {
            cx.history.drop_moved(way);
            let in_doubt = false;
            cx.notify(ToastContent::NothingToChange { label, in_doubt }, LONG);
            return Vec::new();
        }
        cx.notify_undo_redo(way, label, UndoResult::Snooze, Duration::ZERO);
        self.save_triage(cx)
    }

    fn snooze_end(&self, id: &str, cx: &AppCx) -> Option<i64> {
        let until = self.triage.snoozed_until(id, cx.now)?;
        Some(until.as_second())
    }

    fn set_snooze(&mut self, id: &str, until: Option<i64>) {
        let snoozed = &mut self.triage.snoozed;
        match until {
            Some(until) => snoozed.insert(id.to_owned(), until),
            None => snoozed.remove(id),
        };
    }
}
