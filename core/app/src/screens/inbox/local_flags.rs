//! Stars, snoozes and notifications kept unread: stored locally as a setting, never sent.

use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::Change;
use crate::foundation::cx::change_types::Flag;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::foundation::input::disabled_reason::Reason;
use crate::model::effect::Effect;
use crate::screens::inbox::inbox::InboxState;

use crate::foundation::cx::toast_types::Snooze;
use crate::screens::inbox::triage::TRIAGE;

impl InboxState {
    /// Stars the selected or focused notifications, or removes their stars.
    pub(crate) fn toggle_star(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let ids: Vec<String> = self.meant_ids(cx);
        let starred = &self.triage.starred;
        let on = !ids.iter().all(|id| starred.contains(id));
        let count = ids.len();
        cx.say(
            ToastKind::Triaged(Triaged::Starred { count, on }),
            crate::foundation::cx::toast::SHORT,
        );
        self.flag(Flag::Star, ids, on, cx)
    }

    fn meant_ids(&self, cx: &AppCx) -> Vec<String> {
        let meant = self.meant_notifications(cx);
        meant.iter().map(|row| row.id.to_string()).collect()
    }

    /// Returns whether all selected or focused notifications are snoozed.
    pub(crate) fn focus_sleeps(&self, cx: &AppCx) -> bool {
        let meant = self.meant_notifications(cx);
        let asleep = |id: &str| self.triage.asleep(id, cx.now).is_some();
        !meant.is_empty() && meant.iter().all(|row| asleep(row.id.as_str()))
    }

    /// Returns whether a notification is read at the service and kept unread only locally.
    pub(crate) fn holds_unread(&self, id: &NotificationId, cx: &AppCx) -> bool {
        let row = cx.snapshot.inbox.items.iter().find(|row| row.id == *id);
        row.is_some_and(|row| self.is_held_unread(row))
    }

    /// Returns whether a selected or focused notification can be kept unread or released.
    pub(crate) fn can_hold_unread(&self, cx: &AppCx) -> Result<(), Reason> {
        let meant = self.meant_notifications(cx);
        if meant.is_empty() || cx.pane != crate::screens::inbox::panes::LIST {
            return Err(Reason::NoNotification);
        }
        let read = meant.iter().any(|row| row.read);
        read.then_some(()).ok_or(Reason::NotReadYet)
    }

    /// Keeps read notifications unread locally; if all already are, releases them. A pending read mark is cancelled
    /// instead, so the service never receives it.
    pub(crate) fn toggle_held_unread(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let meant = self.meant_notifications(cx);
        let of = |wanted: &dyn Fn(&crate::model::snapshot::NotificationRow) -> bool| -> Vec<NotificationId> {
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
                crate::foundation::cx::toast::LONG,
            );
        }
        if !marked.is_empty() {
            effects.push(self.take_marks_back(marked, cx));
        }
        effects
    }

    /// Keeps these notifications unread locally, or releases them.
    pub(crate) fn hold_unread(&mut self, ids: &[NotificationId], on: bool, cx: &mut AppCx) -> Vec<Effect> {
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

    /// Snoozes the selected or focused notifications.
    pub(crate) fn snooze(&mut self, snooze: Snooze, cx: &mut AppCx) -> Vec<Effect> {
        let until = snooze.until(cx.now, &cx.options.zone);
        let count = self.let_sleep(Some(until.as_second()), cx);
        cx.say(
            ToastKind::Triaged(Triaged::Snoozed { count, until }),
            crate::foundation::cx::toast::LONG,
        );
        self.keep_triage(cx)
    }

    pub(crate) fn keep_triage(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        self.triage.prune(cx.now);
        self.noted = cx.submitted + 1;
        self.look_at_inbox(cx);
        vec![Effect::Keep {
            name: TRIAGE.to_owned(),
            value: self.triage.to_text(),
        }]
    }

    /// Wakes notifications whose snooze has ended. Returns whether any did.
    pub(crate) fn wake(&mut self, cx: &mut AppCx) -> bool {
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
