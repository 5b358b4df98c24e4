//! The tree of commands put together: every command takes the global options, wherever they stand on the line.
//!
//! clap's own `global` options cannot be used: `sandbox` has a `--profile` and a `--key-id` of its own.

use std::ffi::OsString;

use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{ArgMatches, Args as _, CommandFactory as _, FromArgMatches as _};
use encours_core::text::Lang;

use super::command::{Cli, CliCommand};
use super::global::Global;
use super::help_l10n;
use super::value_parser::ExpectedKey;

/// A parsed line.
#[derive(Debug)]
pub struct Invocation {
    /// The global options, from wherever they stood.
    pub global: Global,
    /// The command, if there is one.
    pub command: Option<CliCommand>,
}

/// The whole tree, its help in a language. What it reads is the same in each.
#[must_use]
pub fn command(lang: Lang) -> clap::Command {
    let own = match lang {
        Lang::En => Cli::command(),
        Lang::Fr => help_l10n::translate_tree(Cli::command()),
    };
    let globals = global_args(lang);
    add_global_args(own.args(&globals), &globals).mut_args(allow_negative)
}

/// The options that every command takes.
pub(crate) fn global_args(lang: Lang) -> Vec<clap::Arg> {
    let holder = Global::augment_args(clap::Command::new("globals"));
    let globals = holder.get_arguments().cloned();
    match lang {
        Lang::En => globals.collect(),
        Lang::Fr => globals.map(help_l10n::translate_option).collect(),
    }
}

fn add_global_args(command: clap::Command, globals: &[clap::Arg]) -> clap::Command {
    command.mut_subcommands(|sub| {
        let sub = globals.iter().fold(sub, |sub, global| {
            let taken = sub.get_arguments().any(|own| own.get_long() == global.get_long());
            // A command's own help shows its own options; `--help` shows all of them.
            if taken { sub } else { sub.arg(global.clone().hide_short_help(true)) }
        });
        add_global_args(sub.mut_args(allow_negative), globals)
    })
}

/// A number below zero is a value, which its option may refuse: `-1` is no option.
fn allow_negative(argument: clap::Arg) -> clap::Arg {
    let takes = argument.get_action().takes_values() && !argument.is_positional();
    if takes { argument.allow_negative_numbers(true) } else { argument }
}

/// Reads a line. An error is clap's own, help and version among them. `help` where a command is expected asks for the
/// help of what follows it.
pub fn parse(line: impl IntoIterator<Item = OsString>, lang: Lang) -> Result<Invocation, clap::Error> {
    let line: Vec<OsString> = line.into_iter().collect();
    parse_in(&line, lang).or_else(|error| match help_line(&line, &error) {
        Some(line) => parse_in(&line, lang),
        None => Err(error),
    })
}

/// The line with `--help` in the place of the word `help`, if that word is what is wrong with it.
fn help_line(line: &[OsString], error: &clap::Error) -> Option<Vec<OsString>> {
    let unknown = error.kind() == ErrorKind::InvalidSubcommand;
    let word = error.get(ContextKind::InvalidSubcommand).filter(|_| unknown)?;
    if *word != ContextValue::String("help".to_owned()) {
        return None;
    }
    let at = line.iter().position(|word| word == "help")?;
    let mut args = line.to_vec();
    args.remove(at);
    args.push("--help".into());
    Some(args)
}

fn parse_in(line: &[OsString], lang: Lang) -> Result<Invocation, clap::Error> {
    let mut tree = command(lang);
    let matches = tree.try_get_matches_from_mut(line)?;
    let global = collect_globals(&matches);
    let cli = Cli::from_arg_matches(&matches).map_err(|error| error.format(&mut tree))?;
    Ok(Invocation { global, command: cli.command })
}

/// The global options of all levels.
fn collect_globals(top: &ArgMatches) -> Global {
    let levels = std::iter::successors(Some(top), |level| Some(level.subcommand()?.1));
    let mut levels: Vec<&ArgMatches> = levels.collect();
    levels.reverse();
    Global::from_levels(&levels)
}

/// `FIELD=VALUE`
pub(super) fn assignment(text: &str) -> Result<(String, String), ExpectedKey> {
    match text.split_once('=') {
        Some((name, value)) if !name.is_empty() => Ok((name.to_owned(), value.to_owned())),
        _ => Err(ExpectedKey("cli-line-expected-assignment")),
    }
}

/// `NAME:VALUE`
pub(super) fn header(text: &str) -> Result<(String, String), ExpectedKey> {
    match text.split_once(':') {
        Some((name, value)) if !name.is_empty() => Ok((name.trim().to_owned(), value.trim().to_owned())),
        _ => Err(ExpectedKey("cli-line-expected-header")),
    }
}
