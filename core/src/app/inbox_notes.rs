//! Stars and sleep of notifications: noted here, kept as a setting, never sent.

use crate::engine::Effect;

use super::triage::{Snooze, TRIAGE};
use super::{App, ToastKind};

impl App {
    /// Stars what has the focus, or takes its stars away.
    pub(super) fn toggle_star(&mut self) -> Vec<Effect> {
        let ids: Vec<String> = self.focused_ids();
        let starred = &mut self.inbox.triage.starred;
        let all = ids.iter().all(|id| starred.contains(id));
        let (count, on) = (ids.len(), !all);
        for id in ids {
            if all {
                starred.remove(&id);
            } else {
                starred.insert(id);
            }
        }
        self.say(ToastKind::Starred { count, on }, super::toast::SHORT);
        self.keep_triage()
    }

    fn focused_ids(&self) -> Vec<String> {
        let together = self.focused_together();
        together.iter().map(|row| row.id.as_str().to_owned()).collect()
    }

    /// Whether what has the focus is asleep.
    pub(super) fn focus_sleeps(&self) -> bool {
        let focus = self.inbox.focus.as_ref();
        focus.is_some_and(|id| self.inbox.triage.asleep(id.as_str(), self.now).is_some())
    }

    /// Wakes what sleeps; else asks until when it is to sleep.
    pub(super) fn begin_snooze(&mut self) -> Vec<Effect> {
        if !self.focus_sleeps() {
            self.open_sheet(super::SheetKind::Snooze);
            return Vec::new();
        }
        let ids = self.focused_ids();
        let count = ids.len();
        for id in ids {
            self.inbox.triage.snoozed.remove(&id);
        }
        self.say(ToastKind::Woken { count }, super::toast::SHORT);
        self.keep_triage()
    }

    /// Lets what has the focus sleep.
    pub(super) fn snooze(&mut self, snooze: Snooze) -> Vec<Effect> {
        let until = snooze.until(self.now, &self.options.zone);
        let ids = self.focused_ids();
        let count = ids.len();
        for id in ids {
            self.inbox.triage.snoozed.insert(id, until.as_second());
        }
        self.say(ToastKind::Snoozed { count, until }, super::toast::SHORT);
        self.keep_triage()
    }

    fn keep_triage(&mut self) -> Vec<Effect> {
        self.inbox.triage.prune(self.now);
        self.inbox.noted = self.submitted + 1;
        self.look_at_inbox();
        vec![Effect::Keep {
            name: TRIAGE.to_owned(),
            value: self.inbox.triage.to_text(),
        }]
    }

    /// Lets those wake whose time has come. Whether any did.
    pub(super) fn wake(&mut self) -> bool {
        let before = self.inbox.rows.len();
        let woken = |until: &i64| *until <= self.now.as_second();
        if !self.inbox.triage.snoozed.values().any(woken) {
            return false;
        }
        let now = self.now;
        self.inbox.triage.prune(now);
        self.look_at_inbox();
        before != self.inbox.rows.len()
    }
}
