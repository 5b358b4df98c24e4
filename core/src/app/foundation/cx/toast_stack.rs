//! The toasts that stand: said, kept while someone looks at them, and over when what they speak of is.

use std::time::Duration;

use jiff::Timestamp;

use crate::app::shell::app::{App, Toast, ToastKind};
use crate::engine::Effect;

/// How long what can be taken back waits for someone who has the screen read to them: it has to be heard first (WCAG
/// 2.2, success criterion 2.2.1).
const READ_ALOUD: Duration = Duration::from_secs(20);

impl App {
    /// Gives more time to take something back, from now on: a screen reader reads what is shown.
    pub fn read_aloud(&mut self) {
        let options = &mut self.cx.options;
        for hold in [&mut options.hold, &mut options.hold_delete, &mut options.armed] {
            *hold = READ_ALOUD.max(*hold);
        }
    }

    /// The toasts to show, oldest first.
    pub fn toasts(&self) -> &[Toast] {
        &self.cx.toasts
    }

    /// Whether undo would take back a change of this record, and nothing else.
    pub fn undo_is_of(&self, record: &str) -> bool {
        match self.creation_being_undone() {
            Some(change) => change.concerns(record),
            None => self.cx.history.newest_is_of(record),
        }
    }

    /// The toast that offers to take the newest change back.
    pub fn undo_toast(&self) -> Option<u64> {
        let newest = self
            .cx
            .toasts
            .iter()
            .rev()
            .find(|toast| self.takes_back(&toast.kind) && !self.is_behind(toast));
        newest.map(|toast| toast.id)
    }

    /// Keeps a toast while someone looks at it, and stops the hold of what it can take back: the countdown goes on when
    /// they look away (`None`).
    pub fn linger(&mut self, toast: Option<u64>) -> Vec<Effect> {
        let now = self.cx.now;
        let shown = self.cx.toasts.iter().find(|it| Some(it.id) == toast);
        let taken_back = shown.is_some_and(|it| self.takes_back(&it.kind));
        let later = |left: Duration| now.saturating_add(left).unwrap_or(Timestamp::MAX);
        let looked_at = self.cx.toasts.iter_mut().find(|it| Some(it.id) == toast);
        let Some(it) = looked_at else {
            self.session.looked_at = None;
            return Vec::new();
        };
        it.kept = it.kept.max(Some(later(Duration::from_secs(2))));
        let left = Duration::try_from(it.until.duration_since(now)).unwrap_or_default();
        if !taken_back || left.is_zero() {
            return Vec::new();
        }
        let held = match self.session.looked_at {
            Some((id, held)) if id == it.id => held,
            _ => left,
        };
        self.session.looked_at = Some((it.id, held));
        // The store is told when a second is lost, not with every frame.
        if held.saturating_sub(left) < Duration::from_millis(900) {
            return Vec::new();
        }
        it.until = later(held);
        self.submit(vec![Effect::Prolong(held)])
    }

    pub(crate) fn say(&mut self, kind: ToastKind, lasts: Duration) {
        /// More than this at once is a wall, not a message.
        const MOST: usize = 3;
        // What says the same of something else takes its place.
        self.cx.toasts.retain(|toast| !toast.kind.gives_way_to(&kind));
        self.cx.toast_id += 1;
        let until = self.cx.now.saturating_add(lasts).unwrap_or(Timestamp::MAX);
        self.cx.toasts.push(Toast {
            id: self.cx.toast_id,
            kind,
            until,
            kept: None,
            carried: false,
            write: None,
        });
        if self.cx.toasts.len() > MOST {
            // What can still be taken back is seen as long as it can.
            let word = self.cx.toasts.iter().position(|toast| !toast.kind.undoable());
            self.cx
                .toasts
                .remove(word.filter(|at| at + 1 < self.cx.toasts.len()).unwrap_or(0));
        }
    }
}
