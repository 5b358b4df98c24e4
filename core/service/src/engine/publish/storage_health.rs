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
        let own_store = &self.settings.dir;
        let mut stores =
            own_store.parent().map_or_else(Vec::new, |profiles| sibling_stores(profiles, own_store));
        let identity = self.settings.identity();
        let of_key = |sibling: &SiblingProfile| {
            sibling.identity.base_url == identity.base_url && sibling.identity.key_id == identity.key_id
        };
        let mut users: Vec<KnownUser> = Vec::new();
        for sibling in stores.iter().filter(|sibling| of_key(sibling)) {
            match users.iter_mut().find(|known_user| known_user.user == sibling.identity.user) {
                Some(known_user) => known_user.pending_writes += sibling.pending_writes,
                None => users.push(KnownUser {
                    user: sibling.identity.user.clone(),
                    pending_writes: sibling.pending_writes,
                    is_configured: false,
                }),
            }
        }
        for configured in &self.settings.users {
            match users.iter_mut().find(|known_user| known_user.user == configured.as_str()) {
                Some(known_user) => known_user.is_configured = true,
                None => users.push(KnownUser {
                    user: configured.as_str().to_owned(),
                    pending_writes: 0,
                    is_configured: true,
                }),
            }
        }
        users.retain(|known_user| known_user.user != identity.user);
        stores.retain(|sibling| sibling.pending_writes > 0);
        self.view.storage_health.siblings = stores.into();
        self.view.storage_health.users = users.into();
        self.view.changed();
    }
}
