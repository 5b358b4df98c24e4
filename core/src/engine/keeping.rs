//! What this machine has to say of what it keeps itself: files that were damaged.

use std::sync::Arc;

use jiff::Timestamp;

use crate::store::{Elsewhere, Hindrance, SetAside, others};

use super::actor::Actor;

/// How well this machine keeps what it should.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keeping {
    /// Damaged files that lie beside those that took their place; told until the person takes them away.
    pub damaged: Arc<[SetAside]>,
    /// Why nothing can be kept at present.
    pub hindered: Option<Hindrance>,
    /// Since when another program has had the right to send, if that is longer than it should be.
    pub queue_taken_since: Option<Timestamp>,
    /// Writes that wait on this machine under other identities, which this one may not send.
    pub elsewhere: Arc<[Elsewhere]>,
}

impl Actor {
    /// Shows which files were damaged, and what waits under other identities; looked at again whenever the person asks for everything.
    pub(super) fn look_for_damage(&mut self) {
        let damaged = self.store.damaged();
        if let Some(damaged) = self.kept(damaged) {
            self.view.keeping.damaged = damaged.into();
            let own = &self.settings.dir;
            self.view.keeping.elsewhere = own
                .parent()
                .map_or_else(Arc::default, |profiles| others(profiles, own).into());
            self.view.changed();
        }
    }
}
