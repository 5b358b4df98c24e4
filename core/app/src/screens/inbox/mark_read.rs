//! Marking notifications read. Only notifications that are unread at the service are sent. One that is only kept unread
//! locally is released locally. Both form one change with one undo.

use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::{ChangeKind, UndoableChange};
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_content::ToastContent;
use crate::model::effect::Effect;
use crate::model::rule::LocalAlert;
use crate::model::snapshot::NotificationRow;
use crate::screens::inbox::inbox::InboxState;
use crate::text::fold;

use super::triage::{differing_numbers, group_key};

/// Maximum number of titles whose differing numbers the message lists.
const MAX_LISTED_TITLES: usize = 5;

impl InboxState {
    /// Returns which of the rows would be marked: the unread ones.
    fn unread_ids(&self, rows: &[&NotificationRow]) -> Vec<NotificationId> {
        let unread = rows.iter().filter(|row| self.is_unread(row));
        unread.map(|row| row.id.clone()).collect()
    }

    /// Marks the selected or focused notifications and moves the focus to the next.
    pub(crate) fn mark_focused_read(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let mut ids = self.unread_ids(&self.target_notifications(cx));
        if cx.awaits_engine() {
            ids.retain(|id| !self.pending_marks.contains(id));
        } else {
            self.pending_marks.clear();
        }
        if ids.is_empty() {
            return Vec::new();
        }
        let picked = self.selected_count() > 0;
        self.clear_selection();
        // The row disappears only later, so the focus moves now: a second key press then means the next row.
        if !picked {
            self.focus_notification_by(1, cx);
        }
        self.pending_marks.extend(ids.iter().cloned());
        self.mark_read(ids, picked, cx)
    }

    /// Marks all notifications in a notification's row.
    pub(crate) fn mark_row_read(&mut self, id: NotificationId, cx: &mut AppCx) -> Vec<Effect> {
        let mut ids = self.unread_ids(&self.group_members(&id, cx));
        if ids.is_empty() && LocalAlert::is_local(id.as_str()) {
            return Vec::new();
        }
        if ids.is_empty() {
            ids = vec![id];
        }
        self.mark_read(ids, false, cx)
    }

    /// Arms on the first call; a second call in time marks every shown unread notification.
    pub(crate) fn mark_all_read(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        if self.armed_until.take().is_none() {
            self.armed_until = cx.now.saturating_add(cx.options.confirm_timeout).ok();
            return Vec::new();
        }
        let ids = self.unread_ids(&self.visible_notifications(cx));
        // It applies to all shown notifications, so it ends the selection and a range that follows the focus.
        self.clear_selection();
        self.mark_read(ids, true, cx)
    }

    /// Returns the number of requests needed to mark all; notifications kept unread locally need none.
    pub fn mark_all_request_count(&self, cx: &AppCx) -> usize {
        let visible = self.visible_notifications(cx);
        visible.iter().filter(|row| !row.read).count()
    }

    /// Marks these notifications; with `followed`, shows the progress.
    fn mark_read(&mut self, ids: Vec<NotificationId>, followed: bool, cx: &mut AppCx) -> Vec<Effect> {
        let content = cx.mark_toast(&ids);
        let (local_ids, sent): (Vec<_>, Vec<_>) =
            ids.into_iter().partition(|id| self.is_local_unread(id, cx));
        let marked = ChangeKind::MarkedRead { ids: sent.clone(), local_ids: local_ids.clone() };
        cx.history.push(UndoableChange::new("", marked));
        cx.toasts.retain(|toast| !toast.content.is_variant_of("marking"));
        let mut effects = self.keep_unread(&local_ids, false, cx);
        if sent.is_empty() {
            cx.notify(ToastContent::counted("toast-let-go", local_ids.len()), SHORT);
            return effects;
        }
        if followed {
            self.start_mark_run(&sent, effects.len(), cx);
        }
        cx.notify(content, cx.options.undo_delay);
        effects.push(Effect::MarkRead { ids: sent, undo_delay: cx.options.undo_delay });
        effects
    }

    /// Undoes a marking: cancels unsent marks and keeps the others unread locally again.
    pub(crate) fn undo_mark(
        &mut self,
        ids: Vec<NotificationId>,
        local_ids: &[NotificationId],
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        self.refocus_id = ids.first().or(local_ids.first()).cloned();
        self.pending_marks.clear();
        let mut effects = self.keep_unread(local_ids, true, cx);
        if ids.is_empty() {
            cx.notify(cx.unmark_toast(local_ids), SHORT);
            return effects;
        }
        let cancelled = self.undo_mark_run(&ids, cx).unwrap_or_else(|| {
            let all: Vec<NotificationId> = ids.iter().chain(local_ids).cloned().collect();
            cx.notify(cx.unmark_toast(&all), SHORT);
            vec![Effect::CancelRead(ids)]
        });
        effects.extend(cancelled);
        effects
    }

    /// Redoes a marking.
    pub(crate) fn redo_mark(
        &mut self,
        ids: Vec<NotificationId>,
        local_ids: &[NotificationId],
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let undo_delay = cx.options.undo_delay;
        let all: Vec<NotificationId> = ids.iter().chain(local_ids).cloned().collect();
        let content = cx.mark_toast(&all);
        let mut effects = self.keep_unread(local_ids, false, cx);
        if ids.is_empty() {
            cx.notify(ToastContent::counted("toast-let-go", local_ids.len()), SHORT);
            return effects;
        }
        cx.notify(content, undo_delay);
        effects.push(Effect::MarkRead { ids, undo_delay });
        effects
    }
}

impl AppCx {
    /// Returns the titles of a few notifications.
    fn few_titles(&self, ids: &[NotificationId]) -> Vec<&str> {
        let items = &self.snapshot.inbox.items;
        let row = |id: &NotificationId| items.iter().find(|row| row.id == *id);
        let few = ids.iter().filter(|_| ids.len() <= MAX_LISTED_TITLES);
        few.filter_map(row).map(|row| row.title.as_str()).collect()
    }

    /// Returns the message for marking `ids`. Contains the title of a single notification, or the differing numbers of
    /// a few similar titles.
    fn mark_toast(&self, ids: &[NotificationId]) -> ToastContent {
        let titles = self.few_titles(ids);
        let numbers = distinct_numbers(&titles);
        let content = match titles.as_slice() {
            [single] if !single.is_empty() => ToastContent::about("toast-marking-one", *single),
            [first, ..] if !numbers.is_empty() => {
                // The shared start of the titles precedes their numbers.
                let shared = first.split(|letter: char| letter.is_ascii_digit()).next().unwrap_or_default();
                let shared = shared.trim_end_matches([' ', '\u{a0}', '(', ':', '–', '-']);
                // The titles are similar: the first one represents all, if the width allows.
                let is_whole = self.options.split_view || shared.is_empty();
                let content = ToastContent::counted("toast-marking-numbers", ids.len());
                let content = content.with_text_arg("figures", numbers.join(" · "), 60);
                ToastContent { subject: (if is_whole { *first } else { shared }).to_owned(), ..content }
            }
            _ => ToastContent::counted("toast-marking", ids.len()),
        };
        content.scheduled()
    }

    /// Returns the message for unmarking `ids`. The title of one notification would be wrong for several.
    pub(crate) fn unmark_toast(&self, ids: &[NotificationId]) -> ToastContent {
        match (ids, self.few_titles(ids).as_slice()) {
            ([_], [title]) if !title.is_empty() => ToastContent::about("toast-unmarked-one", *title),
            _ => ToastContent::counted("toast-unmarked", ids.len()),
        }
    }
}

/// Returns the numbers that differ between similar titles; empty for other or equal titles.
fn distinct_numbers(titles: &[&str]) -> Vec<String> {
    let key_of = |title: &str| group_key(&fold(title));
    let Some((first, rest)) = titles.split_first() else {
        return Vec::new();
    };
    if rest.is_empty() || rest.iter().any(|other| key_of(other) != key_of(first)) {
        return Vec::new();
    }
    differing_numbers(titles)
}
