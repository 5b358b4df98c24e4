//! Prepares the process of a front end: its secrets are its own, and limits of the system fail what meets them.

use crate::client::auth::secret_file::PASSPHRASE_VARIABLE;
use crate::config::{Environment, SECRET_VARIABLE};

/// Takes the secrets out of the environment, so that no program started from here inherits them, and lets no copy of the
/// memory be made by a crash or by another process of the account. Gives the environment as it was.
///
/// First of all in `main`, while there is one thread.
#[must_use]
pub fn begin() -> Environment {
    // Where the system refuses it goes on as any other program: nothing depends on these.
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

/// The limit in force alone: what is started from here may raise it for itself.
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
