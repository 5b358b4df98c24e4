//! Prepares a process at its start.
//!
//! It removes secrets from the environment, and lets a write beyond the file size limit fail instead of ending the
//! process.

use std::ffi::OsString;

/// Removes variables from the environment and returns their values, `None` for unset ones.
///
/// It also overwrites the memory that contained them. Child processes do not inherit them, and process listings do not
/// show them.
///
/// Call it first in `main`, while there is one thread: another thread that reads the environment meanwhile would race
/// with the removal.
#[must_use]
pub fn take_env<const N: usize>(names: [&str; N]) -> [Option<OsString>; N] {
    names.map(system::take)
}

/// Lets a write beyond the file size limit (`ulimit -f`) fail with an error.
///
/// Without it the system ends the process. Returns whether this could be set.
pub fn ignore_sigxfsz() -> bool {
    system::ignore_sigxfsz()
}

#[cfg(unix)]
mod system {
    use std::ffi::{CString, OsStr, OsString, c_int};
    use std::os::unix::ffi::OsStrExt as _;
    use std::ptr;

    #[expect(unsafe_code, reason = "the environment of a process belongs to all its threads")]
    pub(super) fn take(name: &str) -> Option<OsString> {
        let value = std::env::var_os(name)?;
        let asked = CString::new(name).ok()?;
        // SAFETY: called first in `main`, so that no other thread reads or changes the environment. `getenv` returns
        // null or a string that ends with a zero byte. Its bytes belong to the process and may be written; its length
        // does not change.
        unsafe {
            let env_value = libc::getenv(asked.as_ptr());
            if !env_value.is_null()
                && OsStr::from_bytes(std::ffi::CStr::from_ptr(env_value).to_bytes()) == value
            {
                for at in 0..value.len() {
                    ptr::write_volatile(env_value.add(at), 0);
                }
            }
            std::env::remove_var(name);
        }
        Some(value)
    }

    /// Does nothing. Unlike an ignored signal, a handler is not inherited by child processes.
    extern "C" fn no_op_handler(_: c_int) {}

    #[expect(unsafe_code, reason = "sigaction(2) takes a pointer to a function")]
    pub(super) fn ignore_sigxfsz() -> bool {
        let handler: extern "C" fn(c_int) = no_op_handler;
        // SAFETY: all zeros is a valid `sigaction` without flags; the handler touches nothing, so it may run at any
        // time.
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

    #[expect(unsafe_code, reason = "the environment of a process belongs to all its threads")]
    pub(super) fn take(name: &str) -> Option<OsString> {
        let value = std::env::var_os(name)?;
        // SAFETY: called first in `main`, so that no other thread reads or changes the environment.
        unsafe { std::env::remove_var(name) };
        Some(value)
    }

    pub(super) fn ignore_sigxfsz() -> bool {
        true
    }
}
