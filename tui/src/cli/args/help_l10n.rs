//! French help of the command tree: descriptions, headings and value names.
//!
//! The English help is in the doc comments of this module, the French help in `assets/locales/help-fr.ftl`. The French
//! texts replace the English ones command by command; a test finds commands and arguments without a translation.

use std::borrow::Cow;
use std::fmt::Write as _;

use clap::builder::{PossibleValue, Str, Styles};
use clap::{Arg, ArgAction, Command};
use encours_core::text::Messages;

/// The tree in French. It has no global options yet: those come translated ([`translate_option`]).
pub(super) fn translate_tree(tree: Command) -> Command {
    let version = Arg::new("version")
        .short('V')
        .long("version")
        .action(ArgAction::Version)
        .help(word("help-version"))
        .help_heading(heading("help-options"));
    translate_command(tree, &[]).disable_version_flag(true).arg(version)
}

/// One of the global options in French.
pub(super) fn translate_option(option: Arg) -> Arg {
    let heading = heading("globals");
    translate_argument("globals", option).help_heading(heading)
}

fn translate_command(command: Command, path: &[&str]) -> Command {
    let key = command_key(&command, path);
    let about = word(&key);
    let long = message_part(&key, "long");
    let after = message_part(&key, "after");
    let more = long.is_some() || !path.is_empty();
    let help = Arg::new("help")
        .short('h')
        .long("help")
        .action(ArgAction::Help)
        .help(word(if more { "help-flag-more" } else { "help-flag" }))
        .help_heading(heading("help-options"));
    let mut french = command
        .about(about.clone())
        .long_about(long.unwrap_or(about))
        .subcommand_help_heading(heading("help-commands"))
        .subcommand_value_name(word("help-command"))
        .help_template(template())
        .disable_help_flag(true)
        .mut_args(|own| {
            let heading_key = if own.is_positional() { "help-arguments" } else { "help-options" };
            translate_argument(&key, own).help_heading(heading(heading_key))
        })
        .arg(help);
    if let Some(after) = after {
        french = french.after_long_help(after);
    }
    french.mut_subcommands(|below| {
        let name = below.get_name().to_owned();
        let path: Vec<&str> = path.iter().copied().chain([name.as_str()]).collect();
        self::translate_command(below, &path)
    })
}

/// The message of a command: of its whole path, else of its own name, where several families have the same command.
fn command_key(command: &Command, path: &[&str]) -> String {
    let full_path = path.join("-");
    // A command may share its name with those of families.
    let root_key = format!("encours-{full_path}");
    if help_messages().has(&root_key) {
        return root_key;
    }
    match path.last() {
        None => command.get_name().to_owned(),
        Some(last) if !help_messages().has(&full_path) => (*last).to_owned(),
        Some(_) => full_path,
    }
}

fn translate_argument(key: &str, argument: Arg) -> Arg {
    let id = format!("arg-{}", argument.get_id());
    let text = message_part(key, &id).unwrap_or_default();
    let mut long = message_part(key, &format!("{id}-long"));
    let choices: Vec<PossibleValue> = argument
        .get_possible_values()
        .into_iter()
        .filter(|choice| argument.get_action().takes_values() && !choice.is_hide_set())
        .collect();
    let mut short = text.clone();
    if let Some(default) = default_text(&argument) {
        let message = help_messages().with("help-default", &[("value", default.into())]);
        // Writing to a String cannot fail.
        let _ = write!(short, " {message}");
        long = long.map(|long| format!("{long}\n\n{message}"));
    }
    if !choices.is_empty() {
        let names: Vec<&str> = choices.iter().map(PossibleValue::get_name).collect();
        let message = help_messages().with("help-choices", &[("values", names.join(", ").into())]);
        if choices.iter().any(|choice| choice.get_help().is_some()) {
            let mut listed =
                format!("{}\n\n{}", long.unwrap_or_else(|| short.clone()), word("help-choices-long"));
            for choice in &choices {
                let name = choice.get_name();
                let _ = write!(listed, "\n- {name}\u{a0}: {}", word(&format!("choice-{name}")));
            }
            long = Some(listed);
        }
        let _ = write!(short, " {message}");
    }
    let names: Vec<Str> = argument
        .get_value_names()
        .unwrap_or_default()
        .iter()
        .map(|name| Str::from(expected_text(name)))
        .collect();
    let mut argument = argument.help(short);
    if argument.get_action().takes_values() {
        // Both are in the text.
        argument = argument.hide_default_value(true).hide_possible_values(true);
    }
    let argument = match long {
        Some(long) => argument.long_help(long),
        None => argument,
    };
    if names.is_empty() { argument } else { argument.value_names(names) }
}

/// The default of an option that shows one.
fn default_text(argument: &Arg) -> Option<String> {
    if argument.is_hide_default_value_set() || !argument.get_action().takes_values() {
        return None;
    }
    let values = argument.get_default_values();
    let texts: Vec<_> = values.iter().map(|value| value.to_string_lossy()).collect();
    (!texts.is_empty()).then(|| texts.join(" "))
}

/// Translates a value name word by word: `FIELD=JSON` becomes `CHAMP=JSON`.
fn expected_text(name: &str) -> String {
    let mut out = String::with_capacity(name.len());
    let mut remaining = name;
    while let Some(at) = remaining.find(|c: char| c.is_ascii_uppercase()) {
        let (before, from) = remaining.split_at(at);
        let end = from.find(|c: char| !c.is_ascii_uppercase()).unwrap_or(from.len());
        let (capitals, after) = from.split_at(end);
        out.push_str(before);
        // One letter alone (`N`) is a letter in every language.
        if capitals.len() > 1 {
            out.push_str(&word(&format!("value-{}", capitals.to_ascii_lowercase())));
        } else {
            out.push_str(capitals);
        }
        remaining = after;
    }
    out + remaining
}

fn template() -> String {
    let styles = Styles::default();
    let style = styles.get_usage();
    format!(
        "{{before-help}}{{about-with-newline}}\n{style}{}{style:#} {{usage}}\n\n{{all-args}}{{after-help}}",
        heading("help-usage") + ":"
    )
}

/// A heading, to which a colon is added: French has a space before it.
fn heading(key: &str) -> String {
    word(key) + "\u{a0}"
}

fn word(key: &str) -> String {
    help_messages().get(key).into_owned()
}

fn message_part(key: &str, part: &str) -> Option<String> {
    help_messages().attribute(key, part).map(Cow::into_owned)
}

fn help_messages() -> &'static Messages {
    Messages::help_fr()
}

#[cfg(test)]
#[path = "help_l10n_tests.rs"]
mod tests;
