//! Processor time for benches, unaffected by other load on the machine.

use std::time::Duration;

/// Returns the time since the first call, because the system reports no processor time.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(now.tv_sec.unsigned_abs(), u32::try_from(now.tv_nsec).unwrap_or_default())
}

/// Returns the time since the first call, because the system reports no processor time.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}
