//! Display text of keys, and of labels inside a sentence.

use crate::foundation::cx::app_cx::AppCx;
use crate::foundation::cx::overlay::Overlay;
use crate::foundation::input::commands::ActionId;
use crate::foundation::input::context::{Context, Screen};
use crate::text::{MessageArg, Messages};

/// Returns the display text of a key: `ctrl-p` becomes `Ctrl+P`, `enter` becomes `Entrée`.
pub fn key_text(cx: &AppCx, key: &str) -> String {
    let messages = Messages::new(cx.lang());
    let mut parts: Vec<&str> = if key == "-" { vec!["-"] } else { key.split('-').collect() };
    let Some(last) = parts.pop() else {
        return String::new();
    };
    let has_modifier = !parts.is_empty();
    // A terminal without these symbols would show a caret, which reads as Ctrl, or the letters of other keys.
    let use_symbols = cx.options().key_symbols && !cx.options().ascii;
    let shift = if use_symbols { "⇧".to_owned() } else { format!("{}+", messages.get("key-shift")) };
    let name = match last {
        "left" if use_symbols => "←".to_owned(),
        "right" if use_symbols => "→".to_owned(),
        "up" if use_symbols => "↑".to_owned(),
        "down" if use_symbols => "↓".to_owned(),
        "minus" => "−".to_owned(),
        // With Control, Shift in the text distinguishes a capital from its small letter.
        single if single.chars().count() == 1 && has_modifier && single.chars().all(char::is_uppercase) => {
            format!("{shift}{single}")
        }
        single if single.chars().count() == 1 && has_modifier => single.to_uppercase(),
        // The window shows letters as capitals, as on a keyboard; the terminal shows them as typed.
        single if single.chars().count() == 1 && cx.options().split_view => {
            let is_capital = single.chars().any(|c| c.is_alphabetic() && c.is_uppercase());
            let upper = single.to_uppercase();
            if is_capital { format!("{shift}{upper}") } else { upper }
        }
        single if single.chars().count() == 1 => single.to_owned(),
        function if function.starts_with('f') && function.len() <= 3 => function.to_uppercase(),
        key_name => messages.get(&format!("key-{key_name}")).into_owned(),
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
    matches!(cx.screen(), Screen::Pipeline | Screen::Deal) && !matches!(cx.overlay(), Overlay::Help { .. })
}

/// Returns a label or a sentence with a small first letter. It can then follow a colon.
#[must_use]
pub fn lower_first(label: &str) -> String {
    let mut chars = label.chars();
    let first = chars.next().into_iter().flat_map(char::to_lowercase);
    first.chain(chars).collect()
}

/// Returns the first key of an action on the board.
pub(crate) fn board_key(cx: &AppCx, action: ActionId) -> MessageArg<'static> {
    let keys = cx.options().keymap.keys(Context::Board, action);
    let key = keys.first().map(|key| key_text(cx, &key.to_string()));
    MessageArg::from(key.unwrap_or_default())
}
