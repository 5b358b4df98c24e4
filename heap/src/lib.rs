//! What only `unsafe` code can tell the system: what the allocator of the C library keeps and gives back, and how a process
//! [starts](start). Where the allocator is another one, nothing is done.
//!
//! glibc keeps what is freed in arenas, one for each of the first threads, and gives back the free end of each alone: what
//! a reading of everything took stays resident in as many places as threads had a part in it.

pub mod start;

#[cfg(all(target_os = "linux", target_env = "gnu"))]
use self::glibc as system;
#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
use self::other as system;

/// One arena: what one thread has freed is there for the next, instead of being asked for anew. Each thread keeps some small
/// blocks at hand, so that they seldom wait for each other: a reading of everything takes no longer.
const ARENAS: i32 = 1;
/// The free end of an arena that is kept, in bytes. The shapes of a frame are some megabytes that go when it is drawn; where
/// these are given back, each frame asks for them again and waits while they are cleared: a third of what a frame costs.
const KEPT: i32 = 4 << 20;
/// From this many bytes on a block has pages of its own, which go when it is freed. The greatest of a frame is smaller.
const OWN_PAGES: i32 = 1 << 20;
/// The same for a process that reads everything and ends: whatever one page of the list has left is there for the next.
const KEPT_TO_THE_END: i32 = 256 << 20;
/// No page of the list has pages of its own.
const NO_OWN_PAGES: i32 = 4 << 20;
/// By how much an arena grows at once, in bytes.
const STEP: i32 = 16 << 20;

/// Sets how much a window keeps for its next frame, and that its threads share what they free. First of all in `main`, while
/// there is one thread. Returns whether the allocator took all of it.
pub fn keep_for_frames() -> bool {
    system::set(&[
        (Setting::Arenas, ARENAS),
        (Setting::Kept, KEPT),
        (Setting::OwnPages, OWN_PAGES),
    ])
}

/// Sets that nothing is given back before the process ends, for a command that reads everything: asking for the same memory
/// again for each page of the list is a quarter of its page faults. First of all, while there is one thread. Returns whether the
/// allocator took all of it.
pub fn keep_to_the_end() -> bool {
    system::set(&[
        (Setting::Arenas, ARENAS),
        (Setting::Kept, KEPT_TO_THE_END),
        (Setting::OwnPages, NO_OWN_PAGES),
        (Setting::Step, STEP),
    ])
}

/// Gives every free page of the heap back to the system. It takes some milliseconds, in which other threads may wait for
/// memory: after work that took much of it, not during it. Returns whether anything was given back.
pub fn give_back() -> bool {
    system::trim()
}

/// What can be set.
#[derive(Clone, Copy)]
enum Setting {
    /// How many arenas there are at the most.
    Arenas,
    /// How much of the free end of one is kept, in bytes.
    Kept,
    /// From how many bytes on a block has pages of its own.
    OwnPages,
    /// By how many bytes an arena grows beyond what is asked of it.
    Step,
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    use super::Setting;

    #[expect(unsafe_code, reason = "mallopt(3) is a function of C")]
    pub(crate) fn set(settings: &[(Setting, i32)]) -> bool {
        // Each is set, whether or not the one before was taken.
        let refused = settings.iter().filter(|(what, to)| {
            let what = match what {
                Setting::Arenas => libc::M_ARENA_MAX,
                Setting::Kept => libc::M_TRIM_THRESHOLD,
                Setting::OwnPages => libc::M_MMAP_THRESHOLD,
                Setting::Step => libc::M_TOP_PAD,
            };
            // SAFETY: it takes two numbers, locks what it changes, and refuses what it does not know.
            unsafe { libc::mallopt(what, *to) != 1 }
        });
        refused.count() == 0
    }

    #[expect(unsafe_code, reason = "malloc_trim(3) is a function of C")]
    pub(crate) fn trim() -> bool {
        // SAFETY: it takes a number, locks each arena while it looks through it, and touches free pages alone.
        unsafe { libc::malloc_trim(0) == 1 }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod other {
    use super::Setting;

    pub(crate) fn set(_settings: &[(Setting, i32)]) -> bool {
        true
    }

    pub(crate) fn trim() -> bool {
        false
    }
}
