//! Copying: to the system's clipboard where this process runs on the person's own machine, else through the terminal
//! (OSC 52), which works over ssh as well.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;

/// The longest text that common terminals take.
const MOST: usize = 74_994;

/// How long the system's clipboard may take before the terminal's is used.
const PATIENCE: Duration = Duration::from_millis(300);

/// The system's clipboard. What is copied stays there as long as this lives, for under X11 whoever copies also hands
/// out; so it lives as long as the full screen, on a thread of its own.
#[derive(Debug, Default)]
pub struct Clipboard(State);

#[derive(Debug, Default)]
enum State {
    /// There is none here, or it has failed.
    #[default]
    None,
    /// There may be one.
    Closed,
    /// Texts go in, and whether they were taken comes back.
    Open(Sender<(String, Sender<bool>)>),
}

impl Clipboard {
    /// The clipboard that the environment, read through `var`, speaks of: none over ssh, where it would be another
    /// machine's, and none without a display.
    pub fn detect(var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).is_some_and(|value| !value.is_empty());
        let far = set("SSH_CONNECTION") || set("SSH_TTY");
        let display = !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY");
        Self(if display && !far {
            State::Closed
        } else {
            State::None
        })
    }

    /// Copies `text`. Whether the clipboard took it; one that fails is not asked again.
    pub fn take(&mut self, text: &str) -> bool {
        if matches!(self.0, State::Closed) {
            self.0 = open();
        }
        let State::Open(texts) = &self.0 else {
            return false;
        };
        let (said, answer) = channel();
        let taken =
            texts.send((text.to_owned(), said)).is_ok() && answer.recv_timeout(PATIENCE).unwrap_or(false);
        if !taken {
            self.0 = State::None;
        }
        taken
    }
}

fn open() -> State {
    let (texts, asked) = channel::<(String, Sender<bool>)>();
    let started = std::thread::Builder::new()
        .name("clipboard".to_owned())
        .spawn(move || {
            let mut clipboard = arboard::Clipboard::new().ok();
            for (text, said) in asked {
                let taken = clipboard
                    .as_mut()
                    .is_some_and(|clipboard| clipboard.set_text(text).is_ok());
                // Whoever asked may have lost patience.
                let _gone = said.send(taken);
            }
        });
    match started {
        Ok(_) => State::Open(texts),
        Err(_) => State::None,
    }
}

/// What to write so that the terminal copies `text`; `None` if it is too long for that. In tmux it is written twice:
/// for a tmux that takes it over (`set-clipboard on`), and past one that lets it through (`allow-passthrough on`).
pub fn sequence(text: &str, tmux: bool) -> Option<String> {
    if text.len() > MOST {
        return None;
    }
    let mut plain = String::new();
    CopyToClipboard::to_clipboard_from(text)
        .write_ansi(&mut plain)
        .ok()?;
    if !tmux {
        return Some(plain);
    }
    let through = plain.replace('\u{1b}', "\u{1b}\u{1b}");
    Some(format!("{plain}\u{1b}Ptmux;{through}\u{1b}\\"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_text_is_encoded_so_that_nothing_in_it_can_steer_the_terminal() {
        assert_eq!(
            sequence("Le Parc", false).unwrap(),
            "\u{1b}]52;c;TGUgUGFyYw==\u{1b}\\"
        );
        let hostile = sequence("\u{1b}]0;x\u{7}", false).unwrap();
        assert_eq!(hostile.matches('\u{1b}').count(), 2);
    }

    #[test]
    fn over_ssh_and_without_a_display_there_is_no_clipboard_of_the_system() {
        let none = |vars: &[(&str, &str)]| {
            let clipboard = Clipboard::detect(|name| {
                let found = vars.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            matches!(clipboard.0, State::None)
        };
        assert!(none(&[("DISPLAY", ":0"), ("SSH_TTY", "/dev/pts/1")]));
        assert_eq!(none(&[]), cfg!(all(unix, not(target_os = "macos"))));
        assert!(!none(&[("DISPLAY", ":0"), ("SSH_TTY", "")]));
        assert!(!Clipboard::default().take("x"));
    }

    #[test]
    fn tmux_gets_it_both_ways() {
        let text = sequence("a", true).unwrap();
        assert_eq!(
            text,
            "\u{1b}]52;c;YQ==\u{1b}\\\u{1b}Ptmux;\u{1b}\u{1b}]52;c;YQ==\u{1b}\u{1b}\\\u{1b}\\"
        );
    }

    #[test]
    fn what_no_terminal_would_take_is_not_sent() {
        assert_eq!(sequence(&"x".repeat(MOST + 1), false), None);
    }
}
