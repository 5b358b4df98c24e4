//! Diagnostics (`-v`, `--log FILE`): what the core traces, on standard error or in a private file.

use std::fs::OpenOptions;
use std::io;

use encours_core::config::Environment;
use encours_core::error::Error;
use tracing_subscriber::EnvFilter;

use super::args::Global;
use super::failure::Failure;

/// Starts writing diagnostics, if they were asked for.
pub(super) fn start(global: &Global, env: &Environment) -> Result<(), Failure> {
    let file = global
        .log
        .clone()
        .or_else(|| env.get("ENCOURS_LOG").map(Into::into));
    let level = match (global.verbose, &file) {
        (0, None) => return Ok(()),
        (0 | 1, _) => "info",
        (2, _) => "debug",
        _ => "trace",
    };
    // The libraries below us log headers and bodies at their finer levels; ours never log what is secret.
    let filter = format!("warn,encours_core={level},encours_sandbox={level},encours_tui={level}");
    let subscriber = tracing_subscriber::fmt()
        .with_env_filter(EnvFilter::new(filter))
        .with_ansi(false);
    let started = match file {
        None => subscriber.with_writer(io::stderr).try_init(),
        Some(path) => {
            let mut options = OpenOptions::new();
            options.append(true).create(true);
            #[cfg(unix)]
            std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
            let file = options
                .open(&path)
                .map_err(|error| Error::usage(format!("{} cannot be written: {error}", path.display())))?;
            subscriber.with_writer(std::sync::Mutex::new(file)).try_init()
        }
    };
    started.map_err(|error| Error::unexpected(format!("diagnostics could not be started: {error}")).into())
}
