//! What the allocator of the C library keeps, and when it gives it back: the one crate with `unsafe`, which is two calls of
//! that library. They take numbers and no pointer. Where the allocator is another one, nothing is done.
//!
//! glibc keeps what is freed in arenas, one for each of the first threads, and gives back the free end of each alone: what
//! a reading of everything took stays resident in as many places as threads had a part in it.

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

/// Sets how much a window keeps for its next frame, and that its threads share what they free. First of all in `main`, while
/// there is one thread. Returns whether the allocator took all of it.
pub fn keep_for_frames() -> bool {
    system::set(ARENAS, KEPT, OWN_PAGES)
}

/// Gives every free page of the heap back to the system. It takes some milliseconds, in which other threads may wait for
/// memory: after work that took much of it, not during it. Returns whether anything was given back.
pub fn give_back() -> bool {
    system::trim()
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
mod glibc {
    #[expect(unsafe_code, reason = "mallopt(3) is a function of C")]
    pub(crate) fn set(arenas: i32, kept: i32, own_pages: i32) -> bool {
        [
            (libc::M_ARENA_MAX, arenas),
            (libc::M_TRIM_THRESHOLD, kept),
            (libc::M_MMAP_THRESHOLD, own_pages),
        ]
        .into_iter()
        .map(|(what, to)| {
            // SAFETY: it takes two numbers, locks what it changes, and refuses what it does not know.
            unsafe { libc::mallopt(what, to) }
        })
        .all(|taken| taken == 1)
    }

    #[expect(unsafe_code, reason = "malloc_trim(3) is a function of C")]
    pub(crate) fn trim() -> bool {
        // SAFETY: it takes a number, locks each arena while it looks through it, and touches free pages alone.
        unsafe { libc::malloc_trim(0) == 1 }
    }
}

#[cfg(not(all(target_os = "linux", target_env = "gnu")))]
mod other {
    pub(crate) fn set(_arenas: i32, _kept: i32, _own_pages: i32) -> bool {
        true
    }

    pub(crate) fn trim() -> bool {
        false
    }
}
