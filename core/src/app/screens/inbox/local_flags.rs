//! Stars and sleep of notifications, and what is held unread: noted here, kept as a setting, never sent.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::change::Change;
use crate::app::foundation::cx::change_types::Flag;
use crate::app::foundation::cx::toast::SHORT;
use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::app::foundation::input::disabled_reason::Reason;
use crate::app::screens::inbox::inbox::InboxState;
use crate::contract::ids::NotificationId;
use crate::engine::Effect;

use crate::app::foundation::cx::toast_types::Snooze;
use crate::app::screens::inbox::triage::TRIAGE;

impl InboxState {
    /// Stars what has the focus, or takes its stars away.
    pub(in crate::app) fn toggle_star(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let ids: Vec<String> = self.meant_ids(cx);
        let starred = &self.triage.starred;
        let on = !ids.iter().all(|id| starred.contains(id));
        let count = ids.len();
        cx.say(
            ToastKind::Triaged(Triaged::Starred { count, on }),
            crate::app::foundation::cx::toast::SHORT,
        );
        self.flag(Flag::Star, ids, on, cx)
    }

    fn meant_ids(&self, cx: &AppCx) -> Vec<String> {
        let meant = self.meant_notifications(cx);
        meant.iter().map(|row| row.id.to_string()).collect()
    }

    /// Whether all that is meant is asleep.
    pub(in crate::app) fn focus_sleeps(&self, cx: &AppCx) -> bool {
        let meant = self.meant_notifications(cx);
        let asleep = |id: &str| self.triage.asleep(id, cx.now).is_some();
        !meant.is_empty() && meant.iter().all(|row| asleep(row.id.as_str()))
    }

    /// Whether a notification is held unread here, and nothing more.
    pub(in crate::app) fn holds_unread(&self, id: &NotificationId, cx: &AppCx) -> bool {
        let row = cx.snapshot.inbox.items.iter().find(|row| row.id == *id);
        row.is_some_and(|row| self.is_held_unread(row))
    }

    /// Whether anything that is meant can be held unread, or let go.
    pub(in crate::app) fn can_hold_unread(&self, cx: &AppCx) -> Result<(), Reason> {
        let meant = self.meant_notifications(cx);
        if meant.is_empty() || cx.pane != crate::app::screens::inbox::panes::LIST {
            return Err(Reason::NoNotification);
        }
        let read = meant.iter().any(|row| row.read);
        read.then_some(()).ok_or(Reason::NotReadYet)
    }

    /// Holds unread here what the service has read, or lets it go where all of it is held. A mark that has not left yet
    /// is taken back instead: then the service never has it read.
    pub(in crate::app) fn toggle_held_unread(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let meant = self.meant_notifications(cx);
        let of = |wanted: &dyn Fn(&crate::engine::NotificationRow) -> bool| -> Vec<NotificationId> {
            let rows = meant.iter().filter(|row| wanted(row));
            rows.map(|row| row.id.clone()).collect()
        };
        let marked = of(&|row| row.read && row.pending);
        let read = of(&|row| row.read && !row.pending && !self.is_held_unread(row));
        let held = of(&|row| self.is_held_unread(row));
        if marked.is_empty() && read.is_empty() {
            cx.history.push(Change::Read {
                ids: Vec::new(),
                here: held.clone(),
            });
            cx.say(ToastKind::Triaged(Triaged::LetGo { count: held.len() }), SHORT);
            return self.hold_unread(&held, false, cx);
        }
        let ids = read.iter().map(ToString::to_string).collect();
        let mut effects = self.flag(Flag::Unread, ids, true, cx);
        if !read.is_empty() {
            cx.say(
                ToastKind::Triaged(Triaged::HeldUnread { count: read.len() }),
                crate::app::foundation::cx::toast::LONG,
            );
        }
        if !marked.is_empty() {
            effects.push(self.take_marks_back(marked, cx));
        }
        effects
    }

    /// Holds these unread here, or lets them go.
    pub(in crate::app) fn hold_unread(
        &mut self,
        ids: &[NotificationId],
        on: bool,
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        if ids.is_empty() {
            return Vec::new();
        }
        let held = &mut self.triage.unread;
        for id in ids {
            if on {
                held.insert(id.to_string());
            } else {
                held.remove(id.as_str());
            }
        }
        self.keep_triage(cx)
    }

    /// Lets what has the focus sleep.
    pub(in crate::app) fn snooze(&mut self, snooze: Snooze, cx: &mut AppCx) -> Vec<Effect> {
        let until = snooze.until(cx.now, &cx.options.zone);
        let count = self.let_sleep(Some(until.as_second()), cx);
        cx.say(
            ToastKind::Triaged(Triaged::Snoozed { count, until }),
            crate::app::foundation::cx::toast::LONG,
        );
        self.keep_triage(cx)
    }

    pub(in crate::app) fn keep_triage(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        self.triage.prune(cx.now);
        self.noted = cx.submitted + 1;
        self.look_at_inbox(cx);
        vec![Effect::Keep {
            name: TRIAGE.to_owned(),
            value: self.triage.to_text(),
        }]
    }

    /// Lets those wake whose time has come. Whether any did.
    pub(in crate::app) fn wake(&mut self, cx: &mut AppCx) -> bool {
        let before = self.rows.len();
        let woken = |until: &i64| *until <= cx.now.as_second();
        if !self.triage.snoozed.values().any(woken) {
            return false;
        }
        let now = cx.now;
        self.triage.prune(now);
        self.look_at_inbox(cx);
        before != self.rows.len()
    }
}
