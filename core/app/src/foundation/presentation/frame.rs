//! Display text of keys, and of labels inside a sentence.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::Layer;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::text::{MessageArg, Messages};

/// Returns the display text of a key: `ctrl-p` becomes `Ctrl+P`, `enter` becomes `Entrée`.
pub fn key_text(cx: &AppCx, key: &str) -> String {
    let words = Messages::new(cx.lang());
    let mut parts: Vec<&str> = if key == "-" {
        vec!["-"]
    } else {
        key.split('-').collect()
    };
    let Some(last) = parts.pop() else {
        return String::new();
    };
    let modified = !parts.is_empty();
    // A terminal without these symbols would show a caret, which reads as Ctrl, or the letters of other keys.
    let signs = cx.options().key_symbols && !cx.options().ascii;
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
        // With Control, Shift in the text distinguishes a capital from its small letter.
        one if one.chars().count() == 1 && modified && one.chars().all(char::is_uppercase) => {
            format!("{shift}{one}")
        }
        one if one.chars().count() == 1 && modified => one.to_uppercase(),
        // The window shows letters as capitals, as on a keyboard; the terminal shows them as typed.
        one if one.chars().count() == 1 && cx.options().split_view => {
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

/// Returns whether the screen shows bands and so needs their legend on the status line.
pub fn shows_bands(cx: &AppCx) -> bool {
    matches!(cx.screen(), Screen::Pipeline | Screen::Deal) && !matches!(cx.layer(), Layer::Help { .. })
}

/// Returns a label or a sentence with a small first letter. It can then follow a colon.
#[must_use]
pub fn lower_first(label: &str) -> String {
    let mut letters = label.chars();
    let first = letters.next().into_iter().flat_map(char::to_lowercase);
    first.chain(letters).collect()
}

/// Returns the first key of an action on the board.
pub(crate) fn board_key(cx: &AppCx, action: ActionId) -> MessageArg<'static> {
    let keys = cx.options().keymap.keys(Context::Board, action);
    let key = keys.first().map(|key| key_text(cx, &key.to_string()));
    MessageArg::from(key.unwrap_or_default())
}
