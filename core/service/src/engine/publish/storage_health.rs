//! The state of local storage: damaged files, and stores of other identities.

use crate::engine::actor::Actor;
use crate::model::storage_health::{KnownUser, SiblingProfile};
use crate::store::sibling_stores;

impl Actor {
    /// Publishes the damaged files and the pending writes of other identities. Repeated at every manual refresh.
    pub(in crate::engine) fn publish_storage_health(&mut self) {
        let damaged = self.store.damaged();
        if let Some(damaged) = self.ok_or_report(damaged) {
            self.view.storage_health.quarantined = damaged.into();
            self.publish_siblings();
        }
    }

    /// Publishes the neighbouring stores and their pending writes.
    pub(in crate::engine) fn publish_siblings(&mut self) {
        let own = &self.settings.dir;
        let mut stores = own
            .parent()
            .map_or_else(Vec::new, |profiles| sibling_stores(profiles, own));
        let who = self.settings.identity();
        let of_key = |other: &SiblingProfile| {
            other.identity.base_url == who.base_url && other.identity.key_id == who.key_id
        };
        let mut users: Vec<KnownUser> = Vec::new();
        for other in stores.iter().filter(|other| of_key(other)) {
            match users.iter_mut().find(|known| known.user == other.identity.user) {
                Some(known) => known.pending_writes += other.pending_writes,
                None => users.push(KnownUser {
                    user: other.identity.user.clone(),
                    pending_writes: other.pending_writes,
                    is_configured: false,
                }),
            }
        }
        for named in &self.settings.users {
            match users.iter_mut().find(|known| known.user == named.as_str()) {
                Some(known) => known.is_configured = true,
                None => users.push(KnownUser {
                    user: named.as_str().to_owned(),
                    pending_writes: 0,
                    is_configured: true,
                }),
            }
        }
        users.retain(|known| known.user != who.user);
        stores.retain(|other| other.pending_writes > 0);
        self.view.storage_health.siblings = stores.into();
        self.view.storage_health.users = users.into();
        self.view.changed();
    }
}
