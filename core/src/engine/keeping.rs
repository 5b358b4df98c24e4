//! What this machine has to say of what it keeps itself: files that were damaged.

use std::sync::Arc;

use crate::store::{Hindrance, SetAside};

use super::actor::Actor;

/// How well this machine keeps what it should.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keeping {
    /// Damaged files that lie beside those that took their place; told until the person takes them away.
    pub damaged: Arc<[SetAside]>,
    /// Why nothing can be kept at present.
    pub hindered: Option<Hindrance>,
}

impl Actor {
    /// Shows which files were damaged; looked at again whenever the person asks for everything.
    pub(super) fn look_for_damage(&mut self) {
        let damaged = self.store.damaged();
        if let Some(damaged) = self.kept(damaged) {
            self.view.keeping.damaged = damaged.into();
            self.view.changed();
        }
    }
}
