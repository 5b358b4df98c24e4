//! Preparation of a front end's process: protected secrets and survivable file size limits.
//!
//! A write beyond the file size limit fails instead of ending the process.

use crate::client::auth::secret_file::PASSPHRASE_VARIABLE;
use crate::config::{Environment, SECRET_VARIABLE};

/// Protects the secrets of this process and returns the original environment.
///
/// Removes the secrets from the environment, so that child processes do not inherit them. Prevents memory copies by
/// core dumps and by other processes of the account.
///
/// Call this first in `main`, while there is only one thread.
#[must_use]
pub fn begin() -> Environment {
    // If the system refuses, continue: the program does not depend on these protections.
    let _without = encours_heap::start::outlive_file_limit();
    keep_memory_private();
    let names = [SECRET_VARIABLE, PASSPHRASE_VARIABLE];
    let values = encours_heap::start::take(names);
    let secrets = names.into_iter().zip(values);
    Environment::of_process(secrets.filter_map(|(name, value)| Some((name.into(), value?))))
}

#[cfg(target_os = "linux")]
fn keep_memory_private() {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    no_core_file();
    let _without = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

#[cfg(all(unix, not(target_os = "linux")))]
use no_core_file as keep_memory_private;

/// Lowers the soft limit only: child processes may raise it again.
#[cfg(unix)]
fn no_core_file() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let none = Rlimit {
        current: Some(0),
        maximum: getrlimit(Resource::Core).maximum,
    };
    let _without = setrlimit(Resource::Core, none);
}

#[cfg(not(unix))]
fn keep_memory_private() {}
