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
mod harmless;
mod limit;
mod logging;
pub mod output;
mod prescan;
mod prompt;
mod report;
pub mod session;
mod signals;
mod stderr_writer;
mod temp_dir;
mod usage_error;
mod wrap;

use std::ffi::OsString;
use std::process::ExitCode;

use encours_core::config::Environment;
use encours_core::error::ErrorKind;
use encours_core::text::Lang;

pub use commands::{SETTING_SECTIONS, Setting, SettingKind};
pub use context::Context;
pub use failure::Failure;

/// Parses the line and runs its command.
pub fn main(line: impl IntoIterator<Item = OsString>) -> ExitCode {
    limit::began();
    let env = encours_core::process::begin();
    let line: Vec<OsString> = line.into_iter().collect();
    ExitCode::from(run(&line, env))
}

fn run(line: &[OsString], env: Environment) -> u8 {
    let (report, lang) = context::glanced(&prescan::glance(line), &env);
    let invocation = match args::parse(line.iter().cloned(), lang) {
        Ok(invocation) => invocation,
        Err(error) if usage_error::is_asked_for(&error) => return usage_error::print(&error),
        Err(error) if report.is_for_people() => return usage_error::tell(report, &error),
        // Scripts get English errors, with the names of the English help.
        Err(error) => {
            let error = args::parse(line.iter().cloned(), Lang::En).err().unwrap_or(error);
            return usage_error::tell(report, &error);
        }
    };
    let mut context = match Context::new(invocation.global, env) {
        Ok(context) => context,
        Err(error) => return report::Report::plain().error(&error),
    };
    if let Err(error) = context.consistent() {
        return context.report.error(&error);
    }
    // The sandbox is the only server: it always logs, and handles signals itself.
    let service = matches!(invocation.command, Some(args::Command::Sandbox(_)));
    // Configure the allocator while the process has only one thread.
    let kept = match invocation.command {
        None => encours_heap::keep_for_frames(),
        Some(args::Command::Sync) => encours_heap::keep_to_the_end(),
        Some(_) => true,
    };
    if let Some(timeout) = context.global.timeout
        && !service
        && invocation.command.is_some()
        && let Err(error) = limit::hold(context.report, timeout)
    {
        return context.report.error(&error);
    }
    let done = logging::start(&context.global, &context.env, service).and_then(|log| {
        if !kept {
            tracing::warn!("failed to configure the allocator");
        }
        let Some(command) = invocation.command else {
            return commands::onboarding::run(&mut context);
        };
        let command = commands::run(&mut context, command);
        let done = if service {
            signals::to_its_end(command)
        } else {
            signals::unless_interrupted(command)
        };
        if let Some(log) = log {
            log.end();
        }
        done.map(|()| 0)
    });
    match done {
        Ok(status) => status,
        Err(Failure::Error(error)) => context.report.error(&error),
        Err(Failure::Named(name, error)) => context.report.error_as(name, &error),
        Err(Failure::Several(errors)) => report::Report::several(&errors),
        Err(Failure::Reported(kind)) => kind.exit_status(),
        // The reader of the pipe has closed it, which is not a failure.
        Err(Failure::Output(error)) if error.kind() == std::io::ErrorKind::BrokenPipe => 0,
        Err(Failure::Output(error)) => context.report.error(&output_lost(&error)),
    }
}

fn output_lost(error: &std::io::Error) -> encours_core::error::Error {
    error_message::of(
        ErrorKind::Unexpected,
        "cli-output-lost",
        &[("why", &error.to_string())],
    )
}

#[cfg(test)]
#[path = "mod_tests.rs"]
mod tests;
