//! A text in the person's own editor, as git and others do it: `VISUAL`, else `EDITOR`. The text goes
//! through a file that only its owner may read and that is gone afterwards.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitStatus;

use encours_core::app::changes::forms::edited_text::Edit;
use encours_core::app::changes::forms::edited_text::EditWhat;
use encours_core::app::shell::action::Action;
use encours_core::files;
use tempfile::NamedTempFile;
use tokio::process::Command;
use tokio::sync::mpsc::UnboundedReceiver;

use super::signals::{self, Order};

/// More than this is not taken back: no note and no filter is so long.
const MOST: u64 = 1_024 * 1_024;

/// What came of it.
pub(super) enum Back {
    /// The application is to know.
    Tell(Action),
    /// The text was left as it was: nothing changes.
    Nothing,
    /// The process was told to end meanwhile, by this signal.
    End(i32),
}

/// The command of the person's editor; `None` where they have chosen none. Nobody is put into `vi` who has not asked
/// for it: they would not know how to leave. What has to be typed is then typed in a form.
pub fn command(var: impl Fn(&str) -> Option<String>) -> Option<String> {
    let set = |name| var(name).filter(|value: &String| !value.trim().is_empty());
    set("VISUAL")
        .or_else(|| set("EDITOR"))
        .or_else(|| cfg!(windows).then(|| "notepad".to_owned()))
}

/// Lets the person edit. The terminal has been given back before and is taken again after. Signals go on being heard:
/// what stops the editor stops this process with it.
pub(super) async fn edit(
    edit: Edit,
    editor: &str,
    line: Option<usize>,
    orders: &mut UnboundedReceiver<Order>,
) -> Back {
    match attempt(&edit, &at_line(editor, line), orders).await {
        Ok(back) => back,
        Err(error) => Back::Tell(Action::EditFailed {
            edit,
            editor: name(editor).to_owned(),
            // That there is none needs no words of the system's.
            why: (error.kind() != io::ErrorKind::NotFound).then(|| error.to_string()),
        }),
    }
}

/// What the editor is called: the person knows where it lies, and a path would leave no room for what happened.
fn name(editor: &str) -> &str {
    let program = editor.split_whitespace().next().unwrap_or(editor);
    Path::new(program)
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or(program)
}

/// The editor's command, told to begin at a line where it is one that is known to understand it.
fn at_line(editor: &str, line: Option<usize>) -> String {
    const KNOWN: [&str; 12] = [
        "vi",
        "vim",
        "nvim",
        "nano",
        "pico",
        "emacs",
        "emacsclient",
        "micro",
        "kak",
        "joe",
        "ne",
        "mcedit",
    ];
    let program = editor.split_whitespace().next().unwrap_or_default();
    let name = Path::new(program).file_stem().and_then(|name| name.to_str());
    match line.filter(|line| *line > 1) {
        Some(line) if name.is_some_and(|name| KNOWN.contains(&name)) => format!("{editor} +{line}"),
        _ => editor.to_owned(),
    }
}

async fn attempt(edit: &Edit, editor: &str, orders: &mut UnboundedReceiver<Order>) -> io::Result<Back> {
    let file = write(edit)?;
    let mut child = shell(editor, file.path()).kill_on_drop(false).spawn()?;
    let status = loop {
        tokio::select! {
            status = child.wait() => break status?,
            Some(order) = orders.recv() => match order {
                Order::End(number) => return Ok(Back::End(number)),
                Order::Stop => {
                    signals::stop();
                }
                Order::Resume => {}
            }
        }
    };
    if not_there(status) {
        return Err(io::Error::from(io::ErrorKind::NotFound));
    }
    if gave_up(status) {
        return Ok(Back::Nothing);
    }
    if !status.success() {
        // The number alone: the system's words about it are English.
        let status = status
            .code()
            .map_or_else(|| status.to_string(), |code| code.to_string());
        return Err(io::Error::other(status));
    }
    let text = read(file.path())?;
    if text == edit.text || text.strip_suffix('\n') == Some(&edit.text) {
        return Ok(Back::Nothing);
    }
    Ok(Back::Tell(Action::Edited {
        what: edit.what.clone(),
        text,
    }))
}

/// Whether the person interrupted the editor, itself or the shell that ran it: they want it no more, and no other way.
#[cfg(unix)]
fn gave_up(status: ExitStatus) -> bool {
    use std::os::unix::process::ExitStatusExt as _;

    let signal = tokio::signal::unix::SignalKind::interrupt().as_raw_value();
    status.signal() == Some(signal) || status.code() == Some(128 + signal)
}

#[cfg(not(unix))]
fn gave_up(_: ExitStatus) -> bool {
    false
}

fn write(edit: &Edit) -> io::Result<NamedTempFile> {
    let suffix = match edit.what {
        EditWhat::Note(_) | EditWhat::NotificationNote(_) => ".md",
        EditWhat::Typed => ".txt",
        EditWhat::Views | EditWhat::Keys(_) => ".toml",
    };
    let mut file = tempfile::Builder::new()
        .prefix("encours-")
        .suffix(suffix)
        .tempfile()?;
    file.write_all(edit.text.as_bytes())?;
    if !edit.text.is_empty() && !edit.text.ends_with('\n') {
        file.write_all(b"\n")?;
    }
    file.flush()?;
    Ok(file)
}

/// Read by name: many editors write another file and put it in this one's place.
fn read(path: &Path) -> io::Result<String> {
    if std::fs::metadata(path)?.len() > MOST {
        return Err(io::Error::from(io::ErrorKind::FileTooLarge));
    }
    files::read_text(path, MOST)
}

/// The editor's command may have arguments of its own, which the shell takes apart; the file's name is one whole.
#[cfg(unix)]
fn shell(editor: &str, file: &Path) -> Command {
    let mut command = Command::new("sh");
    command
        .arg("-c")
        .arg(format!("{editor} \"$@\""))
        .arg(editor)
        .arg(file);
    command
}

#[cfg(windows)]
fn shell(editor: &str, file: &Path) -> Command {
    let mut command = Command::new("cmd");
    command.arg("/C").arg(editor).arg(file);
    command
}

/// What a shell says of a command that it can't find or may not run.
fn not_there(status: ExitStatus) -> bool {
    matches!(status.code(), Some(126 | 127))
}

#[cfg(all(test, unix))]
mod tests {
    use tokio::sync::mpsc::unbounded_channel;

    use super::*;

    fn typed(text: &str) -> Edit {
        Edit {
            what: EditWhat::Typed,
            text: text.into(),
        }
    }

    async fn with(editor: &str, text: &str) -> Back {
        let (_orders, mut heard) = unbounded_channel();
        edit(typed(text), editor, None, &mut heard).await
    }

    #[tokio::test]
    async fn what_the_editor_wrote_comes_back_and_what_it_left_alone_does_not() {
        let Back::Tell(Action::Edited { text, .. }) = with("sed -i s/ic/closing/", "statut:ic").await else {
            panic!("nothing came back");
        };
        assert_eq!(text, "statut:closing\n");
        assert!(matches!(with("true", "statut:ic").await, Back::Nothing));
        let Back::Tell(Action::EditFailed { edit, editor, why }) = with("false", "statut:ic").await else {
            panic!("that it failed is not told");
        };
        assert_eq!((edit.text.as_str(), editor.as_str()), ("statut:ic", "false"));
        assert_eq!(why.as_deref(), Some("1"));
        let Back::Tell(Action::EditFailed { editor, why, .. }) = with("/bin/sh -c 'exit 3'", "abc").await
        else {
            panic!("that it failed is not told");
        };
        assert_eq!(editor, "sh", "without the way there, which leaves no room");
        assert_eq!(why.as_deref(), Some("3"));
    }

    #[tokio::test]
    async fn an_editor_that_is_not_there_is_told_and_the_text_is_not_lost() {
        let Back::Tell(Action::EditFailed { edit, editor, why }) = with("no-such-editor", "abc").await else {
            panic!("it was taken for an editor");
        };
        assert_eq!((edit.text.as_str(), editor.as_str()), ("abc", "no-such-editor"));
        assert_eq!(why, None, "what it means is said in the person's language");
    }

    #[tokio::test]
    async fn a_signal_to_end_does_not_wait_for_the_editor() {
        let (orders, mut heard) = unbounded_channel();
        orders.send(Order::End(15)).unwrap();
        // It stays for as long as its file is there: nobody has to end it.
        let editor = "stays() { while [ -e \"$1\" ]; do sleep 0.05; done; }; stays";
        let back = edit(typed("x"), editor, None, &mut heard).await;
        assert!(matches!(back, Back::End(15)));
    }

    #[test]
    fn an_editor_that_knows_lines_begins_at_one() {
        assert_eq!(at_line("/usr/bin/nvim -n", Some(12)), "/usr/bin/nvim -n +12");
        assert_eq!(at_line("code -w", Some(12)), "code -w");
        assert_eq!(at_line("vi", Some(1)), "vi");
        assert_eq!(at_line("vi", None), "vi");
    }

    #[test]
    fn the_file_is_its_owners_alone_and_gone_afterwards() {
        use std::os::unix::fs::PermissionsExt;
        let file = write(&typed("secret")).unwrap();
        let path = file.path().to_owned();
        assert_eq!(path.metadata().unwrap().permissions().mode() & 0o777, 0o600);
        drop(file);
        assert!(!path.exists());
    }

    #[test]
    fn the_editor_is_the_persons_own() {
        let from = |vars: &[(&str, &str)]| {
            let vars: Vec<(String, String)> = vars
                .iter()
                .map(|(k, v)| ((*k).to_owned(), (*v).to_owned()))
                .collect();
            command(move |name| {
                vars.iter()
                    .find(|(known, _)| known == name)
                    .map(|(_, v)| v.clone())
            })
        };
        let some = |command: &str| Some(command.to_owned());
        assert_eq!(
            from(&[("EDITOR", "nano"), ("VISUAL", "code -w")]),
            some("code -w")
        );
        assert_eq!(from(&[("EDITOR", "nano"), ("VISUAL", " ")]), some("nano"));
        assert_eq!(from(&[]), cfg!(windows).then(|| "notepad".to_owned()));
    }
}
