//! What a person may decide about the sandbox. Every default is documented here and nowhere else.

use std::{fmt, net::IpAddr, path::PathBuf, str::FromStr};

use jiff::{SignedDuration, Timestamp};

use crate::{Fault, OpenPoints, ParseError, Secret};

/// Which service the sandbox plays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum Profile {
    /// The operations whose shape the contract states, with the documented fields alone; all else is 404.
    Strict,
    /// Also the routes the contract only names, lists, taxonomies, `kpi_snapshot` and dates.
    #[default]
    Extended,
    /// The extended service on a bad day: seeded faults, unknown codes and fields, a rate limit.
    Hostile,
}

impl Profile {
    /// The word of the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Extended => "extended",
            Self::Hostile => "hostile",
        }
    }
}

impl fmt::Display for Profile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for Profile {
    type Err = ParseError;

    fn from_str(word: &str) -> Result<Self, ParseError> {
        [Self::Strict, Self::Extended, Self::Hostile]
            .into_iter()
            .find(|profile| profile.as_str() == word)
            .ok_or_else(|| {
                ParseError(format!(
                    "`{word}` is no profile: write strict, extended or hostile"
                ))
            })
    }
}

/// How a sandbox is to be started. `Config::default()` is a complete, friendly service.
#[derive(Debug, Clone)]
pub struct Config {
    /// The port of 127.0.0.1; 0 takes any free one. Default 0.
    pub port: u16,
    /// How many deals there are at the start. Default 240.
    pub deals: u32,
    /// Which data: the same seed and the same clock give the same bytes. Default 1.
    pub seed: u64,
    /// Which service. Default [`Profile::Extended`].
    pub profile: Profile,
    /// A SQLite file that keeps the service's state between runs; `None` keeps it in memory.
    /// A file that holds state already is used as it is: `deals` and `seed` apply to a new one.
    pub data: Option<PathBuf>,
    /// The public identifier of the one API key; generated when `None`.
    pub key_id: Option<String>,
    /// The raw secret of the key; generated when `None`.
    pub secret: Option<Secret>,
    /// The key's scopes, `deals:read` or `deals:*`; `None` grants all.
    pub scopes: Option<Vec<String>>,
    /// The key's user allowlist; `None` is the sample users. An empty list is "not filled": 403 for all.
    pub users: Option<Vec<String>>,
    /// The key's capabilities; `None` grants all.
    pub capabilities: Option<Vec<String>>,
    /// The operations the key may call, by identifier; `None` is no restriction.
    pub allowed_routes: Option<Vec<String>>,
    /// The addresses the key may call from; `None` is no restriction.
    pub allowed_ips: Option<Vec<IpAddr>>,
    /// Life of a bearer in seconds. Default 900.
    pub token_lifetime: u64,
    /// How far the timestamp of a token exchange may lie from the service's clock, in seconds. Default 300.
    pub clock_skew: u64,
    /// Requests a second above which 429 is answered; 0 is off. The default is the profile's own: off, and 20 in
    /// [`Profile::Hostile`].
    pub rate_limit: Option<u32>,
    /// Other users act by themselves: deals move, notifications arrive. Default `false`.
    pub live: bool,
    /// How long other users wait between two acts when `live`. Default 5 s.
    pub live_pause: SignedDuration,
    /// A clock that stands still until [`crate::Sandbox::set_now`]; `None` is the system's.
    pub now: Option<Timestamp>,
    /// Faults that are on from the start.
    pub faults: Vec<Fault>,
    /// What the contract leaves open.
    pub open: OpenPoints,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            port: 0,
            deals: 240,
            seed: 1,
            profile: Profile::default(),
            data: None,
            key_id: None,
            secret: None,
            scopes: None,
            users: None,
            capabilities: None,
            allowed_routes: None,
            allowed_ips: None,
            token_lifetime: 900,
            clock_skew: 300,
            rate_limit: None,
            live: false,
            live_pause: SignedDuration::from_secs(5),
            now: None,
            faults: Vec::new(),
            open: OpenPoints::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profiles_read_back_what_they_write() {
        for profile in [Profile::Strict, Profile::Extended, Profile::Hostile] {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        assert!(
            "Strict"
                .parse::<Profile>()
                .unwrap_err()
                .to_string()
                .contains("strict, extended or hostile")
        );
    }
}
