//! JSON objects with their original order and number tokens.
//!
//! Decimals must survive a round trip exactly, and unknown fields are returned as received.

use std::{
    collections::HashMap,
    fmt::{self, Write as _},
};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor},
};
use serde_json::value::RawValue;

/// One JSON object: names in the order received, values as raw JSON text.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Object(Vec<(String, Box<str>)>);

impl Object {
    pub(crate) fn new() -> Self {
        Self::default()
    }

    /// Returns a field's JSON text, or `None` if it is absent. A field set to `null` is `Some("null")`.
    pub(crate) fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(key, _)| key == name).map(|(_, value)| &**value)
    }

    /// Sets a field to a value given as JSON text.
    pub(crate) fn set(&mut self, name: &str, json: impl Into<Box<str>>) {
        let json = json.into();
        match self.0.iter_mut().find(|(key, _)| key == name) {
            Some((_, value)) => *value = json,
            None => self.0.push((name.to_owned(), json)),
        }
    }

    /// Sets many fields in linear time.
    pub(crate) fn set_all(&mut self, fields: impl IntoIterator<Item = (String, Box<str>)>) {
        let names = self.0.iter().map(|(name, _)| name.clone());
        let mut positions: HashMap<String, usize> = names.zip(0..).collect();
        for (name, json) in fields {
            let position = *positions.entry(name.clone()).or_insert(self.0.len());
            match self.0.get_mut(position) {
                Some((_, value)) => *value = json,
                None => self.0.push((name, json)),
            }
        }
    }

    /// Removes a field.
    pub(crate) fn remove(&mut self, name: &str) {
        self.0.retain(|(key, _)| key != name);
    }

    /// Sets a field to a string.
    pub(crate) fn set_text(&mut self, name: &str, text: &str) {
        self.set(name, quote(text));
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.0.iter().map(|(key, value)| (&**key, &**value))
    }

    /// Returns the field's text if it is a string.
    pub(crate) fn text(&self, name: &str) -> Option<String> {
        self.get(name).and_then(|raw| serde_json::from_str(raw).ok())
    }

    pub(crate) fn parse(json: &[u8]) -> Result<Self, serde_json::Error> {
        serde_json::from_slice(json)
    }
}

impl fmt::Display for Object {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("{")?;
        for (index, (key, value)) in self.0.iter().enumerate() {
            let comma = if index == 0 { "" } else { "," };
            write!(f, "{comma}{}:{value}", quote(key))?;
        }
        f.write_str("}")
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct ObjectVisitor;
        impl<'de> Visitor<'de> for ObjectVisitor {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut fields = Vec::new();
                while let Some((key, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    fields.push((key, value.get().into()));
                }
                let mut object = Object::new();
                object.set_all(fields);
                Ok(object)
            }
        }
        deserializer.deserialize_map(ObjectVisitor)
    }
}

/// Returns the nesting depth of objects and arrays in a JSON text; 0 for other values.
pub(crate) fn depth(json: &[u8]) -> usize {
    let (mut depth, mut deepest, mut in_string, mut escaped) = (0_usize, 0, false, false);
    for byte in json {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                deepest = deepest.max(depth);
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    deepest
}

/// Returns whether every surrogate escape has its other half beside it.
///
/// JSON allows half a pair (RFC 8259, 8.2), but most parsers then refuse the whole text.
pub(crate) fn has_paired_surrogates(json: &[u8]) -> bool {
    let code_unit = |at: usize| -> Option<u32> {
        let digits = json.get(at..at + 6)?.strip_prefix(b"\\u")?;
        u32::from_str_radix(str::from_utf8(digits).ok()?, 16).ok()
    };
    let mut at = 0;
    while let Some(byte) = json.get(at) {
        at += match (byte, code_unit(at)) {
            (b'\\', Some(0xd800..=0xdbff)) => match code_unit(at + 6) {
                Some(0xdc00..=0xdfff) => 12,
                _ => return false,
            },
            (b'\\', Some(0xdc00..=0xdfff)) => return false,
            (b'\\', _) => 2,
            _ => 1,
        };
    }
    true
}

/// Encodes a string as JSON text.
pub(crate) fn quote(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if c < ' ' => {
                // Writing to a `String` cannot fail.
                let _ = write!(out, "\\u{:04x}", c as u32);
            }
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

/// The type of a valid JSON value, identified by its first character.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum JsonKind {
    Null,
    Bool,
    Number,
    Text,
    Array,
    Object,
}

pub(crate) fn kind(json: &str) -> JsonKind {
    match json.bytes().next() {
        Some(b'"') => JsonKind::Text,
        Some(b'{') => JsonKind::Object,
        Some(b'[') => JsonKind::Array,
        Some(b't' | b'f') => JsonKind::Bool,
        Some(b'n') => JsonKind::Null,
        _ => JsonKind::Number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_and_order_survive() {
        let text = r#"{"z":0.10,"a":"é\n","n":null,"big":12345678901234567.890,"o":{"b":1,"a":2}}"#;
        let object = Object::parse(text.as_bytes()).unwrap();
        assert_eq!(object.to_string(), text);
        assert_eq!(object.get("z"), Some("0.10"));
        assert_eq!(object.get("n"), Some("null"));
        assert_eq!(object.get("absent"), None);
        assert_eq!(object.text("a").as_deref(), Some("é\n"));
    }

    #[test]
    fn the_last_of_two_equal_names_wins() {
        let object = Object::parse(br#"{"a":1,"b":2,"a":3}"#).unwrap();
        assert_eq!(object.to_string(), r#"{"a":3,"b":2}"#);
    }

    #[test]
    fn only_objects_are_objects() {
        for text in ["[]", "1", "null", "\"x\"", "", "{", "{}x"] {
            assert!(Object::parse(text.as_bytes()).is_err(), "{text}");
        }
    }

    #[test]
    fn depth_ignores_brackets_inside_strings() {
        for (text, expected) in
            [("1", 0), ("{}", 1), (r#"{"a":[[1],[2]],"b":{}}"#, 3), (r#"["[[[[", "\"[{", "\\"]"#, 1)]
        {
            assert_eq!(depth(text.as_bytes()), expected, "{text}");
        }
    }

    #[test]
    fn lone_surrogates_are_detected() {
        for good in [r#""\ud83d\ude00""#, r#""\u00e9\\ud800""#, r#""\\\u0041""#, "{}", r#""\""#] {
            assert!(has_paired_surrogates(good.as_bytes()), "{good}");
        }
        for bad in [r#""\ud800""#, r#""\udc00""#, r#""\ud83dx""#, r#""\ud83d\u0041""#, r#"{"\uDfff":1}"#] {
            assert!(!has_paired_surrogates(bad.as_bytes()), "{bad}");
        }
    }

    #[test]
    fn quoting_is_json() {
        for text in ["", "a\"b\\c", "\u{1}\u{1f}\n\r\t", "Îlot – 1\u{202f}234 €", "\u{2028}"] {
            assert_eq!(serde_json::from_str::<String>(&quote(text)).unwrap(), text);
        }
    }

    #[test]
    fn json_kinds_are_distinguished() {
        let cases = [
            ("null", JsonKind::Null),
            ("true", JsonKind::Bool),
            ("-1.5", JsonKind::Number),
            ("\"\"", JsonKind::Text),
            ("[1]", JsonKind::Array),
            ("{}", JsonKind::Object),
        ];
        for (text, expected) in cases {
            assert_eq!(kind(text), expected, "{text}");
        }
    }
}
