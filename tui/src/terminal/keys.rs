//! Converts crossterm's keys to the application's.

use crossterm::event::{KeyCode as TermCode, KeyEvent, KeyEventKind, KeyModifiers};
use encours_core::app::foundation::input::key::{Key, KeyCode};

/// Returns the pressed or repeated key; `None` for releases and keys without a binding name.
pub fn key(event: KeyEvent) -> Option<Key> {
    if event.kind == KeyEventKind::Release {
        return None;
    }
    let shift = event.modifiers.contains(KeyModifiers::SHIFT);
    let code = match event.code {
        TermCode::Char(c) => {
            KeyCode::Char(if shift && c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c })
        }
        TermCode::Enter => KeyCode::Enter,
        TermCode::Esc => KeyCode::Esc,
        TermCode::Tab | TermCode::BackTab => KeyCode::Tab,
        TermCode::Backspace => KeyCode::Backspace,
        TermCode::Delete => KeyCode::Delete,
        TermCode::Left => KeyCode::Left,
        TermCode::Right => KeyCode::Right,
        TermCode::Up => KeyCode::Up,
        TermCode::Down => KeyCode::Down,
        TermCode::Home => KeyCode::Home,
        TermCode::End => KeyCode::End,
        TermCode::PageUp => KeyCode::PageUp,
        TermCode::PageDown => KeyCode::PageDown,
        TermCode::F(n) => KeyCode::F(n),
        _ => return None,
    };
    let mut key = Key::plain(code);
    key.ctrl = event.modifiers.contains(KeyModifiers::CONTROL);
    key.alt = event.modifiers.contains(KeyModifiers::ALT);
    // Characters include their shift; only the space bar and named keys do not.
    key.shift = match code {
        KeyCode::Char(c) => shift && c == ' ',
        KeyCode::Tab => shift || event.code == TermCode::BackTab,
        _ => shift,
    };
    Some(key)
}

/// True for the suspend key, which raw mode turns into a plain key.
pub fn is_suspend(key: Key) -> bool {
    key == Key::char('z').with_ctrl()
}

/// True for the redraw key (Ctrl+L), used after another program has written over the screen.
pub fn is_redraw(key: Key) -> bool {
    key == Key::char('l').with_ctrl()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press(code: TermCode, modifiers: KeyModifiers) -> String {
        key(KeyEvent::new(code, modifiers)).map(|key| key.to_string()).unwrap_or_default()
    }

    #[test]
    fn keys_are_named_as_in_the_settings() {
        for (code, modifiers, name) in [
            (TermCode::Char('x'), KeyModifiers::NONE, "x"),
            (TermCode::Char('X'), KeyModifiers::SHIFT, "X"),
            (TermCode::Char('x'), KeyModifiers::SHIFT, "X"),
            (TermCode::Char('?'), KeyModifiers::SHIFT, "?"),
            (TermCode::Char('p'), KeyModifiers::CONTROL, "ctrl-p"),
            (TermCode::Char(' '), KeyModifiers::NONE, "space"),
            (TermCode::BackTab, KeyModifiers::SHIFT, "shift-tab"),
            (TermCode::BackTab, KeyModifiers::NONE, "shift-tab"),
            (TermCode::Left, KeyModifiers::SHIFT, "shift-left"),
            (TermCode::F(5), KeyModifiers::NONE, "f5"),
            (TermCode::CapsLock, KeyModifiers::NONE, ""),
        ] {
            assert_eq!(press(code, modifiers), name);
        }
    }

    #[test]
    fn key_release_is_ignored_and_repeat_is_a_press() {
        let mut event = KeyEvent::new(TermCode::Char('j'), KeyModifiers::NONE);
        event.kind = KeyEventKind::Release;
        assert_eq!(key(event), None);
        event.kind = KeyEventKind::Repeat;
        assert_eq!(key(event), Some(Key::char('j')));
    }
}
