//! The tree of commands put together: every command takes the global options, wherever they stand on the line.
//!
//! clap's own `global` options cannot be used: `sandbox` has a `--profile` and a `--key-id` of its own.

use std::ffi::OsString;

use clap::{ArgMatches, Args as _, CommandFactory as _, FromArgMatches as _};

use super::command::{Cli, Command};
use super::global::Global;

/// A parsed line.
#[derive(Debug)]
pub struct Invocation {
    /// The global options, from wherever they stood.
    pub global: Global,
    /// The command, if there is one.
    pub command: Option<Command>,
}

/// The whole tree.
#[must_use]
pub fn command() -> clap::Command {
    with_globals_below(Cli::command().args(globals()))
}

fn with_globals_below(command: clap::Command) -> clap::Command {
    let names: Vec<String> = command
        .get_subcommands()
        .map(|sub| sub.get_name().to_owned())
        .collect();
    names.into_iter().fold(command, |command, name| {
        command.mut_subcommand(name, |sub| {
            let sub = globals().fold(sub, |sub, global| {
                let taken = sub.get_arguments().any(|own| own.get_long() == global.get_long());
                // A command's own help shows its own options; `--help` shows all of them.
                if taken {
                    sub
                } else {
                    sub.arg(global.hide_short_help(true))
                }
            });
            with_globals_below(sub)
        })
    })
}

fn globals() -> impl Iterator<Item = clap::Arg> {
    let holder = Global::augment_args(clap::Command::new("globals"));
    holder.get_arguments().cloned().collect::<Vec<_>>().into_iter()
}

/// Reads a line. An error is clap's own, help and version among them.
pub fn parse(line: impl IntoIterator<Item = OsString>) -> Result<Invocation, clap::Error> {
    let mut tree = command();
    let matches = tree.try_get_matches_from_mut(line)?;
    let global = collect(&matches);
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut tree))?;
    Ok(Invocation {
        global,
        command: cli.command,
    })
}

/// The global options of a level and of those under it; what stands further right wins.
fn collect(level: &ArgMatches) -> Global {
    let own = Global::at(level);
    match level.subcommand() {
        Some((_, below)) => collect(below).under(own),
        None => own,
    }
}

/// `FIELD=VALUE`
pub(super) fn assignment(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err("NAME=VALUE is expected".to_owned()),
    }
}

/// `NAME:VALUE`
pub(super) fn header(text: &str) -> Result<(String, String), String> {
    match text.split_once(':') {
        Some((name, value)) if !name.is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err("NAME:VALUE is expected".to_owned()),
    }
}
