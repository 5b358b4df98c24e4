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
pub fn protect_process() -> Environment {
    // If the system rejects, continue: the program does not depend on these protections.
    let _without = encours_heap::start::ignore_sigxfsz();
    protect_memory();
    let names = [SECRET_VARIABLE, PASSPHRASE_VARIABLE];
    let values = encours_heap::start::take_env(names);
    let secrets = names.into_iter().zip(values);
    Environment::of_process(secrets.filter_map(|(name, value)| Some((name.into(), value?))))
}

#[cfg(target_os = "linux")]
fn protect_memory() {
    use rustix::process::{DumpableBehavior, set_dumpable_behavior};
    disable_core_dump();
    let _without = set_dumpable_behavior(DumpableBehavior::NotDumpable);
}

#[cfg(all(unix, not(target_os = "linux")))]
use disable_core_dump;

/// Lowers the soft limit only: child processes may raise it again.
#[cfg(unix)]
fn disable_core_dump() {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let none = Rlimit { current: Some(0), maximum: getrlimit(Resource::Core).maximum };
    let _without = setrlimit(Resource::Core, none);
}

#[cfg(not(unix))]
fn protect_memory() {}
