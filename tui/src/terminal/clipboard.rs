//! Copying through the terminal (OSC 52), which works over ssh as well.

use crossterm::Command;
use crossterm::clipboard::CopyToClipboard;

/// The longest text that common terminals take.
const MOST: usize = 74_994;

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
