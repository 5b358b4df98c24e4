//! Stars and sleep of notifications, and what is held unread: noted here, kept as a setting, never sent.

use crate::app::foundation::cx::toast::SHORT;
use crate::app::shell::app::{App, Change, Flag, Reason, ToastKind, Triaged};
use crate::contract::ids::NotificationId;
use crate::engine::Effect;

use super::triage::{Snooze, TRIAGE};

impl App {
    /// Stars what has the focus, or takes its stars away.
    pub(in crate::app) fn toggle_star(&mut self) -> Vec<Effect> {
        let ids: Vec<String> = self.meant_ids();
        let starred = &self.inbox.triage.starred;
        let on = !ids.iter().all(|id| starred.contains(id));
        let count = ids.len();
        self.say(
            ToastKind::Triaged(Triaged::Starred { count, on }),
            crate::app::foundation::cx::toast::SHORT,
        );
        self.flag(Flag::Star, ids, on)
    }

    fn meant_ids(&self) -> Vec<String> {
        let meant = self.meant_notifications();
        meant.iter().map(|row| row.id.to_string()).collect()
    }

    /// Whether all that is meant is asleep.
    pub(super) fn focus_sleeps(&self) -> bool {
        let meant = self.meant_notifications();
        let asleep = |id: &str| self.inbox.triage.asleep(id, self.cx.now).is_some();
        !meant.is_empty() && meant.iter().all(|row| asleep(row.id.as_str()))
    }

    /// Whether a notification is held unread here, and nothing more.
    pub(super) fn holds_unread(&self, id: &NotificationId) -> bool {
        let row = self.cx.snapshot.inbox.items.iter().find(|row| row.id == *id);
        row.is_some_and(|row| self.is_held_unread(row))
    }

    /// Whether anything that is meant can be held unread, or let go.
    pub(in crate::app) fn can_hold_unread(&self) -> Result<(), Reason> {
        let meant = self.meant_notifications();
        if meant.is_empty() || self.cx.pane != crate::app::shell::app::LIST {
            return Err(Reason::NoNotification);
        }
        let read = meant.iter().any(|row| row.read);
        read.then_some(()).ok_or(Reason::NotReadYet)
    }

    /// Holds unread here what the service has read, or lets it go where all of it is held. A mark that has not left yet
    /// is taken back instead: then the service never has it read.
    pub(in crate::app) fn toggle_held_unread(&mut self) -> Vec<Effect> {
        let meant = self.meant_notifications();
        let of = |wanted: &dyn Fn(&crate::engine::NotificationRow) -> bool| -> Vec<NotificationId> {
            let rows = meant.iter().filter(|row| wanted(row));
            rows.map(|row| row.id.clone()).collect()
        };
        let marked = of(&|row| row.read && row.pending);
        let read = of(&|row| row.read && !row.pending && !self.is_held_unread(row));
        let held = of(&|row| self.is_held_unread(row));
        if marked.is_empty() && read.is_empty() {
            self.cx.history.push(Change::Read {
                ids: Vec::new(),
                here: held.clone(),
            });
            self.say(ToastKind::Triaged(Triaged::LetGo { count: held.len() }), SHORT);
            return self.hold_unread(&held, false);
        }
        let ids = read.iter().map(ToString::to_string).collect();
        let mut effects = self.flag(Flag::Unread, ids, true);
        if !read.is_empty() {
            self.say(
                ToastKind::Triaged(Triaged::HeldUnread { count: read.len() }),
                crate::app::foundation::cx::toast::LONG,
            );
        }
        if !marked.is_empty() {
            effects.push(self.take_marks_back(marked));
        }
        effects
    }

    /// Holds these unread here, or lets them go.
    pub(super) fn hold_unread(&mut self, ids: &[NotificationId], on: bool) -> Vec<Effect> {
        if ids.is_empty() {
            return Vec::new();
        }
        let held = &mut self.inbox.triage.unread;
        for id in ids {
            if on {
                held.insert(id.to_string());
            } else {
                held.remove(id.as_str());
            }
        }
        self.keep_triage()
    }

    /// Wakes what sleeps; else asks until when it is to sleep.
    pub(in crate::app) fn begin_snooze(&mut self) -> Vec<Effect> {
        if !self.focus_sleeps() {
            self.open_sheet(crate::app::shell::app::SheetKind::Snooze);
            return Vec::new();
        }
        let count = self.let_sleep(None);
        self.say(ToastKind::Triaged(Triaged::Woken { count }), SHORT);
        self.keep_triage()
    }

    /// Lets what has the focus sleep.
    pub(in crate::app) fn snooze(&mut self, snooze: Snooze) -> Vec<Effect> {
        let until = snooze.until(self.cx.now, &self.cx.options.zone);
        let count = self.let_sleep(Some(until.as_second()));
        self.say(
            ToastKind::Triaged(Triaged::Snoozed { count, until }),
            crate::app::foundation::cx::toast::LONG,
        );
        self.keep_triage()
    }

    pub(super) fn keep_triage(&mut self) -> Vec<Effect> {
        self.inbox.triage.prune(self.cx.now);
        self.inbox.noted = self.cx.submitted + 1;
        self.look_at_inbox();
        vec![Effect::Keep {
            name: TRIAGE.to_owned(),
            value: self.inbox.triage.to_text(),
        }]
    }

    /// Lets those wake whose time has come. Whether any did.
    pub(in crate::app) fn wake(&mut self) -> bool {
        let before = self.inbox.rows.len();
        let woken = |until: &i64| *until <= self.cx.now.as_second();
        if !self.inbox.triage.snoozed.values().any(woken) {
            return false;
        }
        let now = self.cx.now;
        self.inbox.triage.prune(now);
        self.look_at_inbox();
        before != self.inbox.rows.len()
    }
}
