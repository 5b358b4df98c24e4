//! Kaplan–Meier estimate of durations: those that have not ended yet count as long as they were observed.

/// A duration in seconds, and whether it had not ended by the last observation. One number, so that many sort fast.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Duration(i64);

impl Duration {
    /// Creates a duration. At equal lengths, those that ended come first.
    pub fn new(seconds: i64, is_censored: bool) -> Self {
        debug_assert!((0..1 << 62).contains(&seconds));
        Self(seconds << 1 | i64::from(is_censored))
    }

    /// Returns the length in seconds until the end, or until the last observation.
    pub fn seconds(self) -> i64 {
        self.0 >> 1
    }

    /// Returns whether it had not ended by then.
    pub fn is_censored(self) -> bool {
        self.0 & 1 == 1
    }
}

/// Tolerance for a share that is a product of fractions.
const TOLERANCE: f64 = 1e-9;

/// Returns for each share the length after which at most the rest continues; `None` where too few have ended.
///
/// The shares ascend.
pub fn quantiles<const N: usize>(durations: &mut [Duration], shares: [f64; N]) -> [Option<i64>; N] {
    durations.sort_unstable();
    let (mut lengths, mut next) = ([None; N], 0);
    let mut surviving = 1.0;
    let mut at_risk = durations.len();
    for tied in durations.chunk_by(|one, other| one.seconds() == other.seconds()) {
        let ended = tied.partition_point(|duration| !duration.is_censored());
        if ended > 0 {
            surviving *= 1.0 - ended as f64 / at_risk as f64;
            while shares.get(next).is_some_and(|share| surviving <= 1.0 - share + TOLERANCE) {
                lengths[next] = tied.first().map(|duration| duration.seconds());
                next += 1;
            }
            if next == N {
                break;
            }
        }
        at_risk -= tied.len();
    }
    lengths
}
