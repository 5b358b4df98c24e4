//! The sandbox's settings. Every default is documented here and nowhere else.

use std::{fmt, net::IpAddr, path::PathBuf, str::FromStr};

use jiff::{SignedDuration, Timestamp};

use crate::{Fault, ParseError, Secret, SpecGaps};

/// The variant of the service that the sandbox simulates.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub enum ServiceProfile {
    /// The operations and fields that the contract documents; everything else is 404.
    Strict,
    /// Also the routes that the contract only names, plus lists, taxonomies, `kpi_snapshot` and dates.
    #[default]
    Extended,
    /// The extended service with seeded faults, unknown codes and fields, and a rate limit.
    Hostile,
}

impl ServiceProfile {
    /// Returns the profile's name on the command line.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Strict => "strict",
            Self::Extended => "extended",
            Self::Hostile => "hostile",
        }
    }
}

impl fmt::Display for ServiceProfile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for ServiceProfile {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        [Self::Strict, Self::Extended, Self::Hostile]
            .into_iter()
            .find(|profile| profile.as_str() == text)
            .ok_or_else(|| ParseError(format!("`{text}` is not a profile. Use strict, extended or hostile")))
    }
}

/// The configuration of a sandbox. `Config::default()` is a complete service without faults.
#[derive(Debug, Clone)]
pub struct Config {
    /// The port on 127.0.0.1; 0 takes any free port. Default 0.
    pub port: u16,
    /// The number of deals in a new data set. Default 240.
    pub deals: u32,
    /// The seed of the generated data: the same seed and clock give the same bytes. Default 1.
    pub seed: u64,
    /// The variant of the service. Default [`ServiceProfile::Extended`].
    pub profile: ServiceProfile,
    /// A SQLite file that stores the service's state between runs; `None` stores it in memory. If the file already
    /// contains a state, `deals` and `seed` are ignored.
    pub data: Option<PathBuf>,
    /// The public identifier of the one API key; generated when `None`.
    pub key_id: Option<String>,
    /// The raw secret of the key; generated when `None`.
    pub secret: Option<Secret>,
    /// The key's scopes, `deals:read` or `deals:*`; `None` grants all.
    pub scopes: Option<Vec<String>>,
    /// The key's user allowlist. `None` allows the sample users; an empty list responses 403 for every user.
    pub users: Option<Vec<String>>,
    /// The key's capabilities; `None` grants all.
    pub capabilities: Option<Vec<String>>,
    /// The identifiers of the operations the key may call; `None` allows all.
    pub allowed_routes: Option<Vec<String>>,
    /// The addresses the key may call from; `None` allows all.
    pub allowed_ips: Option<Vec<IpAddr>>,
    /// The lifetime of a bearer in seconds. Default 900.
    pub token_lifetime: u64,
    /// The accepted clock difference of a token exchange's timestamp, in seconds. Default 300.
    pub clock_skew: u64,
    /// Requests per second above which 429 is answered; 0 is off. The default depends on the profile: 20 in
    /// [`ServiceProfile::Hostile`], otherwise off.
    pub rate_limit: Option<u32>,
    /// True if simulated users move deals and create notifications. Default `false`.
    pub live: bool,
    /// The pause between two actions of simulated users when `live`. Default 5 s.
    pub live_pause: SignedDuration,
    /// A fixed clock, which moves only through [`crate::Sandbox::set_now`]; `None` is the system's clock.
    pub now: Option<Timestamp>,
    /// Faults that are active from the start.
    pub faults: Vec<Fault>,
    /// The service's choices on points that the contract leaves open.
    pub spec_gaps: SpecGaps,
}

impl Default for Config {
    fn default() -> Self {
        Self {
            port: 0,
            deals: 240,
            seed: 1,
            profile: ServiceProfile::default(),
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
            spec_gaps: SpecGaps::default(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profile_names_round_trip() {
        for profile in [ServiceProfile::Strict, ServiceProfile::Extended, ServiceProfile::Hostile] {
            assert_eq!(profile.to_string().parse(), Ok(profile));
        }
        assert!(
            "Strict"
                .parse::<ServiceProfile>()
                .unwrap_err()
                .to_string()
                .contains("strict, extended or hostile")
        );
    }
}
