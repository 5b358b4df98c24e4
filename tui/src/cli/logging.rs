//! Diagnostics (`-v`, `--log FILE`): tracing output on standard error or in a private file.

use std::io::{self, IsTerminal as _, Write};
use std::path::PathBuf;

use encours_core::config::{Environment, expand_home};
use encours_core::error::Error;
use encours_core::private_file;
use tracing_subscriber::EnvFilter;

use super::args::Global;
use super::error_message;
use super::failure::CommandResult;
use super::stderr_writer::StderrWriter;
use super::terminal_filter::ControlFilter;

/// Starts diagnostics if requested, and always for the sandbox server.
///
/// The server logs through an [`StderrWriter`], which must be ended before the process exits.
pub(super) fn start(
    global: &Global,
    env: &Environment,
    service: bool,
) -> CommandResult<Option<StderrWriter>> {
    let named = global.log.clone();
    let named = named.or_else(|| env.get("ENCOURS_LOG").map(PathBuf::from));
    let file = named.map(|path| expand_home(&path)).transpose()?;
    let level = match (global.verbose, &file) {
        (0, None) if !service => return Ok(None),
        (0 | 1, _) => "info",
        (2, _) => "debug",
        _ => "trace",
    };
    // Libraries log headers and bodies at their finer levels; our crates never log secrets.
    // A target covers all that begin with it: every crate of ours.
    let filter = format!("warn,encours={level}");
    let subscriber = tracing_subscriber::fmt().with_env_filter(EnvFilter::new(filter)).with_ansi(false);
    let unstarted = |error: String| Error::unexpected(format!("diagnostics could not be started: {error}"));
    let mut ends = None;
    let started = match file {
        None if service => {
            let outlet = StderrWriter::new(log_stderr()).map_err(|error| unstarted(error.to_string()))?;
            ends = Some(outlet.clone());
            subscriber.with_writer(move || outlet.clone()).try_init()
        }
        None => subscriber.with_writer(log_stderr).try_init(),
        Some(path) => {
            let file = private_file::append(&path).map_err(|error| {
                error_message::usage(
                    "usage-unwritable",
                    &[("file", &path.display().to_string()), ("why", &error.to_string())],
                )
            })?;
            subscriber.with_writer(std::sync::Mutex::new(file)).try_init()
        }
    };
    started.map_err(|error| unstarted(error.to_string()))?;
    Ok(ends)
}

/// Returns standard error, filtered if it is a terminal.
///
/// Log lines may contain text from the service.
fn log_stderr() -> Box<dyn Write + Send> {
    let errors = io::stderr();
    if errors.is_terminal() { Box::new(ControlFilter::for_text(errors)) } else { Box::new(errors) }
}
