//! The manual: one page for the program, the global options, then a section for each command.

use super::super::super::args;
use super::settings;
use clap::{Arg, Command};
use encours_core::app::foundation::input::commands::{ACTIONS, ActionSpec, Side};
use encours_core::app::tools::help::view::help::{mark_front_end, terminal_key};
use encours_core::text::{Lang, Messages};

/// Returns the whole page in roff.
pub(super) fn manual_page(lang: Lang) -> String {
    let messages = Messages::new(lang);
    let mut tree = args::command(lang);
    tree.build();
    let mut page = ManPage(String::new());
    let title = format!("encours 1 \"\" \"encours {}\"", env!("CARGO_PKG_VERSION"));
    page.request("TH", &title);
    page.section(&messages.get("cli-man-name"));
    let about = tree.get_about().map(ToString::to_string).unwrap_or_default();
    page.0 += &["encours \\- ", &escape_roff(&about), "\n"].concat();
    page.section(&messages.get("cli-man-synopsis"));
    page.text(&usage(&mut tree));
    page.section(&messages.get("cli-man-description"));
    let long = tree.get_long_about().map(ToString::to_string).unwrap_or_default();
    page.text(&long);
    page.section(&messages.get("cli-man-globals"));
    for option in args::global_args(lang) {
        page.argument(&option, messages);
    }
    page.section(&messages.get("cli-man-commands"));
    page.commands(&mut tree, messages);
    let after = tree.get_after_long_help().map(ToString::to_string).unwrap_or_default();
    page.section(&messages.get("cli-man-keys"));
    page.text(&messages.get("cli-man-interrupt"));
    page.unfilled(&keys(messages));
    page.section(&messages.get("cli-man-settings"));
    page.text(&messages.get("cli-man-settings-where"));
    page.unfilled(&settings::lines(messages));
    page.section(&messages.get("cli-man-more"));
    page.unfilled(&after);
    page.0
}

/// Lists every action under its name in `config.toml`, with its terminal keys. Window-only actions show window
/// keys.
fn keys(messages: &'static Messages) -> String {
    let line = |spec: &ActionSpec| {
        let keys = match spec.id.only_in() {
            Some(Side::Window) => spec.window_keys,
            _ => spec.terminal_keys,
        };
        let keys = keys.join(" ");
        let label = mark_front_end(messages, spec.id, &messages.get(terminal_key(spec)));
        format!("{:<18} {keys:<16} {label}", spec.name)
    };
    ACTIONS.iter().map(line).collect::<Vec<_>>().join("\n")
}

struct ManPage(String);

impl ManPage {
    fn request(&mut self, name: &str, rest: &str) {
        self.0 += &[".", name, " ", rest, "\n"].concat();
    }

    fn section(&mut self, title: &str) {
        self.request("SH", &format!("\"{}\"", escape_roff(title)));
    }

    /// Writes paragraphs.
    fn text(&mut self, text: &str) {
        self.paragraphs(text, ".PP\n");
    }

    /// Writes paragraphs with a roff request between them. A list becomes a sentence of the paragraph before it. A
    /// further paragraph that several commands have appears once.
    fn paragraphs(&mut self, text: &str, between: &str) {
        for (at, paragraph) in text.split("\n\n").enumerate() {
            let sentence =
                paragraph.replacen("\n- ", " ", 1).replace("\n- ", "\u{202f}; ").replace('\n', " ");
            let sentence = escape_roff(&sentence);
            if at > 0 && self.0.contains(&sentence) {
                continue;
            }
            let between = if at == 0 || paragraph.contains("\n- ") { "" } else { between };
            self.0 += &[between, &sentence, "\n"].concat();
        }
    }

    /// Writes lines without filling them.
    fn unfilled(&mut self, text: &str) {
        let lines =
            text.lines().map(|line| if line.is_empty() { ".PP".to_owned() } else { escape_roff(line) });
        self.0 += &[".nf\n", &lines.collect::<Vec<_>>().join("\n"), "\n.fi\n"].concat();
    }

    /// Writes a section for each executable command, in the order of the help.
    fn commands(&mut self, tree: &mut Command, messages: &'static Messages) {
        for below in tree.get_subcommands_mut() {
            if below.has_subcommands() {
                self.commands(below, messages);
                continue;
            }
            self.request("SS", &format!("\"{}\"", escape_roff(&usage(below).replace('"', ""))));
            let about = below.get_long_about().or(below.get_about());
            self.text(&about.map(ToString::to_string).unwrap_or_default());
            let mut described = Vec::new();
            for argument in below.get_arguments().filter(|argument| is_local(argument)) {
                let start = self.0.len();
                self.argument(argument, messages);
                let entry = self.0.split_off(start);
                // An option that an earlier command has too is described there, and an argument is in the usage.
                match argument.get_long() {
                    _ if !self.0.contains(&entry) => self.0 += &entry,
                    Some(long) => described.push(format!("--{long}")),
                    None => {}
                }
            }
            if !described.is_empty() {
                let options = [("options", described.join(", ").into())];
                self.0 += ".PP\n";
                self.text(&messages.with("cli-man-described", &options));
            }
        }
    }

    fn argument(&mut self, argument: &Arg, messages: &'static Messages) {
        self.0 += ".TP\n";
        self.0 += &argument_name(argument);
        self.0.push('\n');
        let help = argument.get_long_help().or(argument.get_help());
        let mut text = help.map(ToString::to_string).unwrap_or_default();
        // Add the default value unless the help text contains it.
        let takes = argument.get_action().takes_values();
        if takes && !argument.is_hide_default_value_set() && !argument.get_default_values().is_empty() {
            let values = argument.get_default_values().iter();
            let values: Vec<_> = values.map(|value| value.to_string_lossy()).collect();
            text += " ";
            text += &messages.with("cli-man-default", &[("value", values.join(" ").into())]);
        }
        let choices = argument.get_possible_values();
        if takes && !argument.is_hide_possible_values_set() && !choices.is_empty() {
            let names: Vec<&str> = choices.iter().map(clap::builder::PossibleValue::get_name).collect();
            text += " ";
            text += &messages.with("cli-man-choices", &[("values", names.join(", ").into())]);
        }
        self.paragraphs(&text, ".IP\n");
    }
}

/// True if an option belongs to this command: global options are listed once, above.
fn is_local(argument: &Arg) -> bool {
    !argument.is_hide_short_help_set() && !matches!(argument.get_id().as_str(), "help" | "version")
}

/// Returns the name of an option or argument with its values.
fn argument_name(argument: &Arg) -> String {
    let values: Vec<String> = match argument.get_value_names() {
        Some(names) if argument.get_action().takes_values() => {
            names.iter().map(|name| format!("\\fI{}\\fR", escape_roff(name))).collect()
        }
        _ => Vec::new(),
    };
    let short = argument.get_short().map(|short| format!("\\fB\\-{short}\\fR"));
    let long = argument.get_long().map(|long| format!("\\fB{}\\fR", escape_roff(&format!("--{long}"))));
    let names: Vec<String> = short.into_iter().chain(long).collect();
    [names.join(", "), values.join(" ")].join(" ").trim().to_owned()
}

/// Returns the usage of a command without the "Usage:" prefix.
fn usage(command: &mut Command) -> String {
    let usage = command.render_usage().to_string();
    let usage = usage.strip_prefix("Usage:").unwrap_or(&usage);
    usage.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Escapes a text for roff.
fn escape_roff(text: &str) -> String {
    let escaped = text.replace('\\', "\\e").replace('-', "\\-").replace(['\u{a0}', '\u{202f}'], "\\ ");
    if escaped.starts_with(['.', '\'']) { format!("\\&{escaped}") } else { escaped }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn manual_lists_each_global_option_once() {
        for lang in Lang::ALL {
            let page = manual_page(lang);
            for option in ["\\-\\-request\\-id", "\\-\\-offline", "\\-\\-as\\-user"] {
                let shown = format!("\\fB{option}\\fR");
                assert_eq!(page.matches(&shown).count(), 1, "{option}");
            }
            // The page grows by its commands, not by what several of them share.
            let (lines, commands) = (page.lines().count(), page.matches("\n.SS ").count());
            assert!(lines < 12 * commands, "{lines} lines for {commands} commands");
        }
    }

    #[test]
    fn every_action_is_named_as_the_settings_have_it() {
        for lang in Lang::ALL {
            let page = manual_page(lang);
            for spec in ACTIONS {
                let name = escape_roff(spec.name);
                assert!(page.lines().any(|line| line.starts_with(&name)), "{name}");
            }
            let place = Messages::new(lang).get("help-mark-all-list");
            assert!(page.contains(&*escape_roff(&place)), "the place is missing: {place}");
        }
    }

    #[test]
    fn every_command_has_its_section() {
        fn leaves(tree: &Command, path: &str, paths: &mut Vec<String>) {
            for below in tree.get_subcommands() {
                let path = format!("{path} {}", below.get_name());
                if below.has_subcommands() {
                    leaves(below, &path, paths);
                } else {
                    paths.push(path);
                }
            }
        }
        for lang in Lang::ALL {
            let mut commands = Vec::new();
            leaves(&args::command(lang), "encours", &mut commands);
            let page = manual_page(lang);
            for command in &commands {
                let section = format!(".SS \"{}", escape_roff(command));
                assert!(page.contains(&section), "{command}");
            }
            assert!(commands.len() > 35, "{}", commands.len());
        }
    }

    #[test]
    fn manual_page_text_contains_no_unintended_roff_requests() {
        assert_eq!(escape_roff(".x -y \\z"), "\\&.x \\-y \\ez");
        for lang in Lang::ALL {
            let requests = ["TH", "SH", "SS", "TP", "PP", "IP", "br", "nf", "fi"];
            for line in manual_page(lang).lines().filter(|line| line.starts_with('.')) {
                let name = line.trim_start_matches('.').split(' ').next().unwrap_or_default();
                assert!(requests.contains(&name), "{line}");
            }
        }
    }
}
