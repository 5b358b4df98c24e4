//! Maps egui's key events to actions, and the application's keys to key caps.
//!
//! Characters come from text events, so that digits and symbols of the keyboard layout count. All other keys come from
//! key events. While a text field has the focus, plain characters and editing keys go to it.

use egui::{Event, FocusDirection, Modifiers};
use encours_core::app::foundation::cx::overlay::Overlay;
use encours_core::app::foundation::input::commands::ActionId;
use encours_core::app::foundation::input::context::Context;
use encours_core::app::foundation::input::key::{Key, KeyCode};
use encours_core::app::foundation::presentation::chrome::key_text;
use encours_core::app::shell::action::Action;
use encours_core::app::shell::app::App;

use crate::input::input_queue::MenuEnd;

/// The key that saves a form with a multi-line field.
pub const SAVE_KEY: Key = Key { ctrl: true, ..Key::plain(KeyCode::Enter) };

/// The place of egui's keyboard focus.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FocusOwner {
    /// No widget, or a card or row whose keys the application handles.
    App,
    /// A text field.
    TextField,
    /// A button or another widget of egui, which handles Enter and space itself.
    Widget,
}

/// The meaning of a keyboard event in its context.
#[derive(Clone, Debug, PartialEq)]
pub enum KeyMeaning {
    /// Is an action of the application.
    Act(Action),
    /// Goes to the focused widget, which then changes.
    Widget,
    /// Moves egui's focus.
    MoveFocus(FocusDirection),
    /// Moves egui's focus to an end of the open menu.
    FocusMenuEnd(MenuEnd),
    /// Presses the row of this action in the open menu, if it exists.
    PressRow(ActionId),
    /// Has no meaning here; egui may handle it.
    Unhandled,
    /// Has no meaning here; egui must not take it for a press on the focused item.
    Ignore,
}

/// Returns the meaning of an event. `digit` is the digit on the pressed key, if there is one. `menu` is true while a
/// menu of egui is open, which then gets its navigation keys.
#[must_use]
pub fn key_meaning(
    event: &Event,
    app: &App,
    focus: FocusOwner,
    digit: Option<char>,
    menu: bool,
) -> KeyMeaning {
    if menu {
        return meaning_in_menu(event, app);
    }
    let key = key_of(event);
    let action = key.and_then(|key| app.action_of(key));
    // Letters search the status menu, whatever has the focus.
    if let Some(Action::SearchMenu(_)) = action {
        return action.map_or(KeyMeaning::Unhandled, KeyMeaning::Act);
    }
    // Space arrives as a key event and as text: the key event presses, the text maps to an action.
    let calm = matches!(app.cx.overlay(), Overlay::None | Overlay::Filter);
    if is_space(event) {
        return match focus {
            // After the first letter of a search, the text of space is part of the name.
            _ if matches!(app.cx.overlay(), Overlay::Menu(menu) if !menu.typed.is_empty()) => {
                KeyMeaning::Ignore
            }
            FocusOwner::TextField => KeyMeaning::Unhandled,
            FocusOwner::App if calm => KeyMeaning::Ignore,
            // If space is bound in the list, its text runs the action; otherwise the key event presses the selected
            // line.
            FocusOwner::App if app.bound(Key::char(' ')).is_some() => KeyMeaning::Ignore,
            FocusOwner::App | FocusOwner::Widget => KeyMeaning::Widget,
        };
    }
    if matches!(event, Event::Copy) && focus != FocusOwner::TextField && calm {
        return if app.enabled(ActionId::Copy).is_ok() {
            KeyMeaning::Act(Action::Run(ActionId::Copy))
        } else {
            KeyMeaning::Unhandled
        };
    }
    if let Event::Paste(text) = event
        && focus != FocusOwner::TextField
        && calm
    {
        return KeyMeaning::Act(Action::PasteColumn(text.clone()));
    }
    let Some(key) = key else {
        let writes = matches!(event, Event::Text(_) | Event::Paste(_) | Event::Cut | Event::Ime(_));
        return if writes && focus == FocusOwner::TextField {
            KeyMeaning::Widget
        } else {
            KeyMeaning::Unhandled
        };
    };
    if focus == FocusOwner::TextField && is_editing(key, app) {
        return KeyMeaning::Widget;
    }
    // If Enter starts a new line, Ctrl+Enter saves the form. It also works in other forms, for consistency.
    if matches!(app.cx.overlay(), Overlay::Form(_)) && key == SAVE_KEY {
        return KeyMeaning::Act(Action::Run(ActionId::Open));
    }
    // A character cancels the question before a deletion; the other keys move between its buttons.
    let unbound = match &action {
        Some(Action::CloseOverlay) if matches!(event, Event::Text(_)) => {
            KeyMeaning::Act(Action::CloseOverlay)
        }
        _ => KeyMeaning::Unhandled,
    };
    if focus == FocusOwner::Widget && matches!(key.code, KeyCode::Enter | KeyCode::Char(' ')) {
        return if key.code == KeyCode::Enter { KeyMeaning::Widget } else { unbound };
    }
    let bound = match action {
        Some(Action::Run(id)) => Some(id),
        _ => None,
    };
    let bound = bound.or_else(|| {
        // On layouts whose digits need shift, the key at a digit's place counts as the digit if it is not bound.
        let free = matches!(event, Event::Text(_)) && focus != FocusOwner::TextField;
        digit.filter(|_| free).and_then(|digit| app.bound(Key::char(digit)))
    });
    // Without a completion, Tab moves to the next widget and an arrow moves in the text.
    let bound = match bound {
        Some(ActionId::Complete | ActionId::CompletePrevious) if !app.completes_word() => None,
        Some(id @ (ActionId::NextCompletion | ActionId::PreviousCompletion)) if app.enabled(id).is_err() => {
            return KeyMeaning::Widget;
        }
        bound => bound,
    };
    match (bound, key.code) {
        (Some(id), _) => KeyMeaning::Act(Action::Run(id)),
        (None, KeyCode::Tab) if !key.ctrl && !key.alt => {
            KeyMeaning::MoveFocus(if key.shift { FocusDirection::Previous } else { FocusDirection::Next })
        }
        (None, KeyCode::Enter) if calm => KeyMeaning::Ignore,
        (None, KeyCode::Enter) => KeyMeaning::Widget,
        (None, _) => unbound,
    }
}

fn is_space(event: &Event) -> bool {
    matches!(
        event,
        Event::Key {
            key: egui::Key::Space,
            pressed: true,
            modifiers,
            ..
        } if !modifiers.ctrl && !modifiers.alt
    )
}

/// Maps keys for menus that egui draws: arrows, Home, End, Enter, space and Esc navigate. The key of one of the rows
/// presses that row.
fn meaning_in_menu(event: &Event, app: &App) -> KeyMeaning {
    if is_space(event) {
        return KeyMeaning::Widget;
    }
    let Some(key) = key_of(event) else {
        return KeyMeaning::Unhandled;
    };
    match key.code {
        KeyCode::Up => KeyMeaning::MoveFocus(FocusDirection::Up),
        KeyCode::Down => KeyMeaning::MoveFocus(FocusDirection::Down),
        KeyCode::Home => KeyMeaning::FocusMenuEnd(MenuEnd::First),
        KeyCode::End => KeyMeaning::FocusMenuEnd(MenuEnd::Last),
        KeyCode::Enter | KeyCode::Esc => KeyMeaning::Widget,
        KeyCode::Char(_) | KeyCode::F(_) => app.bound(key).map_or(KeyMeaning::Ignore, KeyMeaning::PressRow),
        _ => KeyMeaning::Ignore,
    }
}

/// Returns whether a text field needs the key for itself.
fn is_editing(key: Key, app: &App) -> bool {
    if key.ctrl || key.alt {
        return matches!(
            key.code,
            KeyCode::Char('a' | 'c' | 'v' | 'x' | 'z' | 'Z' | 'y' | 'u' | 'w' | 'k')
                | KeyCode::Left
                | KeyCode::Right
                | KeyCode::Backspace
                | KeyCode::Delete
        ) && !(key.code == KeyCode::Char('k') && matches!(app.cx.overlay(), Overlay::Filter));
    }
    // In multi-line text, up and down move between its lines.
    let lines = matches!(app.cx.overlay(), Overlay::Form(form) if form.is_multiline());
    match key.code {
        KeyCode::Enter | KeyCode::PageUp | KeyCode::PageDown => lines,
        KeyCode::Esc | KeyCode::Tab | KeyCode::F(_) => false,
        // In a form, up and down move between fields; in the palette and the filter, between lines.
        KeyCode::Up | KeyCode::Down => {
            lines || !matches!(app.table.context(&app.cx), Context::Palette | Context::Form | Context::Filter)
        }
        _ => true,
    }
}

/// Returns the application's key for an event, if there is one.
fn key_of(event: &Event) -> Option<Key> {
    match event {
        Event::Text(text) => {
            let mut chars = text.chars();
            match (chars.next(), chars.next()) {
                (Some(c), None) if !c.is_control() => Some(Key::char(c)),
                _ => None,
            }
        }
        // The menu key of a keyboard is equivalent to the bound key.
        Event::Key { key: egui::Key::Menu, pressed: true, .. } => {
            Some(Key { shift: true, ..Key::plain(KeyCode::F(10)) })
        }
        Event::Key { key, pressed: true, modifiers, .. } => named_key(*key)
            .map(|code| with_modifiers(Key::plain(code), *modifiers, true))
            .or_else(|| chord_key(*key, *modifiers)),
        _ => None,
    }
}

fn with_modifiers(mut key: Key, modifiers: Modifiers, shift: bool) -> Key {
    key.ctrl = modifiers.ctrl || modifiers.command;
    key.alt = modifiers.alt;
    key.shift = shift && modifiers.shift;
    key
}

fn named_key(key: egui::Key) -> Option<KeyCode> {
    use egui::Key as E;
    Some(match key {
        E::Enter => KeyCode::Enter,
        E::Escape => KeyCode::Esc,
        E::Tab => KeyCode::Tab,
        E::Backspace => KeyCode::Backspace,
        E::Delete => KeyCode::Delete,
        E::ArrowLeft => KeyCode::Left,
        E::ArrowRight => KeyCode::Right,
        E::ArrowUp => KeyCode::Up,
        E::ArrowDown => KeyCode::Down,
        E::Home => KeyCode::Home,
        E::End => KeyCode::End,
        E::PageUp => KeyCode::PageUp,
        E::PageDown => KeyCode::PageDown,
        other => {
            let number = other.name().strip_prefix('F')?.parse::<u8>().ok()?;
            KeyCode::F(number)
        }
    })
}

/// Returns a character pressed with control or alt, which produces no text event.
fn chord_key(key: egui::Key, modifiers: Modifiers) -> Option<Key> {
    if !(modifiers.ctrl || modifiers.command || modifiers.alt) {
        return None;
    }
    let mut chars = key.symbol_or_name().chars();
    let (Some(c), None) = (chars.next(), chars.next()) else {
        return None;
    };
    // egui writes this key with the mathematical minus sign.
    let c = if key == egui::Key::Minus { '-' } else { c };
    let c = if modifiers.shift { c.to_ascii_uppercase() } else { c.to_ascii_lowercase() };
    Some(with_modifiers(Key::char(c), modifiers, false))
}

/// Returns the digit on the physical key that was pressed; the text that it produces is irrelevant.
#[must_use]
pub fn physical_digit(event: &Event) -> Option<char> {
    use egui::Key as E;
    let Event::Key { physical_key: Some(physical_key), pressed: true, modifiers, .. } = event else {
        return None;
    };
    if modifiers.any() {
        return None;
    }
    let digits = [E::Num1, E::Num2, E::Num3, E::Num4, E::Num5, E::Num6, E::Num7, E::Num8, E::Num9];
    let at = digits.iter().position(|digit| digit == physical_key)?;
    char::from_digit(u32::try_from(at).ok()? + 1, 10)
}

/// Returns the cap of an action's first key on the current screen. Letters are capitals; upper-case keys include shift.
#[must_use]
pub fn action_cap(app: &App, action: ActionId) -> String {
    let context = app.cx.screen().context();
    let key = app.cx.options().keymap.keys(context, action).first().copied();
    let key = key.or_else(|| {
        let other_context = action.spec().contexts.iter();
        other_context.flat_map(|c| app.cx.options().keymap.keys(*c, action)).next()
    });
    key.map(|key| key_cap(app, key)).unwrap_or_default()
}

/// Returns the cap of a key.
#[must_use]
pub fn key_cap(app: &App, key: Key) -> String {
    key_text(&app.cx, &key.to_string()).replace("Ctrl+", "Ctrl ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn press_event(key: egui::Key, modifiers: Modifiers) -> Event {
        Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers }
    }

    #[test]
    fn characters_come_from_text_and_names_from_keys() {
        assert_eq!(key_of(&Event::Text("L".into())), Some(Key::char('L')));
        assert_eq!(key_of(&press_event(egui::Key::L, Modifiers::NONE)), None);
        assert_eq!(key_of(&press_event(egui::Key::ArrowLeft, Modifiers::SHIFT)), "shift-left".parse().ok());
        assert_eq!(key_of(&press_event(egui::Key::F5, Modifiers::NONE)), "f5".parse().ok());
        let menu = key_of(&press_event(egui::Key::Menu, Modifiers::NONE));
        assert_eq!(menu, "shift-f10".parse().ok());
    }

    #[test]
    fn control_makes_a_chord_and_shift_its_capital() {
        assert_eq!(key_of(&press_event(egui::Key::K, Modifiers::CTRL)), "ctrl-k".parse().ok());
        assert_eq!(
            key_of(&press_event(egui::Key::Z, Modifiers::CTRL | Modifiers::SHIFT)),
            "ctrl-Z".parse().ok()
        );
    }

    #[test]
    fn ctrl_with_plus_minus_or_zero_changes_the_zoom() {
        let keymap = encours_core::app::foundation::input::keymap::Keymap::defaults(
            encours_core::app::foundation::input::keymap::FrontEnd::Window,
        )
        .unwrap();
        let action_for = |key| keymap.action(Context::Board, key_of(&press_event(key, Modifiers::CTRL))?);
        assert_eq!(action_for(egui::Key::Plus), Some(ActionId::ZoomIn));
        assert_eq!(action_for(egui::Key::Equals), Some(ActionId::ZoomIn));
        assert_eq!(action_for(egui::Key::Minus), Some(ActionId::ZoomOut));
        assert_eq!(action_for(egui::Key::Num0), Some(ActionId::ZoomReset));
    }

    #[test]
    fn physical_key_position_determines_the_digit() {
        let event = Event::Key {
            key: egui::Key::Quote,
            physical_key: Some(egui::Key::Num4),
            pressed: true,
            repeat: false,
            modifiers: Modifiers::NONE,
        };
        assert_eq!(physical_digit(&event), Some('4'));
        assert_eq!(physical_digit(&press_event(egui::Key::Num4, Modifiers::NONE)), None);
    }
}
