//! What an engine needs to know. Everything that waits is named here, so that nothing waits unseen.

use crate::model::effect::MARK_PACE;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use jiff::tz::TimeZone;

use crate::boot_clock::{Anchor, Anchoring, UptimeSource, system_uptime, together};
use crate::client::ClientConfig;
use crate::contract::ids::UserId;
use crate::local_zone::local_zone;
use crate::store::Identity;

use super::clock::{Clock, system_clock};

/// The step that a series over time is thinned to once it is older than a day, unless it is set.
pub const POINT: Duration = Duration::from_mins(15);

/// The set-up of an [`Engine`](crate::engine::Engine).
#[derive(Clone)]
pub struct Settings {
    /// The service and the right to call it.
    pub client: ClientConfig,
    /// The directory of the profile ([`profile_dir`](crate::store::profile_dir)).
    pub dir: PathBuf,
    /// The directory of the key's own profile, where this one is a delegated user's: what a person keeps for themselves is
    /// there. Default none.
    pub person: Option<PathBuf>,
    /// Users that the configuration names for this key: whom one may want to act for next. Default none.
    pub users: Vec<UserId>,
    /// Where moments come from.
    pub clock: Clock,
    /// How long the machine has been up, whatever is done to its clock; `None`: the clock is one that is never set.
    /// Default the system's.
    pub uptime: Option<UptimeSource>,
    /// The zone in which a date of the service begins its day.
    pub zone: TimeZone,
    /// How often the whole pipeline is read again while the counts stand still. Default 60 s; longer pipelines are read
    /// less often, as far as the budget goes.
    pub refresh: Duration,
    /// How often the counts per status are read, which shows cheaply that something moved. Default 20 s.
    pub tick: Duration,
    /// How many requests a minute may be made that nobody asked for, on average. Default 120.
    pub budget: u32,
    /// After how long without an effect nobody is thought to be there, and the service is asked less often. Default
    /// 10 min.
    pub idle_after: Duration,
    /// The step that a series over time is thinned to once it is older than a day. Default 15 min.
    pub point: Duration,
    /// How long what was observed and written is kept. Default two years; `None` keeps it for ever.
    pub retention: Option<Duration>,
    /// The page size asked for; the service may send less. Default 500.
    pub page: u64,
    /// How many requests of one kind may be under way at once. Default 4.
    pub parallel: usize,
    /// How long writes are held again that were held when the last run ended. Default 10 s.
    pub hold_again: Duration,
    /// The least time between two marks of notifications. Default [`MARK_PACE`].
    pub pace: Duration,
    /// The longest first wait after a failure; it doubles with each further one. Default 500 ms.
    pub retry_base: Duration,
    /// The longest wait after a failure. Default 5 min.
    pub retry_cap: Duration,
    /// A write older than this is compared with the service's record before it is sent. Default 5 min.
    pub stale: Duration,
    /// How long the right to send lasts without a sign of life; it is asked for again while something is being sent, and
    /// may be shorter than a request takes. Default 15 s.
    pub lease: Duration,
    /// A service that has not answered anything for this long while it was asked is called slow. Default 4 s.
    pub slow: Duration,
    /// What the waits are spread by.
    pub seed: u64,
}

impl Settings {
    /// The defaults for a service and a directory.
    pub fn new(client: ClientConfig, dir: PathBuf) -> Self {
        Self {
            client,
            dir,
            person: None,
            users: Vec::new(),
            clock: system_clock(),
            uptime: Some(system_uptime()),
            zone: local_zone(),
            refresh: Duration::from_mins(1),
            tick: Duration::from_secs(20),
            budget: 120,
            idle_after: Duration::from_mins(10),
            point: POINT,
            retention: Some(Duration::from_hours(2 * 365 * 24)),
            page: 500,
            parallel: 4,
            hold_again: Duration::from_secs(10),
            pace: MARK_PACE,
            retry_base: Duration::from_millis(500),
            retry_cap: Duration::from_mins(5),
            stale: Duration::from_mins(5),
            lease: Duration::from_secs(15),
            slow: Duration::from_secs(4),
            seed: uuid::Uuid::new_v4().as_u64_pair().0,
        }
    }

    /// By which clock moments are told.
    pub(super) fn anchoring(&self) -> Option<Anchoring> {
        let (clock, uptime) = (self.clock.clone(), self.uptime.clone()?);
        Some(Arc::new(move || {
            let (now, uptime) = together(&*clock, &*uptime);
            Anchor::of(now, &uptime)
        }))
    }

    /// Who writes: the entity is learned from the token.
    pub fn identity(&self) -> Identity {
        let user = self.client.delegated_user.as_ref().map(|user| user.id.as_str());
        Identity::new(self.client.base_url.as_str(), &self.client.key_id, user)
    }
}

impl std::fmt::Debug for Settings {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Settings")
            .field("client", &self.client)
            .field("dir", &self.dir)
            .finish_non_exhaustive()
    }
}
