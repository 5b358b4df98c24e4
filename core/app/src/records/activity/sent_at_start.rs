//! Reports writes that were already pending when the program started.
//!
//! They are usually from the last session and are sent without user action. Once none is pending any more, one toast
//! tells how many were sent. Rejections and conflicts are reported separately.

use crate::foundation::cx::app_cx::AppCx;
use crate::records::activity::activity::ActivityState;

use crate::model::pending_write::WriteState;
use crate::model::snapshot::EventKind;

use crate::foundation::cx::toast::LONG;
use crate::foundation::cx::toast_content::ToastContent;

impl ActivityState {
    /// Records the pending writes of the `first` snapshot and reports their results. `seen_seq` is the last event
    /// already reported.
    pub(crate) fn track_startup_writes(&mut self, first: bool, seen_seq: u64, cx: &mut AppCx) {
        let snapshot = cx.snapshot.clone();
        let startup = &mut self.startup_writes;
        if first {
            for write in snapshot.writes.iter() {
                if matches!(write.state, WriteState::Waiting { .. } | WriteState::Sending) {
                    *startup.pending.entry(write.record.clone()).or_default() += 1;
                    startup.newest = startup.newest.max(Some(write.id));
                }
            }
        }
        if startup.pending.is_empty() && !first {
            return;
        }
        for event in snapshot.events.iter().filter(|event| event.seq > seen_seq) {
            if let EventKind::AlreadyApplied { record, .. } = &event.kind {
                // The record already had the value, so the write was not sent.
                startup.count_finished(record);
            }
            if let EventKind::Applied { record, temp_id: was, .. } = &event.kind {
                let is_startup = was.as_deref().is_some_and(|was| startup.count_applied(was))
                    || startup.count_applied(record);
                // This session had no writes before the first snapshot, so an applied write was pending before.
                startup.sent += usize::from(first && !is_startup);
            }
        }
        if snapshot.writes.iter().any(|write| startup.is_pending(write)) {
            return;
        }
        let count = std::mem::take(startup).sent;
        if count > 0 {
            cx.notify(ToastContent::counted("toast-sent-since-opened", count), LONG);
        }
    }
}
