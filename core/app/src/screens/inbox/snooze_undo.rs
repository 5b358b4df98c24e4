//! Undo and redo of snoozing and waking notifications. Undo restores each notification's previous snooze. A
//! notification that woke by itself or has another snooze end since is skipped.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{Change, Way};
use crate::foundation::cx::change_types::{Sleeper, Slept};
use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::ToastKind;
use crate::foundation::cx::toast_types::Undid;
use crate::model::effect::Effect;
use crate::screens::inbox::inbox::InboxState;
use std::time::Duration;

impl InboxState {
    /// Snoozes the selected or focused notifications until a time, or wakes them; returns their number.
    pub(crate) fn let_sleep(&mut self, until: Option<i64>, cx: &mut AppCx) -> usize {
        let meant = self.meant_notifications(cx);
        let label = match meant.as_slice() {
            [one] => one.title.clone(),
            _ => String::new(),
        };
        let ids: Vec<String> = meant.iter().map(|row| row.id.to_string()).collect();
        let each: Vec<Sleeper> = ids
            .into_iter()
            .map(|id| Sleeper {
                before: self.sleeps_until(&id, cx),
                after: until,
                id,
            })
            .collect();
        for sleeper in &each {
            self.put_to_sleep(&sleeper.id, until);
        }
        let count = each.len();
        if count > 0 {
            cx.history.push(Change::Slept(Box::new(Slept { label, each })));
        }
        count
    }

    /// Undoes or redoes a snooze change.
    pub(crate) fn turn_sleep(&mut self, way: Way, slept: &Slept, cx: &mut AppCx) -> Vec<Effect> {
        let now = cx.now.as_second();
        let mut turned = false;
        for sleeper in &slept.each {
            let (from, to) = match way {
                Way::Back => (sleeper.after, sleeper.before),
                Way::Again => (sleeper.before, sleeper.after),
            };
            // A snooze that would have ended meanwhile means awake.
            let over = to.is_some_and(|until| until <= now);
            if self.sleeps_until(&sleeper.id, cx) == from && !(over && from.is_none()) {
                self.put_to_sleep(&sleeper.id, to);
                turned = true;
            }
        }
        let label = slept.label.clone();
        if !turned {
            cx.history.drop_turned(way);
            let in_doubt = false;
            cx.say(ToastKind::AlreadySo { label, in_doubt }, LONG);
            return Vec::new();
        }
        cx.say_gone(way, label, Undid::Sleep, Duration::ZERO);
        self.keep_triage(cx)
    }

    fn sleeps_until(&self, id: &str, cx: &AppCx) -> Option<i64> {
        let until = self.triage.asleep(id, cx.now)?;
        Some(until.as_second())
    }

    fn put_to_sleep(&mut self, id: &str, until: Option<i64>) {
        let snoozed = &mut self.triage.snoozed;
        match until {
            Some(until) => snoozed.insert(id.to_owned(), until),
            None => snoozed.remove(id),
        };
    }
}
