//! The toasts that stand: said, kept while someone looks at them, and over when what they speak of is.

use std::time::Duration;

use jiff::Timestamp;

use super::toast::SHORT;
use super::{App, Toast, ToastKind};
use crate::engine::{Effect, PendingWrite, WriteState};

/// How long what can be taken back waits for someone who has the screen read to them: it has to be heard first (WCAG
/// 2.2, success criterion 2.2.1).
const READ_ALOUD: Duration = Duration::from_secs(20);

impl App {
    /// Gives more time to take something back, from now on: a screen reader reads what is shown.
    pub fn read_aloud(&mut self) {
        let options = &mut self.options;
        for hold in [&mut options.hold, &mut options.hold_delete, &mut options.armed] {
            *hold = READ_ALOUD.max(*hold);
        }
    }

    /// The toasts to show, oldest first.
    pub fn toasts(&self) -> &[Toast] {
        &self.toasts
    }

    /// Whether undo would take back a change of this record, and nothing else.
    pub fn undo_is_of(&self, record: &str) -> bool {
        self.history.newest_is_of(record)
    }

    /// The toast that offers to take the newest change back.
    pub fn undo_toast(&self) -> Option<u64> {
        let newest = self
            .toasts
            .iter()
            .rev()
            .find(|toast| self.takes_back(&toast.kind));
        newest.map(|toast| toast.id)
    }

    /// Keeps a toast while someone looks at it, and stops the hold of what it can take back: the countdown goes on when
    /// they look away (`None`).
    pub fn linger(&mut self, toast: Option<u64>) -> Vec<Effect> {
        let now = self.now;
        let shown = self.toasts.iter().find(|it| Some(it.id) == toast);
        let taken_back = shown.is_some_and(|it| self.takes_back(&it.kind));
        let later = |left: Duration| now.saturating_add(left).unwrap_or(Timestamp::MAX);
        let looked_at = self.toasts.iter_mut().find(|it| Some(it.id) == toast);
        let Some(it) = looked_at else {
            self.looked_at = None;
            return Vec::new();
        };
        it.kept = it.kept.max(Some(later(Duration::from_secs(2))));
        let left = Duration::try_from(it.until.duration_since(now)).unwrap_or_default();
        if !taken_back || left.is_zero() {
            return Vec::new();
        }
        let held = match self.looked_at {
            Some((id, held)) if id == it.id => held,
            _ => left,
        };
        self.looked_at = Some((it.id, held));
        // The store is told when a second is lost, not with every frame.
        if held.saturating_sub(left) < Duration::from_millis(900) {
            return Vec::new();
        }
        it.until = later(held);
        self.submit(vec![Effect::Prolong(held)])
    }

    /// What a toast says of a write is over when the write is: another window, a shell or the outbox may have sent or
    /// discarded it, or settled the conflict.
    pub(super) fn drop_stale_toasts(&mut self) {
        if self.awaits_engine() {
            return;
        }
        let writes = self.snapshot.writes.clone();
        let any = |label: &str, such: fn(&PendingWrite) -> bool| {
            writes
                .iter()
                .any(|write| (label.is_empty() || write.label == label) && such(write))
        };
        for toast in &mut self.toasts {
            if let ToastKind::Redone { label, held } = &mut toast.kind
                && *held
                && toast.until > self.now
                && !any(label, is_held)
            {
                // What took it back had not left either, and the two are nothing together: it was made again all the same.
                *held = false;
                toast.until = self.now.saturating_add(SHORT).unwrap_or(Timestamp::MAX);
            }
        }
        self.follow_holds();
        self.toasts.retain(|toast| match &toast.kind {
            ToastKind::Conflict { label } => any(label, PendingWrite::parked),
            ToastKind::Moved { label, .. }
            | ToastKind::TaskMoved { label, .. }
            | ToastKind::Edited { label }
            | ToastKind::Deleting { label } => any(label, is_held),
            ToastKind::Marking { .. }
            | ToastKind::BulkBegun { .. }
            | ToastKind::TurnedMany { again: true, .. }
            | ToastKind::HeldAgain { .. } => writes.iter().any(is_held),
            // Whatever was done to the record since then is the news of it, and this would come back behind it.
            ToastKind::DroppedElsewhere { write, record, .. } => !writes
                .iter()
                .any(|newer| newer.id >= *write && newer.record == *record),
            _ => true,
        });
    }

    /// What is said of a held write counts down to the moment that the outbox knows: the one that every other place tells,
    /// whenever the outbox had taken it in.
    fn follow_holds(&mut self) {
        let now = self.now;
        let known: Vec<Option<Timestamp>> = self
            .toasts
            .iter()
            .map(|toast| self.hold_ends(&toast.kind).filter(|_| toast.until > now))
            .collect();
        for (toast, known) in self.toasts.iter_mut().zip(known) {
            toast.until = known.unwrap_or(toast.until);
        }
    }

    /// When the write leaves that a toast tells of; of many the first, which none comes before.
    fn hold_ends(&self, kind: &ToastKind) -> Option<Timestamp> {
        let (label, first) = match kind {
            ToastKind::BulkBegun { .. } => ("", self.bulk.as_ref()?.first_asked()?.as_str()),
            ToastKind::Moved { label, .. }
            | ToastKind::TaskMoved { label, .. }
            | ToastKind::Edited { label }
            | ToastKind::Deleting { label }
            | ToastKind::Redone { label, held: true } => (label.as_str(), ""),
            _ => return None,
        };
        let meant = |write: &&PendingWrite| {
            if first.is_empty() {
                write.label == label
            } else {
                write.record == first
            }
        };
        match self.snapshot.writes.iter().rev().find(meant)?.state {
            WriteState::Held { until } => Some(until),
            _ => None,
        }
    }

    pub(crate) fn say(&mut self, kind: ToastKind, lasts: Duration) {
        /// More than this at once is a wall, not a message.
        const MOST: usize = 3;
        // What says the same of something else takes its place.
        self.toasts.retain(|toast| !toast.kind.gives_way_to(&kind));
        self.toast_id += 1;
        let until = self.now.saturating_add(lasts).unwrap_or(Timestamp::MAX);
        self.toasts.push(Toast {
            id: self.toast_id,
            kind,
            until,
            kept: None,
            carried: false,
        });
        if self.toasts.len() > MOST {
            self.toasts.remove(0);
        }
    }
}

pub(super) fn is_held(write: &PendingWrite) -> bool {
    matches!(write.state, WriteState::Held { .. })
}
