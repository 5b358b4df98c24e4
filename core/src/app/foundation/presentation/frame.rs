//! What stands around every screen: the tabs, and how keys are written.

use crate::app::shell::app::{App, Layer, Screen};
pub use crate::app::shell::view::footer_keys::{Hint, hints};
use crate::text::Words;

/// One tab.
#[derive(Clone, Debug, PartialEq)]
pub struct Tab {
    /// Its screen.
    pub screen: Screen,
    /// The number that is also its key.
    pub number: u8,
    /// Its name.
    pub label: String,
    /// Its short name, for narrow places.
    pub short: String,
    /// How many things wait there for the person; 0 shows nothing.
    pub badge: usize,
    /// Whether it is the one shown.
    pub current: bool,
}

/// The tabs, in order.
pub fn tabs(app: &App) -> Vec<Tab> {
    let words = Words::new(app.cx.lang());
    Screen::ALL
        .into_iter()
        .map(|screen| Tab {
            screen,
            number: screen.number(),
            label: words.get(screen.label_key()).into_owned(),
            short: words.get(screen.short_key()).into_owned(),
            badge: match screen {
                Screen::Notifications => app.inbox.unread(&app.cx),
                Screen::Activity => app.cx.snapshot().writes.len(),
                _ => 0,
            },
            current: screen == app.cx.screen(),
        })
        .collect()
}

/// A key as a person reads it: `ctrl-p` is `Ctrl+P`, `enter` is `Entrée`.
pub fn key_text(app: &App, key: &str) -> String {
    let words = Words::new(app.cx.lang());
    let mut parts: Vec<&str> = if key == "-" {
        vec!["-"]
    } else {
        key.split('-').collect()
    };
    let Some(last) = parts.pop() else {
        return String::new();
    };
    let modified = !parts.is_empty();
    // A terminal without these signs would show a caret, which reads as Ctrl, or letters that are other keys.
    let signs = app.cx.options().key_signs && !app.cx.options().ascii;
    let shift = if signs {
        "⇧".to_owned()
    } else {
        format!("{}+", words.get("key-shift"))
    };
    let name = match last {
        "left" if signs => "←".to_owned(),
        "right" if signs => "→".to_owned(),
        "up" if signs => "↑".to_owned(),
        "down" if signs => "↓".to_owned(),
        "minus" => "−".to_owned(),
        // With control held, a capital is told from its small letter by the shift it takes.
        one if one.chars().count() == 1 && modified && one.chars().all(char::is_uppercase) => {
            format!("{shift}{one}")
        }
        one if one.chars().count() == 1 && modified => one.to_uppercase(),
        // On the caps of a window's keys letters are capitals, as on a keyboard; in a terminal they are what is typed.
        one if one.chars().count() == 1 && app.cx.options().beside => {
            let lifted = one.chars().any(|c| c.is_alphabetic() && c.is_uppercase());
            let capital = one.to_uppercase();
            if lifted {
                format!("{shift}{capital}")
            } else {
                capital
            }
        }
        one if one.chars().count() == 1 => one.to_owned(),
        function if function.starts_with('f') && function.len() <= 3 => function.to_uppercase(),
        named => words.get(&format!("key-{named}")).into_owned(),
    };
    let mut text = String::new();
    for part in parts {
        text.push_str(match part {
            "ctrl" => "Ctrl+",
            "alt" => "Alt+",
            _ => &shift,
        });
    }
    text + &name
}

/// Whether the screen shows bands, so that their legend belongs on the status line.
pub fn shows_bands(app: &App) -> bool {
    matches!(app.cx.screen(), Screen::Pipeline | Screen::Deal)
        && !matches!(app.cx.layer(), Layer::Help { .. })
}

/// A label or a sentence as it stands after a colon: without its capital.
#[must_use]
pub fn in_a_sentence(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}
