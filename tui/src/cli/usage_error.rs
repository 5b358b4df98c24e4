//! Command line errors: clap's errors in our own localised sentences.
//!
//! Help and version are results and go to standard output in the user's language.

use std::error::Error as _;
use std::io;

use clap::error::{ContextKind, ContextValue, ErrorKind as Kind};
use encours_core::contract::ids::IdError;
use encours_core::contract::method::UnknownMethod;
use encours_core::error::{Error, ErrorKind};
use encours_core::text::{Lang, MessageArg, Messages, SafeText};

use super::args::ExpectedKey;
use super::report::Report;

/// Maximum length of a list of sandbox choices, enough for all names.
const MAX_CHOICES_LEN: usize = 2_000;

/// True if the line asked for help or the version.
pub(super) fn is_help(error: &clap::Error) -> bool {
    matches!(error.kind(), Kind::DisplayHelp | Kind::DisplayVersion)
}

/// Prints the help or the version. Returns the exit status.
pub(super) fn print(error: &clap::Error) -> u8 {
    match error.print() {
        Err(failed) if failed.kind() != io::ErrorKind::BrokenPipe => ErrorKind::Unexpected.exit_status(),
        _ => 0,
    }
}

/// Prints why the line is invalid. Returns the exit status.
pub(super) fn print_error(report: Report, error: &clap::Error) -> u8 {
    if error.kind() == Kind::DisplayHelpOnMissingArgumentOrSubcommand && report.is_for_users() {
        // For an incomplete command, show its help; the exit status still reports the error.
        let _ = error.print();
        return ErrorKind::Usage.exit_status();
    }
    let messages = report.error_messages();
    let mut sentence = vec![problem_sentence(error, messages)];
    sentence.extend(suggestion(error, messages));
    let usage = usage(error);
    if report.is_for_users() {
        let usage_line =
            usage.as_deref().map(|usage| messages.with("cli-line-usage", &[("usage", usage.into())]));
        let command_name = usage.as_deref().map_or_else(|| "encours".to_owned(), command);
        let more = messages.with("cli-line-more", &[("command", command_name.as_str().into())]);
        return report.usage_lines(&sentence.join(" "), usage_line.into_iter().chain([more]));
    }
    sentence.extend(usage.map(|usage| messages.with("cli-line-usage", &[("usage", usage.as_str().into())])));
    report.error(&Error::usage(sentence.join(" ")))
}

/// Returns the problem as a sentence.
fn problem_sentence(error: &clap::Error, messages: &'static Messages) -> String {
    let text = |kind| context_text(error, kind).unwrap_or_default();
    let (invalid, value, other) =
        (text(ContextKind::InvalidArg), text(ContextKind::InvalidValue), text(ContextKind::PriorArg));
    let key = match error.kind() {
        Kind::UnknownArgument => "cli-line-unknown-argument",
        Kind::InvalidSubcommand => "cli-line-unknown-command",
        Kind::InvalidValue if value.is_empty() => "cli-line-no-value",
        Kind::InvalidValue | Kind::ValueValidation => "cli-line-value",
        Kind::TooManyValues => "cli-line-too-many",
        Kind::TooFewValues | Kind::WrongNumberOfValues | Kind::NoEquals => "cli-line-no-value",
        Kind::ArgumentConflict if other.is_empty() || invalid == other => "cli-line-twice",
        Kind::ArgumentConflict => "cli-line-conflict",
        Kind::MissingRequiredArgument => "cli-line-missing",
        Kind::MissingSubcommand | Kind::DisplayHelpOnMissingArgumentOrSubcommand => "cli-line-no-command",
        Kind::InvalidUtf8 => "cli-line-not-text",
        _ => "cli-line-unreadable",
    };
    let expected = if error.kind() == Kind::ValueValidation {
        expected_form(error, messages)
    } else {
        let choices = text(ContextKind::ValidValue);
        messages.with("cli-line-expected-choice", &[("choices", choices.as_str().into())])
    };
    let name = text(ContextKind::InvalidSubcommand);
    let facts =
        [("arg", &invalid), ("value", &value), ("other", &other), ("expected", &expected), ("name", &name)];
    messages.with(key, &facts.map(|(fact, text)| (fact, MessageArg::from(text.as_str()))))
}

/// Returns the expected form of a value.
fn expected_form(error: &clap::Error, messages: &'static Messages) -> String {
    let Some(source) = error.source() else {
        return messages.get("cli-line-expected-other").into_owned();
    };
    let key = if let Some(expected) = source.downcast_ref::<ExpectedKey>() {
        expected.0
    } else if let Some(id) = source.downcast_ref::<IdError>() {
        match id {
            IdError::Empty => "cli-line-expected-id-empty",
            IdError::Dots => "cli-line-expected-id-dots",
            IdError::Control => "cli-line-expected-id-control",
            IdError::Blank => "cli-line-expected-id-blank",
            IdError::TooLong(_) => "cli-line-expected-id-short",
            _ => "cli-line-expected-id-ascii",
        }
    } else if source.is::<UnknownMethod>() {
        "cli-line-expected-method"
    } else if source.is::<jiff::Error>() {
        "cli-line-expected-moment"
    } else {
        // The sandbox's own choices have their own text.
        return SafeText::line_within(&source.to_string(), MAX_CHOICES_LEN).to_string();
    };
    messages.get(key).into_owned()
}

fn suggestion(error: &clap::Error, messages: &'static Messages) -> Option<String> {
    let kinds = [ContextKind::SuggestedArg, ContextKind::SuggestedSubcommand, ContextKind::SuggestedValue];
    let near = kinds.into_iter().find_map(|kind| context_text(error, kind));
    let near = near.or_else(|| synonym_target(error))?;
    Some(messages.with("cli-line-near", &[("near", near.as_str().into())]))
}

/// Common synonyms of command names. The first command of the group that has a synonym wins.
const SYNONYMS: [(&str, &str); 5] = [
    ("show", "get read view open cat fetch describe info"),
    ("update", "move set edit put patch change modify assign"),
    ("create", "new add post make insert"),
    ("delete", "rm remove del destroy erase"),
    ("list", "ls all index find search get read view fetch"),
];

/// Returns the command of the group for a synonym.
fn synonym_target(error: &clap::Error) -> Option<String> {
    let name = context_text(error, ContextKind::InvalidSubcommand)?.to_lowercase();
    let usage = usage(error)?;
    let mut group = super::args::command(Lang::En);
    for word in command(&usage).split(' ').skip(1) {
        group = group.find_subcommand(word)?.clone();
    }
    let called = |(_, words): &&(&str, &str)| words.split(' ').any(|word| word == name);
    let mut here = SYNONYMS.iter().filter(called).filter_map(|(own, _)| group.find_subcommand(own));
    here.next().map(|own| own.get_name().to_owned())
}

/// Returns the usage of the command without the "Usage:" prefix.
fn usage(error: &clap::Error) -> Option<String> {
    let usage = error.get(ContextKind::Usage)?.to_string();
    let usage = usage.strip_prefix("Usage:").unwrap_or(&usage);
    Some(usage.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// Returns the command of a usage: the words before its first argument.
fn command(usage: &str) -> String {
    let words = usage.split(' ');
    let own = words.take_while(|word| !word.starts_with(['[', '<', '-']));
    own.collect::<Vec<_>>().join(" ")
}

/// Returns a context value of clap as clean text, because it may contain user input.
fn context_text(error: &clap::Error, kind: ContextKind) -> Option<String> {
    let text = match error.get(kind)? {
        ContextValue::None => return None,
        ContextValue::Strings(several) => several.join(", "),
        other => other.to_string(),
    };
    Some(SafeText::line_within(&text, 300).to_string()).filter(|text| !text.is_empty())
}
