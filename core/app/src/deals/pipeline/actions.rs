//! Actions that change this state.

use crate::deals::pipeline::pipeline::Pipeline;
use crate::error::ErrorKind;
use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::permissions::DEALS_WRITE;
use crate::model::pending_write::WriteKind;
use crate::model::snapshot::EventKind;

impl Pipeline {
    /// Updates the known write permission from the newest results.
    pub(crate) fn update_permissions(&mut self, seen_seq: u64, cx: &mut AppCx) {
        for event in cx.snapshot.events.iter().filter(|event| event.seq > seen_seq) {
            match &event.kind {
                EventKind::Refused { problem, .. }
                    if problem.kind == ErrorKind::Forbidden
                        && problem.scope.as_deref() == Some(DEALS_WRITE) =>
                {
                    self.deals_write_denied = true;
                }
                EventKind::Applied {
                    kind: WriteKind::Create | WriteKind::Update | WriteKind::Delete,
                    ..
                } => {
                    self.deals_write_denied = false;
                }
                _ => {}
            }
        }
    }
}
