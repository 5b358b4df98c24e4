//! Copies text: to the system clipboard on a local machine, else through tmux, else through the terminal (OSC
//! 52).
//!
//! OSC 52 works over ssh too.

use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;
use encours_core::app::foundation::cx::toast_types::ClipboardKind;

use super::tmux;

/// Maximum text length that common terminals accept.
const MAX_LEN: usize = 74_994;

/// Maximum wait for the system clipboard before the terminal's is used.
const COPY_TIMEOUT: Duration = Duration::from_millis(300);

/// Clipboard of this device.
///
/// Under X11, the copying process must serve the text and stay alive. The clipboard therefore runs on its own
/// thread for as long as the full screen.
#[derive(Debug, Default)]
pub struct ClipboardState {
    backend: Backend,
    multiplexer: Multiplexer,
}

#[derive(Debug, Default)]
enum Backend {
    /// Not available, or failed.
    #[default]
    None,
    /// Possibly available, not opened yet.
    Closed(ClipboardKind),
    /// Channel for texts, each with a reply channel for success.
    Open(ClipboardKind, Sender<(String, Sender<bool>)>),
}

impl ClipboardState {
    /// Chooses the clipboard from the environment variables in `var`.
    ///
    /// The system clipboard needs a display and must be on this device, so not over ssh. Otherwise tmux is
    /// used if it runs; it forwards the text.
    pub fn detect(var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).is_some_and(|value| !value.is_empty());
        let far = set("SSH_CONNECTION") || set("SSH_TTY");
        let display = !cfg!(all(unix, not(target_os = "macos"))) || set("DISPLAY");
        Self {
            backend: if display && !far {
                Backend::Closed(ClipboardKind::System)
            } else if set("TMUX") {
                Backend::Closed(ClipboardKind::Terminal)
            } else {
                Backend::None
            },
            multiplexer: Multiplexer::detect(var),
        }
    }

    /// Copies `text`. Returns the clipboard that took it, if any. A failed clipboard is not used again.
    pub fn copy(&mut self, text: &str) -> Option<ClipboardKind> {
        if let Backend::Closed(by) = self.backend {
            self.backend = open(by);
        }
        let Backend::Open(by, texts) = &self.backend else {
            return None;
        };
        let (reply_tx, answer) = channel();
        let taken = texts.send((text.to_owned(), reply_tx)).is_ok()
            && answer.recv_timeout(COPY_TIMEOUT).unwrap_or(false);
        let by = *by;
        if !taken {
            self.backend = Backend::None;
        }
        taken.then_some(by)
    }

    /// Returns the sequence that lets the terminal copy `text`; `None` if it is too long.
    pub fn sequence(&self, text: &str) -> Option<String> {
        sequence(text, self.multiplexer)
    }
}

fn open(by: ClipboardKind) -> Backend {
    let (texts, requests) = channel::<(String, Sender<bool>)>();
    let started = std::thread::Builder::new().name("clipboard".to_owned()).spawn(move || {
        let mut system = match by {
            ClipboardKind::System => arboard::Clipboard::new().ok(),
            ClipboardKind::Terminal => None,
        };
        for (text, reply_tx) in requests {
            let taken = match by {
                ClipboardKind::System => {
                    system.as_mut().is_some_and(|clipboard| clipboard.set_text(text).is_ok())
                }
                ClipboardKind::Terminal => tmux::load_buffer(&text),
            };
            // The caller may have timed out.
            let _gone = reply_tx.send(taken);
        }
    });
    match started {
        Ok(_) => Backend::Open(by, texts),
        Err(_) => Backend::None,
    }
}

/// Multiplexer between this process and the terminal, which must pass the sequence on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Multiplexer {
    /// No multiplexer.
    #[default]
    Nothing,
    /// tmux.
    Tmux,
    /// GNU screen.
    Screen,
}

impl Multiplexer {
    /// Detects the multiplexer from the variables in `var`. Over ssh only `TERM` is left.
    fn detect(var: impl Fn(&str) -> Option<String>) -> Self {
        let set = |name: &str| var(name).is_some_and(|value| !value.is_empty());
        let term = var("TERM").unwrap_or_default();
        if set("TMUX") || term.starts_with("tmux") {
            Self::Tmux
        } else if set("STY") {
            Self::Screen
        } else {
            Self::Nothing
        }
    }
}

/// Maximum piece that GNU screen passes on, including its start and end.
const MAX_PIECE: usize = 240;

/// Returns the sequence that lets the terminal copy `text`; `None` if it is too long.
///
/// In tmux it is written twice: for `set-clipboard on`, where tmux copies, and for `allow-passthrough on`,
/// where it forwards. GNU screen only forwards, in small pieces.
fn sequence(text: &str, between: Multiplexer) -> Option<String> {
    if text.len() > MAX_LEN {
        return None;
    }
    let mut plain = String::new();
    CopyToClipboard::to_clipboard_from(text).write_ansi(&mut plain).ok()?;
    Some(match between {
        Multiplexer::Nothing => plain,
        Multiplexer::Tmux => {
            let through = plain.replace('\u{1b}', "\u{1b}\u{1b}");
            format!("{plain}\u{1b}Ptmux;{through}\u{1b}\\")
        }
        Multiplexer::Screen => {
            // ESC and backslash would end the piece, so the command ends with BEL.
            let command = plain.replace("\u{1b}\\", "\u{7}");
            command.as_bytes().chunks(MAX_PIECE).fold(String::new(), |out, piece| {
                out + "\u{1b}P" + &String::from_utf8_lossy(piece) + "\u{1b}\\"
            })
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn clipboard_text_cannot_control_the_terminal() {
        assert_eq!(sequence("Le Parc", Multiplexer::Nothing).unwrap(), "\u{1b}]52;c;TGUgUGFyYw==\u{1b}\\");
        let hostile = sequence("\u{1b}]0;x\u{7}", Multiplexer::Nothing).unwrap();
        assert_eq!(hostile.matches('\u{1b}').count(), 2);
    }

    #[test]
    fn system_clipboard_is_unused_over_ssh_or_without_display() {
        let none = |vars: &[(&str, &str)]| {
            let clipboard = ClipboardState::detect(|name| {
                let found = vars.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            });
            matches!(clipboard.backend, Backend::None)
        };
        assert!(none(&[("DISPLAY", ":0"), ("SSH_TTY", "/dev/pts/1")]));
        assert_eq!(none(&[]), cfg!(all(unix, not(target_os = "macos"))));
        assert!(!none(&[("DISPLAY", ":0"), ("SSH_TTY", "")]));
        assert!(!none(&[("SSH_TTY", "/dev/pts/1"), ("TMUX", "/tmp/tmux-0/default,1,0")]));
        assert_eq!(ClipboardState::default().copy("x"), None);
    }

    #[test]
    fn tmux_gets_it_both_ways() {
        let text = sequence("a", Multiplexer::Tmux).unwrap();
        assert_eq!(text, "\u{1b}]52;c;YQ==\u{1b}\\\u{1b}Ptmux;\u{1b}\u{1b}]52;c;YQ==\u{1b}\u{1b}\\\u{1b}\\");
    }

    #[test]
    fn screen_multiplexer_gets_clipboard_text_in_short_pieces() {
        let text = "Le Parc, Lyon; ".repeat(40);
        let message = sequence(&text, Multiplexer::Screen).unwrap();
        let pieces: Vec<&str> = message
            .split_terminator("\u{1b}\\")
            .map(|piece| piece.strip_prefix("\u{1b}P").unwrap())
            .collect();
        assert!(pieces.len() > 2 && pieces.iter().all(|piece| piece.len() <= MAX_PIECE));
        let plain = sequence(&text, Multiplexer::Nothing).unwrap();
        assert_eq!(pieces.concat(), plain.replace("\u{1b}\\", "\u{7}"));
    }

    #[test]
    fn multiplexer_is_detected_from_the_environment() {
        let between = |vars: &[(&str, &str)]| {
            Multiplexer::detect(|name| {
                let found = vars.iter().find(|(known, _)| *known == name);
                found.map(|(_, value)| (*value).to_owned())
            })
        };
        assert_eq!(between(&[("TERM", "xterm")]), Multiplexer::Nothing);
        assert_eq!(between(&[("TERM", "screen"), ("TMUX", "/tmp/x")]), Multiplexer::Tmux);
        assert_eq!(between(&[("TERM", "tmux-256color")]), Multiplexer::Tmux);
        assert_eq!(between(&[("TERM", "screen"), ("STY", "1.x")]), Multiplexer::Screen);
        assert_eq!(between(&[("TERM", "screen-256color"), ("TMUX", "")]), Multiplexer::Nothing);
    }

    #[test]
    fn oversized_clipboard_text_is_not_sent() {
        assert_eq!(sequence(&"x".repeat(MAX_LEN + 1), Multiplexer::Nothing), None);
    }
}
