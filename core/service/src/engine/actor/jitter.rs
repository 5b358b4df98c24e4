//! Random delays, so that clients do not retry in step. They are seeded, so tests are reproducible.

use std::time::Duration;

/// A small random generator (`SplitMix64`), suitable only for spreading delays.
#[derive(Clone, Debug)]
pub(in crate::engine) struct Jitter(u64);

impl Jitter {
    pub(in crate::engine) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number from 0 up to, not including, 1.
    fn unit(&mut self) -> f64 {
        (self.next() >> 11) as f64 / (1_u64 << 53) as f64
    }

    /// Returns `span`, up to a tenth shorter or longer.
    pub(in crate::engine) fn spread(&mut self, span: Duration) -> Duration {
        span.mul_f64(0.9 + 0.2 * self.unit())
    }

    /// Returns the delay before attempt `attempt` (the first is 1). It is full jitter over a span that doubles, up to
    /// `cap`.
    pub(in crate::engine) fn backoff(&mut self, attempt: u32, base: Duration, cap: Duration) -> Duration {
        let doubled = base.saturating_mul(1_u32.checked_shl(attempt.clamp(1, 31)).unwrap_or(u32::MAX));
        // Never zero: an attempt that fails at once must not spin.
        doubled.min(cap).mul_f64(self.unit()).max(base.min(cap) / 4)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoff_and_jitter_stay_within_bounds() {
        let mut jitter = Jitter::new(7);
        let (base, cap) = (Duration::from_millis(500), Duration::from_mins(5));
        for attempt in 1..60 {
            let wait = jitter.backoff(attempt, base, cap);
            assert!(wait >= base / 4 && wait <= cap, "{attempt}: {wait:?}");
            let spread = jitter.spread(Duration::from_secs(10));
            assert!(spread >= Duration::from_secs(9) && spread <= Duration::from_secs(11));
        }
        assert!((0..50).any(|_| jitter.backoff(30, base, cap) > cap / 2));
    }

    #[test]
    fn same_seed_gives_the_same_delays() {
        let waits = |seed| {
            let mut jitter = Jitter::new(seed);
            [(); 5].map(|()| jitter.spread(Duration::from_secs(1)))
        };
        assert_eq!(waits(1), waits(1));
        assert_ne!(waits(1), waits(2));
    }
}
