//! A service that never changes, for images and for measuring one frame.

use std::sync::Arc;

use encours_core::model::effect::Effect;
use encours_core::model::shutdown::{ShutdownMode, UnsentSummary};
use encours_core::model::snapshot::Snapshot;
use encours_gui::window::{Service, StartupFailure};

/// A service with one snapshot, which ignores every request.
pub struct SnapshotService(pub Arc<Snapshot>);

impl Service for SnapshotService {
    fn submit(&mut self, _: Vec<Effect>) {}
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        Some(self.0.clone())
    }
    fn failure(&self) -> Option<&StartupFailure> {
        None
    }
    fn start_demo(&mut self) {}
    fn may_sign_out(&self) -> bool {
        true
    }
    fn display_name(&self) -> &'static str {
        "A. Martin"
    }
    fn request_close(&mut self, _how: ShutdownMode) -> UnsentSummary {
        UnsentSummary::default()
    }
}
