//! One JSON object, kept exactly as received and read field by field.
//!
//! The service may send more fields than the contract lists, decimals that no float holds, and codes nobody
//! has seen. So the text is kept, each top-level value stays a raw token, and typed getters read on demand. A
//! field of the wrong type reads as absent: one odd value never hides a record.

use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;
use std::sync::Arc;

use serde::de::{Deserialize, Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use super::num::Num;
use super::shape::ShapeError;

/// Deepest nesting of objects and arrays that is read. Raw tokens are skipped without recursion, but whoever
/// walks them later may recurse.
pub const MAX_DEPTH: usize = 128;

/// Most members of an object and most elements of a page. Each costs more here than the few bytes it may have in a
/// body, so a body of the largest size must not hold as many as it could.
pub const MOST_MEMBERS: usize = 100_000;

/// A JSON object as the service sent it. Cloning shares the text.
#[derive(Clone)]
pub struct Record(Arc<Inner>);

struct Inner {
    text: Box<str>,
    fields: Members,
}

/// Members in the order received, each name once, and their positions sorted by name.
struct Members {
    received: Vec<(Box<str>, Box<RawValue>)>,
    by_name: Box<[u32]>,
    /// Names that came more than once with different values.
    torn: Box<[Box<str>]>,
}

impl Record {
    /// Reads one JSON object from bytes or text. Where a name occurs twice the later one counts, as in
    /// most readers. A byte order mark in front is passed over, as RFC 8259 §8.1 allows.
    pub fn parse(body: impl AsRef<[u8]>) -> Result<Self, ShapeError> {
        let text = json_text(body.as_ref())?;
        check_depth(text)?;
        if !text.starts_with('{') {
            // Tell "not JSON at all" from "JSON of another kind": the advice to a person differs.
            serde_json::from_str::<&RawValue>(text).map_err(|error| ShapeError::json(&error))?;
            return Err(ShapeError::Expected {
                expected: "an object",
            });
        }
        let fields = serde_json::from_str(text).map_err(|error| ShapeError::json(&error))?;
        Ok(Self(Arc::new(Inner {
            text: text.into(),
            fields,
        })))
    }

    /// The object's JSON text as received.
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    /// The raw token of a field.
    pub fn raw(&self, name: &str) -> Option<&RawValue> {
        self.0.fields.get(name)
    }

    /// Names and raw tokens, in the order received.
    pub fn fields(&self) -> impl Iterator<Item = (&str, &RawValue)> {
        self.0.fields.received.iter().map(|(name, raw)| (&**name, &**raw))
    }

    /// Whether the field is there, `null` included.
    pub fn has(&self, name: &str) -> bool {
        self.raw(name).is_some()
    }

    /// Whether the field came more than once, with different values: which one holds nobody can say.
    pub fn repeats(&self, name: &str) -> bool {
        self.0.fields.torn.iter().any(|torn| **torn == *name)
    }

    /// Whether the field is there and `null`.
    pub fn is_null(&self, name: &str) -> bool {
        self.raw(name).is_some_and(|raw| raw.get() == "null")
    }

    /// A string field; borrowed unless it contains escapes.
    pub fn text(&self, name: &str) -> Option<Cow<'_, str>> {
        text_of(self.raw(name)?)
    }

    /// A number, or a number in a string.
    pub fn num(&self, name: &str) -> Option<Num> {
        Num::from_raw(self.raw(name)?)
    }

    /// A boolean field.
    pub fn boolean(&self, name: &str) -> Option<bool> {
        match self.raw(name)?.get() {
            "true" => Some(true),
            "false" => Some(false),
            _ => None,
        }
    }

    /// A whole number that fits; `3.0` and `"3"` count as whole, `3.5` does not.
    pub fn integer(&self, name: &str) -> Option<i64> {
        integer_of(self.raw(name)?)
    }

    /// A nested object.
    pub fn object(&self, name: &str) -> Option<Record> {
        Record::parse(self.raw(name)?.get()).ok()
    }

    /// The elements of a nested array, as raw tokens.
    pub fn array(&self, name: &str) -> Option<Vec<Box<RawValue>>> {
        serde_json::from_str(self.raw(name)?.get()).ok()
    }

    /// A required string.
    pub fn required_text(&self, name: &'static str) -> Result<Cow<'_, str>, ShapeError> {
        self.text(name).ok_or_else(|| ShapeError::field(name, "a string"))
    }
}

impl PartialEq for Record {
    fn eq(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.0, &other.0) || self.0.text == other.0.text
    }
}

impl Eq for Record {}

/// The field names alone: values may be personal or secret, and may be megabytes.
impl fmt::Debug for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Record")?;
        f.debug_set()
            .entries(self.fields().map(|(name, _)| name))
            .finish()
    }
}

/// The whole number a raw token is, if it is one.
pub(super) fn integer_of(raw: &RawValue) -> Option<i64> {
    let value = Num::from_raw(raw)?.value()?;
    if value.fract().is_zero() {
        value.trunc().try_into().ok()
    } else {
        None
    }
}

/// The string a raw token is, if it is one.
pub fn text_of(raw: &RawValue) -> Option<Cow<'_, str>> {
    let inner = raw.get().strip_prefix('"')?.strip_suffix('"')?;
    if inner.contains('\\') {
        serde_json::from_str(raw.get()).ok().map(Cow::Owned)
    } else {
        Some(Cow::Borrowed(inner))
    }
}

/// The text of a JSON body: UTF-8, without byte order mark and white space around it.
pub(crate) fn json_text(body: &[u8]) -> Result<&str, ShapeError> {
    let text = std::str::from_utf8(body).map_err(|_| ShapeError::NotUtf8)?;
    Ok(text.strip_prefix('\u{feff}').unwrap_or(text).trim_ascii())
}

/// JSON text without the white space between its tokens: on one line, each token as it was.
pub fn compact(json: &str) -> String {
    let (mut in_string, mut escaped) = (false, false);
    json.chars()
        .filter(|&character| {
            if in_string {
                match character {
                    _ if escaped => escaped = false,
                    '\\' => escaped = true,
                    '"' => in_string = false,
                    _ => {}
                }
                return true;
            }
            in_string = character == '"';
            !matches!(character, ' ' | '\n' | '\r' | '\t')
        })
        .collect()
}

/// Refuses text nested deeper than [`MAX_DEPTH`]. Looks at brackets outside strings only; whether the text is
/// JSON is for the parser to say.
pub(crate) fn check_depth(text: &str) -> Result<(), ShapeError> {
    check_depth_inside(text, 0)
}

/// The same for text that lies `outside` brackets deep in another.
pub(super) fn check_depth_inside(text: &str, outside: usize) -> Result<(), ShapeError> {
    let (mut depth, mut in_string, mut escaped) = (outside, false, false);
    for byte in text.bytes() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' if in_string => escaped = true,
            b'"' => in_string = !in_string,
            b'{' | b'[' if !in_string => {
                depth += 1;
                if depth > MAX_DEPTH {
                    return Err(ShapeError::TooDeep);
                }
            }
            b'}' | b']' if !in_string => depth = depth.saturating_sub(1),
            _ => {}
        }
    }
    Ok(())
}

impl Members {
    fn new(mut received: Vec<(Box<str>, Box<RawValue>)>) -> Self {
        let mut by_name = sorted(&received);
        let mut torn = Vec::new();
        if by_name
            .windows(2)
            .any(|pair| matches!(pair, [a, b] if name_at(&received, *a) == name_at(&received, *b)))
        {
            torn = torn_names(&received, &by_name);
            let mut later = HashSet::new();
            received.reverse();
            received.retain(|(name, _)| later.insert(name.clone()));
            received.reverse();
            by_name = sorted(&received);
        }
        Self {
            by_name: by_name.into(),
            torn: torn.into(),
            received,
        }
    }

    fn get(&self, name: &str) -> Option<&RawValue> {
        let at = |index: &u32| self.received.get(*index as usize);
        let found = self
            .by_name
            .binary_search_by(|index| at(index).map(|(have, _)| &**have).cmp(&Some(name)))
            .ok()?;
        self.by_name.get(found).and_then(at).map(|(_, raw)| &**raw)
    }
}

fn sorted(members: &[(Box<str>, Box<RawValue>)]) -> Vec<u32> {
    let mut by_name: Vec<u32> = (0_u32..).take(members.len()).collect();
    by_name.sort_by(|a, b| name_at(members, *a).cmp(&name_at(members, *b)));
    by_name
}

/// The names that occur with more than one value, each once.
fn torn_names(members: &[(Box<str>, Box<RawValue>)], by_name: &[u32]) -> Vec<Box<str>> {
    let value_at = |index: u32| members.get(index as usize).map(|(_, raw)| raw.get());
    let mut torn: Vec<Box<str>> = by_name
        .windows(2)
        .filter_map(|pair| match pair {
            [a, b] if name_at(members, *a) == name_at(members, *b) && value_at(*a) != value_at(*b) => {
                name_at(members, *a).map(Into::into)
            }
            _ => None,
        })
        .collect();
    torn.dedup();
    torn
}

fn name_at(members: &[(Box<str>, Box<RawValue>)], index: u32) -> Option<&str> {
    members.get(index as usize).map(|(name, _)| &**name)
}

impl<'de> Deserialize<'de> for Members {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Object;

        impl<'de> Visitor<'de> for Object {
            type Value = Members;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Members, A::Error> {
                let mut received = Vec::new();
                while let Some(member) = map.next_entry()? {
                    if received.len() == MOST_MEMBERS {
                        return Err(A::Error::custom("too many members"));
                    }
                    received.push(member);
                }
                Ok(Members::new(received))
            }
        }

        deserializer.deserialize_map(Object)
    }
}

#[cfg(test)]
#[path = "record_tests.rs"]
mod tests;
