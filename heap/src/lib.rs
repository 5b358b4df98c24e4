//! Process settings that need `unsafe` code: the glibc allocator and the [process start](start).
//!
//! With another allocator, the functions for memory do nothing. glibc keeps freed memory in arenas, one for each of
//! the first threads, and returns only the free end of each. After a full sync, freed memory therefore stays resident
//! in as many arenas as threads took part.

pub mod start;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use self::glibc as system;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
use self::other as system;

/// The number of arenas: with one, memory freed by one thread is reused by the next.
///
/// Each thread caches some small blocks, so threads seldom wait for each other. A full sync takes no longer.
const ARENAS: i32 = 1;
/// The free end of an arena that the allocator keeps, in bytes.
///
/// The shapes of a frame take some megabytes, which are freed after drawing. If they were returned to the system, each
/// frame would request them again and wait while they are cleared: a third of a frame's cost.
const TRIM_THRESHOLD: i32 = 4 << 20;
/// The size in bytes from which a block gets its own pages.
///
/// Such pages are returned when the block is freed. The largest block of a frame is smaller.
const MMAP_THRESHOLD: i32 = 1 << 20;
/// `TRIM_THRESHOLD` for a process that runs a full sync and ends: each page of deals reuses the last one's memory.
const BATCH_TRIM_THRESHOLD: i32 = 256 << 20;
/// `MMAP_THRESHOLD` for such a process: larger than any page of deals.
const BATCH_MMAP_THRESHOLD: i32 = 4 << 20;
/// The step by which an arena grows, in bytes.
const TOP_PAD: i32 = 16 << 20;

/// Keeps a frame's memory for the next frame and shares one arena between threads.
///
/// Call it first in `main`, while there is one thread. Returns whether the allocator accepted every setting.
pub fn tune_for_gui() -> bool {
    system::set(&[
        (MallocOption::Arenas, ARENAS),
        (MallocOption::TrimThreshold, TRIM_THRESHOLD),
        (MallocOption::MmapThreshold, MMAP_THRESHOLD),
    ])
}

/// Keeps all memory until the process ends, for a command that runs a full sync.
///
/// Requesting memory again for each page of deals causes a quarter of the page faults. Call it first in `main`, while
/// there is one thread. Returns whether the allocator accepted every setting.
pub fn tune_for_batch() -> bool {
    system::set(&[
        (MallocOption::Arenas, ARENAS),
        (MallocOption::TrimThreshold, BATCH_TRIM_THRESHOLD),
        (MallocOption::MmapThreshold, BATCH_MMAP_THRESHOLD),
        (MallocOption::TopPad, TOP_PAD),
    ])
}

/// Returns every free page of the heap to the system; returns whether there was one.
///
/// It takes some milliseconds, in which other threads may wait for memory. Call it after memory-intensive work, not
/// during it.
pub fn release_free_memory() -> bool {
    system::trim()
}

/// An allocator setting.
#[derive(Clone, Copy)]
enum MallocOption {
    /// The maximum number of arenas.
    Arenas,
    /// The free end of an arena that is kept, in bytes.
    TrimThreshold,
    /// The size in bytes from which a block gets its own pages.
    MmapThreshold,
    /// The bytes by which an arena grows beyond a request.
    TopPad,
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    use super::MallocOption;

    #[expect(unsafe_code, reason = "mallopt(3) is a function of C")]
    pub(crate) fn set(settings: &[(MallocOption, i32)]) -> bool {
        // `filter` applies every setting, even after one was rejected.
        let rejected = settings.iter().filter(|(param, value)| {
            let param = match param {
                MallocOption::Arenas => libc::M_ARENA_MAX,
                MallocOption::TrimThreshold => libc::M_TRIM_THRESHOLD,
                MallocOption::MmapThreshold => libc::M_MMAP_THRESHOLD,
                MallocOption::TopPad => libc::M_TOP_PAD,
            };
            // SAFETY: `mallopt` takes two numbers, locks the state it changes, and rejects unknown settings.
            unsafe { libc::mallopt(param, *value) != 1 }
        });
        rejected.count() == 0
    }

    #[expect(unsafe_code, reason = "malloc_trim(3) is a function of C")]
    pub(crate) fn trim() -> bool {
        // SAFETY: `malloc_trim` takes a number, locks each arena while scanning it, and touches only free pages.
        unsafe { libc::malloc_trim(0) == 1 }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod other {
    use super::MallocOption;

    pub(crate) fn set(_settings: &[(MallocOption, i32)]) -> bool {
        true
    }

    pub(crate) fn trim() -> bool {
        false
    }
}
