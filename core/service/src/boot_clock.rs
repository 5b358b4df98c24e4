//! Time since this machine started, including sleep, for measuring waits.
//!
//! Waits measured by it do not change when the wall clock is set. Stored timestamps use the wall clock, because users
//! read them and processes share them. An [`Anchor`] is stored beside them: the machine start they belong to, and the
//! wall-clock time of that start. If a later anchor of the same start differs, the clock was set by the difference, and
//! the timestamps move by it. After another start the difference is unknown. The code then limits a wait to its longest
//! possible length.

use std::sync::{Arc, OnceLock};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};

/// Largest difference that is not a clock change: clocks are read in turn, and may be slewed.
const CLOCK_TOLERANCE: SignedDuration = SignedDuration::from_secs(1);

/// An uptime reading: the machine start and the time since then.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uptime {
    boot_id: Arc<str>,
    up: Duration,
}

/// Function that reads the uptime.
pub type UptimeSource = Arc<dyn Fn() -> Uptime + Send + Sync>;

/// Function that reads clock and uptime together as an anchor.
pub type AnchorReader = Arc<dyn Fn() -> Anchor + Send + Sync>;

/// Returns the uptime source of this machine.
pub fn system_uptime() -> UptimeSource {
    Arc::new(Uptime::now)
}

/// Reads `clock` and `uptime` together. Reads both again if the process was suspended between the readings.
pub fn read_together(clock: impl Fn() -> Timestamp, uptime: impl Fn() -> Uptime) -> (Timestamp, Uptime) {
    loop {
        let (before, now, after) = (uptime(), clock(), uptime());
        if before.boot_id != after.boot_id || after.up.saturating_sub(before.up) < Duration::from_millis(200)
        {
            return (now, after);
        }
    }
}

/// Returns the clock and the uptime of this machine.
pub fn now() -> (Timestamp, Uptime) {
    read_together(Timestamp::now, Uptime::now)
}

impl Uptime {
    /// Creates a reading of `up` after the start called `boot`.
    pub fn new(boot: &str, up: Duration) -> Self {
        Self { boot_id: boot.into(), up }
    }

    /// Reads the uptime of this machine.
    ///
    /// If the system does not report it, the start of this process is used. Such readings are comparable only within
    /// this process.
    pub fn now() -> Self {
        static BOOT: OnceLock<Option<Arc<str>>> = OnceLock::new();
        static PROCESS_BOOT: OnceLock<(Arc<str>, Instant)> = OnceLock::new();
        let reading = BOOT.get_or_init(system_boot_id).clone().zip(system_uptime_now());
        let (boot_id, up) = reading.unwrap_or_else(|| {
            let (boot_id, started_at) =
                PROCESS_BOOT.get_or_init(|| (uuid::Uuid::new_v4().to_string().into(), Instant::now()));
            (boot_id.clone(), started_at.elapsed())
        });
        Self { boot_id, up }
    }

    /// Returns the identifier of the machine start.
    pub fn boot_id(&self) -> &str {
        &self.boot_id
    }

    /// Returns the time since the machine start.
    pub fn since_boot(&self) -> Duration {
        self.up
    }
}

/// Returns the kernel's boot identifier and time namespace.
#[cfg(target_os = "linux")]
fn system_boot_id() -> Option<Arc<str>> {
    let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").ok()?;
    let zone = std::fs::read_link("/proc/self/ns/time").unwrap_or_default();
    Some(format!("{} {}", id.trim(), zone.display()).into())
}

/// Returns the time since the start, including time asleep.
#[cfg(target_os = "linux")]
fn system_uptime_now() -> Option<Duration> {
    Duration::try_from(rustix::time::clock_gettime(rustix::time::ClockId::Boottime)).ok()
}

#[cfg(not(target_os = "linux"))]
fn system_boot_id() -> Option<Arc<str>> {
    None
}

#[cfg(not(target_os = "linux"))]
fn system_uptime_now() -> Option<Duration> {
    None
}

/// Wall-clock time of the machine start; changes only when the clock is set.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Anchor {
    /// Identifier of the machine start.
    pub boot_id: Arc<str>,
    /// Time of the start by the clock as it is set now.
    pub booted_at: Timestamp,
}

impl Anchor {
    /// Returns the anchor that follows from the time `now` and the uptime.
    pub fn from_uptime(now: Timestamp, uptime: &Uptime) -> Self {
        Self {
            boot_id: uptime.boot_id.clone(),
            booted_at: now.saturating_sub(uptime.up).unwrap_or(Timestamp::MIN),
        }
    }

    /// Returns this machine's current anchor.
    pub fn now() -> Self {
        let (now, uptime) = now();
        Self::from_uptime(now, &uptime)
    }

    /// Returns by how much the clock was set since `before`; zero if it was not.
    ///
    /// Returns `None` if the machine was restarted in between, because the difference is then unknown.
    pub fn set_since(&self, before: &Self) -> Option<SignedDuration> {
        if self.boot_id != before.boot_id {
            return None;
        }
        let difference = self.booted_at.duration_since(before.booted_at);
        Some(if difference.abs() <= CLOCK_TOLERANCE { SignedDuration::ZERO } else { difference })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(1_800_000_000 + second).unwrap()
    }

    fn anchor(boot: &str, now: i64, up: u64) -> Anchor {
        Anchor::from_uptime(at(now), &Uptime::new(boot, Duration::from_secs(up)))
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
            // The process was suspended for a minute after the first reading.
            Uptime::new("a", Duration::from_secs(if calls.get() == 1 { 0 } else { 60 }))
        };
        let clock = || at(if calls.get() == 1 { 0 } else { 60 });
        let (now, uptime) = read_together(clock, uptime);
        assert_eq!((now, uptime.since_boot()), (at(60), Duration::from_mins(1)));
    }

    #[test]
    fn the_machine_s_own_goes_on_and_is_of_one_start() {
        let (first, second) = (Uptime::now(), Uptime::now());
        assert_eq!(first.boot_id(), second.boot_id());
        assert!(second.since_boot() >= first.since_boot());
    }
}
