//! Configuration of an engine. Every delay of the engine is a field here.

use crate::model::effect::MARK_READ_INTERVAL;
use std::path::PathBuf;
use std::time::Duration;

use jiff::tz::TimeZone;

use crate::client::ClientConfig;
use crate::contract::ids::UserId;
use crate::local_zone::local_zone;
use crate::model::identity::Identity;
use crate::model::rule::RuleConfig;

use super::clock::{EngineClock, system_clock};

/// Default interval to which series older than a day are thinned.
pub const SERIES_INTERVAL: Duration = Duration::from_mins(15);

/// The configuration of an [`Engine`](crate::engine::Engine).
#[derive(Clone)]
pub struct Settings {
    /// Server address and credentials.
    pub client: ClientConfig,
    /// The directory of the profile ([`profile_dir`](crate::store::profile_dir)).
    pub dir: PathBuf,
    /// Directory of the key's own profile, if this profile is a delegated user's. It stores the user's personal
    /// settings. Default none.
    pub user_dir: Option<PathBuf>,
    /// Delegated users that the configuration names for this key. Default none.
    pub users: Vec<UserId>,
    /// Source of timestamps.
    pub clock: EngineClock,
    /// Time zone in which a date from the server begins.
    pub zone: TimeZone,
    /// Interval of the full sync while the counts do not change. Default 60 s; larger pipelines sync less often, within
    /// the request budget.
    pub sync_interval: Duration,
    /// Interval of the count poll, a cheap check for changes. Default 20 s.
    pub count_interval: Duration,
    /// Average number of background requests allowed per minute. Default 120.
    pub budget: u32,
    /// Time without effects after which the user counts as idle and polling slows down. Default 10 min.
    pub idle_after: Duration,
    /// Interval to which series older than a day are thinned. Default 15 min.
    pub series_interval: Duration,
    /// Retention period of the history and the journal. Default two years; `None` keeps them for ever.
    pub retention: Option<Duration>,
    /// Requested page size; the server may send fewer records. Default 500.
    pub page_size: u64,
    /// Maximum number of concurrent requests of one kind. Default 4.
    pub parallel: usize,
    /// New undo window at the start for writes that the last run left in theirs. Default 10 s.
    pub restart_undo_delay: Duration,
    /// Minimum time between two requests that mark notifications. Default [`MARK_READ_INTERVAL`].
    pub mark_interval: Duration,
    /// Maximum first retry delay after a failure; it doubles with each further failure. Default 500 ms.
    pub retry_base: Duration,
    /// Maximum retry delay after a failure. Default 5 min.
    pub retry_cap: Duration,
    /// Duration of the send lease without renewal. The engine renews it while it sends, so it may be shorter than a
    /// request. Default 15 s.
    pub lease: Duration,
    /// Time without any response after which the server counts as slow. Default 4 s.
    pub slow_after: Duration,
    /// Seed of the retry jitter.
    pub seed: u64,
    /// Rules of the configuration. Default none.
    pub rules: RuleConfig,
}

impl Settings {
    /// Returns the defaults for a server and a directory.
    pub fn new(client: ClientConfig, dir: PathBuf) -> Self {
        Self {
            client,
            dir,
            user_dir: None,
            users: Vec::new(),
            clock: system_clock(),
            zone: local_zone(),
            sync_interval: Duration::from_mins(1),
            count_interval: Duration::from_secs(20),
            budget: 120,
            idle_after: Duration::from_mins(10),
            series_interval: SERIES_INTERVAL,
            retention: Some(Duration::from_hours(2 * 365 * 24)),
            page_size: 500,
            parallel: 4,
            restart_undo_delay: Duration::from_secs(10),
            mark_interval: MARK_READ_INTERVAL,
            retry_base: Duration::from_millis(500),
            retry_cap: Duration::from_mins(5),
            lease: Duration::from_secs(15),
            slow_after: Duration::from_secs(4),
            seed: crate::host::uuid().as_u64_pair().0,
            rules: RuleConfig::default(),
        }
    }

    /// Returns the identity that writes; its entity comes from the token.
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
