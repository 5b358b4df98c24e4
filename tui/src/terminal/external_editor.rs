//! Edits a text in the user's editor (`VISUAL`, else `EDITOR`).
//!
//! The text is passed in a private file that is deleted afterwards.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitStatus;

use super::signals::{self, SignalOrder};
use encours_core::app::foundation::cx::output::{EditSubject, ExternalEdit};
use encours_core::app::shell::action::Action;
use encours_core::files;
use tempfile::NamedTempFile;
use tokio::process::Command;
use tokio::sync::mpsc::UnboundedReceiver;

/// Maximum size of an edited text, more than any note or filter needs.
const MAX_SIZE: u64 = 1_024 * 1_024;

/// Result of an edit.
pub(super) enum EditOutcome {
    /// A result for the application.
    Dispatch(Action),
    /// The text is unchanged.
    Nothing,
    /// This signal ended the process meanwhile.
    End(i32),
}

/// Returns the command of the user's editor, or `None` if none is set.
///
/// `vi` is not a fallback, because users who do not know it cannot leave it. Without an editor, a form is used
/// instead.
pub fn command(var: impl Fn(&str) -> Option<String>) -> Option<String> {
    let set = |name| var(name).filter(|value: &String| !value.trim().is_empty());
    set("VISUAL").or_else(|| set("EDITOR")).or_else(|| cfg!(windows).then(|| "notepad".to_owned()))
}

/// Runs the editor. The caller has restored the terminal and sets its modes again afterwards.
///
/// Signals are handled meanwhile; a stop signal stops both processes.
pub(super) async fn edit(
    edit: ExternalEdit,
    editor: &str,
    line: Option<usize>,
    orders: &mut UnboundedReceiver<SignalOrder>,
) -> EditOutcome {
    match try_edit(&edit, &at_line(editor, line), orders).await {
        Ok(outcome) => outcome,
        Err(error) => EditOutcome::Dispatch(Action::EditFailed {
            edit,
            editor: name(editor).to_owned(),
            // A missing editor has its own message.
            error: (error.kind() != io::ErrorKind::NotFound).then(|| error.to_string()),
        }),
    }
}

/// Returns the editor's name without its path, which would leave no space for the message.
fn name(editor: &str) -> &str {
    let program = editor.split_whitespace().next().unwrap_or(editor);
    Path::new(program).file_name().and_then(|name| name.to_str()).unwrap_or(program)
}

/// Adds the line argument to the command of an editor that supports it.
fn at_line(editor: &str, line: Option<usize>) -> String {
    const KNOWN: [&str; 12] =
        ["vi", "vim", "nvim", "nano", "pico", "emacs", "emacsclient", "micro", "kak", "joe", "ne", "mcedit"];
    let program = editor.split_whitespace().next().unwrap_or_default();
    let name = Path::new(program).file_stem().and_then(|name| name.to_str());
    match line.filter(|line| *line > 1) {
        Some(line) if name.is_some_and(|name| KNOWN.contains(&name)) => format!("{editor} +{line}"),
        _ => editor.to_owned(),
    }
}

async fn try_edit(
    edit: &ExternalEdit,
    editor: &str,
    orders: &mut UnboundedReceiver<SignalOrder>,
) -> io::Result<EditOutcome> {
    let file = write(edit)?;
    let mut child = shell_command(editor, file.path()).kill_on_drop(false).spawn()?;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status?,
            Some(order) = orders.recv() => match order {
                SignalOrder::End(number) => return Ok(EditOutcome::End(number)),
                SignalOrder::Stop => {
                    signals::stop_process();
                }
                SignalOrder::Resume => {}
            }
        }
    };
    if is_missing_command(status) {
        return Err(io::Error::from(io::ErrorKind::NotFound));
    }
    if was_cancelled(status) {
        return Ok(EditOutcome::Nothing);
    }
    if !status.success() {
        // Use only the number, because the system's text is English.
        let status = status.code().map_or_else(|| status.to_string(), |code| code.to_string());
        return Err(io::Error::other(status));
    }
    let text = read(file.path())?;
    if text == edit.text || text.strip_suffix('\n') == Some(&edit.text) {
        return Ok(EditOutcome::Nothing);
    }
    Ok(EditOutcome::Dispatch(Action::Edited { subject: edit.subject.clone(), text }))
}

/// Returns whether the user interrupted the editor or its shell, and so cancelled the edit.
#[cfg(unix)]
fn was_cancelled(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;

    let signal = tokio::signal::unix::SignalKind::interrupt().as_raw_value();
    status.signal() == Some(signal) || status.code() == Some(128 + signal)
}

#[cfg(not(unix))]
fn was_cancelled(_: ExitStatus) -> bool {
    false
}

fn write(edit: &ExternalEdit) -> io::Result<NamedTempFile> {
    let suffix = match edit.subject {
        EditSubject::Note(_) | EditSubject::NotificationNote(_) => ".md",
        EditSubject::Typed => ".txt",
        EditSubject::Views | EditSubject::Keys(_) => ".toml",
    };
    let mut file = tempfile::Builder::new().prefix("encours-").suffix(suffix).tempfile()?;
    file.write_all(edit.text.as_bytes())?;
    if !edit.text.is_empty() && !edit.text.ends_with('\n') {
        file.write_all(b"\n")?;
    }
    file.flush()?;
    Ok(file)
}

/// Reads the file by name, because many editors replace it by a new file.
fn read(path: &Path) -> io::Result<String> {
    if std::fs::metadata(path)?.len() > MAX_SIZE {
        return Err(io::Error::from(io::ErrorKind::FileTooLarge));
    }
    files::read_text(path, MAX_SIZE)
}

/// Returns the command: the shell splits the editor's arguments, and the file name stays one argument.
#[cfg(unix)]
fn shell_command(editor: &str, file: &Path) -> Command {
    let mut command = Command::new("sh");
    command.arg("-c").arg(format!("{editor} \"$@\"")).arg(editor).arg(file);
    command
}

#[cfg(windows)]
fn shell_command(editor: &str, file: &Path) -> Command {
    let mut command = Command::new("cmd");
    command.arg("/C").arg(editor).arg(file);
    command
}

/// True for the shell's exit status for a command that is missing or not executable.
fn is_missing_command(status: ExitStatus) -> bool {
    matches!(status.code(), Some(126 | 127))
}

#[cfg(all(test, unix))]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    fn note_edit(text: &str) -> ExternalEdit {
        ExternalEdit { subject: EditSubject::Typed, text: text.into() }
    }

    async fn edit_with(editor: &str, text: &str) -> EditOutcome {
        let (_orders, mut received) = unbounded_channel();
        edit(note_edit(text), editor, None, &mut received).await
    }

    #[tokio::test]
    async fn external_editor_returns_changed_text_only() {
        let EditOutcome::Dispatch(Action::Edited { text, .. }) =
            edit_with("sed -i s/ic/closing/", "statut:ic").await
        else {
            panic!("expected an edited text");
        };
        assert_eq!(text, "statut:closing\n");
        assert!(matches!(edit_with("true", "statut:ic").await, EditOutcome::Nothing));
        let EditOutcome::Dispatch(Action::EditFailed { edit, editor, error: reason }) =
            edit_with("false", "statut:ic").await
        else {
            panic!("expected a failure");
        };
        assert_eq!((edit.text.as_str(), editor.as_str()), ("statut:ic", "false"));
        assert_eq!(reason.as_deref(), Some("1"));
        let EditOutcome::Dispatch(Action::EditFailed { editor, error: reason, .. }) =
            edit_with("/bin/sh -c 'exit 3'", "abc").await
        else {
            panic!("expected a failure");
        };
        assert_eq!(editor, "sh", "the name must not include the path");
        assert_eq!(reason.as_deref(), Some("3"));
    }

    #[tokio::test]
    async fn missing_editor_is_reported_and_the_text_survives() {
        let EditOutcome::Dispatch(Action::EditFailed { edit, editor, error: reason }) =
            edit_with("no-such-editor", "abc").await
        else {
            panic!("expected a failure");
        };
        assert_eq!((edit.text.as_str(), editor.as_str()), ("abc", "no-such-editor"));
        assert_eq!(reason, None, "the message is localised elsewhere");
    }

    #[tokio::test]
    async fn termination_signal_does_not_wait_for_the_editor() {
        let (orders, mut heard) = unbounded_channel();
        orders.send(SignalOrder::End(15)).unwrap();
        // This editor runs until its file is deleted, so that the test leaves no process.
        let editor = "stays() { while [ -e \"$1\" ]; do sleep 0.05; done; }; stays";
        let outcome = edit(note_edit("x"), editor, None, &mut heard).await;
        assert!(matches!(outcome, EditOutcome::End(15)));
    }

    #[test]
    fn supporting_editor_opens_at_the_requested_line() {
        assert_eq!(at_line("/usr/bin/nvim -n", Some(12)), "/usr/bin/nvim -n +12");
        assert_eq!(at_line("code -w", Some(12)), "code -w");
        assert_eq!(at_line("vi", Some(1)), "vi");
        assert_eq!(at_line("vi", None), "vi");
    }

    #[test]
    fn editor_file_is_private_and_deleted_afterwards() {
        use std::os::unix::fs::PermissionsExt;
        let file = write(&note_edit("secret")).unwrap();
        let path = file.path().to_owned();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        drop(file);
        assert!(!path.exists());
    }

    #[test]
    fn the_editor_is_the_persons_own() {
        let from = |vars: &[(&str, &str)]| {
            let vars: Vec<(String, String)> =
                vars.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
            command(move |name| vars.iter().find(|(known, _)| known == name).map(|(_, v)| v.clone()))
        };
        let some = |command: &str| Some(command.to_owned());
        assert_eq!(from(&[("EDITOR", "nano"), ("VISUAL", "code -w")]), some("code -w"));
        assert_eq!(from(&[("EDITOR", "nano"), ("VISUAL", " ")]), some("nano"));
        assert_eq!(from(&[]), cfg!(windows).then(|| "notepad".to_owned()));
    }
}
