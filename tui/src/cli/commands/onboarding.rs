//! The first start on a terminal without a configuration: asks the user for the next step and starts it.
//!
//! A script gets an error with the same information.

use std::io::{self, BufRead, IsTerminal, Write};

use encours_core::config::{ConfigError, ConfigFile, Connection};
use encours_core::link::Link;
use encours_core::store::cipher_version;
use encours_core::text::wrap;

use super::{auth, tui};
use crate::cli::args::LoginArgs;
use crate::cli::prelude::*;
use crate::cli::{prompt, signals};

/// Choice of the user at the first start.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum StartChoice {
    /// Try the demo on sample data.
    Demo,
    /// Sign in.
    Login,
    /// Quit.
    Leave,
}

/// Opens the full screen, at a link if there is one, after a prompt if nothing is configured. Returns the exit status.
pub(in crate::cli) fn run(context: &mut CommandContext, link: Option<Link>) -> CommandResult<u8> {
    if nothing_configured(context) && io::stdin().is_terminal() && io::stdout().is_terminal() {
        match ask_choice(context)? {
            StartChoice::Demo => context.global.demo = true,
            StartChoice::Leave => return Ok(0),
            StartChoice::Login => {
                let question = context.report.messages().get("cli-confirm-encrypt");
                let encrypt = cipher_version().is_some() && prompt::confirm(context, &question)?;
                let args = LoginArgs { encrypt, ..LoginArgs::default() };
                signals::run_until_signal(auth::login(context, &args))?;
            }
        }
    }
    tui::run(context, link)
}

/// True if options, environment and file give no service address.
fn nothing_configured(context: &CommandContext) -> bool {
    if context.is_demo() {
        return false;
    }
    let options = context.options();
    let file = options.paths().and_then(|paths| ConfigFile::load(&paths.config_file()));
    file.is_ok_and(|file| {
        let none = file.profiles().next().is_none();
        none && matches!(Connection::resolve(&options, &context.env, &file), Err(ConfigError::NoBaseUrl))
    })
}

fn ask_choice(context: &CommandContext) -> CommandResult<StartChoice> {
    let messages = context.report.messages();
    let mut out = io::stdout().lock();
    let width = usize::from(crate::terminal::size().0);
    let opening = wrap(&messages.get("first-start"), width).join("\n");
    writeln!(out, "{opening}\n").map_err(CommandFailure::Output)?;
    for key in ["first-start-demo", "first-start-login", "first-start-leave"] {
        // Continuation lines are indented to the text after the number.
        let text = wrap(&messages.get(key), width.saturating_sub(5)).join("\n     ");
        writeln!(out, "  {text}").map_err(CommandFailure::Output)?;
    }
    loop {
        write!(out, "\n> ").map_err(CommandFailure::Output)?;
        out.flush().map_err(CommandFailure::Output)?;
        let mut line = String::new();
        let read = io::stdin().lock().read_line(&mut line).map_err(CommandFailure::Output)?;
        if read == 0 {
            return Ok(StartChoice::Leave);
        }
        if let Some(wish) = parse_choice(&line) {
            return Ok(wish);
        }
        let again = wrap(&messages.get("first-start-again"), width).join("\n");
        writeln!(out, "{again}").map_err(CommandFailure::Output)?;
    }
}

/// Parses a response: a number, or the keyword in either language.
fn parse_choice(line: &str) -> Option<StartChoice> {
    match line.trim().to_lowercase().as_str() {
        "1" | "d" | "demo" | "démo" => Some(StartChoice::Demo),
        "2" | "l" | "login" => Some(StartChoice::Login),
        "3" | "q" | "quit" | "quitter" => Some(StartChoice::Leave),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_a_number_or_a_word() {
        assert_eq!(parse_choice(" 1\n"), Some(StartChoice::Demo));
        assert_eq!(parse_choice("Démo"), Some(StartChoice::Demo));
        assert_eq!(parse_choice("login\r\n"), Some(StartChoice::Login));
        assert_eq!(parse_choice("q"), Some(StartChoice::Leave));
        assert_eq!(parse_choice("\n"), None);
    }
}
