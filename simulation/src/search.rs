//! Planted bugs, which every search must find, and the seeds that failed once.

use std::time::{Duration, Instant};

use encours_core::error::Error;

use crate::simulation::{Options, simulate};

/// A bug planted in the simulation, which it must find.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Canary {
    /// The disk forgets to sync, so a power cut loses what the user was told is safe.
    ForgottenSync,
    /// Each repeated write has a new key, so the server applies it again.
    RenewedKeys,
}

impl Canary {
    /// All canaries.
    pub const ALL: [Self; 2] = [Self::ForgottenSync, Self::RenewedKeys];
}

/// Searches for a planted bug within `limit`; returns the seed that finds it.
///
/// # Errors
/// See [`simulate`].
pub fn find_canary(canary: Canary, limit: Duration) -> Result<Option<u64>, Error> {
    let (began, options) = (Instant::now(), Options { canary: Some(canary), ..Options::default() });
    for seed in 1.. {
        if began.elapsed() > limit {
            break;
        }
        if simulate(seed, &options)?.violation.is_some() {
            return Ok(Some(seed));
        }
    }
    Ok(None)
}

/// Returns the seeds that failed once, each with its number of steps.
pub fn stored_seeds() -> Vec<(u64, u32)> {
    let numbers = |line: &str| {
        let mut numbers = line.split('#').next()?.split_whitespace();
        Some((numbers.next()?.parse().ok()?, numbers.next()?.parse().ok()?))
    };
    include_str!("../failing-seeds.txt").lines().filter_map(numbers).collect()
}
