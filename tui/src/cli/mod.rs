//! The command line of `encours`: a scriptable client on the same core as the full-screen interface.
//!
//! Results go to standard output, everything else to standard error, and the exit status gives the outcome.
//! [`args`] parses the line, `commands` run it, [`output`] writes results, `report` prints errors.

pub mod args;
mod commands;
mod config_error;
mod context;
mod error_message;
mod failure;
mod follow;
mod limit;
mod logging;
pub mod output;
mod prelude;
mod prescan;
mod prompt;
mod report;
pub mod session;
mod signals;
mod stderr_writer;
mod temp_dir;
mod terminal_filter;
mod usage_error;
mod wrap;

use std::ffi::OsString;
use std::process::ExitCode;

use encours_core::config::Environment;
use encours_core::error::ErrorKind;
use encours_core::text::Lang;

pub use context::CommandContext;
pub use failure::{CommandFailure, CommandResult};

/// Parses the line and runs its command.
pub fn main(line: impl IntoIterator<Item = OsString>) -> ExitCode {
    limit::started_at();
    let env = encours_core::process::protect_process();
    let line: Vec<OsString> = line.into_iter().collect();
    ExitCode::from(run(&line, env))
}

fn run(line: &[OsString], env: Environment) -> u8 {
    let (report, lang) = context::from_prescan(&prescan::prescan(line), &env);
    let mut invocation = match args::parse(line.iter().cloned(), lang) {
        Ok(invocation) => invocation,
        Err(error) if usage_error::is_help(&error) => return usage_error::print(&error),
        Err(error) if report.is_for_users() => return usage_error::print_error(report, &error),
        // Scripts get English errors, with the names of the English help.
        Err(error) => {
            let error = args::parse(line.iter().cloned(), Lang::En).err().unwrap_or(error);
            return usage_error::print_error(report, &error);
        }
    };
    // A list without an end has one format.
    if invocation.command.as_ref().is_some_and(args::CliCommand::follows) {
        invocation.global.format = Some(args::OutputFormat::Ndjson);
    }
    let mut context = match CommandContext::new(invocation.global, env) {
        Ok(context) => context,
        Err(error) => return report::Report::plain().error(&error),
    };
    if let Err(error) = context.check_consistent() {
        return context.report.error(&error);
    }
    // The sandbox is the only server: it always logs, and handles signals itself.
    let service = matches!(invocation.command, Some(args::CliCommand::Sandbox(_)));
    let (command, link) = match invocation.command {
        Some(args::CliCommand::Open { link }) => (None, Some(link)),
        command => (command, None),
    };
    // Configure the allocator while the process has only one thread.
    let result = match command {
        None => encours_heap::tune_for_gui(),
        Some(args::CliCommand::Sync) => encours_heap::tune_for_batch(),
        Some(_) => true,
    };
    if let Some(timeout) = context.global.timeout
        && !service
        && command.is_some()
        && let Err(error) = limit::start_watchdog(context.report, timeout)
    {
        return context.report.error(&error);
    }
    let done = logging::start(&context.global, &context.env, service).and_then(|log| {
        if !result {
            tracing::warn!("failed to configure the allocator");
        }
        let Some(command) = command else {
            return commands::onboarding::run(&mut context, link);
        };
        let command = commands::run(&mut context, command);
        let done = if service { signals::run_to_end(command) } else { signals::run_until_signal(command) };
        if let Some(log) = log {
            log.flush_at_exit();
        }
        done.map(|()| 0)
    });
    match done {
        Ok(status) => status,
        Err(CommandFailure::Error(error)) => context.report.error(&error),
        Err(CommandFailure::Named(name, error)) => context.report.error_as(Some(name), &error),
        Err(CommandFailure::Several(errors)) => report::Report::error_list(&errors),
        Err(CommandFailure::Reported(kind)) => kind.exit_status(),
        // The reader of the pipe has closed it, which is not a failure.
        Err(CommandFailure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => 0,
        Err(CommandFailure::Output(error)) => context.report.error(&output_error(&error)),
    }
}

fn output_error(error: &std::io::Error) -> encours_core::error::Error {
    error_message::localized(ErrorKind::Unexpected, "cli-output-lost", &[("why", &error.to_string())])
}

#[cfg(test)]
#[path = "mod_tests.rs"]
mod tests;
