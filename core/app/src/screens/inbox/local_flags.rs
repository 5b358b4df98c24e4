//! Stars, snoozes and notifications kept unread: stored locally as a setting, never sent.

use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeKind, UndoableChange};
use crate::foundation::cx::change_types::SettingsPlace;
use crate::foundation::cx::toast::{LONG, SHORT};
use crate::foundation::cx::toast_content::{ToastArg, ToastContent};
use crate::foundation::input::disabled_reason::DisabledReason;
use crate::model::effect::Effect;
use crate::screens::inbox::inbox::InboxState;

use crate::foundation::cx::toast_types::Snooze;
use crate::screens::inbox::triage::TRIAGE_KEY;

impl InboxState {
    /// Stars the selected or focused notifications, or removes their stars.
    pub(crate) fn toggle_star(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let ids: Vec<String> = self.target_ids(cx);
        let starred = &self.triage.starred;
        let on = !ids.iter().all(|id| starred.contains(id));
        let count = ids.len();
        cx.notify(ToastContent::counted(if on { "toast-starred" } else { "toast-unstarred" }, count), SHORT);
        self.set_flags(SettingsPlace::Star, ids, on.then_some(""), cx);
        self.save_triage(cx)
    }

    fn target_ids(&self, cx: &AppCx) -> Vec<String> {
        let targets = self.target_notifications(cx);
        targets.iter().map(|row| row.id.to_string()).collect()
    }

    /// Returns whether all selected or focused notifications are snoozed.
    pub(crate) fn are_targets_snoozed(&self, cx: &AppCx) -> bool {
        let targets = self.target_notifications(cx);
        let asleep = |id: &str| self.triage.snoozed_until(id, cx.now).is_some();
        !targets.is_empty() && targets.iter().all(|row| asleep(row.id.as_str()))
    }

    /// Returns whether a notification is unread only locally: nothing about it is sent.
    pub(crate) fn is_local_unread(&self, id: &NotificationId, cx: &AppCx) -> bool {
        let row = cx.snapshot.inbox.items.iter().find(|row| row.id == *id);
        row.is_some_and(|row| row.read && self.is_unread(row))
    }

    /// Returns whether a selected or focused notification can be kept unread or released.
    pub(crate) fn can_keep_unread(&self, cx: &AppCx) -> Result<(), DisabledReason> {
        let targets = self.target_notifications(cx);
        if targets.is_empty() || cx.pane != crate::screens::inbox::inbox::LIST {
            return Err(DisabledReason::NoNotification);
        }
        let read = targets.iter().any(|row| row.read);
        read.then_some(()).ok_or(DisabledReason::NotMarkedYet)
    }

    /// Keeps read notifications unread locally; if all already are, releases them. A pending read mark is cancelled
    /// instead, so the service never receives it.
    pub(crate) fn toggle_kept_unread(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let targets = self.target_notifications(cx);
        let ids_where =
            |predicate: &dyn Fn(&crate::model::snapshot::NotificationRow) -> bool| -> Vec<NotificationId> {
                let rows = targets.iter().filter(|row| predicate(row));
                rows.map(|row| row.id.clone()).collect()
            };
        let marked = ids_where(&|row| row.read && row.pending);
        let read = ids_where(&|row| row.read && !row.pending && !self.is_unread(row));
        let locally_unread = ids_where(&|row| row.read && self.is_unread(row));
        if marked.is_empty() && read.is_empty() {
            let (ids, local_ids) = (Vec::new(), locally_unread.clone());
            cx.history.push(UndoableChange::new("", ChangeKind::MarkedRead { ids, local_ids }));
            cx.notify(ToastContent::counted("toast-let-go", locally_unread.len()), SHORT);
            return self.keep_unread(&locally_unread, false, cx);
        }
        let ids = read.iter().map(ToString::to_string).collect();
        let mut effects = Vec::new();
        if !read.is_empty() {
            self.set_flags(SettingsPlace::Unread, ids, Some(""), cx);
            effects = self.save_triage(cx);
            cx.notify(ToastContent::counted("toast-held", read.len()), LONG);
        }
        if !marked.is_empty() {
            effects.push(self.cancel_marks(marked, cx));
        }
        effects
    }

    /// Keeps these notifications unread locally, or releases them.
    pub(crate) fn keep_unread(&mut self, ids: &[NotificationId], on: bool, cx: &mut AppCx) -> Vec<Effect> {
        if ids.is_empty() {
            return Vec::new();
        }
        for id in ids {
            self.triage.set_unread_flag(id.as_str(), on);
        }
        self.save_triage(cx)
    }

    /// Snoozes the selected or focused notifications.
    pub(crate) fn snooze(&mut self, snooze: Snooze, cx: &mut AppCx) -> Vec<Effect> {
        let until = snooze.until(cx.now, &cx.options.zone);
        let count = self.snooze_until(Some(&until.as_second().to_string()), cx);
        cx.notify(
            ToastContent::counted("toast-snoozed", count).with_arg("date", ToastArg::Timestamp(until)),
            LONG,
        );
        self.save_triage(cx)
    }

    /// Snoozes the selected or focused notifications until a time, or wakes them; returns their number.
    pub(crate) fn snooze_until(&mut self, until: Option<&str>, cx: &mut AppCx) -> usize {
        let ids = self.target_ids(cx);
        let count = ids.len();
        self.set_flags(SettingsPlace::Snooze, ids, until, cx);
        count
    }

    pub(crate) fn save_triage(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        self.triage.prune(cx.now);
        self.triage_saved_seq = cx.submitted + 1;
        self.rebuild_rows(cx);
        vec![Effect::SaveSetting { name: TRIAGE_KEY.to_owned(), value: self.triage.to_text() }]
    }

    /// Brings back notifications whose snooze has ended. Returns whether any did.
    pub(crate) fn end_due_snoozes(&mut self, cx: &mut AppCx) -> bool {
        let before = self.rows.len();
        let woken = |until: &i64| *until <= cx.now.as_second();
        if !self.triage.snoozed.values().any(woken) {
            return false;
        }
        let now = cx.now;
        self.triage.prune(now);
        self.rebuild_rows(cx);
        before != self.rows.len()
    }
}
