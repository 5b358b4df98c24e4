//! How long this machine has been up, sleep counted: what waits are measured by, whatever is done to the clock on the
//! wall.
//!
//! Moments are told and kept by the clock on the wall, because people read them and programs share them. Beside them
//! stands an [`Anchor`]: which start of the machine they belong to, and what the clock said at that start. Whoever finds
//! another anchor of the same start knows by how much the clock was set in between, and moves its moments along. After
//! another start nothing is known, and a moment is bounded by the longest wait it may mean.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

/// Differences up to this are the grain of two clocks that are read one after the other, and of one that is slewed.
const GRAIN: SignedDuration = SignedDuration::from_secs(1);

/// A reading: which start of the machine, and how long ago that was.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptime {
    boot: Arc<str>,
    up: Duration,
}

/// Where readings come from.
pub type UptimeSource = Arc<dyn Fn() -> Uptime + Send + Sync>;

/// What gives an anchor: clock and uptime, read together.
pub type Anchoring = Arc<dyn Fn() -> Anchor + Send + Sync>;

/// This machine's.
pub fn system_uptime() -> UptimeSource {
    Arc::new(Uptime::now)
}

/// What `clock` and `uptime` say at one moment: a program that was stopped between the two reads both again.
pub fn together(clock: impl Fn() -> Timestamp, uptime: impl Fn() -> Uptime) -> (Timestamp, Uptime) {
    loop {
        let (before, now, after) = (uptime(), clock(), uptime());
        if before.boot != after.boot || after.up.saturating_sub(before.up) < Duration::from_millis(200) {
            return (now, after);
        }
    }
}

/// What this machine says now.
pub fn now() -> (Timestamp, Uptime) {
    together(Timestamp::now, Uptime::now)
}

impl Uptime {
    /// `up` after the start called `boot`.
    pub fn new(boot: &str, up: Duration) -> Self {
        Self {
            boot: boot.into(),
            up,
        }
    }

    /// What this machine says. Where it does not say it, the start of this program stands for its own: such a reading
    /// can be compared within this program alone.
    pub fn now() -> Self {
        static BOOT: OnceLock<Option<Arc<str>>> = OnceLock::new();
        static OWN: OnceLock<(Arc<str>, Instant)> = OnceLock::new();
        let told = BOOT.get_or_init(boot).clone().zip(up());
        let (boot, up) = told.unwrap_or_else(|| {
            let (own, begun) = OWN.get_or_init(|| (uuid::Uuid::new_v4().to_string().into(), Instant::now()));
            (own.clone(), begun.elapsed())
        });
        Self { boot, up }
    }

    /// Which start of the machine.
    pub fn boot(&self) -> &str {
        &self.boot
    }

    /// How long ago that was.
    pub fn up(&self) -> Duration {
        self.up
    }
}

/// The name of the machine's start, and the zone in which it counts its time.
#[cfg(target_os = "linux")]
fn boot() -> Option<Arc<str>> {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let zone = std::fs::read_link("/proc/self/ns/time").unwrap_or_default();
    Some(format!("{} {}", id.trim(), zone.display()).into())
}

/// The time since the start, with the time asleep.
#[cfg(target_os = "linux")]
fn up() -> Option<Duration> {
    Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::Boottime)).ok()
}

#[cfg(not(target_os = "linux"))]
fn boot() -> Option<Arc<str>> {
    None
}

#[cfg(not(target_os = "linux"))]
fn up() -> Option<Duration> {
    None
}

/// What the clock on the wall said when the machine started: it changes when the clock is set, and at no other time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Which start.
    pub boot: Arc<str>,
    /// What the clock, as it is set now, would have said then.
    pub zero: Timestamp,
}

impl Anchor {
    /// The one by which it is `now`.
    pub fn of(now: Timestamp, uptime: &Uptime) -> Self {
        Self {
            boot: uptime.boot.clone(),
            zero: now.saturating_sub(uptime.up).unwrap_or(Timestamp::MIN),
        }
    }

    /// This machine's, now.
    pub fn now() -> Self {
        let (now, uptime) = now();
        Self::of(now, &uptime)
    }

    /// By how much the clock was set since `before`, nothing where it was not; `None` where the machine was started in
    /// between, so that it cannot be known.
    pub fn set_since(&self, before: &Self) -> Option<SignedDuration> {
        if self.boot != before.boot {
            return None;
        }
        let by = self.zero.duration_since(before.zero);
        Some(if by.abs() <= GRAIN {
            SignedDuration::ZERO
        } else {
            by
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn anchor(boot: &str, now: i64, up: u64) -> Anchor {
        Anchor::of(at(now), &Uptime::new(boot, Duration::from_secs(up)))
    }

    #[test]
    fn a_clock_that_was_set_is_told_from_time_that_went_by() {
        let before = anchor("a", 0, 100);
        let by = |after: Anchor| after.set_since(&before).map(|by| by.as_secs());
        assert_eq!(by(anchor("a", 86_400, 86_500)), Some(0), "a day asleep");
        assert_eq!(by(anchor("a", 11, 110)), Some(0), "the grain of the clocks");
        assert_eq!(by(anchor("a", 86_410, 110)), Some(86_400));
        assert_eq!(by(anchor("a", -290, 110)), Some(-300));
        assert_eq!(by(anchor("b", 10, 110)), None);
    }

    #[test]
    fn a_program_that_was_stopped_in_between_reads_both_again() {
        let calls = std::cell::Cell::new(0);
        let uptime = || {
            calls.set(calls.get() + 1);
            // Stopped for a minute after the first look.
            Uptime::new("a", Duration::from_secs(if calls.get() == 1 { 0 } else { 60 }))
        };
        let clock = || at(if calls.get() == 1 { 0 } else { 60 });
        let (now, uptime) = together(clock, uptime);
        assert_eq!((now, uptime.up()), (at(60), Duration::from_mins(1)));
    }

    #[test]
    fn the_machine_s_own_goes_on_and_is_of_one_start() {
        let (first, second) = (Uptime::now(), Uptime::now());
        assert_eq!(first.boot(), second.boot());
        assert!(second.up() >= first.up());
    }
}
