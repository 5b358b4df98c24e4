//! What work has cost: for benches, so that what else the machine does is not counted.

use std::time::Duration;

/// The time that the processor has given to this thread; where the system does not tell, the time since the first call.
#[cfg(unix)]
pub fn spent() -> Duration {
    let now = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::new(
        now.tv_sec.unsigned_abs(),
        u32::try_from(now.tv_nsec).unwrap_or_default(),
    )
}

/// The time that the processor has given to this thread; where the system does not tell, the time since the first call.
#[cfg(not(unix))]
pub fn spent() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}
