//! Marking notifications read. Only notifications that are unread at the service are sent. One that is only kept unread
//! locally is released locally. Both form one change with one undo.

use crate::contract::ids::NotificationId;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::change::Change;
use crate::foundation::cx::toast::SHORT;
use crate::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::model::effect::Effect;
use crate::model::snapshot::NotificationRow;
use crate::screens::inbox::inbox::InboxState;
use crate::text::fold;

use super::triage::{differing, likeness};

/// Maximum number of titles whose differing numbers the message lists.
const TOLD: usize = 5;

impl InboxState {
    /// Returns which of the rows would be marked: the unread ones.
    fn unread_of(&self, rows: &[&NotificationRow]) -> Vec<NotificationId> {
        let unread = rows.iter().filter(|row| self.is_unread(row));
        unread.map(|row| row.id.clone()).collect()
    }

    /// Marks the selected or focused notifications and moves the focus to the next.
    pub(crate) fn mark_focused_read(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        let mut ids = self.unread_of(&self.meant_notifications(cx));
        if cx.awaits_engine() {
            ids.retain(|id| !self.asked.contains(id));
        } else {
            self.asked.clear();
        }
        if ids.is_empty() {
            return Vec::new();
        }
        let picked = self.picked_count() > 0;
        self.clear_picked();
        // The row disappears only later, so the focus moves now: a second key press then means the next row.
        if !picked {
            self.focus_notification_by(1, cx);
        }
        self.asked.extend(ids.iter().cloned());
        self.mark_read(ids, picked, cx)
    }

    /// Marks all notifications in a notification's row.
    pub(crate) fn mark_row_read(&mut self, id: NotificationId, cx: &mut AppCx) -> Vec<Effect> {
        let mut ids = self.unread_of(&self.together_with(&id, cx));
        if ids.is_empty() {
            ids = vec![id];
        }
        self.mark_read(ids, false, cx)
    }

    /// Arms on the first call; a second call in time marks every shown unread notification.
    pub(crate) fn mark_all_read(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        if self.armed_until.take().is_none() {
            self.armed_until = cx.now.saturating_add(cx.options.armed).ok();
            return Vec::new();
        }
        let ids = self.unread_of(&self.shown_notifications(cx));
        // It applies to all shown notifications, so it ends the selection and a range that follows the focus.
        self.clear_picked();
        self.mark_read(ids, true, cx)
    }

    /// Returns the number of requests needed to mark all; notifications kept unread locally need none.
    pub fn requests_to_mark_all(&self, cx: &AppCx) -> usize {
        let shown = self.shown_notifications(cx);
        shown.iter().filter(|row| !row.read).count()
    }

    /// Marks these notifications; with `followed`, shows the progress.
    fn mark_read(&mut self, ids: Vec<NotificationId>, followed: bool, cx: &mut AppCx) -> Vec<Effect> {
        let said = cx.marking(&ids);
        let (here, sent): (Vec<_>, Vec<_>) = ids.into_iter().partition(|id| self.holds_unread(id, cx));
        cx.history.push(Change::Read {
            ids: sent.clone(),
            here: here.clone(),
        });
        cx.toasts
            .retain(|toast| !matches!(toast.kind, ToastKind::Triaged(Triaged::Marking { .. })));
        let mut effects = self.hold_unread(&here, false, cx);
        if sent.is_empty() {
            cx.say(ToastKind::Triaged(Triaged::LetGo { count: here.len() }), SHORT);
            return effects;
        }
        if followed {
            self.begin_run(&sent, effects.len(), cx);
        }
        cx.say(said, cx.options.hold);
        effects.push(Effect::MarkRead {
            ids: sent,
            hold: cx.options.hold,
        });
        effects
    }

    /// Undoes a marking: cancels unsent marks and keeps the others unread locally again.
    pub(crate) fn unmark(
        &mut self,
        ids: Vec<NotificationId>,
        here: &[NotificationId],
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        self.returning = ids.first().or(here.first()).cloned();
        self.asked.clear();
        let mut effects = self.hold_unread(here, true, cx);
        if ids.is_empty() {
            cx.say(cx.unmarking(here), SHORT);
            return effects;
        }
        let taken_back = self.take_back_run(&ids, cx).unwrap_or_else(|| {
            let all: Vec<NotificationId> = ids.iter().chain(here).cloned().collect();
            cx.say(cx.unmarking(&all), SHORT);
            vec![Effect::CancelRead(ids)]
        });
        effects.extend(taken_back);
        effects
    }

    /// Redoes a marking.
    pub(crate) fn mark_again(
        &mut self,
        ids: Vec<NotificationId>,
        here: &[NotificationId],
        cx: &mut AppCx,
    ) -> Vec<Effect> {
        let hold = cx.options.hold;
        let all: Vec<NotificationId> = ids.iter().chain(here).cloned().collect();
        let said = cx.marking(&all);
        let mut effects = self.hold_unread(here, false, cx);
        if ids.is_empty() {
            cx.say(ToastKind::Triaged(Triaged::LetGo { count: here.len() }), SHORT);
            return effects;
        }
        cx.say(said, hold);
        effects.push(Effect::MarkRead { ids, hold });
        effects
    }
}

impl AppCx {
    /// Returns the message for marking `ids`. Contains the title of a single notification, or the differing numbers of
    /// a few similar titles.
    fn marking(&self, ids: &[NotificationId]) -> ToastKind {
        let items = &self.snapshot.inbox.items;
        let title = |id: &NotificationId| {
            let row = items.iter().find(|row| row.id == *id);
            row.map(|row| row.title.as_str())
        };
        let titles: Vec<&str> = match ids.len() {
            1..=TOLD => ids.iter().filter_map(title).collect(),
            _ => Vec::new(),
        };
        let figures = figures_apart(&titles);
        ToastKind::Triaged(Triaged::Marking {
            count: ids.len(),
            title: match titles.as_slice() {
                [one] => (*one).to_owned(),
                [first, ..] if !figures.is_empty() => (*first).to_owned(),
                _ => String::new(),
            },
            figures,
        })
    }

    /// Returns the message for unmarking `ids`.
    pub(crate) fn unmarking(&self, ids: &[NotificationId]) -> ToastKind {
        match self.marking(ids) {
            // The title of one notification would be wrong for several.
            ToastKind::Triaged(Triaged::Marking { count, title, .. }) => {
                ToastKind::Triaged(Triaged::Unmarked {
                    count,
                    title: if count == 1 { title } else { String::new() },
                })
            }
            other => other,
        }
    }
}

/// Returns the numbers that differ between similar titles; empty for other or equal titles.
fn figures_apart(titles: &[&str]) -> Vec<String> {
    let like = |title: &str| likeness(&fold(title));
    let Some((first, rest)) = titles.split_first() else {
        return Vec::new();
    };
    if rest.is_empty() || rest.iter().any(|other| like(other) != like(first)) {
        return Vec::new();
    }
    differing(titles)
}
