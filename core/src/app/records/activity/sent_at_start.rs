//! Writes that waited for the service when the program opened, of the last session as a rule: they leave by themselves, and
//! nobody has seen them go. Once none of them is on its way any more, how many have been sent is said, once. What was refused
//! or met another change says so itself.

use crate::app::foundation::cx::app_cx::AppCx;
use crate::app::records::activity::activity::ActivityState;
use std::collections::HashMap;

use crate::engine::{EventKind, PendingWrite, WriteId, WriteState};

use crate::app::foundation::cx::toast::LONG;
use crate::app::foundation::cx::toast_kind::ToastKind;

impl ActivityState {
    /// Takes in what waits already at the `first` snapshot, and tells what came of it; `seen` is the last event told before.
    pub(in crate::app) fn follow_left_over(&mut self, first: bool, seen: u64, cx: &mut AppCx) {
        let snapshot = cx.snapshot.clone();
        let left = &mut self.left_over;
        if first {
            for write in snapshot.writes.iter() {
                if matches!(write.state, WriteState::Waiting { .. } | WriteState::Sending) {
                    *left.waiting.entry(write.record.clone()).or_default() += 1;
                    left.newest = left.newest.max(Some(write.id));
                }
            }
        }
        if left.waiting.is_empty() && !first {
            return;
        }
        for event in snapshot.events.iter().filter(|event| event.seq > seen) {
            if let EventKind::FoundSo { record, .. } = &event.kind {
                // It had waited and was not sent.
                left.over(record);
            }
            if let EventKind::Applied { record, was, .. } = &event.kind {
                let known = was.as_deref().is_some_and(|was| left.applied(was)) || left.applied(record);
                // Nothing was asked for before the first snapshot: what has been sent by then had waited.
                left.sent += usize::from(first && !known);
            }
        }
        if snapshot.writes.iter().any(|write| left.awaits(write)) {
            return;
        }
        let count = std::mem::take(left).sent;
        if count > 0 {
            cx.say(ToastKind::SentSinceOpened { count }, LONG);
        }
    }
}
