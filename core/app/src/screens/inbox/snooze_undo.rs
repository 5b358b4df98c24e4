//! Undo and redo of snoozing and waking notifications. Undo restores each notification's previous snooze. A
//! notification that woke by itself or has another snooze end since is skipped.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Direction, UndoableChange};
use crate::foundation::cx::change_types::{SnoozeChange, SnoozedItem};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;
use crate::foundation::cx::toast_types::UndoResult;
use crate::model::effect::Effect;
use crate::screens::inbox::inbox::InboxState;
use std::time::Duration;

impl InboxState {
    /// Snoozes the selected or focused notifications until a time, or wakes them; returns their number.
    pub(crate) fn snooze_until(&mut self, until: Option<i64>, cx: &mut AppCx) -> usize {
        let targets = self.target_notifications(cx);
        let label = match targets.as_slice() {
            [single] => single.title.clone(),
            _ => String::new(),
        };
        let ids: Vec<String> = targets.iter().map(|row| row.id.to_string()).collect();
        let items: Vec<SnoozedItem> = ids
            .into_iter()
            .map(|id| SnoozedItem { before: self.snooze_end(&id, cx), after: until, id })
            .collect();
        for item in &items {
            self.set_snooze(&item.id, until);
        }
        let count = items.len();
        if count > 0 {
            cx.history.push(UndoableChange::Snoozed(Box::new(SnoozeChange { label, items })));
        }
        count
    }

    /// Undoes or redoes a snooze change.
    pub(crate) fn undo_redo_snooze(
        &mut self,
        direction: Direction,
        change: &SnoozeChange,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let now = cx.now.as_second();
        let mut any_changed = false;
        for item in &change.items {
            let (from, to) = match direction {
                Direction::Undo => (item.after, item.before),
                Direction::Redo => (item.before, item.after),
            };
            // A snooze that would have ended meanwhile means awake.
            let has_ended = to.is_some_and(|until| until <= now);
            if self.snooze_end(&item.id, cx) == from && !(has_ended && from.is_none()) {
                self.set_snooze(&item.id, to);
                any_changed = true;
            }
        }
        let label = change.label.clone();
        if !any_changed {
            cx.history.drop_moved(direction);
            let in_doubt = false;
            cx.notify(ToastContent::NothingToChange { label, in_doubt }, LONG);
            return Vec::new();
        }
        cx.notify_undo_redo(direction, label, UndoResult::Snooze, Duration::ZERO);
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
