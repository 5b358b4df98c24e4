//! Changes the white space of JSON text; every token stays as received.
//!
//! The text was parsed before, so this code only needs to recognise strings.

pub(super) use encours_core::contract::record::compact;
use encours_core::text::is_unsafe;

/// Returns the text indented for a terminal.
///
/// Control characters and characters that change the reading direction become `\u` escapes, which keeps the
/// values unchanged.
pub(super) fn pretty(text: &str) -> String {
    let mut out = String::with_capacity(text.len() * 2);
    let mut depth = 0_usize;
    let mut tokens = json_tokens(text).peekable();
    while let Some(token) = tokens.next() {
        match token {
            "{" | "[" => {
                out.push_str(token);
                let close = if token == "{" { "}" } else { "]" };
                if tokens.next_if_eq(&close).is_some() {
                    out.push_str(close);
                } else {
                    depth += 1;
                    new_line(&mut out, depth);
                }
            }
            "}" | "]" => {
                depth = depth.saturating_sub(1);
                new_line(&mut out, depth);
                out.push_str(token);
            }
            "," => {
                out.push(',');
                new_line(&mut out, depth);
            }
            ":" => out.push_str(": "),
            _ => escape_into(&mut out, token),
        }
    }
    out
}

fn new_line(out: &mut String, depth: usize) {
    out.push('\n');
    out.extend(std::iter::repeat_n("  ", depth));
}

/// Returns the same JSON with `\u` escapes for control characters.
pub(in super::super) fn escape_controls(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    escape_into(&mut out, text);
    out
}

fn escape_into(out: &mut String, token: &str) {
    for c in token.chars() {
        if is_unsafe(c) && c != '\n' {
            escape(c, out);
        } else {
            out.push(c);
        }
    }
}

/// Writes a character as JSON escapes.
pub(in super::super) fn escape(c: char, out: &mut String) {
    let mut units = [0; 2];
    for unit in c.encode_utf16(&mut units) {
        out.push_str("\\u");
        for shift in [12, 8, 4, 0] {
            out.extend(char::from_digit(u32::from(*unit >> shift & 0xf), 16));
        }
    }
}

/// Returns the tokens of a JSON text without white space.
fn json_tokens(text: &str) -> impl Iterator<Item = &str> {
    let mut remaining = text;
    std::iter::from_fn(move || {
        remaining = remaining.trim_start_matches([' ', '\t', '\n', '\r']);
        let length = match remaining.as_bytes().first()? {
            b'"' => string_length(remaining),
            b'{' | b'}' | b'[' | b']' | b',' | b':' => 1,
            _ => remaining
                .find([',', ':', '{', '}', '[', ']', '"', ' ', '\t', '\n', '\r'])
                .unwrap_or(remaining.len()),
        };
        let (piece, after) = remaining.split_at_checked(length)?;
        remaining = after;
        Some(piece)
    })
}

/// Returns the length of the string token at the start, including quotes.
fn string_length(text: &str) -> usize {
    let mut escaped = false;
    for (index, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return index + 1,
            _ => {}
        }
    }
    text.len()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn tokens_stay_as_they_are() {
        let text = "{ \"a\" : 1.10e+2 ,\n \"b\\\" c\" : [ ] , \"d\": [1, -0, \"x , y\"] , \"e\": {} }";
        assert_eq!(compact(text), r#"{"a":1.10e+2,"b\" c":[],"d":[1,-0,"x , y"],"e":{}}"#);
        assert_eq!(
            pretty(text),
            "{\n  \"a\": 1.10e+2,\n  \"b\\\" c\": [],\n  \"d\": [\n    1,\n    -0,\n    \"x , y\"\n  ],\n  \"e\": {}\n}"
        );
    }

    #[test]
    fn pretty_json_escapes_terminal_control_characters() {
        let text = "{\"name\":\"a\u{9b}31m\u{202e}b\u{7f}\u{200b}é東\u{e0041}\"}";
        assert_eq!(pretty(text), "{\n  \"name\": \"a\\u009b31m\\u202eb\\u007f\\u200bé東\\udb40\\udc41\"\n}");
        let parsed: serde_json::Value = serde_json::from_str(&pretty(text)).unwrap();
        assert_eq!(parsed, serde_json::from_str::<serde_json::Value>(text).unwrap());
    }

    #[test]
    fn broken_text_ends() {
        for text in ["\"abc", "{\"a\":", "", "]", "\"\\"] {
            let _ = (compact(text), pretty(text));
        }
    }

    proptest! {
        #[test]
        fn the_value_is_the_same(name in "\\PC{0,12}", number in any::<f64>(), list in proptest::collection::vec(any::<i64>(), 0..4)) {
            let value = serde_json::json!({ name.clone(): number, "list": list, "in": { "x": name } });
            let text = serde_json::to_string_pretty(&value).unwrap();
            let read = |text: &str| serde_json::from_str::<serde_json::Value>(text).unwrap();
            prop_assert_eq!(read(&compact(&text)), read(&text));
            prop_assert_eq!(read(&pretty(&text)), read(&text));
            prop_assert!(!compact(&text).contains('\n'));
        }
    }
}
