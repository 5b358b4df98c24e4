//! The state of local storage: damaged files, and stores of other identities.

use crate::engine::actor::Actor;
use crate::model::storage_health::{Elsewhere, KnownUser};
use crate::store::stores_beside;

impl Actor {
    /// Publishes the damaged files and the pending writes of other identities. Repeated at every manual refresh.
    pub(in crate::engine) fn look_for_damage(&mut self) {
        let damaged = self.store.damaged();
        if let Some(damaged) = self.kept(damaged) {
            self.view.keeping.damaged = damaged.into();
            self.look_beside();
        }
    }

    /// Publishes the neighbouring stores and their pending writes.
    pub(in crate::engine) fn look_beside(&mut self) {
        let own = &self.settings.dir;
        let mut stores = own
            .parent()
            .map_or_else(Vec::new, |profiles| stores_beside(profiles, own));
        let who = self.settings.identity();
        let of_key = |other: &Elsewhere| other.who.base_url == who.base_url && other.who.key_id == who.key_id;
        let mut users: Vec<KnownUser> = Vec::new();
        for other in stores.iter().filter(|other| of_key(other)) {
            match users.iter_mut().find(|known| known.user == other.who.user) {
                Some(known) => known.rows += other.rows,
                None => users.push(KnownUser {
                    user: other.who.user.clone(),
                    rows: other.rows,
                    named: false,
                }),
            }
        }
        for named in &self.settings.users {
            match users.iter_mut().find(|known| known.user == named.as_str()) {
                Some(known) => known.named = true,
                None => users.push(KnownUser {
                    user: named.as_str().to_owned(),
                    rows: 0,
                    named: true,
                }),
            }
        }
        users.retain(|known| known.user != who.user);
        stores.retain(|other| other.rows > 0);
        self.view.keeping.elsewhere = stores.into();
        self.view.keeping.users = users.into();
        self.view.changed();
    }
}
