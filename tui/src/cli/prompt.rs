//! Prompts for the user at the terminal. Without a terminal, prompts fail instead of assuming an answer.

use std::io::{self, BufRead as _, IsTerminal as _, Read as _, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use crossterm::event::{Event, KeyCode, KeyEventKind, KeyModifiers};
use encours_core::client::auth::secret_file::PassphraseSource;
use encours_core::config::Connection;
use encours_core::error::Error;
use secrecy::SecretString;

use super::context::CommandContext;
use super::failure::CommandFailure;
use super::signals::{self, StopSignals};
use super::{error_message, limit, terminal_filter, wrap};
use crate::terminal::input::PromptInput;

/// True if a user can answer.
pub(super) fn can_ask() -> bool {
    io::stdin().is_terminal() && io::stderr().is_terminal()
}

/// Sets the passphrase of a connection that needs one and lacks it: asked for now, or once when it is first used.
pub(super) fn set_passphrase(
    connection: &mut Connection,
    context: &CommandContext,
    now: bool,
) -> Result<(), Error> {
    if !connection.needs_passphrase() {
        return Ok(());
    }
    let source = if let Some(set) = &context.passphrase {
        PassphraseSource::Known(set.clone())
    } else if !can_ask() {
        return Ok(());
    } else {
        let question = context.report.messages().get("cli-type-passphrase").into_owned();
        if now {
            PassphraseSource::Known(read_secret(&question)?)
        } else {
            let answer = Mutex::new(None);
            PassphraseSource::Prompt(Arc::new(move || {
                let mut answer = answer.lock().unwrap_or_else(PoisonError::into_inner);
                match &*answer {
                    Some(passphrase) => Ok(SecretString::clone(passphrase)),
                    None => Ok(answer.insert(read_secret(&question)?).clone()),
                }
            }))
        }
    };
    connection.set_passphrase(&source);
    Ok(())
}

/// Asks for confirmation before something that cannot be undone.
///
/// # Errors
/// [`Usage`](encours_core::error::ErrorKind::Usage) without a terminal and without `--yes`.
pub(super) fn confirm(context: &CommandContext, question: &str) -> Result<bool, Error> {
    if context.global.yes {
        return Ok(true);
    }
    if !can_ask() {
        return Err(error_message::usage("usage-confirm", &[("question", question)]));
    }
    let messages = context.report.messages();
    let answer = read_line(&format!("{question} {} ", messages.get("cli-confirm-keys")))?.to_lowercase();
    Ok(["y", "yes", "o", "oui"].contains(&answer.trim()))
}

/// Returns the failure for a question answered with "no".
///
/// Nothing was done and nothing is pending. It is not an interruption, so it has the exit status of unexpected
/// errors.
pub(super) fn declined(context: &CommandContext) -> CommandFailure {
    let error = Error::unexpected("not confirmed");
    context.report.error_as(Some("declined"), &error);
    CommandFailure::Reported(error.kind())
}

/// Asks for a line of text.
pub(super) fn read_line(question: &str) -> Result<String, Error> {
    limit::disarm();
    let failed = |error: io::Error| error_message::usage("usage-no-answer", &[("why", &error.to_string())]);
    let mut stderr = io::stderr();
    let question = terminal_filter::for_users(&stderr, question);
    let question = wrap::wrap(&question, wrap::terminal_width(&stderr));
    let ask = || write!(stderr, "{question}").and_then(|()| stderr.flush());
    let answer = ask_interruptible(ask, || {
        let mut answer = String::new();
        io::stdin().lock().read_line(&mut answer).map(|_| answer)
    })?;
    Ok(answer.map_err(failed)?.trim_end_matches(['\r', '\n']).to_owned())
}

/// Asks, then waits for a blocking `answer`, and stops waiting on a signal.
///
/// The runtime cannot handle signals while the answer blocks. Signals are handled before the question appears.
fn ask_interruptible<T: Send + 'static>(
    ask: impl FnOnce() -> io::Result<()>,
    answer: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> Result<io::Result<T>, Error> {
    let (sender, receiver) = std::sync::mpsc::channel();
    let done = sender.clone();
    let nobody = |error: io::Error| Error::unexpected(format!("Encours cannot prompt: {error}"));
    let (listens, replies) = std::sync::mpsc::channel();
    let (_answered, answered_end) = tokio::sync::oneshot::channel::<()>();
    std::thread::Builder::new()
        .name("signals".to_owned())
        .spawn(move || {
            let signal = signals::block_on(async {
                let stop = StopSignals::listen();
                // If signals cannot be handled, they end the process by default.
                let _told = listens.send(());
                let Ok(mut stop) = stop else { return false };
                tokio::select! {
                    () = stop.received() => true,
                    _ = answered_end => false,
                }
            });
            if signal.unwrap_or(false) {
                drop(sender.send(None));
            }
        })
        .map_err(nobody)?;
    // An error means that signals are not handled, and the prompt works without them.
    let _listening = replies.recv();
    if let Err(error) = ask() {
        return Ok(Err(error));
    }
    std::thread::Builder::new()
        .name("answer".to_owned())
        // After an interruption the receiver is gone.
        .spawn(move || drop(done.send(Some(answer()))))
        .map_err(nobody)?;
    receiver.recv().ok().flatten().ok_or_else(Error::interrupted)
}

/// Reads standard input to its end, at most `max` bytes, on its own thread.
///
/// An interruption must not wait for the process that writes to it.
///
/// # Errors
/// [`Usage`](encours_core::error::ErrorKind::Usage) if it is not valid text, or is too long.
pub(super) async fn read_stdin(subject: &str, max: u64) -> Result<String, Error> {
    let (sender, receiver) = tokio::sync::oneshot::channel();
    let read = move || {
        let mut text = String::new();
        let read = io::stdin().lock().take(max + 1).read_to_string(&mut text);
        // After an interruption the receiver is gone.
        let _ = sender.send(read.map(|_| text));
    };
    let unreadable = |reason: &dyn std::fmt::Display| {
        error_message::usage("usage-standard-input", &[("what", subject), ("why", &reason.to_string())])
    };
    std::thread::Builder::new()
        .name("standard input".to_owned())
        .spawn(read)
        .map_err(|error| unreadable(&error))?;
    let text = match receiver.await {
        Ok(Ok(text)) => text,
        Ok(Err(error)) => return Err(unreadable(&error)),
        Err(_) => return Err(unreadable(&"reading the input failed")),
    };
    if text.len() as u64 > max {
        return Err(unreadable(&format_args!("it is longer than {max} bytes")));
    }
    Ok(text)
}

/// Asks for a secret without echo.
pub(super) fn read_secret(question: &str) -> Result<SecretString, Error> {
    limit::disarm();
    let failed = |error: io::Error| error_message::usage("usage-no-secret", &[("why", &error.to_string())]);
    // Raw mode starts before the question, so that an early answer is neither echoed nor read as a line.
    crossterm::terminal::enable_raw_mode().map_err(failed)?;
    let mut stderr = io::stderr();
    let typed = write!(stderr, "{question} ").and_then(|()| stderr.flush()).and_then(|()| read_hidden());
    // Restore the terminal before anything else, even after a read error.
    let restored = crossterm::terminal::disable_raw_mode();
    writeln!(stderr).map_err(failed)?;
    restored.map_err(failed)?;
    typed.map_err(failed)?.ok_or_else(Error::interrupted).map(SecretString::from)
}

fn read_hidden() -> io::Result<Option<String>> {
    let mut typed = String::new();
    let mut input = PromptInput::new();
    loop {
        match input.next()? {
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
