//! Marking notifications read. The service is told of those it has unread; one that is only held unread here is let go
//! here, and nothing is sent. Both are one change, taken back at once.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::foundation::cx::change::Change;
use crate::app::foundation::cx::toast::SHORT;
use crate::app::foundation::cx::toast_kind::{ToastKind, Triaged};
use crate::app::screens::inbox::inbox::InboxState;
use crate::contract::ids::NotificationId;
use crate::engine::{Effect, NotificationRow};
use crate::query::fold;

use super::triage::{differing, likeness};

/// Of how many the figures are told that tell them apart.
const TOLD: usize = 5;

impl InboxState {
    /// Which of the given would be marked: those that are to be handled.
    fn unread_of(&self, rows: &[&NotificationRow]) -> Vec<NotificationId> {
        let unread = rows.iter().filter(|row| self.is_unread(row));
        unread.map(|row| row.id.clone()).collect()
    }

    /// Marks what is selected, or what has the focus, and goes to the next.
    pub(in crate::app) fn mark_focused_read(&mut self, cx: &mut AppCx) -> Vec<Effect> {
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
        // At once, in every tab: the row goes a moment later, and a second press before that means the next one.
        if !picked {
            self.focus_notification_by(1, cx);
        }
        self.asked.extend(ids.iter().cloned());
        self.mark_read(ids, picked, cx)
    }

    /// Marks what stands in the row of a notification.
    pub(in crate::app) fn mark_row_read(&mut self, id: NotificationId, cx: &mut AppCx) -> Vec<Effect> {
        let mut ids = self.unread_of(&self.together_with(&id, cx));
        if ids.is_empty() {
            ids = vec![id];
        }
        self.mark_read(ids, false, cx)
    }

    /// The first press arms, the second within the time marks every unread notification shown.
    pub(in crate::app) fn mark_all_read(&mut self, cx: &mut AppCx) -> Vec<Effect> {
        if self.armed_until.take().is_none() {
            self.armed_until = cx.now.saturating_add(cx.options.armed).ok();
            return Vec::new();
        }
        let ids = self.unread_of(&self.shown_notifications(cx));
        // It is of all that is shown: what was selected before it, or a range that follows the focus, is over with it.
        self.clear_picked();
        self.mark_read(ids, true, cx)
    }

    /// How many requests it takes to mark every unread notification shown: what is held unread here takes none.
    pub fn requests_to_mark_all(&self, cx: &AppCx) -> usize {
        let shown = self.shown_notifications(cx);
        shown.iter().filter(|row| !row.read).count()
    }

    /// Marks these; with `followed` it is told how far that is.
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

    /// Undo of a marking: what was held unread here is held again, and what has not left is taken back.
    pub(in crate::app) fn unmark(
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

    /// Redo of a marking.
    pub(in crate::app) fn mark_again(
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
    /// What is said of marking `ids`: the title, where it is one; the figures that tell them apart, where they are few
    /// and alike.
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

    /// What is said of taking the marks of `ids` back.
    pub(in crate::app) fn unmarking(&self, ids: &[NotificationId]) -> ToastKind {
        match self.marking(ids) {
            // What is said of one would be wrong of several.
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

/// What tells titles that are alike apart; empty where they are not alike, or the same.
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
