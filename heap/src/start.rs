//! Prepares a process at its start: secrets leave its environment, and a limit on files fails a write, not the process.

use std::ffi::OsString;

/// Takes variables out of the environment, and clears the memory that held them: children inherit none of them, and nothing
/// shows them beside the process. The value of each; `None` where it is not set.
///
/// First of all in `main`, while there is one thread: another one that reads the environment meanwhile would read what is
/// being taken away.
#[must_use]
pub fn take<const N: usize>(names: [&str; N]) -> [Option<OsString>; N] {
    names.map(system::take)
}

/// Lets a write beyond the limit on the size of files (`ulimit -f`) fail with an error. Without this the system ends the
/// process. Whether that could be set.
pub fn outlive_file_limit() -> bool {
    system::outlive_file_limit()
}

#[cfg(unix)]
mod system {
    use std::ffi::{CString, OsStr, OsString, c_int};
    use std::os::unix::ffi::OsStrExt as _;
    use std::ptr;

    #[expect(
        unsafe_code,
        reason = "the environment of a process belongs to all its threads"
    )]
    pub(super) fn take(name: &str) -> Option<OsString> {
        let value = std::env::var_os(name)?;
        let asked = CString::new(name).ok()?;
        // SAFETY: called first in `main`, so that no other thread reads or changes the environment. `getenv` gives a string
        // that ends with a zero byte, or none; its bytes are the process's own and may be written, its length stays.
        unsafe {
            let held = libc::getenv(asked.as_ptr());
            if !held.is_null() && OsStr::from_bytes(std::ffi::CStr::from_ptr(held).to_bytes()) == value {
                for at in 0..value.len() {
                    ptr::write_volatile(held.add(at), 0);
                }
            }
            std::env::remove_var(name);
        }
        Some(value)
    }

    /// Does nothing. A handler is forgotten where another program is started; to ignore the signal would be inherited.
    extern "C" fn unheard(_: c_int) {}

    #[expect(unsafe_code, reason = "sigaction(2) takes a pointer to a function")]
    pub(super) fn outlive_file_limit() -> bool {
        let handler: extern "C" fn(c_int) = unheard;
        // SAFETY: all zeros is a valid `sigaction` without flags; the handler touches nothing, so it may run at any moment.
        unsafe {
            let mut action: libc::sigaction = std::mem::zeroed();
            action.sa_sigaction = handler as libc::sighandler_t;
            action.sa_flags = libc::SA_RESTART;
            libc::sigemptyset(&raw mut action.sa_mask) == 0
                && libc::sigaction(libc::SIGXFSZ, &raw const action, ptr::null_mut()) == 0
        }
    }
}

#[cfg(not(unix))]
mod system {
    use std::ffi::OsString;

    #[expect(
        unsafe_code,
        reason = "the environment of a process belongs to all its threads"
    )]
    pub(super) fn take(name: &str) -> Option<OsString> {
        let value = std::env::var_os(name)?;
        // SAFETY: called first in `main`, so that no other thread reads or changes the environment.
        unsafe { std::env::remove_var(name) };
        Some(value)
    }

    pub(super) fn outlive_file_limit() -> bool {
        true
    }
}
