//! What this machine has to say of what it keeps itself: files that were damaged, and what it keeps for others than the
//! one who is at work.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::store::{Elsewhere, Hindrance, SetAside, stores_beside};

use crate::engine::actor::Actor;

/// How well this machine keeps what it should.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Keeping {
    /// Damaged files that lie beside those that took their place; told until the person takes them away.
    pub damaged: Arc<[SetAside]>,
    /// Why nothing can be kept at present.
    pub hindered: Option<Hindrance>,
    /// Whether a damaged file is made anew as soon as no other program has it open.
    pub waits_to_mend: bool,
    /// Since when another program has had the right to send, if that is longer than it should be.
    pub queue_taken_since: Option<Timestamp>,
    /// Writes that wait on this machine under other identities, which this one may not send.
    pub elsewhere: Arc<[Elsewhere]>,
    /// The service's clock minus this machine's, where that is more than a minute.
    pub clock_off: Option<SignedDuration>,
    /// For whom else this key can act, as far as this machine knows: users with a store here, and those the
    /// configuration names. The one who is at work is not among them.
    pub users: Arc<[KnownUser]>,
}

/// Somebody to act for with the key in use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownUser {
    /// The user's identifier; empty for the key itself.
    pub user: String,
    /// How many writes wait in the outbox kept for them here.
    pub rows: usize,
    /// Whether the configuration names them.
    pub named: bool,
}

impl Actor {
    /// Shows which files were damaged, and what waits under other identities; looked at again whenever the person asks for everything.
    pub(in crate::engine) fn look_for_damage(&mut self) {
        let damaged = self.store.damaged();
        if let Some(damaged) = self.kept(damaged) {
            self.view.keeping.damaged = damaged.into();
            self.look_beside();
        }
    }

    /// Shows whose stores lie beside this one, and what waits there.
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
