//! Key presses, independent of the key types of the front ends. The notation is that of `config.toml`: `ctrl-p`,
//! `shift-left`, `H`, `space`, `?`.

use std::fmt;
use std::str::FromStr;

/// A key without its modifiers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum KeyCode {
    /// A character key. Capitals and shifted symbols are stored as such: `H`, not shift and `h`.
    Char(char),
    /// Enter
    Enter,
    /// Escape
    Esc,
    /// Tab; with shift it goes back.
    Tab,
    /// Backspace
    Backspace,
    /// Delete
    Delete,
    /// ←
    Left,
    /// →
    Right,
    /// ↑
    Up,
    /// ↓
    Down,
    /// Home
    Home,
    /// End
    End,
    /// Page up
    PageUp,
    /// Page down
    PageDown,
    /// F1…F12
    F(u8),
}

/// A key with its modifiers. Shift is never set on [`KeyCode::Char`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Key {
    /// The key.
    pub code: KeyCode,
    /// True if Control is pressed.
    pub ctrl: bool,
    /// True if Alt is pressed.
    pub alt: bool,
    /// True if Shift is pressed.
    pub shift: bool,
}

impl Key {
    /// Creates a key without modifiers.
    pub const fn plain(code: KeyCode) -> Self {
        Self { code, ctrl: false, alt: false, shift: false }
    }

    /// Creates a character key.
    pub const fn char(c: char) -> Self {
        Self::plain(KeyCode::Char(c))
    }

    /// Returns the same key with Control.
    #[must_use]
    pub const fn with_ctrl(mut self) -> Self {
        self.ctrl = true;
        self
    }
}

const NAMED_KEYS: &[(&str, KeyCode)] = &[
    ("space", KeyCode::Char(' ')),
    ("minus", KeyCode::Char('-')),
    ("enter", KeyCode::Enter),
    ("esc", KeyCode::Esc),
    ("tab", KeyCode::Tab),
    ("backspace", KeyCode::Backspace),
    ("delete", KeyCode::Delete),
    ("left", KeyCode::Left),
    ("right", KeyCode::Right),
    ("up", KeyCode::Up),
    ("down", KeyCode::Down),
    ("home", KeyCode::Home),
    ("end", KeyCode::End),
    ("pageup", KeyCode::PageUp),
    ("pagedown", KeyCode::PageDown),
];

/// A text that does not name a key.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a key. Use `x`, `X`, `ctrl-x`, `shift-left`, `space`, `enter` or `f1`")]
pub struct KeyError(pub String);

impl FromStr for Key {
    type Err = KeyError;

    fn from_str(text: &str) -> Result<Self, KeyError> {
        let unknown = || KeyError(text.to_owned());
        let mut parts: Vec<&str> = if text == "-" { vec!["-"] } else { text.split('-').collect() };
        let last = parts.pop().filter(|part| !part.is_empty()).ok_or_else(unknown)?;
        let mut chars = last.chars();
        let code = match (chars.next(), chars.next()) {
            (Some(c), None) => KeyCode::Char(c),
            _ => named_key(last).or_else(|| function_key(last)).ok_or_else(unknown)?,
        };
        let mut key = Self::plain(code);
        for part in parts {
            let modifier = match part {
                "ctrl" => &mut key.ctrl,
                "alt" => &mut key.alt,
                "shift" => &mut key.shift,
                _ => return Err(unknown()),
            };
            // If a modifier appears twice, one of them is probably a typo for another.
            if std::mem::replace(modifier, true) {
                return Err(unknown());
            }
        }
        if key.shift && matches!(code, KeyCode::Char(c) if c != ' ') {
            return Err(unknown());
        }
        Ok(key)
    }
}

fn named_key(text: &str) -> Option<KeyCode> {
    NAMED_KEYS.iter().find(|(name, _)| *name == text).map(|(_, code)| *code)
}

fn function_key(text: &str) -> Option<KeyCode> {
    let number = text.strip_prefix('f')?.parse::<u8>().ok()?;
    (1..=12).contains(&number).then_some(KeyCode::F(number))
}

impl fmt::Display for Key {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (is_pressed, name) in [(self.ctrl, "ctrl-"), (self.alt, "alt-"), (self.shift, "shift-")] {
            if is_pressed {
                f.write_str(name)?;
            }
        }
        match self.code {
            KeyCode::F(n) => write!(f, "f{n}"),
            code => match NAMED_KEYS.iter().find(|(_, known)| *known == code) {
                Some((name, _)) => f.write_str(name),
                None => match code {
                    KeyCode::Char(c) => write!(f, "{c}"),
                    _ => Ok(()),
                },
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_written_as_they_are_read() {
        for text in ["x", "X", "ctrl-p", "shift-left", "space", "minus", "f12", "?", "*", "ctrl-alt-delete"] {
            assert_eq!(text.parse::<Key>().map(|key| key.to_string()), Ok(text.to_owned()));
        }
    }

    #[test]
    fn invalid_key_names_are_rejected() {
        for text in ["", "ctrl-", "shift-x", "hyper-x", "f13", "enterr"] {
            assert!(text.parse::<Key>().is_err(), "{text}");
        }
    }
}
