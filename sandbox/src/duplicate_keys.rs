//! Removes duplicate names from JSON objects.
//!
//! Such a text is legal but ambiguous (RFC 8259, 4). The service stores and returns each name once, with its last
//! value, at every depth.

use std::fmt;

use serde::{
    Deserialize, Deserializer,
    de::{IgnoredAny, MapAccess, Visitor},
};
use serde_json::value::RawValue;

use crate::json::{JsonKind, Object, kind};

/// Returns the text with each name once, or `None` if it has no duplicates.
///
/// The text must be valid JSON of limited depth.
pub(crate) fn keep_last_duplicates(json: &str) -> Option<String> {
    match kind(json) {
        JsonKind::Object => {
            let MemberCount(all) = serde_json::from_str(json).ok()?;
            let mut object = Object::parse(json.as_bytes()).ok()?;
            let changed_members: Vec<(String, String)> = object
                .iter()
                .filter_map(|(name, value)| Some((name.to_owned(), keep_last_duplicates(value)?)))
                .collect();
            let changed = all != object.iter().count() || !changed_members.is_empty();
            for (name, value) in changed_members {
                object.set(&name, value);
            }
            changed.then(|| object.to_string())
        }
        JsonKind::Array => {
            let items: Vec<&RawValue> = serde_json::from_str(json).ok()?;
            let single: Vec<Option<String>> =
                items.iter().map(|item| keep_last_duplicates(item.get())).collect();
            if single.iter().all(Option::is_none) {
                return None;
            }
            let texts: Vec<&str> = items
                .iter()
                .zip(&single)
                .map(|(item, single)| single.as_deref().unwrap_or(item.get()))
                .collect();
            Some(format!("[{}]", texts.join(",")))
        }
        _ => None,
    }
}

/// The number of members of an object, with duplicates counted each time.
struct MemberCount(usize);

impl<'de> Deserialize<'de> for MemberCount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct MemberVisitor;
        impl<'de> Visitor<'de> for MemberVisitor {
            type Value = MemberCount;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a JSON object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<MemberCount, A::Error> {
                let mut count = 0;
                while map.next_entry::<IgnoredAny, IgnoredAny>()?.is_some() {
                    count += 1;
                }
                Ok(MemberCount(count))
            }
        }
        deserializer.deserialize_map(MemberVisitor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_without_duplicate_keys_stay_unchanged() {
        for text in ["1", "\"a\"", "[]", "{}", r#"{"a":{"a":[{"a":1}, {"a": 2}]}}"#, r#"{"A":1,"a":2}"#] {
            assert_eq!(keep_last_duplicates(text), None, "{text}");
        }
    }

    #[test]
    fn the_last_value_counts_at_every_depth() {
        for (text, single) in [
            (r#"{"a":1,"b":2,"a":3.50}"#, r#"{"a":3.50,"b":2}"#),
            (r#"{"z":{"a":1,"\u0061":2}}"#, r#"{"z":{"a":2}}"#),
            (r#"[1.0,[{"a":1,"a":{"b":1,"b":2}}]]"#, r#"[1.0,[{"a":{"b":2}}]]"#),
        ] {
            assert_eq!(keep_last_duplicates(text).as_deref(), Some(single), "{text}");
        }
    }
}
