//! Read-only queries on the inbox state.

use crate::contract::ids::DealId;
use crate::deals::pipeline::pipeline::Pipeline;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::cx::overlay_types::InboxTab;
use crate::foundation::cx::toast_content::is_scheduled;
use crate::foundation::input::context::Screen;
use crate::model::pending_write::{PendingWrite, WriteId, WriteState};
use crate::model::resources::resource_kind::ResourceKind;
use crate::model::rule::LocalAlert;
use crate::model::snapshot::NotificationRow;
use crate::records::activity::activity::ActivityState;
use crate::records::lists::lists::AwaitedIds;
use crate::screens::inbox::inbox::InboxState;
use std::sync::Arc;

impl InboxState {
    /// Returns the conflict of the current deal on the pipeline or deal screen.
    pub(crate) fn visible_conflict(
        &self,
        activity: &ActivityState,
        pipeline: &Pipeline,
        cx: &AppCx,
    ) -> Option<WriteId> {
        if !matches!(cx.screen, Screen::Pipeline | Screen::Deal) {
            return None;
        }
        let deal = self.target_deal(activity, pipeline, cx)?;
        let of_deal = |write: &&PendingWrite| {
            write.record == deal.as_str() && matches!(write.state, WriteState::Conflict { .. })
        };
        cx.snapshot.writes.iter().find(of_deal).map(|write| write.id)
    }

    /// Returns whether the current deal has a conflict to resolve.
    pub fn has_visible_conflict(&self, activity: &ActivityState, pipeline: &Pipeline, cx: &AppCx) -> bool {
        cx.overlay == Overlay::None && self.visible_conflict(activity, pipeline, cx).is_some()
    }

    pub(crate) fn awaited_ids(&self, kind: ResourceKind, ids: &[String], cx: &AppCx) -> AwaitedIds {
        let known = cx.snapshot.resources.get(&kind);
        let fetched_before = |id: &String| {
            let watched = known?.watched.iter().find(|watched| watched.id == *id)?;
            watched.checked_at
        };
        AwaitedIds {
            kind,
            ids: ids.iter().map(|id| (id.clone(), fetched_before(id))).collect(),
            focus: self.focus.clone(),
        }
    }

    /// Returns whether a text on screen changes every second because a countdown runs.
    pub(crate) fn has_countdown(&self, cx: &AppCx) -> bool {
        !cx.options.reduced_motion && self.has_near_deadline(cx) || cx.is_prompt_pausing()
    }

    /// Returns whether something on screen ends within seconds.
    pub(crate) fn has_near_deadline(&self, cx: &AppCx) -> bool {
        !cx.toasts.is_empty() || self.armed_until.is_some() || cx.snapshot.writes.iter().any(is_scheduled)
    }

    /// Returns the number of seconds until the next snooze ends.
    pub(crate) fn next_snooze_end(&self, cx: &AppCx) -> Option<u64> {
        let at = self.triage.next_snooze_end(cx.now)?;
        Some((at.as_second() - cx.now.as_second()).max(1) as u64)
    }

    /// Returns the number of unread notifications that are not snoozed, including those kept unread locally.
    pub fn unread_count(&self, cx: &AppCx) -> usize {
        let unread = |item: &&NotificationRow| self.is_counted_in(InboxTab::Unread, item, cx);
        cx.snapshot.inbox.items.iter().filter(unread).count()
    }

    /// Returns the focused local notification of several deals, if these can be shown.
    pub(crate) fn focused_summary(&self, cx: &AppCx) -> Option<Arc<LocalAlert>> {
        let alert = self.focused_notification(cx)?.local.clone()?;
        (alert.count > 1 && cx.rule_of(&alert).is_some()).then_some(alert)
    }

    /// Returns the machine-readable state of a notification.
    pub(crate) fn state_code(&self, row: &NotificationRow) -> &'static str {
        match (row.read, row.pending) {
            _ if row.local.is_some() && self.is_unread(row) => "unread",
            _ if self.is_kept_unread(row) => "unread_here",
            (false, _) if row.rejected => "mark_refused",
            (false, _) => "unread",
            (true, true) => "marking",
            (true, false) => "read",
        }
    }

    /// Returns the message key of the state of a notification.
    pub(crate) fn state_key(&self, row: &NotificationRow) -> &'static str {
        match self.state_code(row) {
            "unread_here" => "notification-held",
            "unread" => "notification-unread",
            "marking" => "notification-marking",
            "mark_refused" => "notification-refused",
            _ => "notification-read",
        }
    }

    /// Returns the deal that deal actions apply to. On the deal screen this is the open deal. On the notifications and
    /// activity screens it is the deal of the focused entry. Otherwise it is the deal focused on the board.
    pub(crate) fn target_deal(
        &self,
        activity: &ActivityState,
        pipeline: &Pipeline,
        cx: &AppCx,
    ) -> Option<DealId> {
        let (focused, opened) = (pipeline.board.cursor.deal.clone(), pipeline.opened_deal.clone());
        match cx.screen {
            Screen::Deal => opened.or(focused),
            Screen::Notifications => {
                let title_deal = self.deal_of_notification(cx);
                let title_deal = title_deal.and_then(|row| DealId::new(row.id).ok());
                title_deal.or(focused).or(opened)
            }
            Screen::Activity => {
                let written = activity.focused_write(cx).map(|write| write.record.as_str());
                let written = written.filter(|id| cx.snapshot.deals.find(id).is_some());
                written.and_then(|id| DealId::new(id).ok()).or(focused).or(opened)
            }
            _ => focused.or(opened),
        }
    }
}
