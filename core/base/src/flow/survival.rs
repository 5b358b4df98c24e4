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

/// Durations of which only ranges are known: shortest and longest length in seconds.
#[derive(Debug, Default)]
pub struct Ranges {
    /// Those that ended.
    pub ended: Vec<(i64, i64)>,
    /// Those that had not ended by the last observation.
    pub censored: Vec<(i64, i64)>,
}

impl Ranges {
    /// Returns for each share the least and the greatest quantile of all durations within the ranges.
    ///
    /// Not all shortest or longest durations give them: a duration that ends later has fewer others at risk. For each
    /// time, the share that survives is least if as many as possible have ended, as late as possible, and censored ones
    /// left early; it is greatest if as few as possible have ended, as early as possible, and censored ones left late.
    pub fn bounds<const N: usize>(mut self, shares: [f64; N]) -> [[Option<i64>; 2]; N] {
        self.ended.sort_unstable();
        let sorted = |ranges: &[(i64, i64)], side: fn(&(i64, i64)) -> i64| {
            let mut lengths: Vec<i64> = ranges.iter().map(side).collect();
            lengths.sort_unstable();
            lengths
        };
        let [shortest, longest] = [|range: &(i64, i64)| range.0, |range: &(i64, i64)| range.1];
        let [mins, maxes] = [shortest, longest].map(|side| sorted(&self.ended, side));
        let [early, late] = [shortest, longest].map(|side| sorted(&self.censored, side));
        let [if_late, if_early] = [surviving(&maxes, &early), surviving(&mins, &late)];
        let least = |time: i64| {
            let over = maxes.partition_point(|max| *max < time);
            let ending = mins.partition_point(|min| *min <= time) - over;
            let at_risk = mins.len() - over + from(&early, time);
            if_late[over] * (1.0 - ending as f64 / at_risk.max(1) as f64)
        };
        let longest_so_far = |so_far: &mut i64, (_, max): &(i64, i64)| {
            *so_far = (*so_far).max(*max);
            Some(*so_far)
        };
        let longest_before: Vec<i64> = self.ended.iter().scan(0, longest_so_far).collect();
        let greatest = |time: i64| {
            // Up to the first one that may not have ended, all have.
            let mut over = longest_before.partition_point(|max| *max <= time);
            let mut share = if_early[over];
            for (min, max) in self.ended[over..].iter().take_while(|(min, _)| *min <= time) {
                if *max <= time {
                    share *= 1.0 - 1.0 / (mins.len() - over + from(&late, *min)) as f64;
                    over += 1;
                }
            }
            share
        };
        let end = maxes.last().copied().unwrap_or(-1);
        shares.map(|share| [first_time(end, share, least), first_time(end, share, greatest)])
    }
}

/// Returns the number of sorted lengths that are at least `time`.
fn from(lengths: &[i64], time: i64) -> usize {
    lengths.len() - lengths.partition_point(|length| *length < time)
}

/// Returns the surviving share after each number of ends. Both lists are sorted.
fn surviving(ended: &[i64], censored: &[i64]) -> Vec<f64> {
    let (mut share, mut left) = (1.0, 0);
    let ends = ended.iter().enumerate().map(|(over, length)| {
        left += censored[left..].iter().take_while(|censored| *censored < length).count();
        share *= 1.0 - 1.0 / (ended.len() - over + censored.len() - left) as f64;
        share
    });
    std::iter::once(1.0).chain(ends).collect()
}

/// Returns the first time up to `end` at which at most the rest survives.
fn first_time(end: i64, share: f64, surviving: impl Fn(i64) -> f64) -> Option<i64> {
    let (mut low, mut high) = (0, end + 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if surviving(middle) <= 1.0 - share + TOLERANCE {
            high = middle;
        } else {
            low = middle + 1;
        }
    }
    (low <= end).then_some(low)
}
