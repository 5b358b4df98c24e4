//! Questions to the person at the terminal. Where there is no terminal nobody is asked, and nothing is assumed.

use std::io::{self, BufRead as _, IsTerminal as _, Write as _};

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use encours_core::error::Error;
use secrecy::SecretString;

use super::context::Context;

/// Whether somebody can answer.
pub(super) fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Asks whether to go on with something that cannot be undone.
///
/// # Errors
/// [`Usage`](encours_core::error::ErrorKind::Usage) without a terminal and without `--yes`.
pub(super) fn confirm(context: &Context, question: &str) -> Result<bool, Error> {
    if context.global.yes {
        return Ok(true);
    }
    if !can_ask() {
        return Err(Error::usage(
            "this cannot be undone and nobody can be asked here: confirm with --yes",
        ));
    }
    let words = context.report.words();
    let answer = line(&format!("{question} {} ", words.get("cli-confirm-keys")))?.to_lowercase();
    Ok(["y", "yes", "o", "oui"].contains(&answer.trim()))
}

/// Asks for a line of text.
pub(super) fn line(question: &str) -> Result<String, Error> {
    let failed = |error: io::Error| Error::usage(format!("no answer could be read: {error}"));
    let mut asked = io::stderr();
    write!(asked, "{question}")
        .and_then(|()| asked.flush())
        .map_err(failed)?;
    let mut answer = String::new();
    io::stdin().lock().read_line(&mut answer).map_err(failed)?;
    Ok(answer.trim_end_matches(['\r', '\n']).to_owned())
}

/// Asks for a secret; nothing of it is shown.
pub(super) fn secret(question: &str) -> Result<SecretString, Error> {
    let failed = |error: io::Error| Error::usage(format!("no secret could be read: {error}"));
    let mut asked = io::stderr();
    write!(asked, "{question} ")
        .and_then(|()| asked.flush())
        .map_err(failed)?;
    crossterm::terminal::enable_raw_mode().map_err(failed)?;
    let typed = keys();
    // The terminal is put back before anything else, whatever was typed.
    let back = crossterm::terminal::disable_raw_mode();
    writeln!(asked).map_err(failed)?;
    back.map_err(failed)?;
    typed
        .map_err(failed)?
        .ok_or_else(Error::interrupted)
        .map(SecretString::from)
}

fn keys() -> io::Result<Option<String>> {
    let mut typed = String::new();
    loop {
        match crossterm::event::read()? {
            Event::Key(key) if key.kind != KeyEventKind::Release => match key.code {
                KeyCode::Enter => return Ok(Some(typed)),
                KeyCode::Esc => return Ok(None),
                KeyCode::Char('c' | 'd') if key.modifiers.contains(KeyModifiers::CONTROL) => return Ok(None),
                KeyCode::Char('u') if key.modifiers.contains(KeyModifiers::CONTROL) => typed.clear(),
                KeyCode::Char(letter) => typed.push(letter),
                KeyCode::Backspace => {
                    typed.pop();
                }
                _ => {}
            },
            Event::Paste(text) => typed.push_str(&text),
            _ => {}
        }
    }
}
