//! Random faults of the hostile profile: about one request in eight, drawn from the seed.

use crate::data::rng::Random;

use super::{Compression, FaultKind, ForbiddenBy};

/// Percentage of requests that meet a fault.
const RATE: u64 = 12;

/// The fault sequence of one seed.
#[derive(Debug)]
pub(crate) struct RandomFaults(Random);

impl RandomFaults {
    pub(crate) fn new(seed: u64) -> Self {
        Self(Random::new(seed, "hostility"))
    }

    /// Draws the random fault of the next business request, if any.
    pub(crate) fn next(&mut self) -> Option<FaultKind> {
        if !self.0.percent(RATE) {
            return None;
        }
        Some(match self.0.below(24) {
            0 => FaultKind::DropBeforeCommit,
            1 | 2 => FaultKind::DropAfterCommit,
            3 | 4 => FaultKind::Delay(self.0.below(400)),
            5 => FaultKind::Status(500),
            6 | 7 => FaultKind::Status(503),
            8 => FaultKind::Html502,
            9 => FaultKind::Truncate,
            10 => FaultKind::Reset,
            11 => FaultKind::Drip(self.0.below(20)),
            12 | 13 => FaultKind::Unauthorized,
            14 => FaultKind::RetryAfter(self.0.between(1, 3).to_string()),
            15 => FaultKind::Forbidden(ForbiddenBy::Scope),
            16 => FaultKind::CaptivePortal,
            17 => FaultKind::NewStatus,
            18 => FaultKind::NewField,
            19 => FaultKind::Null("responsable".to_owned()),
            20 => FaultKind::FlipNumbers,
            21 => FaultKind::LongDecimal,
            22 => FaultKind::Duplicate,
            _ => match self.0.below(4) {
                0 => FaultKind::Bomb(Compression::Zstd),
                1 => FaultKind::InvalidUtf8,
                2 => FaultKind::Total(self.0.between(-2, 2)),
                _ => FaultKind::Shift,
            },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn random_faults_depend_only_on_the_seed() {
        let draw = |seed| {
            let mut hostility = RandomFaults::new(seed);
            (0..1_000).map(|_| hostility.next()).collect::<Vec<_>>()
        };
        assert_eq!(draw(1), draw(1));
        assert_ne!(draw(1), draw(2));
        let met = draw(1).iter().flatten().count();
        assert!((80..160).contains(&met), "{met}");
    }
}
