//! Deterministic pseudo-random numbers: one seed gives one sequence on every platform.
//!
//! Only integer operations and the four exact floating-point operations are used. A system's `ln` or `exp` differs in
//! its last bits between platforms and would break "same seed, same bytes".

/// `SplitMix64` (Steele, Lea, Flood 2014): small, fast, and any stream can be started from any seed.
#[derive(Debug, Clone)]
pub(crate) struct Random(u64);

impl Random {
    /// Creates the stream of a seed and a purpose; kinds of records are thus independent.
    pub(crate) fn new(seed: u64, purpose: &str) -> Self {
        let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
        for byte in purpose.bytes() {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
        let mut random = Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ hash);
        random.next();
        random
    }

    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns an integer from 0 to `bound - 1`; 0 if the bound is 0.
    pub(crate) fn below(&mut self, bound: u64) -> u64 {
        // The high half of the product is uniform enough for sample data, and needs no loop.
        ((u128::from(self.next()) * u128::from(bound)) >> 64) as u64
    }

    /// Returns an integer from `low` to `high`, both included.
    pub(crate) fn between(&mut self, low: i64, high: i64) -> i64 {
        low + self.below(high.abs_diff(low) + 1).cast_signed()
    }

    /// Returns true with a probability of `share` percent.
    pub(crate) fn percent(&mut self, share: u64) -> bool {
        self.below(100) < share
    }

    /// Returns a random item of the list.
    ///
    /// # Panics
    /// Panics if the list is empty; the lists of this crate are not.
    pub(crate) fn pick<'a, T>(&mut self, list: &'a [T]) -> &'a T {
        &list[self.below(list.len() as u64) as usize]
    }

    /// Returns a normal value (mean 0, deviation 1): twelve uniform values minus six, never beyond ±6.
    pub(crate) fn normal(&mut self) -> f64 {
        let sum: f64 = (0..12).map(|_| (self.next() >> 11) as f64 / (1_u64 << 53) as f64).sum();
        sum - 6.0
    }

    /// Draws a version 4 UUID.
    pub(crate) fn uuid(&mut self) -> uuid::Uuid {
        let bytes = (u128::from(self.next()) << 64 | u128::from(self.next())).to_be_bytes();
        uuid::Builder::from_random_bytes(bytes).into_uuid()
    }
}

/// Returns e to the power of `x`, by its series: exact operations in a fixed order.
pub(crate) fn exp(x: f64) -> f64 {
    let (mut term, mut sum) = (1.0, 1.0);
    for n in 1..40 {
        term *= x / f64::from(n);
        sum += term;
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_seed_is_a_sequence() {
        let (mut a, mut b) = (Random::new(1, "deals"), Random::new(1, "deals"));
        assert!((0..100).all(|_| a.next() == b.next()));
        assert_ne!(Random::new(1, "deals").next(), Random::new(2, "deals").next());
        assert_ne!(Random::new(1, "deals").next(), Random::new(1, "notes").next());
    }

    #[test]
    fn random_ranges_are_complete_and_uniform() {
        let mut random = Random::new(7, "test");
        let mut seen = [0_u32; 6];
        for _ in 0..6_000 {
            seen[usize::try_from(random.between(-2, 3) + 2).unwrap()] += 1;
        }
        assert!(seen.iter().all(|n| (850..1150).contains(n)), "{seen:?}");
        assert_eq!(random.below(0), 0);
    }

    #[test]
    fn normal_is_centred() {
        let mut random = Random::new(3, "test");
        let values: Vec<f64> = (0..10_000).map(|_| random.normal()).collect();
        let mean = values.iter().sum::<f64>() / 10_000.0;
        let variance = values.iter().map(|v| v * v).sum::<f64>() / 10_000.0;
        assert!(mean.abs() < 0.05 && (variance - 1.0).abs() < 0.05, "{mean} {variance}");
    }

    #[test]
    fn the_series_is_the_exponential() {
        for x in [-4.0_f64, -1.0, 0.0, 0.5, 1.0, 4.0] {
            assert!((exp(x) / x.exp() - 1.0).abs() < 1e-12, "{x}");
        }
    }

    #[test]
    fn uuids_are_version_4() {
        assert_eq!(Random::new(1, "ids").uuid().get_version_num(), 4);
    }
}
