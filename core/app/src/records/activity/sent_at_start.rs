//! Reports writes that were already pending when the program started.
//!
//! They are usually from the last session and are sent without user action. Once none is pending any more, one toast
//! tells how many were sent. Refusals and conflicts are reported separately.

use crate::foundation::cx::app_cx::AppCx;
use crate::records::activity::activity::ActivityState;

use crate::model::pending_write::WriteState;
use crate::model::snapshot::EventKind;

use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_kind::ToastContent;

impl ActivityState {
    /// Records the pending writes of the `first` snapshot and reports their results. `seen` is the last event already
    /// reported.
    pub(crate) fn track_startup_writes(&mut self, first: bool, seen: u64, cx: &mut AppCx) {
        let snapshot = cx.snapshot.clone();
        let left = &mut self.startup_writes;
        if first {
            for write in snapshot.writes.iter() {
                if matches!(write.state, WriteState::Waiting { .. } | WriteState::Sending) {
                    *left.pending.entry(write.record.clone()).or_default() += 1;
                    left.newest = left.newest.max(Some(write.id));
                }
            }
        }
        if left.pending.is_empty() && !first {
            return;
        }
        for event in snapshot.events.iter().filter(|event| event.seq > seen) {
            if let EventKind::AlreadyApplied { record, .. } = &event.kind {
                // The record already had the value, so the write was not sent.
                left.count_finished(record);
            }
            if let EventKind::Applied { record, was, .. } = &event.kind {
                let known =
                    was.as_deref().is_some_and(|was| left.count_applied(was)) || left.count_applied(record);
                // This session had no writes before the first snapshot, so an applied write was pending before.
                left.sent += usize::from(first && !known);
            }
        }
        if snapshot.writes.iter().any(|write| left.is_pending(write)) {
            return;
        }
        let count = std::mem::take(left).sent;
        if count > 0 {
            cx.notify(ToastContent::SentSinceOpened { count }, LONG);
        }
    }
}
