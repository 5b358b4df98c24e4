//! A service that never changes, for images and for measuring one frame.

use std::sync::Arc;

use encours_core::model::effect::Effect;
use encours_core::model::shutdown::{Leave, Leftover};
use encours_core::model::snapshot::Snapshot;
use encours_gui::window::{Failure, Service};

/// A service with one snapshot, which ignores every request.
pub struct Still(pub Arc<Snapshot>);

impl Service for Still {
    fn submit(&mut self, _: Vec<Effect>) {}
    fn latest(&mut self) -> Option<Arc<Snapshot>> {
        Some(self.0.clone())
    }
    fn failure(&self) -> Option<&Failure> {
        None
    }
    fn begin_demo(&mut self) {}
    fn may_sign_out(&self) -> bool {
        true
    }
    fn who(&self) -> &'static str {
        "A. Martin"
    }
    fn close(&mut self, _how: Leave) -> Leftover {
        Leftover::default()
    }
}
